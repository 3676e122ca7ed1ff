// From one point of a config to the objects that sim/ and analysis/ work on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/deadlock/protocol_deadlock.hpp"
#include "app/keys/energy_keys.hpp"
#include "app/keys/run_keys.hpp"
#include "base/error.hpp"
#include "routing/routing.hpp"
#include "sim/simulation.hpp"
#include "topology/topology.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

struct Replay;  // schedule/replay.hpp

// Where links carry certain message classes only: what the packets of one class can use.
struct ClassNetwork {
  std::shared_ptr<const Topology> topology;  // of its links alone
  std::shared_ptr<const Routing> routing;    // on that; nullptr: there is none
  std::optional<KeyError> refusal;           // why there is none
  std::optional<double> program_flits = {};  // its capacity, where it was asked for
};

// What the reader of a program's file remarks of it, such as what it left out.
struct ProgramNote {
  bool is_warning = false;
  std::string text;

  bool operator==(const ProgramNote&) const = default;
};
// Each once, in the order in which they were made.
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

// Everything one simulated point needs. Members are built in this order; `routing` points into
// `topology`.
struct Setup : RunKeys {
  Setup() = default;
  Setup(const Setup&) = delete;
  Setup& operator=(const Setup&) = delete;

  std::shared_ptr<const Topology> topology;
  RoutingOptions routing_options;  // that `routing` was built from
  std::shared_ptr<const Routing> routing;
  // Per message class, where links carry certain ones only; else empty. Then `routing` is that of
  // the first class that has one. Exact analysis is of one class: `topology` is its network, and
  // `whole` the one with all links.
  std::vector<ClassNetwork> class_networks;
  std::shared_ptr<const Topology> whole;
  RouterOptions router;
  NodeChannelOptions node_channels;
  std::shared_ptr<const Replay> replay;  // traffic.injection = schedule; then there is no load

  // Flits/node/cycle that the network can carry under uniform traffic; nullopt where it is not
  // known.
  std::optional<double> capacity_flits;
  bool capacity_is_rounded = false;  // of a linear program
  // Flits/node/cycle: all; of them `load`, which classes of traffic share; and the loads that
  // others have of their own.
  double load_flits = 0, shared_flits = 0, own_flits = 0;
  // The largest `shared_flits` that injections can make; nullopt: any number.
  std::optional<double> most_sent_flits;
  std::string most_sent_by;  // by which of them: "on_off", "on_off in [traffic.NAME]"
  // Of a pattern with rates of its own: what its file says at traffic.scale = 1, in flits per cycle
  // and sending node.
  std::optional<double> file_flits() const {
    return traffic.pattern ? traffic.pattern->mean_rate() : std::nullopt;
  }
  // Of a workload of a kind that has such a number: see ProgramDescription::least_bytes.
  struct LeastFlits {
    double per_node = 0;  // a whole number of flits need not be sent at once
    bool all_to_all = false;
  };
  std::optional<LeastFlits> least_flits;
  std::optional<Rational> cycle_ns;
  std::vector<std::string> traffic_classes;  // their names; empty without
  bool has_own_loads = false;                // all of them: traffic.load is not read
  std::vector<RequestReplyKind> answers;        // of classes to others
  OutputFiles outputs;
  TraceFilter trace;  // of outputs.trace
  EnergyKeys energy;

  // What sim/ simulates; refers to this object.
  NetworkParts parts() const {
    return {*topology, *routing, traffic, router, node_channels, {}, class_routings};
  }
  std::vector<const Routing*> class_routings;  // of class_networks
  // Whether packets of this message class may be sent.
  bool uses_message_class(std::size_t message_class) const;

  // Flits/node/cycle as a share of the capacity, which is known.
  double share_of_capacity(double flits) const;

  // False of a replay and of a workload.
  bool has_load() const { return !replay && !traffic.workload; }

  // True where the run has to count what its routers do.
  bool counts_activity() const { return energy.given() || outputs.energy; }

  // False where an injection cannot make the load; then it is not built.
  bool load_is_possible() const { return !most_sent_flits || shared_flits <= *most_sent_flits; }

  // Sets the seed of everything that draws during a run (run.seed and the traffic, the order of a
  // replay too; not pattern_seed).
  void set_seed(std::uint64_t seed);

  // Of the file of its program; empty where that had been read before, for another setup.
  ProgramNotes program_notes;
};

// Why loads cannot be given as shares of the capacity, where Setup::capacity_flits is empty.
std::string no_capacity_text(const Topology& topology);

// Why exact analysis does not serve this adaptive algorithm.
std::string adaptive_text(std::string_view algorithm);
// The routing as an oblivious one; KeyError("routing.algorithm") where it is adaptive.
const ObliviousRouting& required_oblivious(const Routing& routing, std::string_view algorithm);

}  // namespace orthant
