// Reads the keys of one point and builds its parts, lowest layer first.
//
// Tested by: tests/app/setup_test.cpp, tests/bad_configs/
#include "app/setup/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

#include "analysis/guarantees/capacity.hpp"
#include "app/keys/analysis_keys.hpp"
#include "app/keys/run_keys.hpp"
#include "app/keys/trace_keys.hpp"
#include "app/setup/build_router.hpp"
#include "app/setup/build_traffic.hpp"
#include "app/setup/class_networks.hpp"
#include "app/setup/make_replay.hpp"
#include "app/setup/make_workload.hpp"
#include "app/setup/schedule_problem.hpp"
#include "app/setup/units.hpp"
#include "base/cores.hpp"
#include "base/error.hpp"
#include "routing/option_rows.hpp"
#include "sim/measure/flows.hpp"
#include "topology/exceptions.hpp"
#include "topology/faults.hpp"
#include "topology/message_classes.hpp"
#include "topology/registry.hpp"

namespace orthant {
namespace {

bool simulates(SetupNeeds needs) {
  return needs == SetupNeeds::kAll || needs == SetupNeeds::kAnyLoad;
}

// Builds one Setup; each step reads the results of the steps before it.
class Builder {
 public:
  Builder(const Point& point, SetupNeeds needs, const SetupChanges& changes, BuiltNetwork& network,
          BuiltProgram& program, Setup& setup)
      : point_(point),
        needs_(needs),
        changes_(changes),
        replays_(simulates(needs) && replays(point)),
        works_(simulates(needs) && runs_workload(point)),
        network_(network),
        program_(program),
        setup_(setup),
        router_(point, setup),
        traffic_(point, changes, needs == SetupNeeds::kAnyLoad, network, setup) {}

  void build() {
    if (simulates(needs_)) refuse_worst_case_of_adaptive(point_);
    read_topology();
    if (needs_topology_alone()) return;
    if (needs_ == SetupNeeds::kNetwork) return traffic_.read_pattern_alone();
    router_.read();
    read_routing();
    read_vcs();
    if (needs_ == SetupNeeds::kVcs) return;
    router_.read_unequal(simulates(needs_));
    if (needs_ == SetupNeeds::kRouting) return traffic_.read_pattern_alone();
    if (works_)
      read_workload();
    else
      traffic_.read_lengths();
    if (setup_.router.model == RouterModel::kOutputQueued) router_.read_source_rate();
    read_run();
    if (replays_) {
      read_replay();
    } else if (!works_) {
      traffic_.read();
      check_warm_up();
    }
    require_routings_of_used_classes(setup_);
    setup_.set_seed(setup_.run.seed);
    read_outputs();
  }

 private:
  void read_outputs() {
    output_rows().read_where(point_, setup_.outputs, [&](const Key& key) {
      return key.name != kOutputTimelineCycles || point_.has_value(kOutputTimeline) ||
             point_.has_value(kOutputChannelTimeline);
    });
    if (setup_.outputs.flows) refuse_too_many_flows(setup_.traffic, setup_.topology->node_count());
    if (setup_.outputs.operations && !works_)
      key_error(std::string(kOutputOperations),
                "describes a workload; allowed: with traffic.injection = workload");
    if (setup_.outputs.trace)
      setup_.trace = trace_rows().read(point_).filter(setup_.topology->node_count());
    energy_rows().read(point_, setup_.energy);
    if (setup_.counts_activity() && !router_.is_input_queued()) refuse_energy();
  }

  [[noreturn]] void refuse_energy() const {
    std::vector<std::string> keys = {std::string(kOutputEnergy)};
    for (const Key& key : energy_rows().keys()) keys.push_back(key.name);
    const auto given =
        std::ranges::find_if(keys, [&](const std::string& key) { return point_.has_value(key); });
    point_.fail(*given,
                "counts what input-queued routers do; allowed: router.model = input_queued");
  }

