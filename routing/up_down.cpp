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
#include "routing/descriptions.hpp"
#include "routing/graph/best_moves.hpp"
#include "routing/graph/clusters.hpp"
#include "routing/graph/spanning_tree.hpp"

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
  enum class Onward : std::uint8_t { kNone, kDown, kUp };

  // Whether r may go on through `channel`, and that is the way of its kind.
  bool is_open(const Channel& channel, Onward way) const {
    const Onward behind = way_[channel.to.index()];
    if (leads_up(channel, labels_)) return way == Onward::kUp && behind != Onward::kNone;
    return way == Onward::kDown && behind == Onward::kDown;
  }

  // Every round reaches the routers that are one hop farther than those of the round before.
  void find(RouterId d) {
    way_.assign(best_.moves().topology().router_count(), Onward::kNone);
    way_[d.index()] = Onward::kDown;
    std::vector<std::pair<std::size_t, Onward>> found;
    do {
      found.clear();
      for (std::size_t r = 0; r < way_.size(); ++r) {
        if (way_[r] != Onward::kNone) continue;
        if (take(d, RouterId{r}, Onward::kDown)) {
          found.emplace_back(r, Onward::kDown);
        } else if (take(d, RouterId{r}, Onward::kUp)) {
          found.emplace_back(r, Onward::kUp);
        }
      }
      for (const auto& [r, way] : found) way_[r] = way;
    } while (!found.empty());
  }

  // Enters the moves of this kind from r towards d; false where there is none.
  bool take(RouterId d, RouterId r, Onward way) {
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
  std::vector<Onward> way_;  // per router, for the destination at hand
};

enum class Known { kGlobal, kMixed, kLocal };            // up_down.knowledge
enum class Labels { kBfs, kLevel, kDfs, kFile };         // up_down.labels
enum class UpDownTie { kLowestId, kRandom, kMaxLabel };  // up_down.tie

struct UpDownKeys {
  Known knowledge = Known::kGlobal;
  std::optional<std::uint32_t> cluster_size;
  bool clusters_from_leaves = false;
  std::optional<std::string> cluster_file;
  std::uint32_t virtual_networks = 1;
  std::string root = "0";
  std::optional<std::string> tree_file;
  Labels labels = Labels::kBfs;
  std::optional<std::string> label_file;
  UpDownTie tie = UpDownTie::kLowestId;
  std::uint64_t tie_seed = 1;
  bool by_destination = false;
};

const KeyRows<UpDownKeys>& rows() {
  constexpr std::string_view kUpDown = "routing.algorithm = up_down";
  constexpr std::string_view kMixed = "up_down.knowledge = mixed";
  static const KeyRows<UpDownKeys> rows = {
      {"up_down.knowledge",
       &UpDownKeys::knowledge,
       {{"global", Known::kGlobal}, {"mixed", Known::kMixed}, {"local", Known::kLocal}},
       {.when = kUpDown,
        .help = "What a router knows besides tree, labels and its own links: all links, those of "
                "the clusters on its way to the root, or no other."}},
      {"up_down.cluster_size",
       &UpDownKeys::cluster_size,
       {.least = 1,
        .most = BestMoves::kMostRouters,
        .when = kMixed,
        .help = "Most routers of a cluster."}},
      {"up_down.clusters",
       &UpDownKeys::clusters_from_leaves,
       {{"top", false}, {"bottom", true}},
       {.when = kMixed, .help = "Where clusters grow from: the root, or the leaves of the tree."}},
      {"up_down.cluster_file",
       &UpDownKeys::cluster_file,
       {.when = kMixed,
        .help = "File with a router and its cluster a line, instead of up_down.cluster_size."}},
      {"up_down.virtual_networks",
       &UpDownKeys::virtual_networks,
       {.least = 1,
        .most = kMaxVcClasses,
        .when = kUpDown,
        .help = "Virtual networks: a packet that goes up after it went down moves on to the "
                "next."}},
      {"up_down.root",
       &UpDownKeys::root,
       {.type = KeyType::kInteger,
        .most = BestMoves::kMostRouters - 1,
        .words = {"max_degree", "center", "best"},
        .when = kUpDown,
        .help = "Root of the tree: a router, the one with most links, one whose farthest router "
                "is closest, or the one whose busiest channel is predicted to have the least "
                "load."}},
      {"up_down.tree_file",
       &UpDownKeys::tree_file,
       {.when = kUpDown,
        .help = "File with a link of the tree a line; else it is found breadth first, neighbours "
                "by ascending id."}},
      {"up_down.labels",
       &UpDownKeys::labels,
       {{"bfs", Labels::kBfs},
        {"level", Labels::kLevel},
        {"dfs", Labels::kDfs},
        {"file", Labels::kFile}},
       {.when = kUpDown,
        .help = "Up is towards smaller labels: the order of a breadth-first walk through the "
                "tree, of levels and then ids, of a depth-first walk, or those of a file."}},
      {"up_down.label_file",
       &UpDownKeys::label_file,
       {.when = "up_down.labels = file", .help = "File with a router and its label a line."}},
      {"up_down.tie",
       &UpDownKeys::tie,
       {{"lowest_id", UpDownTie::kLowestId},
        {"random", UpDownTie::kRandom},
        {"max_label", UpDownTie::kMaxLabel}},
       {.when = kUpDown,
        .help = "Of equally short ways: to the next router with the lowest id, one drawn for "
                "every pair, or one of those whose smallest label is the largest."}},
      {"up_down.tie_seed",
       &UpDownKeys::tie_seed,
       {.when = "up_down.tie = random or max_label", .help = "Seed of the ways drawn."}},
      {"up_down.forwarding",
       &UpDownKeys::by_destination,
       {{"pair", false}, {"destination", true}},
       {.when = kUpDown,
        .help = "What the next hop depends on: source and destination, or the destination alone, "
                "as in real switches."}},
  };
  return rows;
}

