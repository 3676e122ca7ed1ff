// Up/down routing: reference networks, the paper's example, and invariants on any graph.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/ptree.hpp>
#include <set>

#include "base/error.hpp"
#include "routing/graph/best_moves.hpp"
#include "routing/graph/regions.hpp"
#include "routing/graph/spanning_tree.hpp"
#include "routing/routing.hpp"
#include "tests/topology/temporary_file.hpp"
#include "topology/graph_files.hpp"
#include "topology/message_classes.hpp"
#include "topology/random_graph.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;
using Json = boost::property_tree::ptree;

OptionValues with(std::initializer_list<std::pair<const char*, std::string>> settings) {
  OptionValues own;
  for (const auto& [key, value] : settings) own.set(std::string("up_down.") + key, value);
  return own;
}

// One path for every pair, unless `own` specifies otherwise.
std::unique_ptr<Routing> up_down(const Topology& topology, OptionValues own = {},
                                 std::size_t threads = 1) {
  if (!own.has_value("up_down.tie")) own.set("up_down.tie", "lowest_id");
  return find_routing("up_down")->make(
      topology,
      {.parallel_links = ParallelLinks::kFirst, .own = std::move(own), .threads = threads});
}

// The routers that a packet visits, and the VC class of every hop.
struct Walk {
  std::vector<std::size_t> routers;
  std::vector<int> classes;
};

Walk walk(const Topology& topology, const Routing& routing, std::size_t s, std::size_t t) {
  Walk found{{s}, {}};
  int paths = 0;
  routing.oblivious()->enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double p) {
    ++paths;
    EXPECT_EQ(p, 1);
    const PathEnd end = for_each_hop(topology, RouterId{s}, path, [&](ChannelId c, int vc_class) {
      found.routers.push_back(topology.channel(c).to.index());
      found.classes.push_back(vc_class);
    });
    EXPECT_EQ(end.router, RouterId{t});
    EXPECT_EQ(end.broken_leg, nullptr);
  });
  EXPECT_EQ(paths, 1);
  return found;
}

std::size_t hops(const Topology& topology, const Routing& routing, std::size_t s, std::size_t t) {
  return walk(topology, routing, s, t).routers.size() - 1;
}

// ---- reference networks -------------------------------------------------------------------------

class UpDownReference : public testing::TestWithParam<const char*> {
 protected:
  UpDownReference() {
    const std::string file = std::string(ORTHANT_SOURCE_DIR "/tests/data/updown/") + GetParam();
    topology_.emplace(make_graph("graph", read_graph(file + ".edges", GraphFormat::kEdges), {}));
    boost::property_tree::read_json(file + ".json", json_);
  }

  std::vector<std::uint32_t> list(const char* name) const {
    std::vector<std::uint32_t> values;
    for (const auto& [none, value] : json_.get_child(name))
      values.push_back(static_cast<std::uint32_t>(value.get_value<int>()));
    return values;
  }

  // The largest channel load when every node sends to every other node with equal probability.
  double largest_load(const Routing& routing) const {
    std::vector<double> loads(topology_->channel_count(), 0);
    const std::size_t n = topology_->router_count();
    for (std::size_t s = 0; s < n; ++s) {
      for (std::size_t t = 0; t < n; ++t) {
        routing.oblivious()->enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double p) {
          for_each_hop(*topology_, RouterId{s}, path, [&](ChannelId c, int) {
            loads[c.index()] += p / static_cast<double>(n - 1);
          });
        });
      }
    }
    return *std::ranges::max_element(loads);
  }

  std::optional<Topology> topology_;
  Json json_;
};

TEST_P(UpDownReference, HasTheTreeLabelsAndRegions) {
  const SpanningTree tree = breadth_first_tree(*topology_, RouterId{0u});
  std::vector<std::uint32_t> parents;
  for (std::size_t r = 0; r < topology_->router_count(); ++r) {
    const auto parent = tree.parent(*topology_, RouterId{r});
    parents.push_back(parent ? parent->value : ~0u);
  }
  EXPECT_EQ(parents, list("parent"));
  EXPECT_EQ(breadth_first_labels(tree), list("label"));
  EXPECT_EQ(regions_from_the_root(*topology_, tree, 4), list("cluster_H4"));
}

