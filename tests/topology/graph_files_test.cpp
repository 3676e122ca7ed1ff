// Graph files: the content of each format, and the message for every mistake.
#include "topology/graph_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "base/random.hpp"
#include "tests/topology/fabric_data.hpp"
#include "tests/topology/graph_reading.hpp"
#include "tests/topology/temporary_file.hpp"
#include "topology/message_classes.hpp"
#include "topology/random_graph.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Edges, AreLinksWithLatencyAndBandwidth) {
  const Graph graph = read_text(
      "# a ring\n0 1\n1,2 5\n2 0 5 1/3\n\n2 0 5 0.5 7 # again\nnodes 1 3\n", GraphFormat::kEdges);
  EXPECT_EQ(links_text(graph), "0-1 1-2 2-0 2-0");
  EXPECT_FALSE(graph.links[0].latency_cycles[0]);
  EXPECT_EQ(graph.links[1].latency_cycles[1], 5u);
  EXPECT_EQ(graph.links[2].bandwidth, Rational(1, 3));
  EXPECT_EQ(graph.links[3].latency_cycles[0], 5u);
  EXPECT_EQ(graph.links[3].latency_cycles[1], 7u);
  EXPECT_FALSE(graph.routers[0].nodes);
  EXPECT_EQ(graph.routers[1].nodes, 3u);

  const Topology topology =
      make_graph("graph", graph, {.nodes_per_router = 2, .latency_cycles = 4});
  EXPECT_EQ(topology.router_count(), 3u);
  EXPECT_EQ(topology.node_count(), 7u);
  EXPECT_EQ(topology.channel_port_count(RouterId{0u}), 3u);
  const Channel& last = topology.channel(ChannelId{7u});
  EXPECT_EQ(topology.neighbor(last.from, last.from_port), last.to);
  EXPECT_EQ(last.from, RouterId{0u});
  EXPECT_EQ(last.from_port, PortId{2u});
  EXPECT_EQ(last.latency_cycles, 7u);
  EXPECT_EQ(topology.channel(ChannelId{0u}).latency_cycles, 4u);
}

// The message classes of all links, empty if a link carries all: "0;1,2;;".
std::string classes(const Graph& graph) {
  std::string text;
  for (const Graph::Link& link : graph.links) {
    if (link.message_classes != kAllMessageClasses)
      text += message_classes_text(link.message_classes);
    text += ';';
  }
  return text;
}

TEST(Edges, MayCarryCertainMessageClasses) {
  const Graph graph = read_text(
      "0 1 classes=0\n1 2 5 classes=2, 1 # replies\n2 0 5 1/3 7\tclasses=3\n2 0 1\n"
      "0 1 {'message_classes': '0,2', 'latency': 4}\n0 1 {'message_classes': [1, 0]}\n"
      "0 1 {'message_classes': 1, 'name': 'a, b'}\n",
      GraphFormat::kEdges);
  EXPECT_EQ(classes(graph), "0;1,2;3;;0,2;0,1;1;");
  EXPECT_EQ(graph.links[1].latency_cycles[1], 5u);
  EXPECT_EQ(graph.links[2].bandwidth, Rational(1, 3));
  EXPECT_EQ(graph.links[2].latency_cycles[1], 7u);
  EXPECT_EQ(graph.links[4].latency_cycles[0], 4u);
}

TEST(Edges, ReportWhatIsWrongWithMessageClasses) {
  const auto of = [](const std::string& text) {
    return error_of_text("0 1\n" + text, GraphFormat::kEdges);
  };
  EXPECT_EQ(of("0 1 classes=\n"),
            "FILE:2: '' is no message class; allowed: numbers from 0 to 15, as in 0,2");
  EXPECT_EQ(of("0 1 classes=1,x\n"),
            "FILE:2: 'x' is no message class; allowed: numbers from 0 to 15, as in 0,2");
  EXPECT_EQ(of("0 1 classes=1,1\n"), "FILE:2: the message class 1 is there twice; allowed: once");
  EXPECT_EQ(
      of("classes=1\n"),
      "FILE:2: 0 entries; allowed: two routers, then latency, bandwidth and the latency back");
  EXPECT_EQ(of("nodes 0 1 classes=1\n"),
            "FILE:2: not two numbers after nodes; allowed: nodes, a router, how many it has");
  EXPECT_EQ(of("0 1 {'message_classes': ''}\n"),
            "FILE:2: '' is no message class; allowed: numbers from 0 to 15, as in 0,2");
}

