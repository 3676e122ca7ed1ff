// Failed links and routers: named, in groups, and drawn.
#include "topology/faults.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "tests/topology/temporary_file.hpp"
#include "topology/broken_grid.hpp"
#include "topology/exceptions.hpp"

namespace orthant {
namespace {

using testing::HasSubstr;
using testing::IsSubsetOf;
using testing::UnorderedElementsAre;

Topology torus() { return make_torus({.radices = {4, 4}}); }

ChannelId link(const Topology& topology, std::size_t a, std::size_t b) {
  return links_between(topology, RouterId{a}, RouterId{b}).at(0);
}

TEST(Faults, LinksAndRoutersMayBeNamed) {
  const Topology t = torus();
  const NetworkChanges changes = failed({.links = "0-1 (1,2)-(2, 2)", .routers = "5 (3,2)"}, t);
  EXPECT_THAT(changes.links_down, UnorderedElementsAre(link(t, 0, 1), link(t, 9, 10)));
  EXPECT_THAT(changes.routers_down, UnorderedElementsAre(RouterId{5}, RouterId{11}));
  const TemporaryFile file("0-1\n4 5\n");
  EXPECT_THAT(failed({.links = file.path()}, t).links_down,
              UnorderedElementsAre(link(t, 0, 1), link(t, 4, 5)));
}

TEST(Faults, GroupsFailAsAWhole) {
  const Topology t = torus();
  const TemporaryFile file("# cables\ncable7 0-1 (1,2)-(2,2)\nrow 4-5 5-6\n");
  const NetworkChanges named = failed({.links = "cable7 1-2", .groups = file.path()}, t);
  EXPECT_THAT(named.links_down, UnorderedElementsAre(link(t, 0, 1), link(t, 9, 10), link(t, 1, 2)));
  std::size_t both = 0, one = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const auto down =
        failed({.groups = file.path(), .link_probability = 0.3, .fault_seed = seed}, t).links_down;
    const auto found = down.count(link(t, 4, 5)) + down.count(link(t, 5, 6));
    both += found == 2 ? 1 : 0;
    one += found == 1 ? 1 : 0;
  }
  EXPECT_EQ(one, 0u);
  EXPECT_NEAR(static_cast<double>(both), 120, 5 * std::sqrt(400 * 0.3 * 0.7));
}

// 32 links: 3.2 expected, variance 2.88.
TEST(Faults, DrawsHaveTheProbabilityAndGrowWithIt) {
  const Topology t = torus();
  std::size_t links = 0;
  constexpr std::uint64_t kDraws = 500;
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    const auto few = failed({.link_probability = 0.1, .fault_seed = seed}, t).links_down;
    const auto many = failed({.link_probability = 0.4, .fault_seed = seed}, t).links_down;
    EXPECT_THAT(few, IsSubsetOf(many));
    EXPECT_EQ(few, failed({.link_probability = 0.1, .fault_seed = seed}, t).links_down);
    links += few.size();
  }
  EXPECT_NEAR(static_cast<double>(links) / kDraws, 3.2, 5 * std::sqrt(2.88 / kDraws));
  EXPECT_EQ(failed({.link_probability = 1}, t).links_down.size(), 32u);
  EXPECT_TRUE(failed({.link_probability = 0}, t).empty());
}

std::string refusal(const FaultOptions& options) {
  try {
    failed(options, torus());
  } catch (const KeyError& error) {
    return error.key() + ": " + error.what();
  }
  return "accepted";
}

TEST(Faults, BadNamesAreRefused) {
  EXPECT_THAT(refusal({.links = "0-2"}), HasSubstr("faults.links: '0-2': no link joins"));
  EXPECT_THAT(refusal({.links = "cable"}), HasSubstr("faults.links: 'cable' is no link; allowed"));
  EXPECT_THAT(refusal({.links = "0-16"}), HasSubstr("0 to 15"));
  EXPECT_THAT(refusal({.routers = "x"}), HasSubstr("faults.routers: 'x' is no router"));
  EXPECT_THAT(refusal({.links = "a", .groups = "nowhere"}), HasSubstr("faults.groups: "));
  const TemporaryFile unused("cable7 0-1\n");
  EXPECT_THAT(refusal({.groups = unused.path()}), HasSubstr("groups fail by name in faults.links"));
  const TemporaryFile empty("cable7\n"), twice("a 0-1\na 1-2\n"), wrong("a 0-1 0-7\n");
  EXPECT_THAT(refusal({.links = "a", .groups = empty.path()}),
              HasSubstr(":1: group 'cable7' has no links"));
  EXPECT_THAT(refusal({.links = "a", .groups = twice.path()}),
              HasSubstr(":2: group 'a' a second time"));
  EXPECT_THAT(refusal({.links = "a", .groups = wrong.path()}),
              HasSubstr(":1: '0-7': no link joins"));
}

// Exceptions first, then faults: routers that are down already cut nothing apart, coordinates stay
// those of the grid, and nodes keep their numbers.
TEST(Faults, AddToExceptions) {
  const Topology whole = make_mesh({.radices = {4, 4}});
  NetworkChanges exceptions;
  exceptions.routers_down = {RouterId{5}};
  const Topology before = changed(whole, exceptions, "topology.exceptions", "");
  const FaultOptions faults{.links = "(2,3)-(3,3)", .routers = "(3,0)"};
  const Topology after = changed(before, failed(faults, before), faults.key(), "");
  const auto* broken = dynamic_cast<const BrokenGrid*>(after.structure());
  ASSERT_NE(broken, nullptr);
  EXPECT_NE(dynamic_cast<const Grid*>(&broken->whole()), nullptr);
  EXPECT_EQ(after.node_count(), 14u);
  EXPECT_EQ(after.whole_node_count(), 16u);
  EXPECT_EQ(after.whole_number(NodeId{3u}), 4u);
  EXPECT_EQ(after.whole_number(NodeId{4u}), 6u);
}

}  // namespace
}  // namespace orthant
