// Invariants of every adaptive routing in the registry, on small networks of all kinds.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "tests/every/networks.hpp"

namespace orthant {
namespace {

class EveryAdaptiveRouting : public testing::TestWithParam<RoutingCase> {
 protected:
  struct State {
    RouterId here;
    Header header;
  };

  // Every state that packets to t can reach, except t itself; none if t has no nodes.
  std::vector<State> states_to(const AdaptiveRouting& routing, RouterId t) const {
    std::vector<State> states;
    if (!topology_.has_nodes(t)) return states;
    std::set<std::tuple<RouterId, RouterId, std::uint32_t>> known;
    const auto add = [&](const State& state) {
      if (state.here == t) return;
      if (known.emplace(state.here, state.header.via, state.header.bits).second)
        states.push_back(state);
    };
    for (std::size_t s = 0; s < topology_.router_count(); ++s) {
      if (!topology_.has_nodes(RouterId{s})) continue;
      routing.enumerate_starts(RouterId{s}, t, [&](const Header& header) {
        add({RouterId{s}, header});
      });
    }
    CandidateList list;
    for (std::size_t i = 0; i < states.size(); ++i) {
      const State state = states[i];
      routing.all_candidates(state.here, state.header, list);
      for (const Candidate& candidate : list) add(after(state, candidate));
    }
    return states;
  }

  // Large networks: a subset of the destinations that covers all positions along each dimension,
  // with all states for each.
  std::size_t destination_step() const { return topology_.router_count() < 40 ? 1 : 5; }

  State after(State state, const Candidate& candidate) const {
    state.here = topology_.channel(*topology_.channel_from(state.here, candidate.port)).to;
    state.header.bits = candidate.next_bits;
    return state;
  }

  Topology topology_ = GetParam().topology();
  std::vector<BuiltRouting> built_ = build_all(GetParam(), topology_);
};

TEST_P(EveryAdaptiveRouting, OffersCandidatesThatKeepItsPromises) {
  for (const auto& [options, routing] : built_) {
    const RoutingTraits& traits = routing->traits();
    // Off the grids the escape of minimal_adaptive is not minimal.
    const Topology network = GetParam().topology();
    const bool on_grid = network.grid() != nullptr || network.twisted_grid() != nullptr;
    ASSERT_EQ(traits.minimal, on_grid && GetParam().routing->minimal);
    ASSERT_LE(traits.vc_classes.size(), kMaxVcClasses);
    CandidateList list;
    for (std::size_t t = 0; t < topology_.router_count(); t += destination_step()) {
      const auto distance = distances_to(topology_, RouterId{t});
      for (const State& state : states_to(*routing->adaptive(), RouterId{t})) {
        routing->adaptive()->all_candidates(state.here, state.header, list);
        ASSERT_FALSE(list.empty());
        ASSERT_LE(list.size(), routing->adaptive()->max_candidates());
        ASSERT_EQ(list.back().escape, traits.has_escape());
        for (const Candidate& candidate : list) {
          ASSERT_TRUE(topology_.channel_from(state.here, candidate.port));
          ASSERT_LT(candidate.vc_class, traits.vc_classes.size());
          const RouterId next = after(state, candidate).here;
          if (traits.minimal) {
            ASSERT_EQ(distance[next.index()] + 1, distance[state.here.index()]);
          }
        }
      }
    }
  }
}

// Follows the escape, if there is one.
TEST_P(EveryAdaptiveRouting, ArrivesByItsLastCandidateAloneFromEveryState) {
  for (const auto& [options, routing] : built_) {
    CandidateList list;
    for (std::size_t t = 0; t < topology_.router_count(); t += destination_step()) {
      for (State state : states_to(*routing->adaptive(), RouterId{t})) {
        std::size_t hops = 0;
        while (state.here != RouterId{t}) {
          ASSERT_LT(++hops, 4 * topology_.router_count());
          routing->adaptive()->all_candidates(state.here, state.header, list);
          state = after(state, list.back());
        }
      }
    }
  }
}

TEST_P(EveryAdaptiveRouting, GivesTheSameCandidatesWhenAskedAgain) {
  const AdaptiveRouting& routing = *built_.front().routing->adaptive();
  CandidateList first;
  CandidateList again(7);
  for (std::size_t t = 0; t < topology_.router_count(); t += destination_step()) {
    for (const State& state : states_to(routing, RouterId{t})) {
      routing.all_candidates(state.here, state.header, first);
      routing.all_candidates(state.here, state.header, again);
      ASSERT_EQ(first.size(), again.size());
      for (std::size_t i = 0; i < first.size(); ++i) {
        ASSERT_EQ(first[i].port, again[i].port);
        ASSERT_EQ(first[i].vc_class, again[i].vc_class);
        ASSERT_EQ(first[i].escape, again[i].escape);
        ASSERT_EQ(first[i].next_bits, again[i].next_bits);
      }
    }
  }
}

// Free space drawn at random, and whether it was read.
class DrawnOccupancy final : public LocalOccupancy {
 public:
  explicit DrawnOccupancy(std::uint64_t seed) : random_(seed, 0, RandomPurpose::kTest) {}
  std::uint32_t free_flits(PortId, std::uint8_t) const override {
    is_read_ = true;
    return random_.below(kBuffer + 1);
  }
  std::uint32_t buffer_flits(PortId, std::uint8_t) const override {
    is_read_ = true;
    return kBuffer;
  }
  bool is_read() const { return is_read_; }

