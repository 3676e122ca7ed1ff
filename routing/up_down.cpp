// Up/down routing on any network: along some links up, towards smaller labels of a spanning tree,
// then along some links down.
//
// Source: Schroeder et al. 1990 (Autonet); routers with partial knowledge, several virtual
//   networks: Zakrevski, Jaiswal & Karpovsky 2000.
// VCs: a class for every virtual network. A packet starts in the first; where it would go up after
//   it went down it moves on to the next.
// Deadlock: labels fall along the channels up and rise along those down, and no packet goes up
//   after down within a virtual network; so (virtual network, phase, label falling or rising) rises
//   at every hop, and no cycle exists. Along the tree every router reaches every other.
// Knowledge: a router knows the tree, the labels, its own links, and the links inside the clusters
//   on its way to the root. It forwards to the neighbour from which it sees the fewest hops to the
//   destination. global: one cluster; local: a cluster for every router.
// Forwarding: a path for every pair, or a port for every router and destination, as switches have
//   it; then a router that some packets enter from above must go on down.
// Own node: no hops.
// Tested by: tests/routing/up_down_test.cpp
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "base/error.hpp"
#include "routing/best_moves.hpp"
#include "routing/clusters.hpp"
#include "routing/descriptions.hpp"
#include "routing/spanning_tree.hpp"

namespace orthant {
namespace {

using State = LegalMoves::State;

// A state of a packet is 2 * (virtual network) + phase.
enum Phase : std::uint32_t { kUp = 0, kDown = 1 };

bool leads_up(const Channel& channel, const std::vector<std::uint32_t>& labels) {
  return labels[channel.to.index()] < labels[channel.from.index()];
}

LegalMoves up_down_moves(const Topology& topology, const std::vector<std::uint32_t>& labels,
                         std::uint32_t networks) {
  return LegalMoves(topology, 2 * networks,
                    [&](std::uint32_t state, ChannelId c) -> std::optional<LegalMoves::Step> {
                      const bool up = leads_up(topology.channel(c), labels);
                      const std::uint32_t network = state / 2 + (up && state % 2 == kDown ? 1 : 0);
                      if (network == networks) return std::nullopt;
                      return LegalMoves::Step{.state = 2 * network + (up ? kUp : kDown),
                                              .vc_class = static_cast<std::uint8_t>(network)};
                    });
}

// Of the shortest paths from every state those whose smallest label is the largest, as told by that
// label: they stay farthest from the root.
class LargestLabels {
 public:
  LargestLabels(const LegalMoves& moves, const std::vector<std::uint32_t>& labels)
      : moves_(moves), labels_(labels), label_(moves.state_count(), 0) {}

  void find(const LegalMoves::Distances& distances) {
    for (const State s : distances.order) {
      const std::uint32_t own = labels_[moves_.router_of(s).index()];
      label_[s] = distances.hops[s] == 0 ? own : std::min(own, best_behind(s, distances));
    }
  }
  // Leaves of `mask` the moves of s that lie on such paths.
  std::uint64_t restricted(State s, std::uint64_t mask) const {
    const std::uint32_t own = labels_[moves_.router_of(s).index()];
    std::uint32_t best = 0;
    std::uint64_t kept = 0;
    for (std::uint64_t rest = mask; rest != 0; rest &= rest - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(rest));
      const std::uint32_t label = std::min(own, label_[moves_.moves(s)[i].to]);
      if (label < best) continue;
      if (label > best) kept = 0;
      best = label;
      kept |= rest & -rest;
    }
    return kept;
  }

 private:
  std::uint32_t best_behind(State s, const LegalMoves::Distances& distances) const {
    std::uint32_t best = 0;
    for (const LegalMoves::Move& move : moves_.moves(s)) {
      if (distances.hops[move.to] + 1 == distances.hops[s]) best = std::max(best, label_[move.to]);
    }
    return best;
  }

