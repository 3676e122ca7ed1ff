// Walks along a path.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/routing/some_paths.hpp"

namespace orthant {
namespace {

// A 3x3 mesh, router id = x + 3y.
struct RecordedWalk {
  Topology mesh = make_mesh({.radices = {3, 3}});
  std::string hops;  // "0>1 c0, "
  PathEnd along(RouterId s, const Path& path) {
    return for_each_hop(mesh, s, path, [&](ChannelId c, std::uint8_t vc_class) {
      const Channel& channel = mesh.channel(c);
      hops += std::to_string(channel.from.value) + '>' + std::to_string(channel.to.value) + " c" +
              std::to_string(vc_class) + ", ";
    });
  }
};

TEST(ForEachHop, VisitsEveryChannelInOrder) {
  RecordedWalk walk;
  const PathEnd end = walk.along(RouterId{6}, {{kPlusX, 2, 0}, {kMinusY, 1, 1}});
  EXPECT_EQ(walk.hops, "6>7 c0, 7>8 c0, 8>5 c1, ");
  EXPECT_EQ(end.router, RouterId{5});
  EXPECT_EQ(end.broken_leg, nullptr);
}

TEST(ForEachHop, StaysWhereAPathHasNoLegs) {
  RecordedWalk walk;
  EXPECT_EQ(walk.along(RouterId{4}, {}).router, RouterId{4});
  EXPECT_EQ(walk.hops, "");
}

TEST(ForEachHop, StopsWhereAPortHasNoChannel) {
  RecordedWalk walk;
  const Path path = {{kPlusX, 1, 0}, {kMinusY, 2, 0}, {kPlusX, 1, 0}};
  const PathEnd end = walk.along(RouterId{3}, path);
  EXPECT_EQ(walk.hops, "3>4 c0, 4>1 c0, ");
  EXPECT_EQ(end.router, RouterId{1});
  EXPECT_EQ(end.broken_leg, &path[1]);
}

}  // namespace
}  // namespace orthant
