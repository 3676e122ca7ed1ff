// Matchings by hand: iSLIP as in McKeown 1999, the separable allocator, wavefront, maximum, and
// iSLIP between packets and VCs. Their sizes against theory.
#include "sim/input_queued/allocators.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "base/random.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr std::size_t kPorts = 4;
using Pairs = std::vector<std::pair<unsigned, unsigned>>;

struct Pointers {
  std::uint8_t grant_pointer = 0, accept_pointer = 0, vc_pointer = 0;
};

// A switch of 4 ports with 2 VCs each; all pointers begin at 0.
class Switch {
 public:
  // (input, output) of every match.
  Pairs islip(const Pairs& pairs, unsigned iterations = 1) {
    return matched(pairs, [&](const auto& asking, std::uint64_t outputs, const auto& match) {
      const Matching first = orthant::islip(asking, outputs, arbiters(), match);
      return islip_again(asking, outputs, arbiters(), first, iterations - 1, match);
    });
  }
  static Pairs wavefront(const Pairs& pairs, unsigned first) {
    return matched(pairs, [&](const auto& asking, std::uint64_t outputs, const auto& match) {
      return orthant::wavefront(asking, outputs, kPorts, first, match);
    });
  }
  static Pairs maximum(const Pairs& pairs, unsigned first) {
    return matched(pairs, [&](const auto& asking, std::uint64_t outputs, const auto& match) {
      return orthant::maximum(asking, outputs, first, match);
    });
  }
  // (input, output) of every match; `asking`: per (input, VC) the output.
  Pairs separable(const std::map<std::pair<unsigned, unsigned>, unsigned>& asking) {
    std::array<std::uint16_t, kPorts> vcs{};
    std::uint64_t inputs = 0;
    for (const auto& [of, out] : asking) {
      vcs[of.first] |= static_cast<std::uint16_t>(1u << of.second);
      inputs |= 1u << of.first;
    }
    const auto output_of = [&](unsigned in, unsigned vc) { return asking.at({in, vc}); };
    Pairs matches;
    const Matching matching = orthant::separable(
        vcs, inputs, arbiters(), output_of,
        [&](unsigned in, unsigned vc) { matches.emplace_back(in, output_of(in, vc)); });
    expect_same(matching, matches);
    return matches;
  }
  std::vector<unsigned> pointers(std::uint8_t Pointers::*which) const {
    std::vector<unsigned> all;
    for (const Pointers& port : ports_) all.push_back(port.*which);
    return all;
  }

 private:
  RoundRobin<kPorts, Pointers> arbiters() { return {ports_.data(), 2}; }
  // Those that algorithm(asking, outputs, match) finds among the pairs; all of them ask.
  template <class Algorithm>
  static Pairs matched(const Pairs& pairs, const Algorithm& algorithm) {
    std::array<std::uint64_t, kPorts> asking{};
    std::uint64_t outputs = 0;
    for (const auto& [in, out] : pairs) {
      asking[out] |= 1u << in;
      outputs |= 1u << out;
    }
    Pairs matches;
    const Matching matching = algorithm(
        asking, outputs, [&](unsigned in, unsigned out) { matches.emplace_back(in, out); });
    expect_same(matching, matches);
    for (const auto& match : matches)
      EXPECT_NE(std::ranges::find(pairs, match), pairs.end()) << "nobody asked for that";
    return matches;
  }
  static void expect_same(const Matching& matching, const Pairs& matches) {
    Matching seen;
    for (const auto& [in, out] : matches) {
      EXPECT_EQ((seen.inputs >> in) & 1, 0u) << "input " << in << " is matched twice";
      EXPECT_EQ((seen.outputs >> out) & 1, 0u) << "output " << out << " is matched twice";
      seen.inputs |= 1u << in;
      seen.outputs |= 1u << out;
    }
    EXPECT_EQ(matching.inputs, seen.inputs);
    EXPECT_EQ(matching.outputs, seen.outputs);
  }

  std::array<Pointers, kPorts> ports_;
};

Pairs all_pairs() {
  Pairs pairs;
  for (unsigned in = 0; in < kPorts; ++in)
    for (unsigned out = 0; out < kPorts; ++out) pairs.emplace_back(in, out);
  return pairs;
}

