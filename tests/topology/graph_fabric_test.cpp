// Fabrics from ibnetdiscover and ibsim: LIDs, and what is left out.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include "base/error.hpp"
#include "tests/topology/fabric_data.hpp"
#include "tests/topology/graph_reading.hpp"
#include "tests/topology/temporary_file.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Graph read_fabric(const std::string& file) { return read_graph(file, GraphFormat::kIbnetdiscover); }

std::string error_of_fabric(const std::string& text) {
  return error_of_text(text, GraphFormat::kIbnetdiscover);
}

// A switch S with the nodes A (port 1, LID 5) and B (port 2, LID 4); the lines of A are parameters.
std::string fabric_text(const std::string& on_switch, const std::string& on_adapter,
                        const std::string& more = "") {
  return "Switch 8 \"S-01\" # \"s lid 9\" base port 0 lid 1 lmc 0\n" + on_switch +
         "[2] \"H-0b\"[1](b1) # \"b\" lid 4 4xEDR\n" + more + "Ca 1 \"H-0a\" # \"a lid 7\"\n" +
         on_adapter +
         "Ca 1 \"H-0b\" # \"b\"\n[1](b1) \"S-01\"[2] # lid 4 lmc 0 \"s lid 9\" lid 1 4xEDR\n";
}
const std::string kOnSwitch = "[1] \"H-0a\"[1](a1) # \"a lid 7\" lid 5 4xEDR\n";
const std::string kOnAdapter = "[1](a1) \"S-01\"[1] # lid 5 lmc 0 \"s lid 9\" lid 1 4xEDR\n";

Fabric known_of(const std::string& text) {
  return make_graph("graph", read_fabric(TemporaryFile(text).path()), {}).fabric();
}

TEST(Ibnetdiscover, HasRoutersNodesAndParallelLinks) {
  const Graph graph = read_text(kFabric, GraphFormat::kIbnetdiscover);
  EXPECT_EQ(links_text(graph), "0-1 0-1");
  EXPECT_EQ(graph.routers[0].name, "left");
  EXPECT_EQ(graph.routers[0].nodes, 2u);
  EXPECT_EQ(graph.routers[1].name, "right");
  EXPECT_EQ(graph.routers[1].nodes, 1u);
}

TEST(Ibnetdiscover, KnowsLidsGuidsAndPorts) {
  const Topology topology =
      make_graph("graph", read_text(kFabric, GraphFormat::kIbnetdiscover), {});
  const Fabric fabric = topology.fabric();
  ASSERT_EQ(fabric.switches.size(), 2u);
  EXPECT_EQ(fabric.switches[0].guid, 2u);
  EXPECT_EQ(fabric.switches[0].lid, 3u);
  EXPECT_THAT(fabric.switches[0].port_numbers, ElementsAre(22u, 23u, 1u, 2u));
  EXPECT_THAT(fabric.switches[1].port_numbers, ElementsAre(9u, 7u, 1u));
  ASSERT_EQ(fabric.endpoints.size(), 3u);
  EXPECT_EQ(fabric.endpoints[1].port_guid, 0xb2u);
  EXPECT_EQ(fabric.endpoints[1].lid, 6u);
  EXPECT_EQ(fabric.endpoints[2].name, "host b");
  // Other networks have generated identifiers.
  const Fabric torus = make_torus({.radices = {4}, .nodes_per_router = 2}).fabric();
  EXPECT_EQ(torus.endpoints[7].lid, 8u);
  EXPECT_EQ(torus.switches[1].lid, 10u);
  EXPECT_THAT(torus.switches[3].port_numbers, ElementsAre(1u, 2u, 3u, 4u));
}

// Runs in a thread with a small stack, which recursion over the characters would overflow.
TEST(Ibnetdiscover, ReadsLinesOfAnyAllowedLength) {
  std::string text = kFabric;
  const std::string line = "Switch\t24 \"S-0000000000000002\"\t\t# \"left\"";
  text.insert(text.find(line) + line.size(), std::string(9900, ' '));
  struct Reading {
    std::string text;
    Graph graph;
  } reading{text, {}};
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 512 * 1024), 0);
  pthread_t thread;
  ASSERT_EQ(pthread_create(
                &thread, &attributes,
                [](void* argument) -> void* {
                  Reading& own = *static_cast<Reading*>(argument);
                  own.graph = read_text(own.text, GraphFormat::kIbnetdiscover);
                  return nullptr;
                },
                &reading),
            0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  EXPECT_EQ(links_text(reading.graph), "0-1 0-1");
  EXPECT_EQ(reading.graph.routers[0].name, "left");
  EXPECT_EQ(reading.graph.routers[0].fabric_switch->lid, 3u);
}