TEST(Edges, ReportWhatIsWrongWithThem) {
  const auto of = [](const std::string& text) { return error_of_text(text, GraphFormat::kEdges); };
  EXPECT_EQ(of(""), "FILE:1: the file ends without any router; allowed: one or more");
  EXPECT_EQ(of("0 1\n1 1\n"),
            "FILE:2: router 1 has a link to itself; allowed: links between two routers");
  EXPECT_EQ(of("0 1\n2 3\n"),
            "FILE:2: no path leads from router 2 to router 0; allowed: connected graphs");
  EXPECT_EQ(of("0 1\n0 3\n"),
            "FILE:3: the file ends, and router 2 has no link; routers are numbered from 0 to 3, "
            "the highest number here; allowed: a link for each");
  EXPECT_EQ(of("0 a\n"), "FILE:1: a is no router; allowed: 0 to 99999");
  EXPECT_EQ(of("0 -1\n"), "FILE:1: -1 is no router; allowed: 0 to 99999");
  EXPECT_EQ(of("0 100000\n"), "FILE:1: 100000 is no router; allowed: 0 to 99999");
  EXPECT_EQ(
      of("0\n"),
      "FILE:1: 1 entries; allowed: two routers, then latency, bandwidth and the latency back");
  EXPECT_EQ(of("0 1 0\n"), "FILE:1: 0 is no latency in cycles; allowed: 1 to 1000000");
  EXPECT_EQ(of("0 1 1.5\n"), "FILE:1: 1.5 is no latency in cycles; allowed: 1 to 1000000");
  EXPECT_EQ(of("0 1 1 0\n"),
            "FILE:1: 0 is no bandwidth in flits per cycle; allowed: above 0, at most 64");
  EXPECT_EQ(of("nodes 0 1\nnodes 0 2\n"),
            "FILE:2: router 0 has 1 node already; allowed: one number of nodes for each router");
  std::string star;
  for (int r = 1; r <= 65; ++r) star += fmt::format("0 {}\n", r);
  EXPECT_EQ(of(star), "FILE:65: router 0 has more than 64 links; allowed: at most 64");
  EXPECT_THAT(error_of_text("0 1\n", GraphFormat::kGraphml), HasSubstr("FILE:1: no XML"));
  EXPECT_THROW(read_graph("/no/such/file", GraphFormat::kEdges), KeyError);
}

// Output of nx.write_edgelist(graph, file) for a graph without and one with data.
TEST(Edges, AreWhatNetworkxWritesToo) {
  const Graph graph = read_text(
      "#/usr/bin/x.py\n# GMT Sun Nov 22 23:00:00 2026\n# {}\n0 1 {}\n"
      "1 2 {'weight': 0.7, 'latency': 5}\n2 0 {'latency_back': 7, 'bandwidth': '1/3', "
      "'latency': 6}\n",
      GraphFormat::kEdges);
  EXPECT_EQ(links_text(graph), "0-1 1-2 2-0");
  EXPECT_FALSE(graph.links[0].latency_cycles[0]);
  EXPECT_THAT(graph.links[1].latency_cycles, ElementsAre(5u, 5u));
  EXPECT_FALSE(graph.links[1].bandwidth);
  EXPECT_THAT(graph.links[2].latency_cycles, ElementsAre(6u, 7u));
  EXPECT_EQ(graph.links[2].bandwidth, Rational(1, 3));
  const auto of = [](const std::string& text) { return error_of_text(text, GraphFormat::kEdges); };
  EXPECT_EQ(of("0 1 {'latency': 0}\n"), "FILE:1: 0 is no latency in cycles; allowed: 1 to 1000000");
  EXPECT_EQ(of("0 1 {'latency': 3\n"),
            "FILE:1: the data of a link without their end; allowed: two routers, then data between "
            "{ and }");
  EXPECT_EQ(of("0 1 2 {}\n"), "FILE:1: 3 entries before the data of a link; allowed: two routers");
}

