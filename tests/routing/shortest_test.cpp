// One shortest path for every pair.
#include <gtest/gtest.h>

#include "routing/routing.hpp"
#include "topology/topology.hpp"

namespace orthant {
namespace {

TEST(Shortest, HasTheDistancesOfTheNetwork) {
  const Topology torus = make_torus({.radices = {5, 4}});
  for (const char* tie : {"lowest_id", "random"}) {
    OptionValues own;
    own.set("shortest.tie", tie);
    const auto routing = find_routing("shortest")->make(torus, {.own = own});
    EXPECT_EQ(routing->traits().theorem, DeadlockTheorem::kNone);
    for (std::size_t s = 0; s < torus.router_count(); ++s) {
      for (std::size_t t = 0; t < torus.router_count(); ++t) {
        routing->oblivious()->enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double) {
          EXPECT_EQ(path.size(), torus.grid()->distance(RouterId{s}, RouterId{t}));
        });
      }
    }
  }
}

TEST(Shortest, GoesToTheLowestIdFirst) {
  const Topology mesh = make_mesh({.radices = {3, 3}});
  const auto routing = find_routing("shortest")->make(mesh, {});
  std::vector<std::size_t> routers;
  routing->oblivious()->enumerate(RouterId{8u}, RouterId{0u}, [&](const Path& path, double) {
    for_each_hop(mesh, RouterId{8u}, path,
                 [&](ChannelId c, int) { routers.push_back(mesh.channel(c).to.index()); });
  });
  EXPECT_EQ(routers, (std::vector<std::size_t>{5, 2, 1, 0}));
}

}  // namespace
}  // namespace orthant
