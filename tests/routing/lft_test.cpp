// Forwarding tables, written and read back, and the messages for mistakes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "analysis/deadlock/deadlock.hpp"
#include "base/error.hpp"
#include "routing/graph/forwarding_tables.hpp"
#include "routing/routing.hpp"
#include "tests/topology/fabric_data.hpp"
#include "tests/topology/temporary_file.hpp"
#include "topology/graph_files.hpp"
#include "topology/random_graph.hpp"

namespace orthant {
namespace {

using testing::HasSubstr;

std::unique_ptr<Routing> by_destination(const Topology& topology, const char* tie) {
  OptionValues own;
  own.set("up_down.forwarding", "destination");
  own.set("up_down.tie", tie);
  return find_routing("up_down")->make(
      topology, {.parallel_links = ParallelLinks::kByDestination, .own = own});
}

std::unique_ptr<Routing> lft(const Topology& topology, const std::string& file,
                             const char* nodes = "alike") {
  OptionValues own;
  own.set("lft.file", file);
  own.set("lft.nodes", nodes);
  return find_routing("lft")->make(topology, {.own = own});
}

std::vector<Path> paths(const Routing& routing, std::size_t s, std::size_t t) {
  std::vector<Path> found;
  routing.oblivious()->enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double p) {
    EXPECT_GT(p, 0);
    found.push_back(path);
  });
  return found;
}

TEST(Lft, IsReadAsItWasWritten) {
  for (const char* tie : {"lowest_id", "random"}) {
    Graph graph = random_graph({.routers = 24, .degree = 4, .seed = 5});
    graph.routers[3].nodes = 0;
    graph.routers[4].nodes = 2;
    const Topology topology = make_graph("random", graph, {});
    const auto written = by_destination(topology, tie);
    const TemporaryFile file(forwarding_tables_text(topology, *written->oblivious()));
    const auto read = lft(topology, file.path());
    for (std::size_t s = 0; s < 24; ++s) {
      for (std::size_t t = 0; t < 24; ++t) {
        // No packet goes to or from router 3.
        const auto expected = s == 3 || t == 3 ? std::vector<Path>() : paths(*written, s, t);
        EXPECT_EQ(paths(*read, s, t), expected);
      }
    }
  }
}

// Two switches with two links and two nodes on the second: one link per node.
TEST(Lft, HasAPathToEveryNode) {
  const Topology topology = make_graph(
      "graph", read_graph(TemporaryFile("0 1\n0 1\nnodes 1 2\n").path(), GraphFormat::kEdges), {});
  const TemporaryFile file(
      "Unicast lids [0x0-0x5] of switch Lid 4 guid 0x0002000000000000 ('a'):\n"
      "  Lid  Out   Destination\n"
      "       Port     Info\n"
      "0x0001 003 : (Channel Adapter)\n0x0002 001\n0x0003 002\n0x0005 001\n"
      "Unicast lids [0x0-0x5] of switch Lid 5 guid 0x0002000000000001 ('b'):\n"
      "0x0001 001\n0x0002 003\n0x0003 004\n0x0004 002\n");
  EXPECT_THROW(lft(topology, file.path()), KeyError);
  const auto routing = lft(topology, file.path(), "mixed");
  const std::vector<Path> there = paths(*routing, 0, 1);
  ASSERT_EQ(there.size(), 2u);
  EXPECT_EQ(there[0], Path({{.port = PortId{0u}, .hops = 1}}));
  EXPECT_EQ(there[1], Path({{.port = PortId{1u}, .hops = 1}}));
  EXPECT_EQ(paths(*routing, 1, 0), std::vector<Path>({{{.port = PortId{0u}, .hops = 1}}}));
}

const std::string kAllowed =
    "those that OpenSM dumps (opensm-lfts.dump, opensm.fdbs), or ibroute and dump_fts print";