TEST(GraphFiles, OfAnotherFormatAreRefused) {
  const auto refused = [](const std::string& text, GraphFormat format) {
    return error_of_text(text, format).substr(0, error_of_text(text, format).find(';'));
  };
  for (const GraphFormat format : {GraphFormat::kEdges, GraphFormat::kAnynet})
    EXPECT_EQ(refused("<graphml>\n", format),
              "FILE: this is a GraphML file, which topology.format = graphml reads");
  for (const GraphFormat format : {GraphFormat::kEdges, GraphFormat::kGraphml})
    EXPECT_EQ(refused("Switch\t24 \"S-2\"\n", format),
              "FILE: this is a fabric as ibnetdiscover prints it, which topology.format = "
              "ibnetdiscover reads");
  for (const GraphFormat format : {GraphFormat::kEdges, GraphFormat::kIbnetdiscover})
    EXPECT_EQ(refused("router 0 node 0\n", format),
              "FILE: this is a network for BookSim's anynet, which topology.format = anynet reads");
  EXPECT_EQ(error_of_text("a b\n", GraphFormat::kEdges),
            "FILE:1: a is no router; allowed: 0 to 99999");
}

TEST(GraphFiles, AreReadAsTheirContentSays) {
  EXPECT_EQ(links_text(read_text("router 0 node 0 router 1\nrouter 1\n", GraphFormat::kAuto)),
            "0-1");
}

TEST(GraphFiles, AreReadAsTheEndOfTheirNamesSays) {
  EXPECT_EQ(format_of_extension("x/y.graphml"), GraphFormat::kGraphml);
  EXPECT_EQ(format_of_extension("y.anynet"), GraphFormat::kAnynet);
  EXPECT_EQ(format_of_extension("y.ibnetdiscover"), GraphFormat::kIbnetdiscover);
  EXPECT_EQ(format_of_extension("y.edges"), GraphFormat::kEdges);
  EXPECT_EQ(format_of_extension("edges"), std::nullopt);
  EXPECT_EQ(format_of_extension("graphml.txt"), std::nullopt);
  EXPECT_EQ(links_text(read_text("0 1\n", GraphFormat::kAuto)), "0-1");  // unknown extension
}

TEST(Edges, StopAtTheFirstLinkTooMany) {
  std::string text;
  for (int i = 0; i < 1001; ++i) {
    for (int j = 0; j < 1000; ++j)
      text += fmt::format("{} {}\n", j % 64 + 64 * i, j % 64 + 64 * i + 64);
  }
  EXPECT_EQ(error_of_text(text, GraphFormat::kEdges),
            "FILE:1000001: more than 1000000 links; allowed: at most 1000000");
}

TEST(Anynet, IsWhatBookSimReads) {
  const Graph graph = read_text(
      "router 0 node 0 node 1 router 1 3 router 2\n"
      "router 1 node 2 router 0\n"
      "router 2 router 0 9\n"
      "node 3 router 2\n",
      GraphFormat::kAnynet);
  EXPECT_EQ(links_text(graph), "0-1 0-2");
  // A latency applies to one direction; the other one keeps the default.
  EXPECT_THAT(graph.links[0].latency_cycles, ElementsAre(3u, std::nullopt));
  EXPECT_THAT(graph.links[1].latency_cycles, ElementsAre(std::nullopt, 9u));
  EXPECT_EQ(graph.routers[0].nodes, 2u);
  EXPECT_EQ(graph.routers[1].nodes, 1u);
  EXPECT_EQ(graph.routers[2].nodes, 1u);
  const Graph bidirectional =
      read_text("router 0 node 0 router 1 3\nrouter 1 router 0 8\n", GraphFormat::kAnynet);
  EXPECT_THAT(bidirectional.links[0].latency_cycles, ElementsAre(3u, 8u));
  EXPECT_EQ(bidirectional.routers[1].nodes, 0u);
  // The last mention of a direction wins; the other direction is unaffected.
  const Graph again =
      read_text("router 0 node 0 1 router 1 3\nrouter 1 router 0 8\nrouter 0 router 1\n",
                GraphFormat::kAnynet);
  EXPECT_EQ(links_text(again), "0-1");
  EXPECT_THAT(again.links[0].latency_cycles, ElementsAre(std::nullopt, 8u));
}

