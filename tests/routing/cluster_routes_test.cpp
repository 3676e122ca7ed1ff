// Static routes of a cluster as a path table.
#include "routing/table/cluster_routes.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "tests/topology/temporary_file.hpp"
#include "topology/cluster_file.hpp"

namespace orthant {
namespace {

// A ring of four switches; switch 3 has no nodes.
constexpr const char* kRing =
    "nodes 0 2\nnodes 1 1\nnodes 2 1\nnodes 3 0\nlink 0 1\nlink 1 2\nlink 2 3\nlink 3 0\n";
constexpr const char* kRoutes =
    "route 0 1\nroute 1 0\nroute 1 2\nroute 2 1\nroute 0 3 2\nroute 2 1 0\n";

Topology ring() {
  const TemporaryFile file(kRing);
  return make_graph("cluster", read_cluster(file.path()), {});
}

// The routers on the only path.
std::vector<std::uint32_t> routers(const PathTable& table, std::uint32_t s, std::uint32_t t) {
  std::vector<std::uint32_t> list{s};
  EXPECT_EQ(table.paths(RouterId{s}, RouterId{t}).count, 1u);
  table.for_each_path(RouterId{s}, RouterId{t}, [&](const Path& path, double) {
    for_each_hop(table.topology(), RouterId{s}, path, [&](ChannelId c, std::uint8_t) {
      list.push_back(table.topology().channel(c).to.value);
    });
  });
  return list;
}

TEST(ClusterRoutes, AreThoseOfTheFile) {
  const Topology topology = ring();
  const TemporaryFile file(std::string(kRing) + kRoutes);
  const PathTable table = read_cluster_routes(file.path(), topology);
  EXPECT_TRUE(table.incompleteness().empty());
  EXPECT_EQ(routers(table, 0, 2), (std::vector<std::uint32_t>{0, 3, 2}));
  EXPECT_EQ(routers(table, 2, 0), (std::vector<std::uint32_t>{2, 1, 0}));
  // No node needs these.
  EXPECT_EQ(routers(table, 3, 1).size(), 3u);
  EXPECT_EQ(routers(table, 3, 0).size(), 2u);
}

TEST(ClusterRoutes, AreRefusedWithTheLineOfTheirMistake) {
  const Topology topology = ring();
  const auto error_of = [&](const std::string& lines) -> std::string {
    const TemporaryFile file(lines);
    try {
      read_cluster_routes(file.path(), topology);
    } catch (const KeyError& error) {
      EXPECT_EQ(error.key(), "topology.file");
      return std::string(error.what()).substr(file.path().size() + 1);
    }
    return "accepted";
  };
  EXPECT_EQ(error_of(kRing),
            " no routes; allowed: a file with routes, or another routing.algorithm");
  EXPECT_EQ(error_of("route 0\n"),
            "1: a route with less than two switches; allowed: route, then two or more");
  EXPECT_EQ(error_of("route 0 4\n"), "1: 4 is no switch; allowed: 0 to 3");
  EXPECT_EQ(error_of("route 0 2\n"),
            "1: no link joins switches 0 and 2; allowed: links of the file");
  EXPECT_EQ(error_of("route 0 1 0\n"), "1: a route from switch 0 to itself; allowed: none");
  EXPECT_EQ(error_of("route 0 1\nroute 0 3 2 1\n"),
            "2: a second route from switch 0 to 1; allowed: one for each pair");
  EXPECT_EQ(error_of("route 0 1 0 1\n"),
            "1: no route from 0 to 1: it takes the channel from router 0 to router 1 twice");
  EXPECT_EQ(
      error_of("route 0 1\n"),
      " no route from switch 0 to 2, which both have nodes; allowed: a route for each such pair");
}

}  // namespace
}  // namespace orthant
