// Up/down routing on any network: any number of links up, towards smaller labels of a spanning
// tree, then any number of links down.
//
// Source: Schroeder et al. 1990 (Autonet); routers with partial knowledge, several virtual
//   networks: Zakrevski, Jaiswal & Karpovsky 2000.
// VCs: a class for every virtual network. A packet starts in the first network. If it has to go up
//   after it went down, it enters the next network.
// Deadlock: order the channels by virtual network, within a network up channels before down
//   channels, up channels by falling and down channels by rising label of the router at their end.
//   Labels fall along up channels and rise along down channels, and no packet goes up after down
//   within a virtual network. So every packet takes channels in this order, and no cycle exists.
//   Along the tree every router reaches every other.
// Knowledge: a router knows the tree, the labels, its own links, and the links inside the regions
//   on its path to the root. It forwards to the neighbour from which it sees the fewest hops to the
//   destination. global: one region; local: a region for every router.
// Forwarding: a path for every pair or, as in switches, a port for every router and destination.
//   With ports, a router that some packets enter from above must continue down.
// Own node: no hops.
// Tested by: tests/routing/up_down_test.cpp
#include "routing/up_down.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "routing/descriptions.hpp"
#include "routing/flow_control_words.hpp"
#include "routing/graph/up_down_moves.hpp"

namespace orthant {
namespace {

enum class KnowledgeScope { kGlobal, kMixed, kLocal };            // up_down.knowledge
enum class Labels { kBfs, kLevel, kDfs, kFile };                  // up_down.labels
enum class UpDownTie { kLowestId, kRandom, kMaxLabel, kSpread };  // up_down.tie

constexpr std::string_view kTie = "up_down.tie", kForwarding = "up_down.forwarding";
constexpr std::string_view kByDestination = "destination";

struct UpDownKeys {
  KnowledgeScope knowledge = KnowledgeScope::kGlobal;
  std::optional<std::uint32_t> region_size;
  bool regions_from_leaves = false;
  std::optional<std::string> region_file;
  std::uint32_t virtual_networks = 1;
  std::string root = "0";
  std::optional<std::string> tree_file;
  Labels labels = Labels::kBfs;
  std::optional<std::string> label_file;
  UpDownTie tie = UpDownTie::kSpread;
  std::uint64_t tie_seed = 1;
  bool by_destination = false;
};

const KeyRows<UpDownKeys>& rows() {
  constexpr ReadWhen kUpDown = read_if("routing.algorithm", "up_down");
  constexpr ReadWhen kMixed = read_if("up_down.knowledge", "mixed");
  static const KeyRows<UpDownKeys> rows = {
      {"up_down.knowledge",
       &UpDownKeys::knowledge,
       {{"global", KnowledgeScope::kGlobal},
        {"mixed", KnowledgeScope::kMixed},
        {"local", KnowledgeScope::kLocal}},
       {.when = kUpDown,
        .help = "Links that a router knows besides the tree and its own: all, those of the "
                "clusters on its path to the root, or none."}},
      {"up_down.cluster_size",
       &UpDownKeys::region_size,
       {.least = 1,
        .most = BestMoves::kMaxRouters,
        .when = kMixed,
        .help = "Largest number of routers in a cluster."}},
      {"up_down.clusters",
       &UpDownKeys::regions_from_leaves,
       {{"top", false}, {"bottom", true}},
       {.when = kMixed, .help = "Where clusters grow from: the root, or the leaves of the tree."}},
      {"up_down.cluster_file",
       &UpDownKeys::region_file,
       {.when = kMixed,
        .help = "File with one router and its cluster per line, instead of up_down.cluster_size."}},
      {"up_down.virtual_networks",
       &UpDownKeys::virtual_networks,
       {.least = 1,
        .most = kMaxVcClasses,
        .when = kUpDown,
        .help = "Virtual networks: a packet that goes up after going down enters the next one."}},
      {"up_down.root",
       &UpDownKeys::root,
       {.type = KeyType::kInteger,
        .most = BestMoves::kMaxRouters - 1,
        .words = {"max_degree", "center", "best"},
        .when = kUpDown,
        .help = "Root of the tree: a router (for 0 the next one if it is down), the one with most "
                "links, one of smallest eccentricity, or "
                "the one that minimises the predicted load of the busiest channel."}},
      {"up_down.tree_file",
       &UpDownKeys::tree_file,
       {.when = kUpDown,
        .help = "File with one link of the tree per line; default: breadth-first search, "
                "neighbours by ascending id."}},
      {"up_down.labels",
       &UpDownKeys::labels,
       {{"bfs", Labels::kBfs},
        {"level", Labels::kLevel},
        {"dfs", Labels::kDfs},
        {"file", Labels::kFile}},
       {.when = kUpDown,
        .help = "Up leads to smaller labels: breadth-first order of the tree, levels and then ids, "
                "depth-first order, or those of a file."}},
      {"up_down.label_file",
       &UpDownKeys::label_file,
       {.when = read_if("up_down.labels", "file"),
        .help = "File with one router and its label per line."}},
      {kTie,
       &UpDownKeys::tie,
       {{"spread", UpDownTie::kSpread},
        {"lowest_id", UpDownTie::kLowestId},
        {"random", UpDownTie::kRandom},
        {"max_label", UpDownTie::kMaxLabel}},
       {.when = kUpDown,
        .help = "Selects among equally short paths: drawn for every packet, in proportion to "
                "bandwidth, from at most 64 per pair; to the next router with the lowest id; drawn "
                "for every pair; or drawn among those with the largest smallest label. With "
                "up_down.forwarding = destination, lowest_id is the default."}},
      {"up_down.tie_seed",
       &UpDownKeys::tie_seed,
       {.when = read_if("up_down.tie", "random", "spread", "max_label"),
        .help = "Seed of the drawn paths; with spread it matters only for pairs with more than 64 "
                "paths."}},
      {kForwarding,
       &UpDownKeys::by_destination,
       {{"pair", false}, {kByDestination, true}},
       {.when = kUpDown,
        .help = "The next hop depends on source and destination, or only on the destination, as in "
                "real switches."}},
  };
  return rows;
}

class UpDown {
 public:
  UpDown(const Topology& topology, const UpDownKeys& own, const RoutingOptions& options)
      : topology_(topology),
        own_(own),
        parallel_links_(options.parallel_links),
        threads_(options.threads) {}

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
    return id == 0 ? lowest_router_up(topology_) : RouterId{id};
  }

