// Matchings by hand: one iteration of iSLIP as in McKeown 1999, the separable allocator, and iSLIP
// between packets and VCs.
#include "sim/allocators.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  Pairs islip(const Pairs& asking) {
    std::array<std::uint64_t, kPorts> inputs{};
    std::uint64_t outputs = 0;
    for (const auto& [in, out] : asking) {
      inputs[out] |= 1u << in;
      outputs |= 1u << out;
    }
    Pairs matches;
    const Matching matching =
        orthant::islip(inputs, outputs, arbiters(),
                       [&](unsigned in, unsigned out) { matches.emplace_back(in, out); });
    expect_same(matching, matches);
    return matches;
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
  EXPECT_THAT(s.pointers(&Pointers::accept_pointer), ElementsAre(1, 0, 0, 0));  // 2 behind 3: 0
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

// Whoever was served is the last in turn.
TEST(Islip, AnOutputServesItsInputsInTurn) {
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
// most for kPorts - 1 others in turn. So a pair that asks again and again is served within kPorts^2
// matchings, whatever the others ask for.
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
    EXPECT_GE(longest, kPorts - 1);  // somebody was in the way
  }
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

TEST(IslipOfVcs, EveryVcGrantsTheFirstInTurn) {
  const std::vector<VcRequest> requests = {{0, 1, 0b11}, {3, 1, 0b01}, {5, 2, 0b11}};
  EXPECT_THAT(grants(requests, {0, 0}), ElementsAre(Pair(0, 0b11), Pair(5, 0b11)));
  EXPECT_THAT(grants(requests, {1, 0}), ElementsAre(Pair(0, 0b10), Pair(3, 0b01), Pair(5, 0b11)));
  EXPECT_THAT(grants(requests, {4, 1}), ElementsAre(Pair(0, 0b11), Pair(5, 0b11)));
  EXPECT_TRUE(grants({}, {}).empty());
}

}  // namespace
}  // namespace orthant
