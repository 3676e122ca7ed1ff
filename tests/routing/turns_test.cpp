// Prohibited turns from a file: the three models, connectivity, and mistakes.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "routing/routing.hpp"
#include "tests/topology/temporary_file.hpp"
#include "topology/graph.hpp"
#include "topology/message_classes.hpp"
#include "topology/topology.hpp"

namespace orthant {
namespace {

class Turns : public testing::Test {
 protected:
  std::unique_ptr<Routing> build(const std::string& text, const char* model) const {
    const TemporaryFile file(text);
    OptionValues own;
    own.set("turns.file", file.path());
    own.set("turns.model", model);
    try {
      return find_routing("turns")->make(mesh_, {.own = own});
    } catch (const KeyError& error) {
      EXPECT_EQ(error.key(), "turns.file");
      std::string what = error.what();
      throw std::runtime_error(what.replace(what.find(file.path()), file.path().size(), "FILE"));
    }
  }
  std::string error(const std::string& text, const char* model) const {
    try {
      build(text, model);
    } catch (const std::runtime_error& wrong) {
      return wrong.what();
    }
    return "no error";
  }
  std::vector<std::size_t> route(const Routing& routing, std::size_t s, std::size_t t) const {
    std::vector<std::size_t> routers = {s};
    routing.oblivious()->enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double) {
      for_each_hop(mesh_, RouterId{s}, path,
                   [&](ChannelId c, int) { routers.push_back(mesh_.channel(c).to.index()); });
    });
    return routers;
  }

  // 0 1 2
  // 3 4 5
  const Topology mesh_ = make_mesh({.radices = {3, 2}});
};

TEST_F(Turns, AreNotTakenWhereTheyAreProhibited) {
  const auto free = build("", "turn");
  EXPECT_EQ(route(*free, 0, 4), (std::vector<std::size_t>{0, 1, 4}));
  const auto without = build("0 1 4\n", "turn");
  EXPECT_EQ(route(*without, 0, 4), (std::vector<std::size_t>{0, 3, 4}));
  EXPECT_EQ(route(*without, 1, 4), (std::vector<std::size_t>{1, 4}));
  EXPECT_EQ(route(*without, 4, 0), (std::vector<std::size_t>{4, 1, 0}));
  // Both shortest paths are prohibited: the longer path remains.
  const auto around = build("0 1 4\n0 3 4\n", "turn");
  EXPECT_EQ(route(*around, 0, 4), (std::vector<std::size_t>{0, 1, 2, 5, 4}));
}

// Routers labelled by their ids: no path rises to a router and falls after it.
TEST_F(Turns, FollowLabelsOfRouters) {
  const auto routing = build("0 0\n1 1\n2 2\n3 3\n4 4\n5 5\n", "node");
  // 1-2-5 rises, 5-4 would fall.
  EXPECT_EQ(route(*routing, 1, 3), (std::vector<std::size_t>{1, 0, 3}));
  for (std::size_t s = 0; s < 6; ++s) {
    for (std::size_t t = 0; t < 6; ++t) {
      const std::vector<std::size_t> routers = route(*routing, s, t);
      for (std::size_t i = 2; i < routers.size(); ++i)
        EXPECT_FALSE(routers[i - 2] < routers[i - 1] && routers[i] < routers[i - 1]);
    }
  }
}

// x first: channels along x have label 1, along y 0.
TEST_F(Turns, FollowLabelsOfChannels) {
  const auto routing = build(
      "0 1 1\n1 0 1\n1 2 1\n2 1 1\n3 4 1\n4 3 1\n4 5 1\n5 4 1\n"
      "0 3 0\n3 0 0\n1 4 0\n4 1 0\n2 5 0\n5 2 0\n",
      "link");
  EXPECT_EQ(route(*routing, 3, 1), (std::vector<std::size_t>{3, 4, 1}));
  EXPECT_EQ(route(*routing, 0, 5), (std::vector<std::size_t>{0, 1, 2, 5}));
}

TEST_F(Turns, ReportWhatIsWrong) {
  EXPECT_EQ(error("0 1\n", "turn"), "FILE:1: 2 entries; allowed: 3 on a line");
  EXPECT_EQ(error("0 1 9\n", "turn"), "FILE:1: 9 is no router; allowed: 0 to 5");
  EXPECT_EQ(error("# none\n0 1 5\n", "turn"),
            "FILE:2: no link joins routers 1 and 5; allowed: links of the network");
  EXPECT_EQ(
      error("0 1 2\n0 3 4\n0 1 4\n", "turn"),
      "FILE: with these turns no path leads from router 0 to 2; allowed: turns that leave all "
      "routers with nodes connected");
  EXPECT_EQ(error("0 1 1\n0 1 2\n", "link"),
            "FILE:2: the channel from router 0 to 1 has a label already; allowed: one for each");
  EXPECT_EQ(error("0 1 1\n", "link"),
            "FILE:2: the file ends, and the channel from router 0 to 3 has no label; allowed: one "
            "for each");
  EXPECT_EQ(error("0 1\n", "node"),
            "FILE:2: the file ends, and router 1 has no label; allowed: one for each");
}

// The mesh of the tests above without link 1-4, which carries another class.
TEST(TurnsOfAMessageClass, MayNameTheLinksOfOthers) {
  Graph graph;
  graph.routers.resize(6);
  for (const auto& [a, b] :
       {std::pair(0u, 1u), {1u, 2u}, {3u, 4u}, {4u, 5u}, {0u, 3u}, {2u, 5u}, {1u, 4u}}) {
    graph.links.push_back({.a = a, .b = b});
    graph.links.back().message_classes = b == a + 3 && a == 1 ? 2 : 3;
  }
  const Topology whole = make_graph("graph", graph, {});
  const Topology network = network_of_class(whole, 0);
  const TemporaryFile file("0 1 4\n0 3 4\n");
  OptionValues own;
  own.set("turns.file", file.path());
  own.set("turns.model", "turn");
  const auto routing = find_routing("turns")->make(network, {.own = own, .whole = &whole});
  std::vector<std::size_t> routers;
  routing->oblivious()->enumerate(RouterId{0u}, RouterId{4u}, [&](const Path& path, double) {
    for_each_hop(whole, RouterId{0u}, path,
                 [&](ChannelId c, int) { routers.push_back(whole.channel(c).to.index()); });
  });
  EXPECT_EQ(routers, (std::vector<std::size_t>{1, 2, 5, 4}));
  EXPECT_THROW(find_routing("turns")->make(network, {.own = own}), KeyError);
}

}  // namespace
}  // namespace orthant
