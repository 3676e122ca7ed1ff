// The deadlock check on adaptive routings that violate one rule each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/deadlock/deadlock.hpp"
#include "tests/analysis/wrong_routings.hpp"

namespace orthant {
namespace {

const DeadlockOptions kWormhole = {.vcs = {}};
const DeadlockOptions kCutThrough = {.switching = Switching::kVirtualCutThrough, .vcs = {}};
const DeadlockOptions kBubble = {
    .switching = Switching::kVirtualCutThrough, .flow_control = FlowControl::kBubble, .vcs = {}};
const DeadlockOptions kFlitBubble = {.flow_control = FlowControl::kFlitBubble, .vcs = {}};

std::unique_ptr<Routing> minimal_adaptive(const Topology& topology,
                                          const DeadlockOptions& options) {
  return find_routing("minimal_adaptive")
      ->make(topology, {.switching = options.switching, .flow_control = options.flow_control});
}

TEST(DeadlockAdaptive, ARouterWithoutEscapeIsNamed) {
  const Topology mesh = make_mesh({.radices = {3, 3}});
  for (const DeadlockOptions& options : {kWormhole, kCutThrough, kBubble, kFlitBubble}) {
    const auto right = minimal_adaptive(mesh, options);
    const ChangedCandidates wrong(*right->adaptive(),
                                  [](RouterId here, const Header&, CandidateList& list) {
                                    if (here == RouterId{4}) list.pop_back();
                                  });
    EXPECT_TRUE(check_deadlock(mesh, *right, options).free);
    const DeadlockReport report = check_deadlock(mesh, wrong, options);
    EXPECT_FALSE(report.free);
    EXPECT_EQ(report.problem, "a packet to router 0 (0,0) has no escape at router 4 (1,1)");
  }
}

TEST(DeadlockAdaptive, AdaptiveHopsThatCallThemselvesEscapeHaveACycle) {
  const Topology mesh = make_mesh({.radices = {3, 3}});
  const auto right = minimal_adaptive(mesh, kWormhole);
  const ChangedCandidates wrong(*right->adaptive(),
                                [](RouterId, const Header&, CandidateList& list) {
                                  for (Candidate& candidate : list) candidate.escape = true;
                                });
  for (const DeadlockOptions& options : {kWormhole, kCutThrough}) {
    const DeadlockReport report = check_deadlock(mesh, wrong, options);
    EXPECT_FALSE(report.free);
    EXPECT_TRUE(is_closed_walk(mesh, report.cycle));
  }
}

// A worm that was granted a full VC waits for that VC only. On a line the channels form no cycle;
// packets under cut-through take a VC only if it has space for them.
TEST(DeadlockAdaptive, ReusingVcsAtOnceNeedsChannelsWithoutACycle) {
  const DeadlockOptions any = {.vc_reuse = VcReuse::kAny, .vcs = {}};
  const Topology mesh = make_mesh({.radices = {3, 3}});
  const auto on_mesh = minimal_adaptive(mesh, any);
  EXPECT_TRUE(check_deadlock(mesh, *on_mesh, kWormhole).free);
  const DeadlockReport report = check_deadlock(mesh, *on_mesh, any);
  EXPECT_FALSE(report.free);
  EXPECT_EQ(report.theorem, DeadlockTheorem::kAcyclicDependencies);
  EXPECT_TRUE(is_closed_walk(mesh, report.cycle));
  const Topology line = make_mesh({.radices = {5}});
  EXPECT_TRUE(check_deadlock(line, *minimal_adaptive(line, any), any).free);
  DeadlockOptions cut_through = kCutThrough;
  cut_through.vc_reuse = VcReuse::kAny;
  EXPECT_TRUE(check_deadlock(mesh, *on_mesh, cut_through).free);
  const DeadlockOptions atomic = {.vc_reuse = VcReuse::kAtomic, .vcs = {}};
  EXPECT_TRUE(check_deadlock(mesh, *on_mesh, atomic).free);
}

TEST(DeadlockAdaptive, AProofOverAllChannelsServesARoutingThatClaimsItsEscapesAlone) {
  const RoutingOptions any = {.vc_reuse = VcReuse::kAny};
  const RoutingDescription& routing = *find_routing("minimal_adaptive");
  EXPECT_TRUE(prove_deadlock_freedom(make_mesh({.radices = {5}}), routing, any).free);
  EXPECT_FALSE(prove_deadlock_freedom(make_mesh({.radices = {2, 2}}), routing, any).free);
}

TEST(DeadlockAdaptive, AnEscapeWithoutDatelineNeedsABubble) {
  const Topology torus = make_torus({.radices = {4, 5}});
  const auto right = minimal_adaptive(torus, kBubble);  // one escape class
  EXPECT_TRUE(check_deadlock(torus, *right, kBubble).free);
  EXPECT_TRUE(check_deadlock(torus, *right, kFlitBubble).free);
  for (const DeadlockOptions& options : {kWormhole, kCutThrough}) {
    const DeadlockReport report = check_deadlock(torus, *right, options);
    EXPECT_FALSE(report.free);
    EXPECT_TRUE(is_closed_walk(torus, report.cycle));
  }
}

// The class of the escape changes when an escape hop takes the wrap-around channel, but not when an
// adaptive hop does. Hop by hop the escape looks acyclic. But a worm may hold a class-0 escape
// channel, cross by an adaptive one and wait for class 0 again after the dateline.
TEST(DeadlockAdaptive, ADatelineByEscapeHistoryFailsForWormsOnly) {
  const Topology ring = make_torus({.radices = {6}});
  const auto right = minimal_adaptive(ring, kWormhole);
  const ChangedCandidates wrong(*right->adaptive(),
                                [&](RouterId here, const Header& header, CandidateList& list) {
                                  for (Candidate& candidate : list) {
                                    candidate.next_bits = header.bits;
                                    if (!candidate.escape) continue;
                                    candidate.vc_class = static_cast<std::uint8_t>(header.bits);
                                    if (ring.grid()->is_wrap(here, candidate.port))
                                      candidate.next_bits = 1;
                                  }
                                });
  EXPECT_TRUE(check_deadlock(ring, wrong, kCutThrough).free);
  const DeadlockReport report = check_deadlock(ring, wrong, kWormhole);
  EXPECT_FALSE(report.free);
  EXPECT_TRUE(is_closed_walk(ring, report.cycle));
  const auto adaptive_steps = std::ranges::count(report.cycle, 2, &DependencyStep::vc_class);
  EXPECT_GE(adaptive_steps, 1);
}

// Adaptive hops in the class of the escape, which routers grant while another packet is in the
// buffer.
TEST(DeadlockAdaptive, WormsLeaveTheEscapeOnlyInAnAdaptiveClass) {
  const Topology mesh = make_mesh({.radices = {3, 3}});
  const auto right = minimal_adaptive(mesh, kWormhole);
  const ChangedCandidates wrong(*right->adaptive(),
                                [](RouterId, const Header&, CandidateList& list) {
                                  for (Candidate& candidate : list) candidate.vc_class = 0;
                                });
  const DeadlockReport report = check_deadlock(mesh, wrong, kWormhole);
  EXPECT_FALSE(report.free);
  EXPECT_EQ(report.problem,
            "router 1 (1,0) offers port 1 in class escape neither as an escape nor in an adaptive "
            "class, which wormhole switching needs");
  EXPECT_TRUE(check_deadlock(mesh, wrong, kCutThrough).problem.empty());
}

TEST(DeadlockAdaptive, AdaptiveHopsInTheEscapeVcAreCrossDependencies) {
  // Two classes on one VC: the adaptive hops use the escape's buffers.
  const Topology mesh = make_mesh({.radices = {3, 3}});
  const auto right = minimal_adaptive(mesh, kWormhole);
  for (const Switching switching : {Switching::kWormhole, Switching::kStoreAndForward}) {
    EXPECT_TRUE(check_deadlock(mesh, *right, {.switching = switching, .vcs = 2}).free);
    const DeadlockReport report = check_deadlock(mesh, *right, {.switching = switching, .vcs = 1});
    EXPECT_FALSE(report.free);
    EXPECT_TRUE(is_closed_walk(mesh, report.cycle));
  }
}

TEST(DeadlockAdaptive, ACandidateThroughAnAbsentPortIsNamed) {
  const Topology mesh = make_mesh({.radices = {2, 2}});
  const auto right = minimal_adaptive(mesh, kWormhole);
  const ChangedCandidates wrong(
      *right->adaptive(),
      [](RouterId, const Header&, CandidateList& list) { list[0].port = Grid::minus_port(1); });
  EXPECT_EQ(check_deadlock(mesh, wrong, kWormhole).problem,
            "router 1 (1,0) offers port 3 in class 1, which does not exist");
}

}  // namespace
}  // namespace orthant