TEST(Lft, ReportsWhatIsWrong) {
  const Topology line =
      make_graph("graph", read_graph(TemporaryFile("0 1\n1 2\n").path(), GraphFormat::kEdges), {});
  const std::string text =
      forwarding_tables_text(line, *by_destination(line, "lowest_id")->oblivious());
  const auto error = [&](std::string changed) {
    const TemporaryFile file(changed);
    try {
      lft(line, file.path());
    } catch (const KeyError& wrong) {
      EXPECT_EQ(wrong.key(), "lft.file");
      std::string what = wrong.what();
      return what.replace(what.find(file.path()), file.path().size(), "FILE");
    }
    return std::string("no error");
  };
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    return changed.replace(changed.find(from), from.size(), to);
  };
  EXPECT_EQ(error(text), "no error");
  std::string windows = text;
  for (std::size_t i = 0; (i = windows.find('\n', i)) != windows.npos; i += 2)
    windows.replace(i, 1, "\r\n");
  EXPECT_EQ(error(windows), "no error");
  EXPECT_EQ(error(""), "FILE: no forwarding tables; allowed: " + kAllowed);
  EXPECT_EQ(error(with("0x0002 001", "0x0002 xyz")),
            "FILE:3: no line of a forwarding table: 0x0002 xyz # Channel...; allowed: " + kAllowed);
  EXPECT_EQ(error(with("0x0002 001", "0x0001 001")),
            "FILE:3: LID 0x0001 is there twice, first in line 2; allowed: once");
  // The node of router 0 is on its port 2.
  EXPECT_EQ(error(with("0x0001 002", "0x0001 001")),
            "FILE:2: router 0 sends packets for its own node 0 (LID 1) elsewhere");
  EXPECT_EQ(error(with("0x0001 002", "0x0001 255")),
            "FILE:2: router 0 has no port for its own node 0 (LID 1)");
  EXPECT_EQ(
      error(with("0x0002 001", "0x0002 002")),
      "FILE:3: packets from router 0 to router 1 (LID 2) are handed to another node by router "
      "0");
  EXPECT_EQ(error("0x0001 001\n"), "FILE:1: an entry before any switch; allowed: " + kAllowed);
  EXPECT_EQ(error("Multicast mlids [0xc000-0xc3ff] of switch Lid 3 guid 0x2 ('s'):\n"),
            "FILE:1: this is a multicast table; allowed: " + kAllowed);
  EXPECT_EQ(
      error(with("guid 0x0002000000000000", "guid 0x7")),
      "FILE:1: a switch with the guid 0x0000000000000007, which the network has not; allowed: "
      "tables of the fabric in topology.file, which has to name GUIDs and LIDs, as "
      "ibnetdiscover does");
  EXPECT_EQ(
      error(text + text),
      "FILE:25: the switch 0x0002000000000000 is there twice, first in line 1; allowed: once");
  EXPECT_EQ(error(with("0x0002 001", "0x0002 009")),
            "FILE:3: port 9, which router 0 has not; allowed: ports with a link in topology.file");
  // Router 0 forwards packets for router 2 to router 1, which sends them back.
  const std::size_t second = text.find("Unicast", 1);
  std::string loop = text;
  loop.replace(loop.find("0x0003 002", second), 10, "0x0003 001");
  EXPECT_EQ(error(loop), "FILE:12: packets from router 0 to router 2 (LID 3) go round in a circle");
  // Truncated after the second table, and within it.
  EXPECT_EQ(error(text.substr(0, text.rfind("Unicast"))),
            "FILE: packets from router 2 to router 0 (LID 1) have no way: router 2 has no port for "
            "them");
  EXPECT_EQ(
      error(text.substr(0, text.find("0x0001", second))),
      "FILE:9: packets from router 1 to router 0 (LID 1) have no way: router 1 has no port for "
      "them");
}

