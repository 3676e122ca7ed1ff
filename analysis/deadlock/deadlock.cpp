// Selects the theorem for a routing, walks the paths of oblivious routings, and reports.
#include "analysis/deadlock/deadlock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <mutex>

#include "analysis/deadlock/channel_dependencies.hpp"
#include "analysis/deadlock/deadlock_walks.hpp"
#include "analysis/loads/pair_blocks.hpp"
#include "base/parallel_for.hpp"
#include "routing/flow_control_words.hpp"

namespace orthant {
namespace {

std::string network_text(const Topology& topology) {
  if (topology.dimensions().empty()) {
    return fmt::format("graph of {} routers", topology.router_count());
  }
  return fmt::format("{} {}", topology.dimensions(), topology.kind());
}

std::string walked_text(const Topology& topology) {
  std::size_t ends = 0;  // routers at which packets start and end
  for (std::size_t r = 0; r < topology.router_count(); ++r) ends += topology.has_nodes(RouterId{r});
  return fmt::format("all {} pairs of routers{} of the {}", ends * ends,
                     ends == topology.router_count() ? "" : " with nodes", network_text(topology));
}

std::ptrdiff_t extended_dimensions(const Topology& topology) {
  return std::ranges::count_if(topology.grid()->radices(), [](auto k) { return k > 1; });
}

// ", which stands for the 16x16x16 torus (same kind and parity of radices)"
std::string stands_for_text(const Topology& large, const Topology& small) {
  std::string text = fmt::format(", which stands for the {} (same kind and parity of radices",
                                 network_text(large));
  const std::ptrdiff_t all = extended_dimensions(large);
  const std::ptrdiff_t dropped = all - extended_dimensions(small);
  if (dropped > 0) text += fmt::format("; {} of {} dimensions left out", dropped, all);
  return text + ')';
}

// Describes where the proof contradicts the routing's claims (theorem, VC classes); empty if they
// agree.
std::string disagreement(const RoutingTraits& claimed, const RoutingTraits& walked,
                         DeadlockTheorem tried) {
  // A proof without cycles among all channels is stronger than one among the escapes only.
  const bool more = claimed.theorem == DeadlockTheorem::kDuatoEscape &&
                    tried == DeadlockTheorem::kAcyclicDependencies;
  if (claimed.theorem != DeadlockTheorem::kNone && claimed.theorem != tried && !more) {
    return fmt::format("the routing claims {}, but {} is what its packets need",
                       theorem_name(claimed.theorem), theorem_name(tried));
  }
  if (claimed.vc_classes.size() != walked.vc_classes.size()) {
    return fmt::format(
        "not proven: walking this network would take too long, and the routing has {} VC classes "
        "on "
        "it, but {} on the smaller one walked",
        claimed.vc_classes.size(), walked.vc_classes.size());
  }
  return {};
}

// Estimates the mean number of paths per pair of routers from a few pairs. For an adaptive routing,
// states are counted as paths: walking the first state of a pair takes as long as a path, and
// walking each further state as long as two.
double paths_per_pair(const Topology& topology, const Routing& routing) {
  const ObliviousRouting* oblivious = routing.oblivious();
  if (oblivious == nullptr) {
    constexpr double kPathsPerState = 2;
    return 1 + kPathsPerState * (states_per_pair(topology, *routing.adaptive()) - 1);
  }
  constexpr std::uint64_t kTargets = 8;
  constexpr std::uint64_t kSpread = 0x9e3779b1;  // a prime near 2^32 / golden ratio
  std::size_t paths = 0;
  for (std::uint64_t i = 0; i < kTargets; ++i) {
    oblivious->enumerate(RouterId{0}, RouterId{i * kSpread % topology.router_count()},
                         [&](const Path&, double) { ++paths; });
  }
  return static_cast<double>(paths) / kTargets;
}

// Follows one path; calls visit(held, wanted) for every two consecutive hops. Returns an error if
// the path does not lead from s to t.
template <class Visit>
std::string follow(const Topology& topology, RouterId s, RouterId t, const Path& path,
                   const ChannelDependencies& dependencies, const Visit& visit) {
  std::string problem;
  std::optional<Hop> held;
  const auto text_of = [&](RouterId r) { return dependencies.router_text(r); };
  const auto pair = [&] { return fmt::format("a path from {} to {}", text_of(s), text_of(t)); };
  const PathEnd end =
      for_each_hop(topology, s, path, [&](ChannelId channel, std::uint8_t vc_class) {
        const Hop wanted = {channel, vc_class};
        if (!dependencies.has_class(vc_class)) {
          const Channel& taken = topology.channel(channel);
          problem = fmt::format("{} leaves {} through port {} in class {}, which does not exist",
                                pair(), text_of(taken.from), taken.from_port.value, vc_class);
        } else if (held) {
          visit(*held, wanted);
        }
        held = wanted;
      });
  if (!problem.empty()) return problem;
  if (end.broken_leg != nullptr) {
    return fmt::format("{} leaves {} through port {}, which does not exist", pair(),
                       text_of(end.router), end.broken_leg->port.value);
  }
  if (end.router != t) return fmt::format("{} ends at {}", pair(), text_of(end.router));
  return {};
}

// The dependencies that one thread finds on the paths of some pairs.
class Walk {
 public:
  Walk(const Topology& topology, const ObliviousRouting& routing, ChannelDependencies dependencies)
      : topology_(topology), routing_(routing), dependencies_(std::move(dependencies)) {}