TEST(Ibnetdiscover, RefusesGuidsBeyond64Bits) {
  std::string text = kFabric;
  for (std::size_t at = 0; (at = text.find("S-0000000000000002", at)) != text.npos; at += 20)
    text.replace(at, 18, "S-1000000000000000f");
  EXPECT_EQ(
      error_of_text(text, GraphFormat::kIbnetdiscover),
      "FILE:8: the GUID 1000000000000000f is too long; allowed: at most 16 hexadecimal digits");
  text = kFabric;
  text.replace(text.find("(a1)"), 4, "(1000000000000000f)");
  EXPECT_EQ(
      error_of_text(text, GraphFormat::kIbnetdiscover),
      "FILE:9: the GUID 1000000000000000f is too long; allowed: at most 16 hexadecimal digits");
}

TEST(Ibnetdiscover, ReportsWhatIsWrong) {
  const std::string text = kFabric;
  const auto of = [](const std::string& fabric) {
    return error_of_text(fabric, GraphFormat::kIbnetdiscover);
  };
  const auto without = [&](const std::string& line) {
    std::string cut = text;
    const std::size_t at = cut.find("\n" + line) + 1;
    return cut.erase(at, cut.find('\n', at) - at);
  };
  EXPECT_EQ(of(text.substr(0, text.find("switchguid=0x1"))),
            "FILE:9: S-0000000000000002 port 1 is linked to H-00000000000000a0 port 1, which does "
            "not say so; allowed: every link from both ends");
  EXPECT_EQ(
      of(without("[7]")),
      "FILE:11: S-0000000000000002 port 23 is linked to S-0000000000000001 port 7, which does "
      "not say so; allowed: every link from both ends");
  EXPECT_EQ(
      of(text + "[2](b2) \"S-0000000000000002\"[2]\n"),
      "FILE:28: port 2 of H-00000000000000b0 is listed twice, first in line 27; allowed: once");
  std::string same = text;
  for (std::size_t i = 0; (i = same.find("lid 7", i)) != same.npos; ++i) same[i + 4] = '6';
  EXPECT_EQ(of(same),
            "FILE:27: the LID 6 belongs to two switches or ports of channel adapters, the other "
            "one in line 26; allowed: a LID for each");
  EXPECT_EQ(
      of("[1] \"S-01\"[2]\n"),
      "FILE:1: a port before any switch or channel adapter; allowed: below the line of its own");
  EXPECT_EQ(of("Switch 24 S-01\n"),
            "FILE:1: no line as ibnetdiscover writes it: Switch 24 S-01; allowed: Switch PORTS "
            "\"ID\", Ca PORTS \"ID\", and [PORT] \"ID\"[PORT] below them");
  EXPECT_EQ(of("Ca 1 \"H-0a\" # \"a\"\n[1](a) \"H-0b\"[1](b)\nCa 1 \"H-0b\" # \"b\"\n"
               "[1](b) \"H-0a\"[1](a)\n"),
            "FILE:2: H-0a is linked to H-0b; allowed: channel adapters on switches");
  EXPECT_EQ(of(text + text),
            "FILE:35: S-0000000000000002 is listed twice, first in line 8; allowed: once");
}

TEST(FabricFile, TakesLidsFromTheirLines) {
  const Fabric known = fabric_of("swap").fabric();
  ASSERT_EQ(known.endpoints.size(), 3u);
  // In the order of ports: hb on port 1 has LID 4, ha on port 2 LID 3.
  EXPECT_EQ(known.endpoints[0].name, "hb");
  EXPECT_EQ(known.endpoints[0].lid, 4u);
  EXPECT_EQ(known.endpoints[1].lid, 3u);
  EXPECT_FALSE(known.is_synthetic);
}

TEST(FabricFile, TakesLidsFromBehindNamesThatLookLikeThem) {
  const Fabric known = known_of(fabric_text(kOnSwitch, kOnAdapter));
  EXPECT_EQ(known.switches[0].lid, 1u);
  EXPECT_EQ(known.switches[0].name, "s lid 9");
  EXPECT_EQ(known.endpoints[0].lid, 5u);
  EXPECT_EQ(known.endpoints[0].name, "a lid 7");
}

TEST(FabricFile, TakesLidsFromEitherEnd) {
  EXPECT_EQ(known_of(fabric_text("[1] \"H-0a\"[1](a1)\n", kOnAdapter)).endpoints[0].lid, 5u);
  EXPECT_EQ(known_of(fabric_text(kOnSwitch, "[1](a1) \"S-01\"[1]\n")).endpoints[0].lid, 5u);
  EXPECT_EQ(error_of_fabric(fabric_text("[1] \"H-0a\"[1](a1) # \"a\" lid 6 4xEDR\n", kOnAdapter)),
            "FILE:5: port 1 of H-0a has LID 5 here and LID 6 in line 2; allowed: the same");
}

