// The keys of the config format that nothing reads yet: they are accepted and checked, so that one
// file can serve several versions, and those that would change a result are refused.
#include "app/keys.hpp"

namespace orthant {
namespace {

constexpr std::int64_t kMaxId = 0xffff'ffff;

std::vector<Key> graph_keys() {
  return {
      {.name = "topology.file", .help = "File of the graph."},
      {.name = "topology.format",
       .type = KeyType::kWord,
       .fallback = "edges",
       .words = {"edges", "ibnetdiscover", "anynet", "graphml"},
       .help = "Format of topology.file."},
      {.name = "topology.routers",
       .type = KeyType::kInteger,
       .least = 1,
       .most = kMaxId,
       .help = "Routers of a random graph."},
      {.name = "topology.degree",
       .type = KeyType::kReal,
       .low_allowed = false,
       .help = "Links per router of a random graph."},
      {.name = "topology.generator",
       .type = KeyType::kWord,
       .fallback = "gnm",
       .words = {"gnm", "tree", "regular"},
       .help = "How a random graph is drawn."},
      {.name = "topology.graph_seed",
       .type = KeyType::kInteger,
       .fallback = "1",
       .help = "Seed of a random graph."},
      {.name = "faults.link_probability",
       .type = KeyType::kReal,
       .high = 1,
       .state = KeyState::kRefused,
       .help = "Probability that a link has failed."},
  };
}

std::vector<Key> up_down_keys() {
  return {
      {.name = "routing.up_down.knowledge",
       .type = KeyType::kWord,
       .fallback = "global",
       .words = {"global", "mixed", "local"},
       .help = "What a switch knows of the clusters."},
      {.name = "routing.up_down.cluster_size",
       .type = KeyType::kInteger,
       .least = 1,
       .most = kMaxId,
       .help = "Routers of a cluster."},
      {.name = "routing.up_down.clusters",
       .type = KeyType::kWord,
       .fallback = "top",
       .words = {"top", "bottom"},
       .help = "Where clusters are formed first."},
      {.name = "routing.up_down.virtual_networks",
       .type = KeyType::kInteger,
       .fallback = "1",
       .least = 1,
       .most = 16,
       .help = "Virtual networks, each with a tree of its own."},
      {.name = "routing.up_down.root",
       .type = KeyType::kInteger,
       .fallback = "0",
       .most = kMaxId,
       .words = {"max_degree", "center", "best"},
       .help = "Root of the tree."},
      {.name = "routing.up_down.labels",
       .type = KeyType::kWord,
       .fallback = "bfs",
       .words = {"bfs", "dfs", "file"},
       .help = "How routers are labelled."},
      {.name = "routing.up_down.tie",
       .type = KeyType::kWord,
       .fallback = "lowest_id",
       .words = {"lowest_id", "random", "max_label"},
       .help = "Choice between equal parents."},
      {.name = "routing.up_down.forwarding",
       .type = KeyType::kWord,
       .fallback = "pair",
       .words = {"pair", "destination"},
       .help = "What a forwarding entry depends on."},
      {.name = "routing.up_down.tree_file", .help = "File of the tree."},
      {.name = "routing.up_down.label_file", .help = "File of the labels."},
      {.name = "routing.up_down.cluster_file", .help = "File of the clusters."},
  };
}

std::vector<Key> schedule_keys() {
  return {
      {.name = "schedule.collective",
       .type = KeyType::kWord,
       .fallback = "all_to_all",
       .words = {"all_to_all", "half_to_half", "gather", "scatter", "file"},
       .help = "The collective communication to be scheduled."},
      {.name = "schedule.ports",
       .type = KeyType::kFlag,
       .fallback = "yes",
       .help = "Node channels count as links."},
      {.name = "schedule.method",
       .type = KeyType::kWord,
       .fallback = "auto",
       .words = {"auto", "exact", "quotient", "orbit", "structured", "colouring", "milp"},
       .help = "How a schedule is searched."},
      {.name = "schedule.allocation", .help = "Nodes per switch."},
      {.name = "schedule.time_limit_seconds",
       .type = KeyType::kReal,
       .fallback = "10",
       .low_allowed = false,
       .help = "Time limit of the search."},
  };
}

}  // namespace

std::vector<Key> later_keys() {
  std::vector<Key> keys;
  for (const auto& part : {graph_keys(), up_down_keys(), schedule_keys()}) {
    keys.insert(keys.end(), part.begin(), part.end());
  }
  for (Key& key : keys) {
    if (key.state == KeyState::kRead) key.state = KeyState::kUnread;
  }
  return keys;
}

}  // namespace orthant