  void read_topology() {
    const TopologyDescription* kind = find_topology(point_.text("topology.kind"));
    assert(kind);
    TopologyOptions options;
    kind->rows.read(point_, options);
    read_channels(point_, router_.is_input_queued(), options.grid, setup_.node_channels);
    options.defaults = {.nodes_per_router = options.grid.nodes_per_router,
                        .latency_cycles = options.grid.latency_cycles[0],
                        .bandwidth = options.grid.bandwidth[0]};
    setup_.cycle_ns = cycle_ns(point_);
    FaultOptions faults;
    if (needs_ != SetupNeeds::kWholeTopology)
      fault_rows().read_where(point_, faults, [&](const Key& key) {
        return key.name != "faults.fault_seed" || point_.has_value("faults.link_probability");
      });
    if (!network_.topology) {
      make_network(*kind, options, faults);
    }
    if (network_.unserved) leave_unserved(*network_.unserved);
    setup_.topology = network_.topology;
    setup_.links_down = network_.links_down;
    setup_.capacity_flits = network_.capacity_flits;
    if (!setup_.capacity_flits && !has_class_networks() && wants_capacity()) {
      const CapacityOptions limits = capacity_options();
      if (!network_.found_capacity || network_.found_capacity->seconds != limits.time_limit_seconds)
        network_.found_capacity = {limits.time_limit_seconds,
                                   capacity_range(*loaded_network(), limits)};
      setup_.capacity_range = network_.found_capacity->range;
      if (setup_.capacity_range && setup_.capacity_range->is_exact())
        setup_.capacity_flits = setup_.capacity_range->at_least;
      setup_.capacity_is_rounded = true;
    }
  }

  bool is_exact_analysis() const {
    return needs_ == SetupNeeds::kNetwork || needs_ == SetupNeeds::kRouting;
  }

  // Loads are shares of the capacity before faults; exact analysis is about what is left.
  const std::shared_ptr<const Topology>& loaded_network() const {
    return network_.without_faults && !is_exact_analysis() ? network_.without_faults
                                                           : network_.topology;
  }

  // Exact analysis takes its time, and bounds where the capacity itself would take too long.
  CapacityOptions capacity_options() const {
    if (!is_exact_analysis()) return {};
    const double seconds = analysis_rows().read(point_).capacity_seconds;
    return {.program_seconds = seconds, .time_limit_seconds = seconds, .threads = changes_.threads};
  }

  // Sets the parts of network_ at the end, so that an error leaves nothing half built.
  void make_network(const TopologyDescription& kind, const TopologyOptions& options,
                    const FaultOptions& faults) {
    auto built = std::make_shared<const Topology>(kind.make(options));
    if (options.exceptions) {
      const NetworkChanges changes =
          read_exceptions(*options.exceptions, *built,
                          {.bandwidth = options.grid.bandwidth[0],
                           .latency_cycles = options.grid.latency_cycles[0]});
      built = std::make_shared<const Topology>(
          changed(*built, changes, "topology.exceptions", *options.exceptions + ": "));
    }
    if (built->node_count() == 0)
      key_error("topology.nodes_per_router",
                "no router has a node; allowed: 1 or more, or a file that gives nodes to some "
                "routers, of topology.exceptions or of a graph");
    std::shared_ptr<const Topology> whole;
    std::optional<std::vector<LinkEnds>> down;
    if (faults.link_probability) down.emplace();
    if (faults.any()) {
      whole = built;
      const NetworkChanges failures = failed(faults, *whole);
      down = links_down(*whole, failures);
      if (!failures.empty()) built = with_failures(whole, failures, faults);
    }
    network_.topology = std::move(built);
    network_.without_faults = std::move(whole);
    network_.links_down = std::move(down);
    network_.capacity_flits = capacity_flits(*loaded_network());
  }