  const LegalMoves& moves_;
  const std::vector<std::uint32_t>& labels_;
  std::vector<std::uint32_t> label_;  // per state
};

// What a router of every cluster knows, clusters that know the same together.
struct Knowledge {
  std::vector<bool> channels;     // known, per channel; empty: all
  std::vector<RouterId> routers;  // that know these
};

std::vector<Knowledge> knowledge_of(const Topology& topology, const SpanningTree& tree,
                                    const Clusters& clusters) {
  std::map<std::vector<bool>, std::vector<RouterId>> groups;
  const std::vector<std::vector<bool>> known = known_channels(topology, tree, clusters);
  for (std::size_t r = 0; r < clusters.size(); ++r) groups[known[clusters[r]]].emplace_back(r);
  std::vector<Knowledge> found;
  for (auto& [channels, routers] : groups) found.push_back({channels, std::move(routers)});
  return found;
}

// The moves that look shortest to the router that makes them. `labels` is given where of these the
// ones farthest from the root are taken.
BestMoves seen_shortest(LegalMoves legal, const std::vector<Knowledge>& knowledge,
                        const std::vector<std::uint32_t>* labels) {
  BestMoves best(std::move(legal));
  const LegalMoves& moves = best.moves();
  LegalMoves::Distances distances;
  std::optional<LargestLabels> largest;
  if (labels != nullptr) largest.emplace(moves, *labels);
  for (const Knowledge& known : knowledge) {
    for (std::size_t i = 0; i < moves.topology().router_count(); ++i) {
      const RouterId d{i};
      moves.find_distances(d, known.channels, distances);
      if (largest) largest->find(distances);
      for (const RouterId r : known.routers) {
        if (r == d) continue;
        const State first = moves.start(r);
        for (State s = first; s < first + moves.states_per_router(); ++s) {
          const std::uint64_t mask = shortest_moves(moves, s, distances);
          best.set(d, s, largest ? largest->restricted(s, mask) : mask);
        }
      }
    }
  }
  return best;
}

// One port for every router and destination: level by level from the destination, a router goes
// down where the path behind only goes down, which keeps it open to all, else up.
class ByDestination {
 public:
  ByDestination(LegalMoves legal, const std::vector<std::uint32_t>& labels)
      : best_(std::move(legal)), labels_(labels) {}

  BestMoves build() && {
    for (std::size_t d = 0; d < best_.moves().topology().router_count(); ++d) find(RouterId{d});
    return std::move(best_);
  }

 private:
  enum class Way : std::uint8_t { kNone, kDown, kUp };

  // Whether r may go on through `channel`, and that is the way of its kind.
  bool is_open(const Channel& channel, Way way) const {
    const Way behind = way_[channel.to.index()];
    if (leads_up(channel, labels_)) return way == Way::kUp && behind != Way::kNone;
    return way == Way::kDown && behind == Way::kDown;
  }

  // Every round reaches the routers that are one hop farther than those of the round before.
  void find(RouterId d) {
    way_.assign(best_.moves().topology().router_count(), Way::kNone);
    way_[d.index()] = Way::kDown;
    std::vector<std::pair<std::size_t, Way>> found;
    do {
      found.clear();
      for (std::size_t r = 0; r < way_.size(); ++r) {
        if (way_[r] != Way::kNone) continue;
        if (take(d, RouterId{r}, Way::kDown)) {
          found.emplace_back(r, Way::kDown);
        } else if (take(d, RouterId{r}, Way::kUp)) {
          found.emplace_back(r, Way::kUp);
        }
      }
      for (const auto& [r, way] : found) way_[r] = way;
    } while (!found.empty());
  }