// Node 1 is on router 0, where the Graph has node 0.
TEST(Anynet, FindsTheRouterOfEachNode) {
  const TemporaryFile file("router 1 node 0 node 2 router 0\nnode 1 router 0\n");
  EXPECT_THAT(anynet_routers_of_nodes(file.path()), ElementsAre(1u, 0u, 1u));
}

TEST(Anynet, ReportsWhatIsWrong) {
  const auto of = [](const std::string& text) { return error_of_text(text, GraphFormat::kAnynet); };
  EXPECT_EQ(of("router 0 rooter 1\n"),
            "FILE:1: 'rooter' is neither router nor node; allowed: router or node, each with its "
            "number");
  EXPECT_EQ(of("router 0 router\n"),
            "FILE:1: the line ends where the number of a router should be; allowed: 0 or more");
  EXPECT_EQ(of("node 0 node 1\n"), "FILE:1: node 1 on node 0; allowed: nodes on routers");
  EXPECT_EQ(of("router 0 node 0 router 1 node 0\nrouter 1 node 0\n"),
            "FILE:2: node 0 is on router 0 already; allowed: one router for each node");
  EXPECT_EQ(of("router 0 router 0\n"),
            "FILE:1: router 0 has a link to itself; allowed: links between two routers");
  EXPECT_THAT(of("router 0 node 0 7\n"),
              HasSubstr("FILE:1: a latency of 7 between router and node; allowed: 1 or none"));
  EXPECT_EQ(of("router 0 node 0\nrouter 0 node 2\n"),
            "FILE:3: the file ends, and there is a node 2 but no node 1; allowed: nodes numbered "
            "from 0 without a gap");
}

TEST(Graphml, HasNamesNodesAndValues) {
  const Graph graph = read_text(R"(<graphml>
  <key id="d0" for="edge" attr.name="latency" attr.type="int"/>
  <key id="d1" for="node" attr.name="nodes"/>
  <graph edgedefault="undirected">
    <edge source="a" target="b"><data key="d0">4</data><data key="colour">red</data></edge>
    <node id="a"><data key="d1">2</data></node>
    <node id="b"><data key="label">B &amp; Co</data></node>
    <edge source="b" target="a"><data key="bandwidth">1/2</data></edge>
  </graph></graphml>)",
                                GraphFormat::kGraphml);
  EXPECT_EQ(links_text(graph), "0-1 1-0");
  EXPECT_EQ(graph.routers[0].name, "a");
  EXPECT_EQ(graph.routers[0].nodes, 2u);
  EXPECT_EQ(graph.routers[1].name, "B & Co");
  EXPECT_THAT(graph.links[0].latency_cycles, ElementsAre(4u, 4u));
  EXPECT_EQ(graph.links[1].bandwidth, Rational(1, 2));
}