  std::shared_ptr<const Topology> with_failures(const std::shared_ptr<const Topology>& whole,
                                                const NetworkChanges& failures,
                                                const FaultOptions& faults) {
    try {
      return std::make_shared<const Topology>(changed(*whole, failures, faults.key(), draw_text()));
    } catch (const DisconnectedError& error) {
      if (!changes_.allows_unserved) throw;
      network_.unserved = {Verdict::kDisconnected, error};
      return whole;
    }
  }

  // Which draw of faults an error is about, as the beginning of its text.
  std::string draw_text() const {
    if (!point_.has_value("faults.link_probability")) return "";
    return fmt::format("with faults.fault_seed = {}, ", point_.text("faults.fault_seed"));
  }

  // Throws the error unless draws may be left unserved.
  void leave_unserved(const Unserved& unserved) {
    if (!changes_.allows_unserved) throw unserved.error;
    setup_.unserved = unserved;
  }
  // The same for a routing that does not serve this network, if faults may be the cause.
  Unserved leave_unroutable(const UnroutableError& error) {
    if (!network_.links_down || network_.links_down->empty()) throw UnroutableError(error);
    const Unserved unserved{Verdict::kUnroutable, {error.key(), draw_text() + error.what()}};
    leave_unserved(unserved);
    return unserved;
  }

  void make_routing(const RoutingDescription& algorithm) {
    const RoutingOptions& options = setup_.routing_options;
    try {
      network_.routing = algorithm.make(*setup_.topology, options);
    } catch (const UnroutableError& error) {
      network_.unserved = leave_unroutable(error);
      // Serves every connected network, so that the rest of the setup can be read.
      network_.routing = find_routing("up_down")->make(*setup_.topology, {});
    }
  }

  // The draws of a network may need different numbers of VCs.
  void read_vcs() {
    try {
      router_.read_vcs(setup_.allow_deadlock || needs_ == SetupNeeds::kRouting || setup_.unserved);
    } catch (const UnroutableError& error) {
      leave_unroutable(error);
      router_.read_vcs(true);
    }
  }

  bool needs_topology_alone() const {
    return needs_ == SetupNeeds::kTopology || needs_ == SetupNeeds::kWholeTopology;
  }

  bool has_class_networks() const {
    return !needs_topology_alone() && needs_ != SetupNeeds::kNetwork &&
           limits_any_of(*setup_.topology, message_classes_of(point_));
  }

  // True if the point needs a capacity that may have no closed form.
  bool wants_capacity() const {
    if (needs_topology_alone() || needs_ == SetupNeeds::kVcs || replays_ || works_) return false;
    if (needs_ == SetupNeeds::kNetwork) return true;
    if (needs_ == SetupNeeds::kRouting)
      return changes_.program_capacity && analysis_rows().read(point_).capacity;
    return traffic_.load_unit() == LoadUnit::kCapacity;
  }

  void read_routing() {
    const RoutingDescription* algorithm = find_routing(point_.text("routing.algorithm"));
    assert(algorithm);
    RoutingOptions& options = setup_.routing_options;
    options.switching = setup_.router.switching;
    options.flow_control = setup_.router.flow_control;
    options.bubble_dimensions = setup_.router.bubble_dimensions;
    options.vc_reuse = setup_.router.vc_reuse;
    options.strict_priority = setup_.router.model == RouterModel::kOutputQueued;
    routing_option_rows().read_where(point_, options,
                                     [&](const Key& key) { return algorithm->reads(key.name); });
    refuse_spread_by_destination(*algorithm);
    if (const auto ties = changes_.one_path.ties) options.ties = *ties;
    if (const auto links = changes_.one_path.parallel_links) options.parallel_links = *links;
    options.threads = changes_.threads;
    if (algorithm->adaptive) router_.read_selection();
    for (const Key& key : algorithm->own_keys)
      if (point_.has_value(key.name)) options.own.set(key.name, point_.text(key.name));
    if (const auto& tie = changes_.one_path.tie_key) options.own.set(*tie, "lowest_id");
    if (changes_.root) options.own.set("up_down.root", fmt::format("{}", *changes_.root));
    if (may_be_table(*algorithm)) options.path_table = path_tables();
    permission_rows().read(point_, setup_);
    if (has_class_networks()) return read_class_networks(*algorithm);
    if (!network_.routing) make_routing(*algorithm);
    setup_.routing = network_.routing;
  }