  // Builds the routing with the root that minimises the predicted load of the busiest channel under
  // uniform traffic.
  std::unique_ptr<SinglePaths> build_best() const {
    std::unique_ptr<SinglePaths> best;
    double least = 0;
    for (std::size_t r = 0; r < topology_.router_count(); ++r) {
      if (!reaches_all_nodes(topology_, breadth_first_tree(topology_, RouterId{r}))) continue;
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
        routing.enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double share) {
          for_each_hop(topology_, RouterId{s}, path,
                       [&](ChannelId c, std::uint8_t) { loads[c.index()] += share * pairs; });
        });
      }
    }
    double busiest = 0;
    for (std::size_t c = 0; c < loads.size(); ++c)
      busiest = std::max(busiest, loads[c] / to_double(topology_.channel(ChannelId{c}).bandwidth));
    return busiest;
  }

  std::unique_ptr<SinglePaths> build(RouterId root) const {
    if (!reaches_all_nodes(topology_, breadth_first_tree(topology_, root)))
      key_error("up_down.root",
                "no path leads from router {} to all nodes; allowed: another router, max_degree, "
                "center, best",
                root.value);
    const SpanningTree tree = own_.tree_file
                                  ? read_tree("up_down.tree_file", *own_.tree_file, topology_, root)
                                  : breadth_first_tree(topology_, root);
    const std::vector<std::uint32_t> labels = labels_of(tree);
    const bool max_label = own_.tie == UpDownTie::kMaxLabel;  // selects before ties are drawn
    const TieRule tie = own_.tie == UpDownTie::kLowestId ? TieRule::kLowestId
                        : own_.tie == UpDownTie::kSpread ? TieRule::kSpread
                                                         : TieRule::kRandom;
    const SinglePathOptions options = {
        .tie = tie,
        .by_destination = own_.by_destination,
        .tie_seed = own_.tie_seed,
        .parallel_links = own_.by_destination && parallel_links_ == ParallelLinks::kSpread
                              ? ParallelLinks::kByDestination  // a switch has one port for each
                              : parallel_links_};
    LegalMoves moves = up_down_moves(topology_, labels, own_.virtual_networks);
    BestMoves best = own_.by_destination ? moves_by_destination(std::move(moves), labels, threads_)
                                         : seen_shortest(std::move(moves), knowledge(tree),
                                                         max_label ? &labels : nullptr, threads_);
    RoutingTraits traits{.vc_classes = {}, .theorem = DeadlockTheorem::kAcyclicDependencies};
    for (std::uint32_t network = 0; network < own_.virtual_networks; ++network)
      traits.vc_classes.push_back({.name = fmt::format("virtual network {}", network)});
    traits.this_network_only = true;
    return std::make_unique<SinglePaths>(std::move(best), options, std::move(traits), threads_);
  }

  std::vector<std::uint32_t> labels_of(const SpanningTree& tree) const {
    switch (own_.labels) {
      case Labels::kBfs:
        return lift_routers_without_nodes(topology_, tree, breadth_first_labels(tree));
      case Labels::kLevel:
        return level_labels(topology_, tree);
      case Labels::kDfs:
        return lift_routers_without_nodes(topology_, tree, depth_first_labels(topology_, tree));
      case Labels::kFile:
        break;
    }
    if (!own_.label_file)
      key_error("up_down.label_file",
                "missing; allowed: a file with a router and its label a line");
    return read_labels("up_down.label_file", *own_.label_file, topology_, tree);
  }

  std::vector<Knowledge> knowledge(const SpanningTree& tree) const {
    if (own_.knowledge == KnowledgeScope::kGlobal) {
      std::vector<Knowledge> all(1);
      for (std::size_t r = 0; r < topology_.router_count(); ++r) all[0].routers.emplace_back(r);
      return all;
    }
    return knowledge_of(topology_, tree, regions(tree));
  }

  Regions regions(const SpanningTree& tree) const {
    if (own_.knowledge == KnowledgeScope::kLocal) return regions_from_the_root(topology_, tree, 1);
    if (own_.region_file)
      return read_regions("up_down.cluster_file", *own_.region_file, topology_, tree);
    if (!own_.region_size)
      key_error("up_down.cluster_size",
                "missing; allowed: a number of routers, or up_down.cluster_file");
    return own_.regions_from_leaves ? regions_from_the_leaves(topology_, tree, *own_.region_size)
                                    : regions_from_the_root(topology_, tree, *own_.region_size);
  }

  const Topology& topology_;
  const UpDownKeys& own_;
  ParallelLinks parallel_links_;
  std::size_t threads_;
};

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  check_flow_control(options.switching, options.flow_control);
  if (topology.has_rings(bubbles_of(options)))
    key_error(options.bubble_dimensions == kAllDimensions ? "router.flow_control"
                                                          : "router.flow_control.by_dimension",
              "up_down has no use for bubbles on rings; allowed: credit on a torus");
  OptionValues values = options.own;
  if (values.has_value(kForwarding) && !values.has_value(kTie))
    if (const std::string* tie = up_down_tie_of(values.text(kForwarding))) values.set(kTie, *tie);
  const UpDownKeys own = rows().read(values);
  if (own.by_destination) {
    if (own.knowledge != KnowledgeScope::kGlobal)
      key_error("up_down.forwarding",
                "destination needs up_down.knowledge = global, which is {}; allowed: pair",
                own.knowledge == KnowledgeScope::kMixed ? "mixed" : "local");
    if (own.virtual_networks != 1)
      key_error("up_down.forwarding",
                "destination has one virtual network; allowed: up_down.virtual_networks = 1");
    if (own.tie == UpDownTie::kMaxLabel)
      key_error("up_down.tie",
                "max_label needs up_down.forwarding = pair; allowed: lowest_id, "
                "random");
    if (own.tie == UpDownTie::kSpread)
      key_error("up_down.tie",
                "spread gives a destination several ports, up_down.forwarding = destination one; "
                "allowed: lowest_id, random");
  }
  return UpDown(topology, own, options).build();
}

}  // namespace

// Switches that forward by destination use one of several equally good ports.
const std::string* up_down_tie_of(const std::string& forwarding) {
  static const std::string lowest_id = "lowest_id";
  return forwarding == kByDestination ? &lowest_id : nullptr;
}

RoutingDescription describe_up_down() {
  return {
      .name = "up_down",
      .summary = "up, then down a spanning tree and other links, with global or partial knowledge",
      .source = "Schroeder et al. 1990; Zakrevski, Jaiswal & Karpovsky 2000",
      .topologies = "any",
      .vc_classes = "1 for each virtual network",
      .deadlock = "acyclic channel dependencies (no turn from down to up)",
      .adaptive = false,
      .minimal = false,
      .keys = {"routing.parallel_links"},
      .own_keys = rows().keys(),
      .finds_paths_anywhere = true,
      .excluded_from_interpolation = true,
      .make = make};
}

}  // namespace orthant