TEST(FabricFile, KnowsTheRangeOfLidsOfAPort) {
  const Fabric known = fabric_of("lmc").fabric();
  for (const Fabric::Endpoint& endpoint : known.endpoints) EXPECT_EQ(endpoint.lmc, 2u);
  const std::string four = "[1](a1) \"S-01\"[1] # lid 5 lmc 2 \"s\" lid 1 4xEDR\n";
  EXPECT_EQ(known_of(fabric_text(kOnSwitch, four)).endpoints[0].lmc, 2u);
  // LIDs 2 to 5 include 4, that of the other node.
  EXPECT_EQ(error_of_fabric(fabric_text("[1] \"H-0a\"[1](a1)\n",
                                        "[1](a1) \"S-01\"[1] # lid 2 lmc 2 \"s\" lid 1 4xEDR\n")),
            "FILE:7: the LID 4 belongs to two switches or ports of channel adapters, the other one "
            "in line 5; allowed: a LID for each");
  EXPECT_EQ(error_of_fabric(
                fabric_text(kOnSwitch, "[1](a1) \"S-01\"[1] # lid 5 lmc 8 \"s\" lid 1 4xEDR\n")),
            "FILE:5: the LMC 8; allowed: 0 to 7");
}

// Its port is not a node, and its LID is unassigned.
TEST(FabricFile, LeavesOutAggregationNodes) {
  const std::string sharp =
      "Ca 1 \"H-0c\" # \"Mellanox Technologies Aggregation Node\"\n"
      "[1](c1) \"S-01\"[8] # lid 6 lmc 0 \"s\" lid 1 4xEDR\n";
  const Graph graph =
      read_fabric(TemporaryFile(fabric_text(kOnSwitch, kOnAdapter,
                                            "[8] \"H-0c\"[1](c1) # \"Mellanox Technologies "
                                            "Aggregation Node\" lid 6 4xEDR\n") +
                                sharp)
                      .path());
  EXPECT_EQ(graph.routers[0].nodes, 2u);
  EXPECT_TRUE(graph.warnings.empty());
  EXPECT_THAT(make_graph("graph", graph, {}).fabric().switches[0].port_numbers,
              ElementsAre(1u, 2u));
}

TEST(FabricFile, LeavesOutLinksOfASwitchToItself) {
  const TemporaryFile file(
      fabric_text(kOnSwitch, kOnAdapter, "[5] \"S-01\"[6]\n[6] \"S-01\"[5]\n[7] \"S-01\"[7]\n"));
  const Graph graph = read_fabric(file.path());
  EXPECT_TRUE(graph.links.empty());
  EXPECT_THAT(
      graph.warnings,
      ElementsAre(file.path() + ":4: the link from port 5 of S-01 to its own port 6 is left "
                                "out",
                  file.path() + ":6: the link from port 7 of S-01 to its own port 7 is left "
                                "out"));
  EXPECT_EQ(make_graph("graph", graph, {}).warnings(), graph.warnings);
}

// The format of ibsim's own net files, whose ids are not GUIDs.
TEST(FabricFile, ReadsTheFilesOfIbsim) {
  const Graph graph = read_fabric(TemporaryFile("# two switches\n"
                                                "Switch\t8 \"Switch1\"\n[1]\t\"Hca1\"[1]\n"
                                                "[2]\t\"Hca1\"[2]\n[3]\t\"Switch2\"[3]\tw=4\n\n"
                                                "Switch 8 \"Switch2\"\n[3]  \"Switch1\" [3]\n\n"
                                                "Hca\t2 \"Hca1\"\n[1]\t\"Switch1\"[1]\n"
                                                "[2]\t\"Switch1\"[2]\n")
                                      .path());
  ASSERT_EQ(graph.routers.size(), 2u);
  EXPECT_EQ(graph.routers[0].name, "Switch1");
  EXPECT_EQ(graph.routers[0].nodes, 2u);
  EXPECT_EQ(graph.routers[1].nodes, 0u);
  EXPECT_EQ(graph.links.size(), 1u);
  EXPECT_TRUE(make_graph("graph", graph, {}).fabric().is_synthetic);
  EXPECT_EQ(error_of_fabric("include other.net\n"),
            "FILE:1: ibsim's include is not read; allowed: the whole fabric in one file");
}