  // Builds the networks of message classes; exact analysis keeps the links of one class.
  void read_class_networks(const RoutingDescription& algorithm) {
    std::vector<ClassNetwork>& built = network_.class_networks;
    set_class_networks(algorithm, message_classes_of(point_), built, setup_);
    if (needs_ == SetupNeeds::kRouting)
      keep_to_class(built[analyzed_class(point_)], wants_capacity(), setup_);
  }

  // Refuses a spread over parallel links where the default is by_destination.
  void refuse_spread_by_destination(const RoutingDescription& algorithm) const {
    const bool spread = algorithm.reads("routing.parallel_links") &&
                        setup_.routing_options.parallel_links == ParallelLinks::kSpread;
    if (spread && algorithm.name == "up_down" &&
        point_.text("routing.up_down.forwarding") == "destination")
      point_.fail("routing.parallel_links",
                  "spread does not go with up_down.forwarding = destination, by which a switch has "
                  "one port for each destination; allowed: by_destination, first");
  }

  // True if the routing, or a part of an interpolation, may use a path table.
  bool may_be_table(const RoutingDescription& algorithm) const {
    if (!algorithm.reads("routing.table_file")) return false;
    if (!algorithm.reads("interpolated.first")) return true;
    return std::ranges::any_of(std::array{"interpolated.first", "interpolated.second"},
                               [&](std::string_view key) {
                                 const RoutingDescription* part = find_routing(point_.text(key));
                                 return part != nullptr && part->reads("routing.table_file");
                               });
  }

  decltype(RoutingOptions::path_table) path_tables() {
    PathTableFiles files = path_table_rows().read(point_);
    if (point_.text("topology.kind") == "cluster") files.cluster = point_.text("topology.file");
    if (!network_.path_tables)
      network_.path_tables = std::make_shared<PathTables>(setup_.topology, std::move(files));
    return [tables = network_.path_tables, topology = setup_.topology](
               std::string_view name, [[maybe_unused]] const Topology& network) {
      assert(&network == topology.get());  // a table serves only its own network
      return tables->find(name);
    };
  }

  void read_run() {
    RunOptions& run = setup_.run;
    run.until_drained = replays_ || works_;
    if (!run.until_drained) {
      end_rows().read(point_, setup_);
      if (run.until_drained && !setup_.traffic.messages_per_node)
        point_.fail("run.until", "drained needs run.messages_per_node, which is missing");
    }
    run_rows().read(point_, setup_);
    if (run.latency_limit && !run.until_drained)
      point_.fail("run.latency_limit_cycles", "needs run.until = drained");
    if (!run.until_drained) {
      window_rows().read(point_, setup_);
      // Drains saturated runs, too: a knot may show only in the drain, and deadlock is the worse
      // verdict.
      run.drain_saturated = run.drain_saturated || setup_.allow_deadlock;
    }
    constexpr std::uint64_t kMostSeed = std::numeric_limits<std::int64_t>::max();
    if (run.seed > kMostSeed - setup_.repetitions)
      point_.fail("run.seed", "seed + repetitions is too large; allowed: below 2^63");
  }

  // Refuses an automatic warm-up with rates that change: a pilot looks for a steady state.
  void check_warm_up() const {
    if (setup_.run.warmup || setup_.run.until_drained || setup_.traffic.pattern->changes().empty())
      return;
    key_error("run.warmup_cycles",
              "auto finds where a steady state begins, and rates in traffic.file change with time; "
              "allowed: a number of cycles");
  }