class UpDown {
 public:
  UpDown(const Topology& topology, const UpDownKeys& own) : topology_(topology), own_(own) {}

  std::unique_ptr<SinglePaths> build() const {
    if (own_.root == "best") return build_best();
    return build(root());
  }

 private:
  RouterId root() const {
    if (own_.root == "max_degree") return router_of_highest_degree(topology_);
    if (own_.root == "center") return center_router(topology_);
    const auto id = static_cast<std::size_t>(parse_integer(own_.root).value());
    if (id >= topology_.router_count())
      key_error("up_down.root", "there is no router {}; allowed: 0 to {}, max_degree, center, best",
                id, topology_.router_count() - 1);
    return RouterId{id};
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
    const SpanningTree tree = own_.tree_file
                                  ? read_tree("up_down.tree_file", *own_.tree_file, topology_, root)
                                  : breadth_first_tree(topology_, root);
    const std::vector<std::uint32_t> labels = labels_of(tree);
    const bool max_label = own_.tie == UpDownTie::kMaxLabel;  // draws among what it leaves
    const SinglePathOptions options = {
        .tie = own_.tie == UpDownTie::kLowestId ? TieRule::kLowestId : TieRule::kRandom,
        .by_destination = own_.by_destination,
        .tie_seed = own_.tie_seed};
    LegalMoves moves = up_down_moves(topology_, labels, own_.virtual_networks);
    BestMoves best = own_.by_destination ? ByDestination(std::move(moves), labels).build()
                                         : seen_shortest(std::move(moves), knowledge(tree),
                                                         max_label ? &labels : nullptr);
    RoutingTraits traits{.vc_classes = {}, .theorem = DeadlockTheorem::kAcyclicDependencies};
    for (std::uint32_t network = 0; network < own_.virtual_networks; ++network)
      traits.vc_classes.push_back({.name = fmt::format("virtual network {}", network)});
    traits.this_network_only = true;
    return std::make_unique<SinglePaths>(std::move(best), options, std::move(traits));
  }

  std::vector<std::uint32_t> labels_of(const SpanningTree& tree) const {
    switch (own_.labels) {
      case Labels::kBfs:
        return breadth_first_labels(tree);
      case Labels::kLevel:
        return level_labels(topology_, tree);
      case Labels::kDfs:
        return depth_first_labels(topology_, tree);
      case Labels::kFile:
        break;
    }
    if (!own_.label_file)
      key_error("up_down.label_file",
                "missing; allowed: a file with a router and its label a line");
    return read_labels("up_down.label_file", *own_.label_file, topology_, tree);
  }

  std::vector<Knowledge> knowledge(const SpanningTree& tree) const {
    if (own_.knowledge == Known::kGlobal) {
      std::vector<Knowledge> all(1);
      for (std::size_t r = 0; r < topology_.router_count(); ++r) all[0].routers.emplace_back(r);
      return all;
    }
    return knowledge_of(topology_, tree, clusters(tree));
  }

  Clusters clusters(const SpanningTree& tree) const {
    if (own_.knowledge == Known::kLocal) return clusters_from_the_root(topology_, tree, 1);
    if (own_.cluster_file)
      return read_clusters("up_down.cluster_file", *own_.cluster_file, topology_, tree);
    if (!own_.cluster_size)
      key_error("up_down.cluster_size",
                "missing; allowed: a number of routers, or up_down.cluster_file");
    return own_.clusters_from_leaves ? clusters_from_the_leaves(topology_, tree, *own_.cluster_size)
                                     : clusters_from_the_root(topology_, tree, *own_.cluster_size);
  }

  const Topology& topology_;
  const UpDownKeys& own_;
};

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  refuse_bubble_with_wormhole(options.switching, options.flow_control);
  if (options.flow_control == FlowControl::kBubble && topology.has_rings())
    key_error("router.flow_control",
              "up_down has no use for bubbles on rings; allowed: credit on a torus");
  const UpDownKeys own = rows().read(options.own);
  if (own.by_destination) {
    if (own.knowledge != Known::kGlobal)
      key_error("up_down.forwarding",
                "destination needs up_down.knowledge = global, which is {}; allowed: pair",
                own.knowledge == Known::kMixed ? "mixed" : "local");
    if (own.virtual_networks != 1)
      key_error("up_down.forwarding",
                "destination has one virtual network; allowed: up_down.virtual_networks = 1");
    if (own.tie == UpDownTie::kMaxLabel)
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
          .keys = {},
          .own_keys = rows().keys(),
          .stands_alone = true,
          .make = make};
}

}  // namespace orthant