TEST(Graphml, MayCarryCertainMessageClasses) {
  const std::string begin =
      "<graphml>\n<key id='m' for='edge' attr.name='message_classes'><default>0,3</default></key>\n"
      "<graph><node id='0'/><node id='1'/>\n<edge source='0' target='1'/>\n";
  const std::string end = "</graph></graphml>";
  const auto edge = [](const std::string& list, const std::string& more = "") {
    return "<edge source='0' target='1' " + more + "><data key='m'> " + list + " </data></edge>\n";
  };
  EXPECT_EQ(classes(read_text(begin + edge("2, 1") + end, GraphFormat::kGraphml)), "0,3;1,2;");
  EXPECT_EQ(error_of_text(begin + edge("2,2") + end, GraphFormat::kGraphml),
            "FILE:5: the message class 2 is there twice; allowed: once");
  EXPECT_EQ(error_of_text(begin + edge("") + end, GraphFormat::kGraphml),
            "FILE:5: '' is no message class; allowed: numbers from 0 to 15, as in 0,2");
  const std::string back = "<edge source='1' target='0' directed='true'/>\n";
  EXPECT_EQ(classes(read_text(begin + edge("3,0", "directed='true'") + back + end,
                              GraphFormat::kGraphml)),
            "0,3;0,3;");
  EXPECT_EQ(error_of_text(begin + edge("1", "directed='true'") + back + end, GraphFormat::kGraphml),
            "FILE:6: other message classes than the edge back has, in line 5; allowed: the same "
            "both ways");
}

TEST(Graphml, JoinsDirectedEdges) {
  const std::string nodes = "<node id='n0'/><node id='n1'/>";
  const Graph graph =
      read_text("<graphml><graph edgedefault='directed'>" + nodes +
                    "<edge source='n1' target='n0'><data key='latency'>3</data></edge>"
                    "<edge source='n0' target='n1'><data key='latency'>5</data></edge>"
                    "</graph></graphml>",
                GraphFormat::kGraphml);
  EXPECT_EQ(links_text(graph), "1-0");
  EXPECT_THAT(graph.links[0].latency_cycles, ElementsAre(3u, 5u));
  EXPECT_EQ(graph.routers[0].name, "");
}

TEST(Graphml, HasDefaults) {
  const Graph graph = read_text(R"(<graphml>
      <key id='n' for='node' attr.name='nodes'><default>4</default></key>
      <key id='l' for='edge' attr.name='latency'><default>5</default></key>
      <key id='b' for='edge' attr.name='bandwidth'><default>1/2</default></key>
      <graph><node id='0'/><node id='1'><data key='n'>2</data></node><node id='2'/>
      <edge source='0' target='1'/>
      <edge source='1' target='2'><data key='l'>7</data><data key='b'>3</data></edge>
      </graph></graphml>)",
                                GraphFormat::kGraphml);
  EXPECT_EQ(graph.routers[0].nodes, 4u);
  EXPECT_EQ(graph.routers[1].nodes, 2u);
  EXPECT_THAT(graph.links[0].latency_cycles, ElementsAre(5u, 5u));
  EXPECT_EQ(graph.links[0].bandwidth, Rational(1, 2));
  EXPECT_THAT(graph.links[1].latency_cycles, ElementsAre(7u, 7u));
  EXPECT_EQ(graph.links[1].bandwidth, Rational(3));
}

TEST(Graphml, NamesTheAttributesOfLinksThatAreNotRead) {
  const auto warnings = [](const std::string& keys, const std::string& data) {
    return read_text("<graphml>" + keys +
                         "<key id='d1' for='edge' attr.name='capacity'/><graph><node id='a'/>"
                         "<node id='b'><data key='colour'>red</data></node>"
                         "<edge source='a' target='b'>" +
                         data + "</edge></graph></graphml>",
                     GraphFormat::kGraphml)
        .warnings;
  };
  const std::string those = "; those that are: latency, latency_back, bandwidth, message_classes";
  EXPECT_THAT(warnings("",
                       "<data key='d1'>3</data><data key='lat'>2</data><data key='latency'>2"
                       "</data><data key='lat'>2</data>"),
              ElementsAre(testing::EndsWith(
                  ": links have attributes that are not read: capacity, lat" + those)));
  EXPECT_THAT(
      warnings("<key id='w' for='edge'><default>1</default></key>", ""),
      ElementsAre(testing::EndsWith(": links have attributes that are not read: w" + those)));
  EXPECT_THAT(warnings("<key id='w'><default>1</default></key>", "<data key='bandwidth'>2</data>"),
              testing::IsEmpty());
  EXPECT_THAT(warnings("", "<data key='empty'> </data>"), testing::IsEmpty());
  std::string many;
  for (char c = 'a'; c < 'a' + 10; ++c) many += std::string("<data key='") + c + "'>1</data>";
  EXPECT_THAT(warnings("", many),
              ElementsAre(testing::HasSubstr("not read: a, b, c, d, e, f, g, h, and 2 more;")));
}