  void read_workload() {
    if (!point_.traffic_classes().empty())
      key_error("traffic.injection", "workload is sent alone; allowed: no section [traffic.{}]",
                point_.traffic_classes().front());
    std::shared_ptr<const WorkloadPlan> plan = program_.workload.lock();
    if (!plan) plan = make_workload(point_, setup_, setup_.program_notes);
    program_.workload = plan;
    send_workload(plan, setup_.traffic);
    setup_.least_flits = least_flits_of(point_, *setup_.topology);
    if (plan->queues_replies())
      setup_.answers.push_back(
          {.request = "requests",
           .reply = "replies",
           .request_class = class_of_nic(kRequestNic, setup_.router.message_classes),
           .reply_class = class_of_nic(kReplyNic, setup_.router.message_classes)});
  }

  void read_replay() {
    if (setup_.traffic.lengths.parts().size() > 1)
      key_error("traffic.packet_flits",
                "a mix, but messages of a schedule are of one length; allowed: one number");
    traffic_.read_packets_per_message();
    if (!point_.traffic_classes().empty())
      key_error("traffic.injection", "schedule is sent alone; allowed: no section [traffic.{}]",
                point_.traffic_classes().front());
    if (!program_.replay)
      program_.replay = std::make_shared<const Replay>(make_replay(point_, setup_));
    setup_.replay = program_.replay;
    traffic_.read_self();
    for (const NodePair& pair : setup_.replay->pairs()) {
      if (pair.source == pair.destination && !setup_.traffic.self)
        key_error("traffic.self",
                  "no, but node {} sends to itself; allowed: yes, or other transfers",
                  pair.source.value);
    }
  }

  const Point& point_;
  SetupNeeds needs_;
  const SetupChanges& changes_;
  bool replays_, works_;   // no load and no pattern
  BuiltNetwork& network_;  // existing parts are used
  BuiltProgram& program_;  // existing parts are used
  Setup& setup_;
  RouterBuilder router_;
  TrafficBuilder traffic_;
};

}  // namespace

std::unique_ptr<Setup> make_setup(const Point& point, SetupNeeds needs, BuiltNetworks* built,
                                  const SetupChanges& given) {
  SetupChanges changes = given;
  if (simulates(needs) && (replays(point) || sends_liquid(point)))
    changes.one_path = one_path_of_schedule(point, [&] { return make_topology(point); });
  auto setup = std::make_unique<Setup>();
  const auto build = [&](BuiltNetwork& network, BuiltProgram& program) {
    Builder(point, needs, changes, network, program, *setup).build();
  };
  point.place_errors([&] {
    BuiltNetwork own;
    BuiltProgram own_program;
    if (built == nullptr) return build(own, own_program);
    built->with(point, changes.one_path, [&](BuiltNetwork& network) {
      if (!simulates(needs) || !has_no_load(point)) return build(network, own_program);
      built->with_program(point, changes.one_path,
                          [&](BuiltProgram& program) { build(network, program); });
    });
  });
  return setup;
}

bool has_fault_axis(const Config& config) {
  return std::ranges::any_of(config.axes(),
                             [](const Axis& axis) { return axis.key.starts_with("faults."); });
}

std::shared_ptr<const Topology> make_topology(const Point& point) {
  return make_setup(point, SetupNeeds::kTopology)->topology;
}

std::string settings_up_to(const Point& point, Stage last) {
  std::string text;
  for (const auto& [name, value] : point.effective_settings())
    if (stage_of(name) <= last) text += fmt::format("{}={}\n", name, value);
  return text;
}

std::string BuiltNetworks::text_of(const Point& point, const OnePath& one_path, Stage last) {
  std::string text = settings_up_to(point, last);
  if (const auto ties = one_path.ties) text += fmt::format("ties {}\n", kTies.name_of(*ties));
  if (const auto links = one_path.parallel_links)
    text += fmt::format("parallel_links {}\n", kParallelLinks.name_of(*links));
  if (one_path.tie_key) text += *one_path.tie_key + " lowest_id\n";
  return text;
}

std::size_t BuiltNetworks::least_kept() {
  static const std::size_t workers = usable_cores();
  return std::max(std::size_t{4}, workers + 1);
}

}  // namespace orthant