TEST_P(UpDownReference, HasTheLengthsFirstHopsAndLoads) {
  const std::pair<const char*, OptionValues> cases[] = {
      {"global_1vn", {}},
      {"global_2vn", with({{"virtual_networks", "2"}})},
      {"local_1vn", with({{"knowledge", "local"}})},
      {"local_2vn", with({{"knowledge", "local"}, {"virtual_networks", "2"}})},
      {"mixedH4_1vn", with({{"knowledge", "mixed"}, {"cluster_size", "4"}})}};
  for (const auto& [name, own] : cases) {
    SCOPED_TRACE(name);
    const auto routing = up_down(*topology_, own);
    std::size_t s = 0;
    for (const auto& [none, row] : json_.get_child(std::string("len_") + name)) {
      std::size_t t = 0;
      for (const auto& [nothing, length] : row)
        EXPECT_EQ(hops(*topology_, *routing, s, t++), length.get_value<std::size_t>());
      ++s;
    }
    EXPECT_EQ(s, topology_->router_count());
    if (const auto first_hops = json_.get_child_optional(std::string("first_hop_") + name)) {
      s = 0;
      for (const auto& [none, row] : *first_hops) {
        std::size_t t = 0;
        for (const auto& [nothing, hop] : row) {
          if (s != t) {
            EXPECT_EQ(walk(*topology_, *routing, s, t).routers[1], hop.get_value<std::size_t>());
          }
          ++t;
        }
        ++s;
      }
    }
    EXPECT_NEAR(largest_load(*routing), json_.get<double>(std::string(name) + ".gamma_max"), 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, UpDownReference,
                         testing::Values("complete5", "fig1_text", "hypercube3", "line5", "mesh4x4",
                                         "random12_d3", "random24_d5", "ring8", "star6"),
                         [](const auto& network) { return std::string(network.param); });

// ---- the example of the paper -------------------------------------------------------------------

// Figure 1 as described in the text of Zakrevski et al. 2000, where nodes are numbered from 1 and a
// node's label is its number. All numbers here are one less.
class PaperExample : public testing::Test {
 protected:
  std::unique_ptr<Routing> build(
      std::initializer_list<std::pair<const char*, std::string>> settings) const {
    OptionValues own = with(settings);
    own.set("up_down.tree_file", tree_.path());
    own.set("up_down.labels", "file");
    own.set("up_down.label_file", labels_.path());
    return up_down(topology_, own);
  }
  std::vector<std::size_t> route(const Routing& routing, std::size_t s, std::size_t t) const {
    std::vector<std::size_t> routers = walk(topology_, routing, s - 1, t - 1).routers;
    for (std::size_t& r : routers) ++r;
    return routers;
  }

  const TemporaryFile links_{"0 1\n0 2\n0 4\n0 6\n2 3\n2 7\n1 3\n1 4\n1 5\n3 8\n4 6\n4 7\n7 8\n"};
  const TemporaryFile tree_{"0-1\n0-2\n2-3\n3-8\n0-4\n0-6\n1-5\n4-7\n"};
  const TemporaryFile labels_{"0 1\n1 2\n2 3\n3 4\n4 5\n5 6\n6 7\n7 8\n8 9\n"};
  const TemporaryFile regions_{"0 1\n1 1\n2 1\n3 1\n4 5\n5 6\n6 7\n7 8\n8 9\n"};
  const Topology topology_ =
      make_graph("graph", read_graph(links_.path(), GraphFormat::kEdges), {});
};

TEST_F(PaperExample, HasTheThreePrintedRoutes) {
  EXPECT_THAT(route(*build({{"knowledge", "local"}}), 5, 9), ElementsAre(5, 1, 3, 4, 9));
  EXPECT_THAT(route(*build({}), 5, 9), ElementsAre(5, 8, 9));
  EXPECT_THAT(route(*build({{"knowledge", "mixed"}, {"cluster_file", regions_.path()}}), 5, 9),
              ElementsAre(5, 2, 4, 9));
}

// The turn from 2 to 3 at 4 (printed as 1-4-3) is down, then up.
TEST_F(PaperExample, AllowsTheTurnAtFourWithTwoVirtualNetworks) {
  const auto one = build({}), two = build({{"virtual_networks", "2"}});
  EXPECT_THAT(route(*one, 2, 3), ElementsAre(2, 1, 3));
  const Walk found =
      walk(topology_, *build({{"virtual_networks", "2"}, {"tie", "max_label"}}), 1, 2);
  EXPECT_THAT(found.routers, ElementsAre(1, 3, 2));
  EXPECT_THAT(found.classes, ElementsAre(0, 1));
}

// ---- any graph ----------------------------------------------------------------------------------

// Empty if the root is the best one.
std::vector<std::uint32_t> labels_by(const std::string& rule, const Topology& topology,
                                     const std::string& root) {
  if (root == "best") return {};
  const SpanningTree tree = breadth_first_tree(
      topology, root == "max_degree" ? router_of_highest_degree(topology)
                : root == "center"   ? center_router(topology)
                                     : RouterId{static_cast<std::size_t>(std::stoul(root))});
  return rule == "dfs"     ? depth_first_labels(topology, tree)
         : rule == "level" ? level_labels(topology, tree)
                           : breadth_first_labels(tree);
}

TEST(UpDown, NeverGoesUpAfterDownWithinAVirtualNetwork) {
  const Topology topology =
      make_graph("random", random_graph({.routers = 40, .degree = 5, .seed = 3}), {});
  for (const char* labels : {"bfs", "level", "dfs"}) {
    for (const char* tie : {"lowest_id", "random", "max_label"}) {
      for (const char* root : {"7", "max_degree", "center", "best"}) {
        const auto routing = up_down(topology, with({{"labels", labels},
                                                     {"tie", tie},
                                                     {"root", root},
                                                     {"knowledge", "mixed"},
                                                     {"cluster_size", "5"},
                                                     {"virtual_networks", "3"}}));
        ASSERT_EQ(routing->traits().vc_classes.size(), 3u);
        const std::vector<std::uint32_t> own = labels_by(labels, topology, root);
        for (std::size_t s = 0; s < 40; ++s) {
          for (std::size_t t = 0; t < 40; ++t) {
            const Walk found = walk(topology, *routing, s, t);
            EXPECT_TRUE(std::ranges::is_sorted(found.classes));
            if (own.empty()) continue;  // the best root is not known beforehand
            for (std::size_t i = 2; i < found.routers.size(); ++i) {
              const bool down = own[found.routers[i - 1]] > own[found.routers[i - 2]];
              const bool up = own[found.routers[i]] < own[found.routers[i - 1]];
              EXPECT_FALSE(down && up && found.classes[i - 2] == found.classes[i - 1]);
            }
          }
        }
      }
    }
  }
}

// Routers 0 to 3 have no nodes, and links, many of them, of message class 1 only.
Topology with_routers_of_another_class() {
  Graph graph = random_graph({.routers = 24, .degree = 4, .seed = 5});
  for (Graph::Link& link : graph.links) {
    link.a += 4;
    link.b += 4;
    link.message_classes = 1;
  }
  graph.routers.insert(graph.routers.begin(), 4, {.nodes = 0});
  for (std::uint32_t r = 0; r < 4; ++r) {
    for (std::uint32_t other = 4; other < 28; ++other) {
      graph.links.push_back({.a = r, .b = other});
      graph.links.back().message_classes = 2;
    }
  }
  return make_graph("graph", graph, {});
}

TEST(UpDown, KeepsToTheLinksOfAMessageClass) {
  const Topology whole = with_routers_of_another_class();
  const Topology topology = network_of_class(whole, 0);
  int routings = 0;
  const auto check = [&](OptionValues own) {
    ++routings;
    const auto routing = up_down(topology, std::move(own));
    for (std::size_t s = 4; s < 28; ++s) {
      for (std::size_t t = 4; t < 28; ++t) {
        const Walk found = walk(whole, *routing, s, t);
        EXPECT_TRUE(std::ranges::all_of(found.routers, [](std::size_t r) { return r >= 4; }));
        routing->oblivious()->enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double) {
          for_each_hop(whole, RouterId{s}, path,
                       [&](ChannelId c, int) { EXPECT_EQ(whole.message_classes(c), 1); });
        });
      }
    }
    for (std::size_t r = 0; r < 4; ++r)
      routing->oblivious()->enumerate(RouterId{r}, RouterId{4u},
                                      [](const Path&, double) { FAIL(); });
  };
  for (const char* root : {"9", "max_degree", "center", "best"}) {
    for (const char* labels : {"bfs", "level", "dfs"}) {
      check(with({{"root", root}, {"labels", labels}}));
      check(with({{"root", root}, {"labels", labels}, {"tie", "max_label"}}));
      check(with({{"root", root}, {"labels", labels}, {"forwarding", "destination"}}));
      check(with({{"root", root}, {"labels", labels}, {"knowledge", "local"}}));
    }
    for (const char* clusters : {"top", "bottom"})
      check(with(
          {{"root", root}, {"knowledge", "mixed"}, {"cluster_size", "5"}, {"clusters", clusters}}));
  }
  EXPECT_EQ(routings, 56);
  for (const char* root : {"0", "3"}) {
    try {
      up_down(topology, with({{"root", root}}));
      ADD_FAILURE() << "no error";
    } catch (const KeyError& error) {
      EXPECT_EQ(error.key(), "up_down.root");
      EXPECT_EQ(error.what(), std::string("no path leads from router ") + root +
                                  " to all nodes; allowed: another router, max_degree, center, "
                                  "best");
    }
  }
  // A tree from a file spans only the routers of the class.
  const SpanningTree tree = breadth_first_tree(topology, RouterId{9u});
  std::string lines;
  for (std::size_t r = 0; r < 28; ++r)
    if (const auto parent = tree.parent(topology, RouterId{r}))
      lines += fmt::format("{} {}\n", r, parent->value);
  const TemporaryFile file(lines);
  check(with({{"root", "9"}, {"tree_file", file.path()}}));
}

