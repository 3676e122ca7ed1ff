// Walks all states of an adaptive routing, and builds the graph in which its escape must have no
// cycle.
//
// Wormhole: a packet may hold an escape channel, take any number of other channels and then wait
// for an escape channel. To avoid listing these sets of channels, the graph has a vertex for every
// channel and one for every state. A channel has an edge to every state that a packet may reach
// through it. A state has an edge to each of its escape channels, and to the state that follows
// each of its other candidates. A path from channel to channel through states is then exactly a
// direct, indirect or cross dependency, so by Duato's theorem no cycle may contain a channel. A
// channel that is never an escape has no incoming edge and therefore lies on no cycle.
// Cut-through and store and forward: a packet holds one buffer, so only the escapes of the state at
// the end of a channel count.
// Without escapes, or if a worm may be granted a full VC, all candidates of the state at the end of
// a channel count, whatever the switching.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <unordered_map>

#include "analysis/deadlock/deadlock_walks.hpp"

namespace orthant {
namespace {

using Vertex = Digraph::Vertex;

struct State {
  RouterId here;
  Header header;
  bool operator==(const State&) const = default;
};

// Hashes the states towards one destination.
struct StateHash {
  std::size_t operator()(const State& state) const {
    constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio
    std::uint64_t hash = state.here.value * kSpread;
    hash = (hash ^ state.header.via.value) * kSpread;
    hash = (hash ^ state.header.bits) * kSpread;
    return static_cast<std::size_t>(hash ^ hash >> 32);
  }
};

struct Transition {
  Hop hop;
  bool escape = false;
  std::uint32_t next = 0;  // index of the state after the hop
};

// All states of packets to one destination, and their transitions.
class TargetStates {
 public:
  TargetStates(const Topology& topology, const AdaptiveRouting& routing,
               const ChannelDependencies& dependencies, bool extended)
      : topology_(topology),
        routing_(routing),
        dependencies_(dependencies),
        extended_(extended),
        has_escape_(routing.traits().has_escape()) {}

  // Returns a description of the first invalid state, or an empty text. Stops early once there are
  // more than `most_states` states.
  std::string explore(RouterId target,
                      std::size_t most_states = std::numeric_limits<std::size_t>::max()) {
    index_.clear();
    states_.clear();
    transitions_.clear();
    for (std::size_t s = 0; s < topology_.router_count() && states_.size() <= most_states; ++s) {
      if (RouterId{s} == target || !topology_.has_nodes(RouterId{s})) continue;
      routing_.enumerate_starts(RouterId{s}, target, [&](const Header& header) {
        index_of({RouterId{s}, header});
      });
    }
    for (std::size_t i = 0; i < states_.size() && states_.size() <= most_states; ++i) {
      transitions_.emplace_back();
      if (states_[i].here == target) continue;
      const std::string problem = expand(i);
      if (!problem.empty()) return problem;
    }
    return {};
  }

  const std::vector<State>& states() const { return states_; }
  const std::vector<Transition>& transitions(std::size_t state) const {
    return transitions_[state];
  }

 private:
  std::string expand(std::size_t i) {
    const State state = states_[i];
    routing_.all_candidates(state.here, state.header, candidates_);
    bool escape = false;
    for (const Candidate& candidate : candidates_) {
      const auto hop = dependencies_.hop(state.here, candidate.port, candidate.vc_class);
      if (!hop) {
        return fmt::format("{} offers port {} in class {}, which does not exist",
                           dependencies_.router_text(state.here), candidate.port.value,
                           candidate.vc_class);
      }
      // A worm that waits outside the escape must not queue behind another packet in its
      // buffer; routers ensure that in adaptive classes only.
      const VcClass& vc_class = routing_.traits().vc_classes[candidate.vc_class];
      if (extended_ && !candidate.escape && !vc_class.adaptive) {
        return fmt::format(
            "{} offers port {} in class {} neither as an escape nor in an adaptive class, which "
            "wormhole switching needs",
            dependencies_.router_text(state.here), candidate.port.value, vc_class.name);
      }
      Header header = state.header;
      header.bits = candidate.next_bits;
      const std::uint32_t next = index_of({dependencies_.router_after(hop->channel), header});
      transitions_[i].push_back({*hop, candidate.escape, next});
      escape = escape || candidate.escape;
    }
    if (has_escape_ ? escape : !candidates_.empty()) return {};
    return fmt::format("a packet to {} has no {} at {}",
                       dependencies_.router_text(state.header.destination),
                       has_escape_ ? "escape" : "way on", dependencies_.router_text(state.here));
  }

  std::uint32_t index_of(const State& state) {
    const auto [found, added] =
        index_.try_emplace(state, static_cast<std::uint32_t>(states_.size()));
    if (added) states_.push_back(state);
    return found->second;
  }

  const Topology& topology_;
  const AdaptiveRouting& routing_;
  const ChannelDependencies& dependencies_;
  bool extended_;  // wormhole switching with escapes
  bool has_escape_;
  std::vector<State> states_;
  std::unordered_map<State, std::uint32_t, StateHash> index_;  // index into states_
  std::vector<std::vector<Transition>> transitions_;           // per state
  CandidateList candidates_;
};

// The graph of Duato's extended dependencies. Vertices of states are numbered after those of
// channels.
class ExtendedDependencies {
 public:
  explicit ExtendedDependencies(const ChannelDependencies& channels) : channels_(channels) {}