  // Walks all pairs of routers with nodes and destinations in [first, end).
  void walk(std::size_t first, std::size_t end) {
    const std::size_t routers = topology_.router_count();
    for (std::size_t s = 0; s < routers; ++s) {
      if (!topology_.has_nodes(RouterId{s})) continue;
      for (std::size_t t = first; t < end && s * routers + t < pair_; ++t) {
        if (!topology_.has_nodes(RouterId{t})) continue;
        routing_.enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double) {
          std::string wrong =
              follow(topology_, RouterId{s}, RouterId{t}, path, dependencies_,
                     [&](Hop held, Hop wanted) { dependencies_.add(held, wanted); });
          if (wrong.empty()) return;
          pair_ = s * routers + t;
          problem_ = std::move(wrong);
        });
      }
    }
  }

  const ChannelDependencies& dependencies() const { return dependencies_; }
  const std::string& problem() const { return problem_; }
  // The first pair with a problem, in the order of sources, then destinations.
  std::size_t pair() const { return pair_; }

 private:
  const Topology& topology_;
  const ObliviousRouting& routing_;
  ChannelDependencies dependencies_;
  std::string problem_;
  std::size_t pair_ = std::numeric_limits<std::size_t>::max();
};

}  // namespace

std::string walk_paths(const Topology& topology, const ObliviousRouting& routing,
                       ChannelDependencies& dependencies, std::size_t threads) {
  // On small networks a pair may have very many paths, so a block has one destination only.
  const std::size_t routers = topology.router_count();
  const PairBlocks blocks(routers, routers < 1024 ? 1 : PairBlocks::kDestinations);
  const ChannelDependencies none = dependencies.without_edges();
  std::mutex mutex;  // guards `walks`
  std::deque<Walk> walks;
  parallel_for(blocks.count(), threads, [&] {
    const std::lock_guard lock(mutex);
    return [&blocks, &walk = walks.emplace_back(topology, routing, none)](std::size_t block) {
      walk.walk(blocks.first(block), blocks.end(block));
    };
  });
  for (const Walk& walk : walks) dependencies.add_all(walk.dependencies());
  return std::ranges::min_element(walks, {}, &Walk::pair)->problem();
}

DeadlockReport check_deadlock(const Topology& topology,
                              std::span<const ObliviousRouting* const> routings,
                              const DeadlockOptions& options) {
  check_flow_control(options.switching, options.flow_control);
  DeadlockReport report;
  report.theorem = topology.has_rings(bubbles_of(options)) ? DeadlockTheorem::kBubble
                                                           : DeadlockTheorem::kAcyclicDependencies;
  report.walked = walked_text(topology);
  report.by_priority = options.strict_priority;
  // The routings share their classes, so the longest list of classes describes all routings.
  const auto widest = std::ranges::max_element(routings, {}, [](const ObliviousRouting* routing) {
    return routing->traits().vc_classes.size();
  });
  if (widest == routings.end()) {
    report.free = true;
    return report;
  }
  ChannelDependencies dependencies(topology, (*widest)->traits().vc_classes, options.vcs,
                                   options.strict_priority);
  for (const ObliviousRouting* routing : routings) {
    report.problem = walk_paths(topology, *routing, dependencies, options.threads);
    if (!report.problem.empty()) return report;
  }
  if (options.strict_priority) dependencies.add_priorities();
  report.dependencies = dependencies.edges().size();
  report.cycle = dependencies.find_cycle(bubbles_of(options));
  report.free = report.cycle.empty();
  return report;
}