// Seen in dumps of other tools: port labels before the GUID, some of which look like one; lost
// tabs; indentation; unassigned LIDs.
TEST(FabricFile, ReadsWhatOthersWrite) {
  const Fabric plain = known_of(fabric_text(kOnSwitch, kOnAdapter));
  const auto same = [&](const std::string& text, std::uint32_t lid = 5) {
    const Fabric known = known_of(text);
    ASSERT_EQ(known.endpoints.size(), 2u) << text;
    EXPECT_EQ(known.endpoints[0].port_guid, 0xa1u) << text;
    EXPECT_EQ(known.endpoints[0].name, plain.endpoints[0].name) << text;
    EXPECT_EQ(known.endpoints[0].lid, lid) << text;
    EXPECT_EQ(known.switches[0].port_numbers, plain.switches[0].port_numbers) << text;
  };
  for (const std::string label : {"(1/1/1)", "(B1D0F0/0/0/1)", "(1)"})
    same(fabric_text("[1]" + label + " \"H-0a\"[1](a1) # \"a lid 7\" lid 5 4xEDR\n",
                     "[1]" + label + "(a1) \"S-01\"[1] # lid 5 lmc 0 \"s lid 9\" lid 1 4xEDR\n"));
  same(fabric_text("[1]\"H-0a\"[1](a1)# \"a lid 7\" lid 5 4xEDR\n",
                   "[1](a1)\"S-01\"[1]# lid 5 lmc 0 \"s lid 9\" lid 1 4xEDR\n"));
  std::string indented;
  for (const char c : "\n" + fabric_text(kOnSwitch, kOnAdapter))
    indented += c == '\n' ? "\n  \t" : std::string(1, c);
  same(indented);
  same(fabric_text("[1] \"H-0a\"[1](a1) # \"a lid 7\" lid 65535 4xEDR\n",
                   "[1](a1) \"S-01\"[1] # lid 65535 lmc 0 \"s lid 9\" lid 1 4xEDR\n"),
       0);
}

TEST(FabricFile, LeavesOutRoutersToOtherSubnets) {
  const TemporaryFile file(fabric_text(kOnSwitch, kOnAdapter, "[3] \"R-0c\"[1](c1)\n") +
                           "Rt 1 \"R-0c\" # \"rt\"\n[1](c1) \"S-01\"[3] # lid 6 lmc 0\n");
  const Graph graph = read_fabric(file.path());
  EXPECT_EQ(graph.routers[0].nodes, 2u);
  EXPECT_THAT(graph.warnings,
              ElementsAre(file.path() + ":4: the router R-0c to another subnet is left out, since "
                                        "it is no node of this one"));
}

// In ibsim's files a missing adapter port number means 1.
TEST(FabricFile, KnowsThePortThatIbsimLeavesOut) {
  const Graph graph = read_fabric(TemporaryFile("Switch 4 \"s0\"\n[1] \"s1\"[1]\n[3] \"h0\"\n"
                                                "Switch 4 \"s1\"\n[1] \"s0\"\n"
                                                "Hca 1 \"h0\"\n[1] \"s0\"[3]\n")
                                      .path());
  EXPECT_EQ(graph.routers[0].nodes, 1u);
  EXPECT_EQ(graph.links.size(), 1u);
}

TEST(FabricFile, NamesItselfWhereASwitchHasTooManyNodes) {
  std::string on_switch = "Switch 129 \"s\"\n", adapters;
  for (int n = 1; n <= 65; ++n) {
    on_switch += fmt::format("[{}] \"h{}\"\n", n, n);
    adapters += fmt::format("Hca 1 \"h{}\"\n[1] \"s\"[{}]\n", n, n);
  }
  const Graph graph = read_fabric(TemporaryFile(on_switch + adapters).path());
  try {
    make_graph("graph", graph, {});
    ADD_FAILURE();
  } catch (const KeyError& error) {
    EXPECT_EQ(error.key(), "topology.file");
    EXPECT_THAT(error.what(), HasSubstr("router 0 would have 65 ports"));
  }
}

TEST(FabricFile, HasParallelLinksWithPortsOfTheirOwn) {
  const std::string two =
      "Switch 4 \"s0\"\n[1] \"s1\"[1]\n[2] \"s1\"[2]\n[3] \"h0\"\n"
      "Hca 1 \"h0\"\n[1] \"s0\"[3]\nSwitch 4 \"s1\"\n[1] \"s0\"[1]\n[2] \"s0\"[2]\n";
  EXPECT_TRUE(make_graph("graph", read_fabric(TemporaryFile(two).path()), {}).warnings().empty());
}

}  // namespace
}  // namespace orthant
