// The rules of a router as functions of plain structs, each condition at its edge. docs/deadlock.md
// gives the rules.
#include <gtest/gtest.h>

#include <array>

#include "sim/rules/injection_limit.hpp"

namespace orthant {
namespace {

// Packets of 4 flits, or 1 credit where it is for a packet, before buffers of 10 credits.
std::vector<unsigned> spaces(RouterOptions router) {
  const bool packets = counts_packets(router.flow_control);
  std::vector<unsigned> needed;
  for (const bool adaptive : {false, true})
    for (const bool enters : {false, true})
      needed.push_back(space_needed(router, {.packet_credits = packets ? 1u : 4u,
                                             .buffer_credits = 10,
                                             .adaptive_class = adaptive,
                                             .enters_ring = enters}));
  return needed;
}

// Escape on its ring, escape that enters it, adaptive VC beside a ring, adaptive VC that enters
// one.
TEST(Space, IsAskedForByFlowControlAndSwitching) {
  using Spaces = std::vector<unsigned>;
  const auto wormhole = Switching::kWormhole, cut_through = Switching::kVirtualCutThrough;
  EXPECT_EQ(spaces({.switching = wormhole}), (Spaces{0, 0, 4, 4}));
  EXPECT_EQ(spaces({.switching = wormhole, .vc_reuse = VcReuse::kAny}), (Spaces{0, 0, 0, 0}));
  EXPECT_EQ(spaces({.switching = wormhole, .vc_reuse = VcReuse::kAtomic}),
            (Spaces{10, 10, 10, 10}));
  EXPECT_EQ(spaces({.switching = wormhole, .flow_control = FlowControl::kFlitBubble}),
            (Spaces{0, 5, 4, 4}));
  EXPECT_EQ(spaces({.switching = cut_through}), (Spaces{4, 4, 4, 4}));
  EXPECT_EQ(spaces({.switching = cut_through, .vc_reuse = VcReuse::kAtomic}),
            (Spaces{10, 10, 10, 10}));
  EXPECT_EQ(spaces({.switching = cut_through, .flow_control = FlowControl::kBubble}),
            (Spaces{1, 2, 1, 1}));
  EXPECT_EQ(spaces({.switching = cut_through, .flow_control = FlowControl::kCriticalBubble}),
            (Spaces{1, 1, 1, 1}));
}

// With wormhole an adaptive VC that is empty is enough for any packet.
TEST(Space, IsNoMoreThanABuffer) {
  EXPECT_EQ(space_needed({}, {.packet_credits = 11, .buffer_credits = 10, .adaptive_class = true}),
            10);
}

TEST(Space, OfABufferIsCountedInFlitsOrInLongestPackets) {
  EXPECT_EQ(buffer_credits(FlowControl::kCredit, 11, 4), 11u);
  EXPECT_EQ(buffer_credits(FlowControl::kFlitBubble, 11, 4), 11u);
  EXPECT_EQ(buffer_credits(FlowControl::kBubble, 11, 4), 2u);
  EXPECT_EQ(buffer_credits(FlowControl::kCriticalBubble, 12, 4), 3u);
}

TEST(Space, IsInTheVcsThatHaveAsManyCredits) {
  const std::array<unsigned, 4> credits = {0, 1, 2, 3};
  const auto of = [&](unsigned vc) { return credits[vc]; };
  EXPECT_EQ(vcs_with_space(0b1111, 0, of), 0b1111);
  EXPECT_EQ(vcs_with_space(0b1111, 2, of), 0b1100);
  EXPECT_EQ(vcs_with_space(0b0101, 2, of), 0b0100);
  EXPECT_EQ(vcs_reserved_by_mark(0b1110, of), 0b0010) << "two credits: one beside the mark";
}

// Channels 0 and 1 have two VCs with buffers of 8 each.
struct Channels {
  std::array<std::array<unsigned, 2>, 2> free;

  static ChannelVcs of(unsigned) { return {.vcs = 0b11, .buffer_credits = 8}; }
  unsigned operator()(unsigned port, unsigned vc) const { return free[port][vc]; }
};

unsigned beside_transit(const OutputCandidate& candidate, std::uint32_t wanted,
                        const Channels& channels) {
  return vcs_beside_transit(candidate, wanted, Channels::of, channels);
}

TEST(InjectionLimitRule, InTransitLeavesSpaceInAVcAndBesideIt) {
  const OutputCandidate both{.vcs = 0b11, .space = 4}, first{.vcs = 0b01, .space = 4};
  EXPECT_EQ(beside_transit(both, 6, {{{{6, 5}}}}), 0b01u);
  EXPECT_EQ(beside_transit(both, 7, {{{{6, 6}}}}), 0u) << "12 credits, but 7 in none";
  EXPECT_EQ(beside_transit(both, 11, {{{{8, 3}}}}), 0b01u) << "8 in one, 3 beside it";
  EXPECT_EQ(beside_transit(both, 12, {{{{8, 3}}}}), 0u);
  EXPECT_EQ(beside_transit(both, 99, {{{{8, 8}}}}), 0b11u) << "all is empty";
  EXPECT_EQ(beside_transit(first, 99, {{{{8, 0}}}}), 0b01u) << "all that it may take is";
  EXPECT_EQ(beside_transit(both, 3, {{{{4, 3}}}}), 0b01u) << "flow control asks for 4";
}

TEST(InjectionLimitRule, AloLooksAtEveryUsefulChannel) {
  const std::vector<OutputCandidate> candidates = {
      {.port = 0, .vcs = 0b10}, {.port = 1, .vcs = 0b10}, {.port = 0, .escape = true, .vcs = 0b01}};
  const auto enters = [&](const Channels& channels) {
    return at_least_one_is_free(candidates, Channels::of, channels);
  };
  EXPECT_TRUE(enters({{{{7, 7}, {0, 8}}}})) << "all of channel 1 that is useful";
  EXPECT_TRUE(enters({{{{8, 8}, {8, 7}}}})) << "all of channel 0";
  EXPECT_FALSE(enters({{{{8, 7}, {8, 7}}}})) << "VC 0 of channel 1 is not useful";
  EXPECT_FALSE(enters({{{{7, 7}, {8, 7}}}}));
  // With both VCs of channel 1 useful, one of each channel.
  std::vector<OutputCandidate> wide = candidates;
  wide[1].vcs = 0b11;
  EXPECT_TRUE(at_least_one_is_free(wide, Channels::of, Channels{{{{8, 7}, {8, 7}}}}));
  EXPECT_FALSE(at_least_one_is_free(wide, Channels::of, Channels{{{{7, 7}, {8, 7}}}}));
}

}  // namespace
}  // namespace orthant