  // Enters the moves of this kind from r towards d; false where there is none.
  bool take(RouterId d, RouterId r, Way way) {
    const LegalMoves& moves = best_.moves();
    bool any = false;
    const State first = moves.start(r);
    for (State s = first; s < first + moves.states_per_router(); ++s) {
      std::uint64_t mask = 0;
      const std::span<const LegalMoves::Move> list = moves.moves(s);
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (is_open(moves.topology().channel(list[i].channel), way)) mask |= std::uint64_t{1} << i;
      }
      best_.set(d, s, mask);
      any = any || mask != 0;
    }
    return any;
  }

  BestMoves best_;
  const std::vector<std::uint32_t>& labels_;
  std::vector<Way> way_;  // per router, for the destination at hand
};

class UpDown {
 public:
  UpDown(const Topology& topology, const OptionValues& own) : topology_(topology), own_(own) {}

  std::unique_ptr<SinglePaths> build() const {
    if (own_.is("up_down.root", "best")) return build_best();
    return build(root());
  }

 private:
  bool by_destination() const { return own_.is("up_down.forwarding", "destination"); }

  RouterId root() const {
    if (own_.is("up_down.root", "max_degree")) return router_of_highest_degree(topology_);
    if (own_.is("up_down.root", "center")) return center_router(topology_);
    const std::int64_t id = own_.integer_or("up_down.root", 0);
    if (static_cast<std::size_t>(id) >= topology_.router_count())
      key_error("up_down.root", "there is no router {}; allowed: 0 to {}, max_degree, center, best",
                id, topology_.router_count() - 1);
    return RouterId{static_cast<std::size_t>(id)};
  }

  // The root whose busiest channel is predicted to be loaded least under uniform traffic.
  std::unique_ptr<SinglePaths> build_best() const {
    std::unique_ptr<SinglePaths> best;
    double least = 0;
    for (std::size_t r = 0; r < topology_.router_count(); ++r) {
      std::unique_ptr<SinglePaths> candidate = build(RouterId{r});
      const double load = busiest_channel(*candidate);
      if (best && load >= least) continue;
      best = std::move(candidate);
      least = load;
    }
    return best;
  }