// Node ha is on port 2 of SwA and has LID 3, hb is on port 1 and has LID 4.
TEST(Lft, TakesTheNodesOfASwitchByTheirLids) {
  const Topology topology = fabric_of("swap");
  const auto routing = lft(topology, fabric_data("swap.lft"));
  EXPECT_EQ(paths(*routing, 0, 1), std::vector<Path>({{{.port = PortId{0u}, .hops = 1}}}));
}

// The spines have no entries for each other, and no nodes.
TEST(Lft, NeedsNoRoutesOfSwitchesWithoutNodes) {
  const Topology topology = fabric_of("ft");
  for (const char* tables : {"ft.lft", "cyc.lft"}) {
    const auto routing = lft(topology, fabric_data(tables));
    EXPECT_EQ(paths(*routing, 2, 3).size(), 1u);
    EXPECT_TRUE(paths(*routing, 0, 1).empty());
    const DeadlockReport report = check_deadlock(topology, *routing, {});
    EXPECT_TRUE(report.free) << tables;
    EXPECT_EQ(report.walked, "all 4 pairs of routers with nodes of the graph of 4 routers");
    // Written again, without the lines that no path needs.
    const TemporaryFile again(forwarding_tables_text(topology, *routing->oblivious()));
    EXPECT_EQ(paths(*lft(topology, again.path()), 2, 3), paths(*routing, 2, 3));
  }
}

// LIDs 16 to 19, ..., 44 to 47: the second LID of a port may use the other spine.
TEST(Lft, FollowsEveryLidOfAPort) {
  const Topology topology = fabric_of("lmc");
  OptionValues own;
  own.set("lft.file", fabric_data("lmc.lft"));
  own.set("lft.nodes", "mixed");
  const auto base = find_routing("lft")->make(topology, {.own = own});
  own.set("lft.lids", "all");
  const auto all = find_routing("lft")->make(topology, {.own = own});
  const auto spines = [&](const Routing& routing) {
    std::map<std::uint32_t, double> share;  // of packets from leaf 0 to leaf 1, by first port
    routing.oblivious()->enumerate(RouterId{0u}, RouterId{1u}, [&](const Path& path, double p) {
      share[path.at(0).port.value] += p;
    });
    return share;
  };
  EXPECT_THAT(spines(*base), testing::ElementsAre(testing::Pair(0u, 0.5), testing::Pair(1u, 0.5)));
  EXPECT_THAT(spines(*all), testing::ElementsAre(testing::Pair(0u, 0.5), testing::Pair(1u, 0.5)));
  EXPECT_EQ(paths(*base, 0, 1).size(), 2u);
  EXPECT_GT(paths(*all, 0, 1).size(), 2u);
}

// A truncated or modified file is either read or rejected with a message.
TEST(Lft, SurvivesEveryChange) {
  const Topology topology = fabric_of("ft");
  std::ifstream in(fabric_data("ft.lft"));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  RandomStream random(7, 1, RandomPurpose::kTest);
  for (int i = 0; i < 1000; ++i) {
    std::string changed = text;
    const std::size_t at = random.below(static_cast<std::uint32_t>(changed.size()));
    if (random.below(2) == 0)
      changed.resize(at);
    else
      changed[at] = static_cast<char>(random.below(256));
    try {
      lft(topology, TemporaryFile(changed).path());
    } catch (const KeyError& wrong) {
      EXPECT_EQ(wrong.key(), "lft.file");
    }
  }
}

TEST(Lft, IsWrittenForOnePathPerDestinationAlone) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const auto error = [&](const Routing& routing) {
    try {
      forwarding_tables_text(torus, *routing.oblivious());
    } catch (const KeyError& wrong) {
      return std::string(wrong.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(error(*find_routing("val")->make(torus, {})), HasSubstr("there are several"));
  OptionValues own;
  own.set("up_down.tie", "random");
  EXPECT_THAT(error(*find_routing("up_down")->make(torus, {.own = own})), HasSubstr("forwards to"));
  EXPECT_EQ(error(*find_routing("dor")->make(torus, {.ties = Ties::kPlus})), "no error");
}

}  // namespace
}  // namespace orthant