  void add(const TargetStates& target) {
    const std::size_t base = channels_.vertex_count() + states_.size();
    for (std::size_t i = 0; i < target.states().size(); ++i) {
      const auto state = static_cast<Vertex>(base + i);
      states_.push_back(target.states()[i]);
      for (const Transition& transition : target.transitions(i)) {
        const Vertex channel = channels_.vertex(transition.hop);
        const auto next = static_cast<Vertex>(base + transition.next);
        edges_.push_back({channel, next});
        edges_.push_back({state, transition.escape ? channel : next});
      }
    }
  }

  std::size_t size() const { return edges_.size(); }

  std::vector<DependencyStep> find_cycle(const Topology& topology,
                                         const AdaptiveRouting& routing) const {
    const std::size_t channels = channels_.vertex_count();
    const auto cycle = Digraph(channels + states_.size(), edges_).find_cycle(channels);
    std::vector<DependencyStep> steps;
    if (!cycle) return steps;
    for (std::size_t i = 0; i < cycle->size(); ++i) {
      const Vertex v = (*cycle)[i];
      const Vertex next = (*cycle)[(i + 1) % cycle->size()];
      if (v < channels) {
        steps.push_back(channels_.step(v));
      } else if (next >= channels) {
        steps.push_back(
            other_step(topology, routing, states_[v - channels], states_[next - channels]));
      }
    }
    return steps;
  }

 private:
  // The non-escape hop that leads from one state to another.
  DependencyStep other_step(const Topology& topology, const AdaptiveRouting& routing,
                            const State& from, const State& to) const {
    CandidateList candidates;
    routing.all_candidates(from.here, from.header, candidates);
    const auto found = std::ranges::find_if(candidates, [&](const Candidate& candidate) {
      const auto channel = topology.channel_from(from.here, candidate.port);
      return !candidate.escape && topology.channel(*channel).to == to.here &&
             candidate.next_bits == to.header.bits;
    });
    return channels_.step(
        channels_.vertex(*channels_.hop(from.here, found->port, found->vc_class)));
  }

  const ChannelDependencies& channels_;
  std::vector<State> states_;
  std::vector<Digraph::Edge> edges_;
};

// Adds dependencies on the escapes only, or on all candidates.
void add_direct(const TargetStates& target, bool escapes_only, ChannelDependencies& dependencies) {
  for (std::size_t i = 0; i < target.states().size(); ++i) {
    for (const Transition& held : target.transitions(i)) {
      for (const Transition& wanted : target.transitions(held.next)) {
        if (wanted.escape || !escapes_only) dependencies.add(held.hop, wanted.hop);
      }
    }
  }
}

}  // namespace

double states_per_pair(const Topology& topology, const AdaptiveRouting& routing) {
  const ChannelDependencies dependencies(topology, routing.traits().vc_classes, std::nullopt);
  TargetStates target(topology, routing, dependencies, false);
  // Beyond this many states the walk over all destinations takes too long anyway.
  constexpr std::size_t kMaxStates = 30'000'000;
  target.explore(RouterId{0}, kMaxStates / topology.router_count());
  return static_cast<double>(target.states().size()) / static_cast<double>(topology.router_count());
}

bool can_escape(const AdaptiveRouting& routing, const DeadlockOptions& options) {
  const bool bound = options.switching == Switching::kWormhole && options.vc_reuse == VcReuse::kAny;
  return routing.traits().has_escape() && !bound;
}

AdaptiveFindings walk_adaptive(const Topology& topology, const AdaptiveRouting& routing,
                               const DeadlockOptions& options, ChannelDependencies& dependencies) {
  AdaptiveFindings findings;
  const bool escapes = can_escape(routing, options);
  // With flit bubbles a worm in an adaptive VC fits completely into it, so it holds no escape
  // upstream.
  const bool extended = escapes && options.switching == Switching::kWormhole &&
                        options.flow_control == FlowControl::kCredit;
  ExtendedDependencies graph(dependencies);
  TargetStates target(topology, routing, dependencies, extended);
  for (std::size_t t = 0; t < topology.router_count(); ++t) {
    if (!topology.has_nodes(RouterId{t})) continue;
    findings.problem = target.explore(RouterId{t});
    if (!findings.problem.empty()) return findings;
    if (extended) {
      graph.add(target);
    } else {
      add_direct(target, escapes, dependencies);
    }
  }
  if (extended) {
    assert(!options.strict_priority);  // used by output-queued routers only, which are not wormhole
    findings.dependencies = graph.size();
    findings.cycle = graph.find_cycle(topology, routing);
  } else {
    if (options.strict_priority) dependencies.add_priorities();
    findings.dependencies = dependencies.edges().size();
    findings.cycle = dependencies.find_cycle(bubbles_of(options));
  }
  return findings;
}

}  // namespace orthant
