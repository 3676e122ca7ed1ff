// The objects that sim/ and analysis/ work on, built from one point of a config.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/deadlock/protocol_deadlock.hpp"
#include "analysis/guarantees/capacity.hpp"
#include "app/keys/energy_keys.hpp"
#include "app/keys/run_keys.hpp"
#include "base/error.hpp"
#include "routing/routing.hpp"
#include "sim/simulation.hpp"
#include "topology/network_changes.hpp"
#include "topology/topology.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

struct Replay;  // schedule/replay.hpp

// The links that carry one message class, if links carry certain classes only.
struct ClassNetwork {
  std::shared_ptr<const Topology> topology;  // these links alone
  std::shared_ptr<const Routing> routing;    // on this topology; nullptr: there is none
  std::optional<KeyError> refusal;           // why there is none
  std::optional<double> program_flits = {};  // its capacity, if it was needed
};

// A remark of the reader of a program's file, for example about parts it left out.
struct ProgramNote {
  bool is_warning = false;
  std::string text;

  bool operator==(const ProgramNote&) const = default;
};
// Notes in the order in which they were made, without repeats.
class ProgramNotes {
 public:
  void add(const ProgramNote& note) {
    if (std::ranges::find(notes_, note) == notes_.end()) notes_.push_back(note);
  }
  void add(const ProgramNotes& more) {
    for (const ProgramNote& note : more.notes_) add(note);
  }
  auto begin() const { return notes_.begin(); }
  auto end() const { return notes_.end(); }

 private:
  std::vector<ProgramNote> notes_;
};

// A draw of faults that cannot be simulated: kDisconnected, or kUnroutable.
struct Unserved {
  Verdict verdict;
  KeyError error;

  std::string reason() const { return error.what(); }
};

// Everything one simulated point needs. Its members are built in this order; `routing` points into
// `topology`.
struct Setup : RunKeys {
  Setup() = default;
  Setup(const Setup&) = delete;
  Setup& operator=(const Setup&) = delete;

  std::shared_ptr<const Topology> topology;
  // Why a draw of faults cannot be simulated (SetupChanges::allows_unserved). The other members
  // then stand in: `topology` is without faults if they cut it apart, and `routing` is another one
  // if this one has no path.
  std::optional<Unserved> unserved = {};
  std::optional<std::vector<LinkEnds>> links_down = {};  // by [faults]; nullopt without them
  RoutingOptions routing_options;                        // from which `routing` was built
  std::shared_ptr<const Routing> routing;
  // Per message class, if links carry certain classes only; else empty. `routing` is then that of
  // the first class that has one. Exact analysis is about one class: `topology` is its network, and
  // `whole` the one with all links.
  std::vector<ClassNetwork> class_networks;
  std::shared_ptr<const Topology> whole;
  RouterOptions router;
  NodeChannelOptions node_channels;
  std::shared_ptr<const Replay> replay;  // traffic.injection = schedule, which has no load

  // Flits/node/cycle that the network can carry under uniform traffic; nullopt if unknown.
  std::optional<double> capacity_flits;
  bool capacity_is_rounded = false;  // it comes from a linear program
  // What is known about it where it has no closed form.
  std::optional<CapacityRange> capacity_range;
  // Flits/node/cycle: the total; the part from `load`, which classes of traffic share; and the part
  // from loads of single classes.
  double load_flits = 0, shared_flits = 0, own_flits = 0;
  // The largest `shared_flits` that injections can make; nullopt: any number.
  std::optional<double> most_sent_flits;
  std::string most_sent_by;  // the injection that limits it: "on_off", "on_off in [traffic.NAME]"
  // Rate of a pattern with rates of its own, from its file at traffic.scale = 1, in flits per cycle
  // and sending node.
  std::optional<double> file_flits() const {
    return traffic.pattern ? traffic.pattern->mean_rate() : std::nullopt;
  }
  // Minimal traffic of a workload whose kind has one: see ProgramDescription::least_bytes.
  struct LeastFlits {
    double per_node = 0;  // need not be a whole number of flits
    bool all_to_all = false;
  };
  std::optional<LeastFlits> least_flits;
  std::optional<Rational> cycle_ns;
  std::vector<std::string> traffic_classes;  // their names; empty: one class without a name
  bool has_own_loads = false;                // all classes have one: traffic.load is not read
  std::vector<RequestReplyKind> answers;     // from classes to others
  OutputFiles outputs;
  TraceFilter trace;  // of outputs.trace
  EnergyKeys energy;

  // The inputs of sim/; refers to this object.
  NetworkParts parts() const {
    return {*topology, *routing, traffic, router, node_channels, {}, class_routings};
  }
  std::vector<const Routing*> class_routings;  // of class_networks
  // True if packets of this message class may be sent.
  bool uses_message_class(std::size_t message_class) const;

  // Flits/node/cycle as a share of the capacity, which must be known.
  double share_of_capacity(double flits) const;

  // False for a replay and for a workload.
  bool has_load() const { return !replay && !traffic.workload; }

  // True if the run has to count the actions of its routers.
  bool counts_activity() const { return energy.given() || outputs.energy; }

  // False if an injection cannot make the load; then the injection is not built.
  bool load_is_possible() const { return !most_sent_flits || shared_flits <= *most_sent_flits; }

  // Sets the seed of all random draws during a run: run.seed, the traffic and the order of a
  // replay, but not pattern_seed.
  void set_seed(std::uint64_t seed);

  // Notes on the file of its program; empty if another setup read the file before.
  ProgramNotes program_notes;
};

// Explains why loads cannot be shares of the capacity when Setup::capacity_flits is empty.
std::string no_capacity_text(const Topology& topology);

// Explains why exact analysis does not serve this adaptive algorithm.
std::string adaptive_text(std::string_view algorithm);
// The routing as an oblivious one; throws KeyError("routing.algorithm") if it is adaptive.
const ObliviousRouting& required_oblivious(const Routing& routing, std::string_view algorithm);

}  // namespace orthant