 private:
  static constexpr std::uint32_t kBuffer = 8;
  mutable RandomStream random_;
  mutable bool is_read_ = false;
};

TEST_P(EveryAdaptiveRouting, ReadsFreeSpaceOnlyIfItsTraitsSaySo) {
  for (const auto& [options, routing] : built_) {
    const AdaptiveRouting& adaptive = *routing->adaptive();
    const DrawnOccupancy occupancy(7);
    RandomStream random(7, 1, RandomPurpose::kTest);
    CandidateList list;
    for (std::size_t t = 0; t < topology_.router_count(); t += destination_step()) {
      for (std::size_t s = 0; s < topology_.router_count(); ++s) {
        if (!topology_.has_nodes(RouterId{s}) || !topology_.has_nodes(RouterId{t})) continue;
        Header header = {.destination = RouterId{t}, .via = {}};
        adaptive.start(RouterId{s}, header, occupancy, random);
        if (s != t) adaptive.candidates(RouterId{s}, header, &occupancy, list);
      }
    }
    EXPECT_EQ(occupancy.is_read(), adaptive.traits().depends_on_occupancy);
  }
}

TEST_P(EveryAdaptiveRouting, ListsAPartOfItsCandidatesForAFreeSpace) {
  const AdaptiveRouting& routing = *built_.front().routing->adaptive();
  if (!routing.traits().depends_on_occupancy) return;
  const auto key = [](const Candidate& c) {
    return std::tuple(c.port, c.vc_class, c.escape, c.next_bits);
  };
  const DrawnOccupancy occupancy(7);
  CandidateList all, some;
  for (std::size_t t = 0; t < topology_.router_count(); t += destination_step()) {
    for (const State& state : states_to(routing, RouterId{t})) {
      routing.all_candidates(state.here, state.header, all);
      routing.candidates(state.here, state.header, &occupancy, some);
      ASSERT_FALSE(some.empty());
      if (all.back().escape) {
        ASSERT_EQ(key(some.back()), key(all.back()));
      }
      for (const Candidate& candidate : some)
        ASSERT_EQ(std::ranges::count(all, key(candidate), key), 1);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryAdaptiveRouting, testing::ValuesIn(all_cases(true)),
                         case_name);

}  // namespace
}  // namespace orthant