DeadlockReport check_deadlock(const Topology& topology, const Routing& routing,
                              const DeadlockOptions& options) {
  if (const ObliviousRouting* oblivious = routing.oblivious()) {
    return check_deadlock(topology, std::span(&oblivious, 1), options);
  }
  check_flow_control(options.switching, options.flow_control);
  DeadlockReport report;
  report.theorem = topology.has_rings(bubbles_of(options)) ? DeadlockTheorem::kBubble
                   : can_escape(*routing.adaptive(), options)
                       ? DeadlockTheorem::kDuatoEscape
                       : DeadlockTheorem::kAcyclicDependencies;
  report.walked = walked_text(topology);
  report.by_priority = options.strict_priority;
  ChannelDependencies dependencies(topology, routing.traits().vc_classes, options.vcs,
                                   options.strict_priority);
  AdaptiveFindings findings = walk_adaptive(topology, *routing.adaptive(), options, dependencies);
  report.problem = std::move(findings.problem);
  report.cycle = std::move(findings.cycle);
  report.dependencies = findings.dependencies;
  report.free = report.problem.empty() && report.cycle.empty();
  return report;
}

DeadlockOptions deadlock_options(const RoutingOptions& routing, std::optional<std::uint32_t> vcs) {
  return {.switching = routing.switching,
          .flow_control = routing.flow_control,
          .bubble_dimensions = routing.bubble_dimensions,
          .vc_reuse = routing.vc_reuse,
          .vcs = vcs,
          .strict_priority = routing.strict_priority,
          .threads = routing.threads};
}

DeadlockReport prove_deadlock_freedom(const Topology& topology,
                                      const RoutingDescription& description,
                                      const RoutingOptions& routing,
                                      std::optional<std::uint32_t> vcs, const Routing* built) {
  const DeadlockOptions options = deadlock_options(routing, vcs);
  std::unique_ptr<Routing> own;
  if (built == nullptr) {
    own = description.make(topology, routing);
    built = own.get();
  }
  DeadlockReport report;
  const auto make_stand_in = [&](const Topology& candidate) {
    return description.make(candidate, description.for_smaller_network
                                           ? description.for_smaller_network(routing)
                                           : routing);
  };
  const auto paths = [&](const Topology& candidate) {
    return paths_per_pair(candidate, *make_stand_in(candidate));
  };
  const bool whole = built->traits().this_network_only;
  if (const auto smaller =
          whole ? std::nullopt : smaller_equivalent(topology, paths, routing.bubble_dimensions)) {
    const auto stand_in = make_stand_in(*smaller);
    report = check_deadlock(*smaller, *stand_in, options);
    report.walked += stands_for_text(topology, *smaller);
    if (report.free)
      report.problem = disagreement(built->traits(), stand_in->traits(), report.theorem);
  } else {
    report = check_deadlock(topology, *built, options);
    if (report.free)
      report.problem = disagreement(built->traits(), built->traits(), report.theorem);
  }
  report.free = report.free && report.problem.empty();
  return report;
}

std::string_view theorem_name(DeadlockTheorem theorem) {
  switch (theorem) {
    case DeadlockTheorem::kAcyclicDependencies:
      return "acyclic channel dependencies";
    case DeadlockTheorem::kDuatoEscape:
      return "escape channels without a cycle of extended dependencies";
    case DeadlockTheorem::kBubble:
      return "bubbles in the rings and an order of the rings without a cycle";
    case DeadlockTheorem::kNone:
      break;
  }
  return "no theorem";
}

std::string report_text(const DeadlockReport& report) {
  if (report.free) {
    return fmt::format("free of deadlock by {}: {} {} over {}\n", theorem_name(report.theorem),
                       report.dependencies,
                       report.dependencies == 1 ? "dependency" : "dependencies", report.walked);
  }
  std::string text = fmt::format("deadlock is not excluded ({} tried over {})\n",
                                 theorem_name(report.theorem), report.walked);
  if (!report.problem.empty()) text += report.problem + '\n';
  if (!report.cycle.empty()) {
    text += fmt::format("cycle of {} channels, each held while the next is waited for{}:\n",
                        report.cycle.size(), report.by_priority ? " or goes first" : "");
    for (const DependencyStep& step : report.cycle) text += "  " + step.text + '\n';
  }
  return text;
}

}  // namespace orthant
