// Collects the rows of all keys.
//
// Tested by: tests/app/keys_test.cpp
#include <algorithm>

#include "app/keys/analysis_keys.hpp"
#include "app/keys/energy_keys.hpp"
#include "app/keys/keys.hpp"
#include "app/keys/network_keys.hpp"
#include "app/keys/run_keys.hpp"
#include "app/keys/schedule_keys.hpp"
#include "app/keys/trace_keys.hpp"
#include "app/keys/workload_keys.hpp"
#include "base/limits.hpp"
#include "routing/option_rows.hpp"
#include "topology/faults.hpp"
#include "topology/registry.hpp"
#include "traffic/kinds.hpp"
#include "traffic/programs/programs.hpp"
#include "traffic/traces/collectives.hpp"

namespace orthant {
namespace {

// The names of a registry's entries.
template <auto registry, auto name>
std::vector<std::string_view> names_of() {
  std::vector<std::string_view> names;
  for (const auto& entry : registry()) names.push_back(entry.*name);
  return names;
}

std::vector<std::string_view> names_of_algorithms() {
  std::vector<std::string_view> names;
  for (const ProgramDescription& program : program_registry())
    for (const std::string_view name : program.algorithm_names())
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  return names;
}

// Key workload.KIND_algorithm: the algorithm for this collective communication in a trace.
template <const char* kind>
Key algorithm_key() {
  static const std::string help = std::string("Algorithm of each ") + kind + " in a trace.";
  return {.name = algorithm_key_of(kind),
          .type = KeyType::kWord,
          .fallback = std::string(find_program(kind)->algorithms.front().name),
          .names = [] { return find_program(kind)->algorithm_names(); },
          .when = read_if("workload.format", "dumpi", "chakra"),
          .help = help};
}
constexpr char kAllreduce[] = "allreduce", kReduceScatter[] = "reduce_scatter",
               kAllgather[] = "allgather", kBroadcast[] = "broadcast", kAlltoall[] = "alltoall";

class Table {
 public:
  void add(Key key) {
    if (!has(key.name)) keys_.push_back(std::move(key));
  }
  void add(const std::vector<Key>& keys) {
    for (const Key& key : keys) add(key);
  }
  // Adds the keys of topologies, patterns or injections; shared keys stand with the first entry.
  template <class Registry>
  void add_rows_of(const Registry& registry) {
    for (const auto& entry : registry) add(entry.rows.keys());
  }
  // Adds algorithms' own keys; shared keys stand after those of the last algorithm.
  void add_own_keys() {
    std::vector<Key> own;
    for (const auto& entry : routing_registry()) {
      for (Key key : entry.own_keys) {
        if (!key.name.starts_with("routing.")) key.name = "routing." + key.name;
        std::erase_if(own, [&](const Key& known) { return known.name == key.name; });
        own.push_back(std::move(key));
      }
    }
    add(own);
  }

  std::vector<Key> take() {
    for (Key& key : keys_)
      if (key.names != nullptr) key.words = key.names();
    return std::move(keys_);
  }

 private:
  bool has(std::string_view name) const {
    return std::ranges::find(keys_, name, &Key::name) != keys_.end();
  }

  std::vector<Key> keys_;
};

}  // namespace

// Adds the keys section by section.
std::vector<Key> make_key_table() {
  Table table;
  table.add({.name = "topology.kind",
             .type = KeyType::kWord,
             .names = names_of<topology_registry, &TopologyDescription::kind>,
             .required = true,
             .help = "The kind of network."});
  table.add_rows_of(topology_registry());

  table.add({.name = "routing.algorithm",
             .type = KeyType::kWord,
             .names = names_of<routing_registry, &RoutingDescription::name>,
             .required = true,
             .help = "The routing algorithm."});
  table.add(routing_option_rows().keys());
  table.add(path_table_rows().keys());
  table.add(permission_rows().keys());
  table.add_own_keys();

  table.add(router_rows().keys());
  table.add({.name = "router.output_speedup",
             .type = KeyType::kRational,
             .most = limits::kBandwidthPart,
             .low = 1,
             .high = limits::kSpeedup,
             .when = kNotRead,
             .help = "Flits per cycle from the switch into an output, as router.speedup; without "
                     "queues at the outputs, more than the channel takes changes nothing."});
  table.add(channel_rows().keys());
  table.add(time_rows().keys());

  table.add({.name = "traffic.pattern",
             .type = KeyType::kWord,
             .names = names_of<pattern_registry, &PatternDescription::name>,
             .required = true,
             .help = "Where messages go; traffic.injection = schedule or workload needs none."});
  table.add({.name = "traffic.injection",
             .type = KeyType::kWord,
             .fallback = std::string(injection_registry().front().name),
             .names = names_of<injection_registry, &InjectionDescription::name>,
             .help = "When messages are generated."});
  table.add(load_rows().keys());
  table.add(message_rows().keys());
  table.add(class_rows().keys());
  table.add_rows_of(pattern_registry());
  table.add_rows_of(injection_registry());

  table.add(window_rows().keys());
  table.add(end_rows().keys());
  table.add(run_rows().keys());
  table.add(energy_rows().keys());
  table.add(output_rows().keys());
  table.add(trace_rows().keys());

  table.add(analysis_rows().keys());
  table.add(design_rows().keys());
  table.add(fault_rows().keys());
  table.add(policy_rows().keys());
  table.add(schedule_rows().keys());
  table.add({.name = "workload.kind",
             .type = KeyType::kWord,
             .names = names_of<program_registry, &ProgramDescription::kind>,
             .has_default = false,
             .replaces = {"workload.file"},
             .when = read_if("traffic.injection", "workload"),
             .help = "A program that is made, in place of a file."});
  table.add({.name = "workload.algorithm",
             .type = KeyType::kWord,
             .names = names_of_algorithms,
             .has_default = false,
             .when = read_if("workload.kind"),
             .help = "Algorithm of the program; default: the first one of its kind in the list "
                     "of workloads."});
  table.add(program_rows().keys());
  table.add_rows_of(program_registry());
  table.add(workload_rows().keys());
  table.add({algorithm_key<kAllreduce>(), algorithm_key<kReduceScatter>(),
             algorithm_key<kAllgather>(), algorithm_key<kBroadcast>(), algorithm_key<kAlltoall>()});
  return table.take();
}

}  // namespace orthant