TEST(UpDown, ForwardsByDestinationConsistently) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Topology topology =
        make_graph("random", random_graph({.routers = 30, .degree = 4, .seed = seed}), {});
    const SpanningTree tree = breadth_first_tree(topology, RouterId{0u});
    const std::vector<std::uint32_t> labels = breadth_first_labels(tree);
    for (const char* tie : {"lowest_id", "random"}) {
      const auto routing = up_down(topology, with({{"forwarding", "destination"}, {"tie", tie}}));
      const auto by_pair = up_down(topology);
      for (std::size_t t = 0; t < 30; ++t) {
        std::vector<std::optional<std::size_t>> next(30);
        for (std::size_t s = 0; s < 30; ++s) {
          const std::vector<std::size_t> routers = walk(topology, *routing, s, t).routers;
          EXPECT_GE(routers.size() - 1, hops(topology, *by_pair, s, t));
          bool down = false;
          for (std::size_t i = 0; i + 1 < routers.size(); ++i) {
            auto& known = next[routers[i]];
            EXPECT_TRUE(!known || *known == routers[i + 1]);
            known = routers[i + 1];
            const bool up = labels[routers[i + 1]] < labels[routers[i]];
            EXPECT_FALSE(up && down);
            down = down || !up;
          }
        }
      }
    }
  }
}