// Outputs 0 and 1 both grant input 0, which accepts output 0; output 3 grants input 2. Output 1 was
// not accepted: its pointer stays.
TEST(Islip, PointersMoveOnAnAcceptedGrantAlone) {
  Switch s;
  EXPECT_THAT(s.islip({{0, 0}, {0, 1}, {2, 1}, {2, 3}, {3, 3}}),
              ElementsAre(Pair(0, 0), Pair(2, 3)));
  EXPECT_THAT(s.pointers(&Pointers::grant_pointer), ElementsAre(1, 0, 0, 3));
  EXPECT_THAT(s.pointers(&Pointers::accept_pointer), ElementsAre(1, 0, 0, 0));  // 2: after 3, 0
  // Now input 0 looks from output 1 on, output 3 from input 3 on.
  EXPECT_THAT(s.islip({{0, 0}, {0, 1}, {2, 1}, {2, 3}, {3, 3}}),
              ElementsAre(Pair(0, 1), Pair(3, 3)));
  EXPECT_THAT(s.pointers(&Pointers::grant_pointer), ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(s.pointers(&Pointers::accept_pointer), ElementsAre(2, 0, 0, 0));
}

TEST(Islip, NobodyAsksNobodyMoves) {
  Switch s;
  EXPECT_TRUE(s.islip({}).empty());
  EXPECT_THAT(s.pointers(&Pointers::grant_pointer), ElementsAre(0, 0, 0, 0));
}

// Whoever was served is the last of the round.
TEST(Islip, AnOutputServesItsInputsRoundRobin) {
  Switch s;
  for (int turn = 0; turn < 5; ++turn)
    for (const unsigned in : {0u, 2u, 3u})
      EXPECT_THAT(s.islip({{0, 1}, {2, 1}, {3, 1}}), ElementsAre(Pair(in, 1)));
}

// All outputs grant input 0 first. Each one that is accepted moves on to input 1 and leaves the
// others behind, so that one more of them grants another input every time: 1, 2, 3, 4 matches. From
// then on the pointers differ and stay so, and every pair has its turn once in four.
TEST(Islip, PointersGoApartUntilEveryPortIsMatchedEveryTime) {
  Switch s;
  EXPECT_THAT(s.islip(all_pairs()), ElementsAre(Pair(0, 0)));
  EXPECT_THAT(s.islip(all_pairs()), ElementsAre(Pair(0, 1), Pair(1, 0)));
  EXPECT_THAT(s.islip(all_pairs()), ElementsAre(Pair(0, 2), Pair(1, 1), Pair(2, 0)));
  for (int round = 0; round < 3; ++round) {
    std::map<std::pair<unsigned, unsigned>, int> served;
    for (unsigned turn = 0; turn < kPorts; ++turn) {
      const Pairs matches = s.islip(all_pairs());
      EXPECT_EQ(matches.size(), kPorts);
      for (const auto& pair : matches) ++served[pair];
    }
    EXPECT_EQ(served.size(), kPorts * kPorts);
  }
}

// An output's pointer waits for the input that it points to, and that input for the output: each at
// most for kPorts - 1 others one after the other. So a pair that asks again and again is served
// within kPorts^2 matchings, whatever the others ask for.
TEST(Islip, WhoeverAsksAgainAndAgainIsServedWithinPortsSquaredMatchings) {
  RandomStream random(1, 0, RandomPurpose::kTest);
  for (const auto& persistent : all_pairs()) {
    Switch s;
    unsigned waited = 0, longest = 0;
    for (int matching = 0; matching < 20'000; ++matching) {
      Pairs asking = {persistent};
      const std::uint32_t drawn = random.next_u32();
      for (unsigned i = 0; i < kPorts * kPorts; ++i)
        if ((drawn >> i) & 1) asking.emplace_back(i / kPorts, i % kPorts);
      ++waited;
      for (const auto& pair : s.islip(asking))
        if (pair == persistent) waited = 0;
      longest = std::max(longest, waited);
    }
    EXPECT_LT(longest, kPorts * kPorts);
    EXPECT_GE(longest, kPorts - 1);  // another pair was in the way
  }
}

// Of all four outputs that grant input 0 one is accepted; the further iterations match the others
// among the inputs that are left, and no pointer moves but those of the first match.
TEST(Islip, FurtherIterationsMatchWhatIsLeftAndMoveNoPointer) {
  Switch s;
  EXPECT_THAT(s.islip(all_pairs(), 2), ElementsAre(Pair(0, 0), Pair(1, 1)));
  EXPECT_THAT(s.pointers(&Pointers::grant_pointer), ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(s.pointers(&Pointers::accept_pointer), ElementsAre(1, 0, 0, 0));
  Switch four;
  EXPECT_THAT(four.islip(all_pairs(), 4),
              ElementsAre(Pair(0, 0), Pair(1, 1), Pair(2, 2), Pair(3, 3)));
  EXPECT_THAT(four.pointers(&Pointers::grant_pointer), ElementsAre(1, 0, 0, 0));
  EXPECT_TRUE(four.islip({}, 4).empty());
}

// Diagonal 1 of (input + output) mod 4 comes first: (0, 1) and (1, 0); then diagonal 2, of which
// (2, 0) and (1, 1) find a port taken, then (3, 0) too; (2, 2) is on diagonal 0.
TEST(Wavefront, MatchesDiagonalByDiagonal) {
  const Pairs asking = {{0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 2}, {3, 0}};
  EXPECT_THAT(Switch::wavefront(asking, 1), ElementsAre(Pair(1, 0), Pair(0, 1), Pair(2, 2)));
  EXPECT_THAT(Switch::wavefront(asking, 2), ElementsAre(Pair(2, 0), Pair(1, 1)));
  EXPECT_THAT(Switch::wavefront(all_pairs(), 3),
              ElementsAre(Pair(3, 0), Pair(2, 1), Pair(1, 2), Pair(0, 3)));
}

// The pair on the first diagonal is matched whatever else is asked for: each pair once in kPorts.
TEST(Wavefront, ServesEveryPairInItsTurn) {
  for (unsigned first = 0; first < kPorts; ++first)
    for (const auto& [in, out] : Switch::wavefront(all_pairs(), first))
      EXPECT_EQ((in + out) % kPorts, first);
}

// Output 0 takes input 0, which output 1 needs: the path gives input 1 to output 0 instead.
TEST(Maximum, MovesAMatchToFreeAPortForAnother) {
  EXPECT_THAT(Switch::maximum({{0, 0}, {1, 0}, {0, 1}}, 0), ElementsAre(Pair(0, 1), Pair(1, 0)));
  EXPECT_THAT(Switch::maximum(all_pairs(), 2), testing::SizeIs(kPorts));
  EXPECT_TRUE(Switch::maximum({}, 0).empty());
}

// The most pairs without a common port, by trying all subsets input by input.
std::size_t largest(const Pairs& asking, unsigned in = 0, unsigned taken = 0) {
  if (in == kPorts) return 0;
  std::size_t best = largest(asking, in + 1, taken);
  for (const auto& [from, out] : asking)
    if (from == in && ((taken >> out) & 1) == 0)
      best = std::max(best, 1 + largest(asking, in + 1, taken | 1u << out));
  return best;
}

// No pair that asks is left with both ports free.
bool is_maximal(const Pairs& asking, const Pairs& matches) {
  unsigned inputs = 0, outputs = 0;
  for (const auto& [in, out] : matches) {
    inputs |= 1u << in;
    outputs |= 1u << out;
  }
  return std::ranges::all_of(asking, [&](const auto& pair) {
    return ((inputs >> pair.first) & 1) != 0 || ((outputs >> pair.second) & 1) != 0;
  });
}

// Of all 65,536 sets of requests.
TEST(Matchings, MaximumIsTheLargestAndTheOthersAreMaximal) {
  Switch s;
  for (unsigned drawn = 0; drawn < 1u << (kPorts * kPorts); ++drawn) {
    Pairs asking;
    for (unsigned i = 0; i < kPorts * kPorts; ++i)
      if ((drawn >> i) & 1) asking.emplace_back(i / kPorts, i % kPorts);
    ASSERT_EQ(Switch::maximum(asking, drawn % kPorts).size(), largest(asking)) << drawn;
    ASSERT_TRUE(is_maximal(asking, Switch::wavefront(asking, drawn % kPorts))) << drawn;
    ASSERT_TRUE(is_maximal(asking, s.islip(asking, kPorts))) << drawn;
  }
}

// Outputs that draw one of all N inputs leave one out with probability (1 - 1/N)^N (Anderson et al.
// 1993): a single iteration with arbiters at random carries 0.684 of a switch of 4 ports.
TEST(Matchings, OneIterationAtRandomIsTheParallelIterativeMatchingOfTheory) {
  RandomStream random(2, 0, RandomPurpose::kTest);
  std::array<std::uint64_t, kPorts> asking;
  asking.fill((1u << kPorts) - 1);
  std::array<std::array<std::uint64_t, kPorts>, kPorts> ranks;
  const ByRank arbiters{[&](unsigned in, unsigned vc) { return ranks[in][vc]; },
                        [](unsigned, unsigned out) { return 1u << out; }};
  constexpr int kTrials = 50'000;
  int matches = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    for (auto& row : ranks)
      for (auto& rank : row) rank = random.next_u64();
    islip(asking, (1u << kPorts) - 1, arbiters, [&](unsigned, unsigned) { ++matches; });
  }
  EXPECT_NEAR(matches / double{kPorts} / kTrials, 1 - std::pow(1 - 1.0 / kPorts, kPorts), 0.003);
}

// Inputs 0 and 1 both pick VC 0, for output 0, which grants input 0. The pointers of both inputs
// move on; VC 1 of input 1 has no request, so it picks VC 0 again, now unhindered.
TEST(Separable, InputsPickAVcFirstAndMoveOnWhetherTheyAreGrantedOrNot) {
  Switch s;
  EXPECT_THAT(s.separable({{{0, 0}, 0}, {{0, 1}, 1}, {{1, 0}, 0}}), ElementsAre(Pair(0, 0)));
  EXPECT_THAT(s.pointers(&Pointers::vc_pointer), ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(s.pointers(&Pointers::grant_pointer), ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(s.separable({{{0, 0}, 0}, {{0, 1}, 1}, {{1, 0}, 0}}),
              ElementsAre(Pair(1, 0), Pair(0, 1)));
  EXPECT_THAT(s.pointers(&Pointers::vc_pointer), ElementsAre(0, 1, 0, 0));
  EXPECT_THAT(s.pointers(&Pointers::grant_pointer), ElementsAre(2, 1, 0, 0));
}

// What iSLIP avoids: pointers that go together stay together. Both inputs pick VC 0 for output 0 in
// one matching and VC 1 for output 1 in the next one, so half of the outputs stand idle for ever.
TEST(Separable, InputsInStepStayInStep) {
  Switch s;
  for (const unsigned turn : {0u, 1u, 2u, 3u}) {
    const Pairs matches = s.separable({{{0, 0}, 0}, {{0, 1}, 1}, {{1, 0}, 0}, {{1, 1}, 1}});
    EXPECT_THAT(matches, ElementsAre(Pair(turn / 2, turn % 2)));
  }
}

// Every input has one VC per output, and ranks[input][output] says who comes first. Outputs 0 and 1
// both grant input 0 (rank 1 and 2), which accepts output 0; output 2 grants input 2.
TEST(ByRank, IslipServesTheLeastRankOnBothSides) {
  const unsigned ranks[kPorts][kPorts] = {{1, 2, 9, 9}, {3, 4, 8, 9}, {5, 6, 7, 9}, {9, 9, 9, 9}};
  const ByRank arbiters{[&](unsigned in, unsigned vc) { return ranks[in][vc]; },
                        [](unsigned, unsigned out) { return 1u << out; }};
  std::array<std::uint64_t, kPorts> asking{0b0111, 0b0111, 0b0111, 0};
  Pairs matches;
  const auto match = [&](unsigned in, unsigned out) { matches.emplace_back(in, out); };
  const Matching matching = islip(asking, 0b0111, arbiters, match);
  EXPECT_THAT(matches, ElementsAre(Pair(0, 0), Pair(2, 2)));
  EXPECT_EQ(matching.inputs, 0b0101u);
  matches.clear();
  islip(asking, 0b0111, arbiters, match);  // nothing moves on
  EXPECT_THAT(matches, ElementsAre(Pair(0, 0), Pair(2, 2)));
}

TEST(ByRank, OfEqualsTheLowestComesFirst) {
  EXPECT_EQ(least(0b1010, [](unsigned) { return 1; }), 1u);
  EXPECT_EQ(least(0b1110, [](unsigned member) { return 5 - member / 2; }), 2u);
  EXPECT_EQ(least(std::uint64_t{1} << 63, [](unsigned member) { return member; }), 63u);
}

struct VcRequest {
  unsigned packet;
  unsigned port;
  std::uint16_t vcs;
};

// (packet, granted VCs) of every packet with a grant, where VC v of any port serves packet
// `first[v]` first and the others by number.
std::vector<std::pair<unsigned, unsigned>> grants(const std::vector<VcRequest>& requests,
                                                  const std::vector<unsigned>& first) {
  Pairs granted;
  const auto turn = [&](unsigned vc, const VcRequest& request) {
    return (request.packet + 8 - first[vc]) % 8;
  };
  islip_vcs<kPorts>(
      std::span(requests),
      [&](unsigned vc, const VcRequest& a, const VcRequest& b) {
        return turn(vc, a) < turn(vc, b);
      },
      [&](const VcRequest& request, unsigned vcs) { granted.emplace_back(request.packet, vcs); });
  return granted;
}

TEST(IslipOfVcs, EveryVcGrantsTheFirstRoundRobin) {
  const std::vector<VcRequest> requests = {{0, 1, 0b11}, {3, 1, 0b01}, {5, 2, 0b11}};
  EXPECT_THAT(grants(requests, {0, 0}), ElementsAre(Pair(0, 0b11), Pair(5, 0b11)));
  EXPECT_THAT(grants(requests, {1, 0}), ElementsAre(Pair(0, 0b10), Pair(3, 0b01), Pair(5, 0b11)));
  EXPECT_THAT(grants(requests, {4, 1}), ElementsAre(Pair(0, 0b11), Pair(5, 0b11)));
  EXPECT_TRUE(grants({}, {}).empty());
}

}  // namespace
}  // namespace orthant
