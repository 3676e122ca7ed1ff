// The keys of the routings for irregular networks.
#include "app/keys.hpp"
#include "routing/best_moves.hpp"

namespace orthant {
namespace {

constexpr std::string_view kUpDown = "routing.algorithm = up_down";
constexpr std::string_view kMixed = "up_down.knowledge = mixed";
constexpr std::string_view kTurns = "routing.algorithm = turns";
constexpr std::string_view kShortest = "routing.algorithm = shortest";

}  // namespace

std::vector<Key> graph_routing_keys() {
  return {
      {.name = "routing.up_down.knowledge",
       .type = KeyType::kWord,
       .fallback = "global",
       .words = {"global", "mixed", "local"},
       .when = kUpDown,
       .help = "What a router knows besides tree, labels and its own links: all links, those of "
               "the clusters on its way to the root, or no other."},
      {.name = "routing.up_down.cluster_size",
       .type = KeyType::kInteger,
       .least = 1,
       .most = BestMoves::kMostRouters,
       .when = kMixed,
       .help = "Most routers of a cluster."},
      {.name = "routing.up_down.clusters",
       .type = KeyType::kWord,
       .fallback = "top",
       .words = {"top", "bottom"},
       .when = kMixed,
       .help = "Where clusters grow from: the root, or the leaves of the tree."},
      {.name = "routing.up_down.cluster_file",
       .when = kMixed,
       .help = "File with a router and its cluster a line, instead of up_down.cluster_size."},
      {.name = "routing.up_down.virtual_networks",
       .type = KeyType::kInteger,
       .fallback = "1",
       .least = 1,
       .most = kMaxVcClasses,
       .when = kUpDown,
       .help = "Virtual networks: a packet that goes up after it went down moves on to the next."},
      {.name = "routing.up_down.root",
       .type = KeyType::kInteger,
       .fallback = "0",
       .most = BestMoves::kMostRouters - 1,
       .words = {"max_degree", "center", "best"},
       .when = kUpDown,
       .help = "Root of the tree: a router, the one with most links, one whose farthest router is "
               "closest, or the one whose busiest channel is predicted to have the least load."},
      {.name = "routing.up_down.tree_file",
       .when = kUpDown,
       .help = "File with a link of the tree a line; else it is found breadth first, neighbours "
               "by ascending id."},
      {.name = "routing.up_down.labels",
       .type = KeyType::kWord,
       .fallback = "bfs",
       .words = {"bfs", "level", "dfs", "file"},
       .when = kUpDown,
       .help =
           "Up is towards smaller labels: the order of a breadth-first walk through the tree, of "
           "levels and then ids, of a depth-first walk, or those of a file."},
      {.name = "routing.up_down.label_file",
       .when = "up_down.labels = file",
       .help = "File with a router and its label a line."},
      {.name = "routing.up_down.tie",
       .type = KeyType::kWord,
       .fallback = "lowest_id",
       .words = {"lowest_id", "random", "max_label"},
       .when = kUpDown,
       .help = "Of equally short ways: to the next router with the lowest id, one drawn for every "
               "pair, or one of those whose smallest label is the largest."},
      {.name = "routing.up_down.tie_seed",
       .type = KeyType::kInteger,
       .fallback = "1",
       .when = "up_down.tie = random or max_label",
       .help = "Seed of the ways drawn."},
      {.name = "routing.up_down.forwarding",
       .type = KeyType::kWord,
       .fallback = "pair",
       .words = {"pair", "destination"},
       .when = kUpDown,
       .help = "What the next hop depends on: source and destination, or the destination alone, "
               "as in real switches."},
      {.name = "routing.turns.file", .when = kTurns, .help = "File of labels or prohibited turns."},
      {.name = "routing.turns.model",
       .type = KeyType::kWord,
       .fallback = "turn",
       .words = {"turn", "node", "link"},
       .when = kTurns,
       .help = "What a line of turns.file says: a prohibited turn, three routers; a router and "
               "its label, where no path may fall from a label it rose to; two routers and the "
               "label of the channel from one to the other, where labels may not rise."},
      {.name = "routing.turns.tie",
       .type = KeyType::kWord,
       .fallback = "lowest_id",
       .words = {"lowest_id", "random"},
       .when = kTurns,
       .help = "Of equally short ways: to the next router with the lowest id, or one drawn for "
               "every pair."},
      {.name = "routing.turns.tie_seed",
       .type = KeyType::kInteger,
       .fallback = "1",
       .when = kTurns,
       .help = "Seed of the ways drawn."},
      {.name = "routing.lft.file",
       .when = "routing.algorithm = lft",
       .help = "File of forwarding tables as OpenSM and ibroute dump them."},
      {.name = "routing.lft.nodes",
       .type = KeyType::kWord,
       .fallback = "alike",
       .words = {"alike", "mixed"},
       .when = "routing.algorithm = lft",
       .help = "Where the nodes of a switch are reached in different ways: the file is refused, or "
               "a packet takes any of them, whichever node it is for."},
      {.name = "routing.shortest.tie",
       .type = KeyType::kWord,
       .fallback = "lowest_id",
       .words = {"lowest_id", "random"},
       .when = kShortest,
       .help = "Of equally short ways: to the next router with the lowest id, or one drawn for "
               "every pair."},
      {.name = "routing.shortest.tie_seed",
       .type = KeyType::kInteger,
       .fallback = "1",
       .when = kShortest,
       .help = "Seed of the ways drawn."},
  };
}

}  // namespace orthant