TEST(Graphml, ReportsWhatIsWrong) {
  const auto of = [](const std::string& inside, const std::string& edges = "undirected") {
    return error_of_text("<graphml><graph edgedefault='" + edges +
                             "'>\n<node id='a'/>\n<node id='b'/>\n" + inside +
                             "\n</graph></graphml>",
                         GraphFormat::kGraphml);
  };
  EXPECT_EQ(of("<edge source='a' target='c'/>"),
            "FILE:4: an edge of the node c, which is not there; allowed: the id of a <node>");
  EXPECT_EQ(of("<edge source='a' target='a'/>"),
            "FILE:4: router a has a link to itself; allowed: links between two routers");
  EXPECT_EQ(of("<edge source='a'/>"),
            "FILE:4: <edge> without target; allowed: <edge target=\"...\">");
  EXPECT_EQ(of("<node id='a'/>"), "FILE:4: the node a is there twice; allowed: once");
  EXPECT_EQ(of(""), "FILE:3: no path leads from router b to router a; allowed: connected graphs");
  EXPECT_EQ(of("<edge source='a' target='b'/>", "directed"),
            "FILE:4: a directed edge without one back; allowed: links, which go both ways");
  EXPECT_EQ(of("<edge source='a' target='b'><data key='latency'>x</data></edge>"),
            "FILE:4: x is no latency in cycles; allowed: 1 to 1000000");
  EXPECT_EQ(of("<edge source='a' target='b'>"),
            "FILE:5: no XML: mismatched tag; allowed: well-formed XML");
  EXPECT_EQ(error_of_text("<graphml>\n<graph>\n<node id='a'/>\n<no", GraphFormat::kGraphml),
            "FILE:4: no XML: unclosed token; allowed: well-formed XML");
  EXPECT_EQ(error_of_text("", GraphFormat::kGraphml),
            "FILE:1: no XML: no element found; allowed: well-formed XML");
}

// A truncated or modified file is either read or rejected with a message.
TEST(GraphFiles, SurviveEveryChange) {
  const Topology topology = make_graph("graph", random_graph({.routers = 6, .degree = 3}), {});
  for (const GraphFormat format : {GraphFormat::kEdges, GraphFormat::kAnynet, GraphFormat::kGraphml,
                                   GraphFormat::kIbnetdiscover}) {
    const std::string text =
        format == GraphFormat::kIbnetdiscover ? kFabric : graph_text(topology, format);
    RandomStream random(7, static_cast<std::uint32_t>(format), RandomPurpose::kTest);
    for (int i = 0; i < 2000; ++i) {
      std::string changed = text;
      for (std::uint32_t change = random.below(4) + 1; change > 0 && !changed.empty(); --change) {
        const std::size_t at = random.below(static_cast<std::uint32_t>(changed.size()));
        switch (random.below(4)) {
          case 0:
            changed.resize(at);
            break;
          case 1:
            changed[at] = static_cast<char>(random.below(256));
            break;
          case 2:
            changed.erase(at, random.below(9));
            break;
          default:
            changed.insert(at, changed.substr(at, random.below(30)));
        }
      }
      const std::string what = error_of_text(changed, format);
      EXPECT_TRUE(what == "no error" || what.starts_with("FILE:")) << what;
    }
  }
}

}  // namespace
}  // namespace orthant
