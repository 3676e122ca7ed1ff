// Cluster files, and their mistakes.
#include "topology/cluster_file.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "tests/topology/temporary_file.hpp"

namespace orthant {
namespace {

std::string error_of(const std::string& text) {
  const TemporaryFile file(text);
  try {
    read_cluster(file.path());
  } catch (const KeyError& error) {
    EXPECT_EQ(error.key(), "topology.file");
    return std::string(error.what()).substr(file.path().size() + 1);
  }
  return "accepted";
}

TEST(ClusterFile, HasSwitchesNodesAndLinks) {
  const TemporaryFile file(
      "# two leaves and a spine\nnodes 0 4\nnodes 1 0\nlink 0 1 3\nlink 1 2 2 1/2 5\nroute 0 1 "
      "2\n");
  const Graph graph = read_cluster(file.path());
  ASSERT_EQ(graph.routers.size(), 3u);
  EXPECT_EQ(graph.routers[0].nodes, 4u);
  EXPECT_EQ(graph.routers[1].nodes, 0u);
  EXPECT_FALSE(graph.routers[2].nodes.has_value());
  ASSERT_EQ(graph.links.size(), 2u);
  EXPECT_EQ(graph.links[0].latency_cycles[1], 3u);
  EXPECT_EQ(graph.links[1].latency_cycles[1], 5u);
  EXPECT_EQ(graph.links[1].bandwidth, Rational(1, 2));
}

TEST(ClusterFile, IsRefusedWithTheLineOfItsMistake) {
  EXPECT_EQ(error_of("nodes 0 1\nswitch 1\n"),
            "2: switch begins no line; allowed: nodes, link, route");
  EXPECT_EQ(error_of("nodes 0\n"),
            "1: not two numbers after nodes; allowed: nodes, a switch, how many it has");
  EXPECT_EQ(error_of("nodes 0 1\nnodes 0 2\n"),
            "2: router 0 has 1 node already; allowed: one number of nodes for each router");
  EXPECT_EQ(error_of("link 0\n"),
            "1: 1 entries; allowed: two routers, then latency, bandwidth and the latency back");
  EXPECT_EQ(error_of("link 0 1\nlink 2 3\n"),
            "2: no path leads from router 2 to router 0; allowed: connected graphs");
  EXPECT_EQ(error_of("route 0 1\n"), "2: the file ends without any router; allowed: one or more");
}

}  // namespace
}  // namespace orthant