  double busiest_channel(const SinglePaths& routing) const {
    std::vector<double> loads(topology_.channel_count(), 0);
    for (std::size_t s = 0; s < topology_.router_count(); ++s) {
      for (std::size_t t = 0; t < topology_.router_count(); ++t) {
        const auto pairs = static_cast<double>(topology_.node_count_of(RouterId{s}) *
                                               topology_.node_count_of(RouterId{t}));
        routing.enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double) {
          for_each_hop(topology_, RouterId{s}, path,
                       [&](ChannelId c, std::uint8_t) { loads[c.index()] += pairs; });
        });
      }
    }
    double busiest = 0;
    for (std::size_t c = 0; c < loads.size(); ++c)
      busiest = std::max(busiest, loads[c] / to_double(topology_.channel(ChannelId{c}).bandwidth));
    return busiest;
  }

  std::unique_ptr<SinglePaths> build(RouterId root) const {
    const SpanningTree tree =
        own_.has("up_down.tree_file")
            ? read_tree("up_down.tree_file", own_.text("up_down.tree_file"), topology_, root)
            : breadth_first_tree(topology_, root);
    const std::vector<std::uint32_t> labels = labels_of(tree);
    const auto networks =
        static_cast<std::uint32_t>(own_.integer_or("up_down.virtual_networks", 1));
    const bool max_label = own_.is("up_down.tie", "max_label");
    SinglePathOptions options = single_path_options(own_, "up_down");
    options.by_destination = by_destination();
    if (max_label) options.tie = TieRule::kRandom;  // among what is left of them
    LegalMoves moves = up_down_moves(topology_, labels, networks);
    BestMoves best = by_destination() ? ByDestination(std::move(moves), labels).build()
                                      : seen_shortest(std::move(moves), knowledge(tree),
                                                      max_label ? &labels : nullptr);
    RoutingTraits traits{.vc_classes = {}, .theorem = DeadlockTheorem::kAcyclicDependencies};
    for (std::uint32_t network = 0; network < networks; ++network)
      traits.vc_classes.push_back({.name = fmt::format("virtual network {}", network)});
    traits.this_network_only = true;
    return std::make_unique<SinglePaths>(std::move(best), options, std::move(traits));
  }

  std::vector<std::uint32_t> labels_of(const SpanningTree& tree) const {
    if (own_.is("up_down.labels", "dfs")) return depth_first_labels(topology_, tree);
    if (own_.is("up_down.labels", "level")) return level_labels(topology_, tree);
    if (!own_.is("up_down.labels", "file")) return breadth_first_labels(tree);
    if (!own_.has("up_down.label_file"))
      key_error("up_down.label_file",
                "missing; allowed: a file with a router and its label a line");
    return read_labels("up_down.label_file", own_.text("up_down.label_file"), topology_, tree);
  }

  std::vector<Knowledge> knowledge(const SpanningTree& tree) const {
    if (own_.text_or("up_down.knowledge", "global") == "global") {
      std::vector<Knowledge> all(1);
      for (std::size_t r = 0; r < topology_.router_count(); ++r) all[0].routers.emplace_back(r);
      return all;
    }
    return knowledge_of(topology_, tree, clusters(tree));
  }

  Clusters clusters(const SpanningTree& tree) const {
    if (own_.is("up_down.knowledge", "local")) return clusters_from_the_root(topology_, tree, 1);
    if (own_.has("up_down.cluster_file"))
      return read_clusters("up_down.cluster_file", own_.text("up_down.cluster_file"), topology_,
                           tree);
    if (!own_.has("up_down.cluster_size"))
      key_error("up_down.cluster_size",
                "missing; allowed: a number of routers, or up_down.cluster_file");
    const auto size = static_cast<std::uint32_t>(own_.integer("up_down.cluster_size"));
    return own_.is("up_down.clusters", "bottom") ? clusters_from_the_leaves(topology_, tree, size)
                                                 : clusters_from_the_root(topology_, tree, size);
  }

  const Topology& topology_;
  const OptionValues& own_;
};

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  refuse_bubble_with_wormhole(options.switching, options.flow_control);
  if (options.flow_control == FlowControl::kBubble && topology.has_rings())
    key_error("router.flow_control",
              "up_down has no use for bubbles on rings; allowed: credit on a torus");
  const OptionValues& own = options.own;
  const std::string knowledge = own.text_or("up_down.knowledge", "global");
  if (own.is("up_down.forwarding", "destination")) {
    if (knowledge != "global")
      key_error("up_down.forwarding",
                "destination needs up_down.knowledge = global, which is {}; allowed: pair",
                knowledge);
    if (own.integer_or("up_down.virtual_networks", 1) != 1)
      key_error("up_down.forwarding",
                "destination has one virtual network; allowed: up_down.virtual_networks = 1");
    if (own.is("up_down.tie", "max_label"))
      key_error("up_down.tie",
                "max_label needs up_down.forwarding = pair; allowed: lowest_id, "
                "random");
  }
  return UpDown(topology, own).build();
}

}  // namespace

RoutingDescription describe_up_down() {
  return {.name = "up_down",
          .summary = "up, then down a spanning tree and other links, with all or partial knowledge",
          .source = "Schroeder et al. 1990; Zakrevski, Jaiswal & Karpovsky 2000",
          .topologies = "any",
          .vc_classes = "1 for each virtual network",
          .deadlock = "acyclic channel dependencies (no turn from down to up)",
          .adaptive = false,
          .minimal = false,
          .keys = {"up_down.knowledge", "up_down.cluster_size", "up_down.clusters",
                   "up_down.virtual_networks", "up_down.root", "up_down.labels", "up_down.tie",
                   "up_down.tie_seed", "up_down.forwarding", "up_down.tree_file",
                   "up_down.label_file", "up_down.cluster_file"},
          .stands_alone = true,
          .make = make};
}

}  // namespace orthant