// Expects equal paths within the promised number of legs.
void expect_equal_paths(const Topology& topology, const Routing& a, const Routing& b) {
  std::size_t longest = 0;
  for (std::size_t s = 0; s < topology.router_count(); ++s) {
    for (std::size_t t = 0; t < topology.router_count(); ++t) {
      const Walk found = walk(topology, a, s, t);
      ASSERT_EQ(found.routers, walk(topology, b, s, t).routers);
      longest = std::max(longest, found.classes.size());
    }
  }
  EXPECT_GE(a.oblivious()->max_legs(), longest);
  EXPECT_EQ(b.oblivious()->max_legs(), a.oblivious()->max_legs());
}

TEST(UpDown, BuildsTheSameTablesOnAnyNumberOfThreads) {
  const Topology topology =
      make_graph("random", random_graph({.routers = 60, .degree = 4, .seed = 2}), {});
  for (const char* tie : {"lowest_id", "random", "max_label"}) {
    for (const char* knowledge : {"global", "mixed", "local"}) {
      const OptionValues own = with({{"tie", tie},
                                     {"knowledge", knowledge},
                                     {"cluster_size", "7"},
                                     {"virtual_networks", "2"}});
      for (const std::size_t threads : {2, 3})
        expect_equal_paths(topology, *up_down(topology, own), *up_down(topology, own, threads));
    }
  }
  for (const char* tie : {"lowest_id", "random"}) {
    const OptionValues own = with({{"forwarding", "destination"}, {"tie", tie}});
    expect_equal_paths(topology, *up_down(topology, own), *up_down(topology, own, 3));
  }
}

// A hub with a given number of leaves: a packet may leave it to any of them, so its mask has as
// many bits, including the last one.
TEST(UpDown, HasAsManyBytesInAMaskAsItsMovesNeed) {
  for (const auto& [leaves, bytes] : {std::pair{8u, 1u}, {9u, 2u}, {17u, 4u}, {33u, 8u}}) {
    Graph star;
    star.routers.resize(leaves + 1);
    for (std::uint32_t leaf = 1; leaf <= leaves; ++leaf) star.links.push_back({.a = 0, .b = leaf});
    const Topology topology = make_graph("graph", star, {});
    const LegalMoves moves(topology, 1, [](std::uint32_t, ChannelId) {
      return std::optional(LegalMoves::Step{.state = 0});
    });
    const BestMoves best = BestMoves::shortest(moves);
    EXPECT_EQ(best.memory_bytes(), (leaves + 1) * (leaves + 1) * bytes);
    for (std::uint32_t leaf = 1; leaf <= leaves; ++leaf) {
      EXPECT_EQ(best.at(RouterId{leaf}, moves.start(RouterId{0u})), std::uint64_t{1} << (leaf - 1));
      EXPECT_EQ(best.at(RouterId{leaf}, moves.start(RouterId{leaf})), 0u);
    }
    EXPECT_EQ(walk(topology, *up_down(topology), 1, leaves).routers,
              (std::vector<std::size_t>{1, 0, leaves}));
  }
}

TEST(UpDown, UsesParallelLinks) {
  Graph pair;
  pair.routers.resize(2);
  pair.links = {{.a = 0, .b = 1}, {.a = 0, .b = 1}};
  const Topology topology = make_graph("graph", pair, {});
  const auto port_of = [&](const Routing& routing) {
    PortId port;
    routing.oblivious()->enumerate(RouterId{0u}, RouterId{1u},
                                   [&](const Path& path, double) { port = path[0].port; });
    return port.value;
  };
  EXPECT_EQ(port_of(*up_down(topology)), 0u);
  std::set<std::uint32_t> ports;
  for (int seed = 1; seed < 20; ++seed)
    ports.insert(
        port_of(*up_down(topology, with({{"tie", "random"}, {"tie_seed", std::to_string(seed)}}))));
  EXPECT_EQ(ports.size(), 2u);
}

TEST(UpDown, ReportsWhatIsWrong) {
  const Topology ring = make_graph(
      "graph", read_graph(TemporaryFile("0 1\n1 2\n2 3\n3 0\n").path(), GraphFormat::kEdges), {});
  const auto error = [&](OptionValues own, const char* key) {
    try {
      up_down(ring, std::move(own));
    } catch (const KeyError& wrong) {
      EXPECT_EQ(wrong.key(), std::string("up_down.") + key);
      const std::string what = wrong.what();
      const std::size_t at = what.find(testing::TempDir());
      return at == what.npos ? what : "FILE" + what.substr(what.find(':', at));
    }
    return std::string("no error");
  };
  const auto file = [&](const char* key, const std::string& text) {
    const TemporaryFile given(text);
    OptionValues own = with({{key, given.path()}, {"labels", "file"}, {"knowledge", "mixed"}});
    const TemporaryFile labels("0 0\n1 1\n2 2\n3 3\n");
    if (std::string_view(key) != "label_file") own.set("up_down.label_file", labels.path());
    return error(own, key);
  };
  EXPECT_EQ(error(with({{"root", "4"}}), "root"),
            "there is no router 4; allowed: 0 to 3, max_degree, center, best");
  EXPECT_EQ(error(with({{"knowledge", "mixed"}}), "cluster_size"),
            "missing; allowed: a number of routers, or up_down.cluster_file");
  EXPECT_EQ(file("tree_file", "0 1\n1 2\n0 2\n"),
            "FILE:3: no link joins routers 0 and 2; allowed: links of the network");
  EXPECT_EQ(file("tree_file", "0 1\n1 2\n1 0\n"),
            "FILE:3: the link 1 0 is there twice; allowed: once");
  EXPECT_EQ(file("tree_file", "0 1\n1 2\n"),
            "FILE: 2 links that reach 3 routers from router 0; allowed: a tree of 3 links that "
            "reaches all 4");
  EXPECT_EQ(file("tree_file", "0 7\n"), "FILE:1: 7 is no router; allowed: 0 to 3");
  EXPECT_EQ(file("tree_file", "0\n"), "FILE:1: 0 alone; allowed: two numbers, as in 0 1 or 0-1");
  EXPECT_EQ(file("label_file", "0 0\n1 1\n2 1\n3 3\n"),
            "FILE:3: routers 1 and 2 have the label 1; allowed: different labels");
  EXPECT_EQ(
      file("label_file", "0 0\n1 5\n2 2\n3 3\n"),
      "FILE:3: router 2 has the label 2, and its parent 1 in the tree 5; allowed: labels that "
      "rise from the root on");
  EXPECT_EQ(file("label_file", "0 0\n1 x\n"),
            "FILE:2: x is no label; allowed: whole numbers from 0 to 2^32 - 1");
  EXPECT_EQ(file("label_file", "0 0\n0 1\n"),
            "FILE:2: router 0 has a label already, in line 1; allowed: one for each");
  EXPECT_EQ(file("cluster_file", "0 0\n1 1\n2 0\n3 3\n"),
            "FILE:3: cluster 0 is not connected in the tree: its routers 0 and 2 have parents in "
            "other clusters; allowed: clusters that the tree connects");
  EXPECT_EQ(file("label_file", "0 0 1 1\n"),
            "FILE:1: 4 numbers on a line; allowed: two numbers, as in 0 1 or 0-1");
}

}  // namespace
}  // namespace orthant
