// What is recorded of single packets: the hand-traced ones of docs/life_of_a_flit.md, conflicts by
// hand, and on all kinds of networks that the events fit together and change nothing that a run
// reports.
#include "sim/measure/packet_trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "tests/sim/kinds_of_networks.hpp"
#include "tests/sim/trace_events.hpp"

namespace orthant {
namespace {

using test::Built;
using test::Events;
using test::events_of;
using test::Scenario;

using Cycles = std::vector<Cycle>;

TEST(PacketTrace, OneFlitThroughDefaultRouters) {
  Scenario s;
  s.radices = {8};
  const Events events = events_of(test::lone_packets(s, NodeId{0u}, NodeId{2u}, 1));
  EXPECT_EQ(events.cycles(TraceKind::kGenerate, 0), Cycles{0});
  EXPECT_EQ(events.cycles(TraceKind::kInject, 0), Cycles{0});
  EXPECT_EQ(events.cycles(TraceKind::kArrive, 0), (Cycles{1, 3, 5}));
  EXPECT_EQ(events.cycles(TraceKind::kRoute, 0), (Cycles{1, 3, 5}));
  EXPECT_EQ(events.cycles(TraceKind::kVcGranted, 0), (Cycles{1, 3, 5}));
  EXPECT_EQ(events.cycles(TraceKind::kSwitchWon, 0), (Cycles{1, 3, 5}));
  EXPECT_EQ(events.cycles(TraceKind::kDepart, 0), (Cycles{2, 4, 6}));
  EXPECT_EQ(events.cycles(TraceKind::kEject, 0), Cycles{7});
  EXPECT_EQ(events.waits(), std::vector<std::string>());
  EXPECT_EQ(events.all.size(), 18u);
  std::vector<std::uint32_t> routers;
  for (const TraceEvent& event : events.all)
    if (event.kind == TraceKind::kArrive) routers.push_back(event.router.value);
  EXPECT_EQ(routers, (std::vector<std::uint32_t>{0, 1, 2}));
}

// Of the four stages route computation ends in the cycle of arrival, and a cycle lies between the
// switch and its traversal.
TEST(PacketTrace, ThreeFlitsThroughFourStageRouters) {
  Scenario s;
  s.radices = {8};
  s.latency_cycles = {2};
  s.router.routing_delay = s.router.vc_allocation_delay = s.router.switch_allocation_delay = 1;
  const Events events = events_of(test::lone_packets(s, NodeId{0u}, NodeId{1u}, 3));
  EXPECT_EQ(events.cycles(TraceKind::kRoute, 0), (Cycles{1, 7}));
  EXPECT_EQ(events.cycles(TraceKind::kVcGranted, 0), (Cycles{2, 8}));
  for (std::uint16_t flit = 0; flit < 3; ++flit) {
    EXPECT_EQ(events.cycles(TraceKind::kInject, flit), Cycles{flit});
    EXPECT_EQ(events.cycles(TraceKind::kArrive, flit), (Cycles{1u + flit, 7u + flit}));
    EXPECT_EQ(events.cycles(TraceKind::kSwitchWon, flit), (Cycles{3u + flit, 9u + flit}));
    EXPECT_EQ(events.cycles(TraceKind::kDepart, flit), (Cycles{5u + flit, 11u + flit}));
    EXPECT_EQ(events.cycles(TraceKind::kEject, flit), Cycles{12u + flit});
  }
}

TEST(PacketTrace, ThreeFlitsStoredAndForwarded) {
  Scenario s;
  s.radices = {8};
  s.router.switching = Switching::kStoreAndForward;
  const Events events = events_of(test::lone_packets(s, NodeId{0u}, NodeId{1u}, 3));
  EXPECT_EQ(events.cycles(TraceKind::kRoute, 0), (Cycles{3, 7}));
  for (std::uint16_t flit = 0; flit < 3; ++flit) {
    EXPECT_EQ(events.cycles(TraceKind::kArrive, flit), (Cycles{1u + flit, 5u + flit}));
    EXPECT_EQ(events.cycles(TraceKind::kSwitchWon, flit), (Cycles{3u + flit, 7u + flit}));
    EXPECT_EQ(events.cycles(TraceKind::kEject, flit), Cycles{9u + flit});
  }
}

// Every node but the last one sends to it.
class ToTheLast final : public Pattern {
 public:
  explicit ToTheLast(std::size_t nodes) : last_(nodes - 1) {}
  std::optional<NodeId> destination(NodeId source, std::uint64_t, RandomStream&) const override {
    return source == last_ ? std::nullopt : std::optional(last_);
  }
  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    if (source != last_) visit(last_, 1.0);
  }

 private:
  NodeId last_;
};

// Nodes 0 and 1 of a line of three send a packet each to node 2 in cycle 0.
Scenario two_packets(std::uint32_t vcs) {
  Scenario s = test::lone_packets({}, NodeId{0u}, NodeId{2u}, 4);
  s.kind = "mesh";
  s.radices = {3};
  s.router.vcs = vcs;
  s.own_pattern = std::make_shared<ToTheLast>(3);
  return s;
}

// The head from node 0 is at router 1 in cycle 3. The packet of node 1 holds the VC there from
// cycle 1 to the cycle 4 of its tail; the next head may ask for it one cycle later.
TEST(PacketTrace, AHeadWaitsForThePacketThatHoldsTheVc) {
  const Events events = events_of(two_packets(1));
  EXPECT_EQ(events.waits(), std::vector<std::string>{fmt::format(
                                "3 0.0 {} by 1", static_cast<int>(TraceCause::kVcHeld))});
  EXPECT_EQ(events.cycles(TraceKind::kVcGranted, 0, 0), (Cycles{1, 5, 7}));
}

// With two VCs both packets share the switch of router 1 round robin from cycle 3 on, and in router
// 2 the ejection channel: the packet of node 0 is given the turn first, since the pointer stands
// after the node port.
TEST(PacketTrace, AFlitThatLosesTheSwitchNamesTheWinner) {
  const Events events = events_of(two_packets(2));
  const auto lost = [](Cycle cycle, std::string_view flit, int by) {
    return fmt::format("{} {} {} by {}", cycle, flit, static_cast<int>(TraceCause::kSwitch), by);
  };
  std::vector<std::string> at_router_1;
  for (const std::string& wait : events.waits())
    if (at_router_1.size() < 4) at_router_1.push_back(wait);
  EXPECT_EQ(at_router_1, (std::vector<std::string>{lost(3, "1.2", 0), lost(4, "0.1", 1),
                                                   lost(5, "1.3", 0), lost(6, "0.2", 1)}));
  EXPECT_EQ(events.cycles(TraceKind::kDepart, 3, 1).front(), 7u);
}

// The head takes the only slot downstream of router 0 in cycle 1, and leaves router 1 in cycle 3;
// its credit can be used in 3 + L + cd = 5. The second flit came in 4: the slot at its source is
// free in 1 + Li + cd = 3.
TEST(PacketTrace, AFlitWithoutCreditNamesWhatFillsTheBuffer) {
  Scenario s;
  s.radices = {8};
  s.router.buffer_flits = 1;
  const Events events = events_of(test::lone_packets(s, NodeId{0u}, NodeId{1u}, 2));
  EXPECT_EQ(events.waits(), std::vector<std::string>{fmt::format(
                                "4 0.1 {} by 0", static_cast<int>(TraceCause::kCredit))});
  EXPECT_EQ(events.cycles(TraceKind::kSwitchWon, 1).front(), 5u);
}

// A second packet of node 0 stands behind the first one in the only buffer between them.
TEST(PacketTrace, AHeadBehindAnotherPacketNamesIt) {
  Scenario s = two_packets(1);
  s.messages_per_node = 2;
  s.own_injection = std::make_shared<test::EveryPeriod>(1);
  const Events events = events_of(s);
  const auto behind = std::ranges::find(events.all, TraceCause::kBehind, &TraceEvent::cause);
  ASSERT_NE(behind, events.all.end());
  EXPECT_EQ(behind->packet, (PacketName{NodeId{0u}, 1}));
  EXPECT_EQ(behind->by, (PacketName{NodeId{0u}, 0}));
}

template <class F>
void for_each_network(const F& f) {
  for (const auto& kinds : {test::kinds_of_networks(), test::further_kinds_of_networks()}) {
    for (const auto& [what, of] : kinds) {
      for (const double load : {0.1, 0.5}) {
        Scenario s = test::small_network(of.change, load);
        s.run.warmup = 101;
        s.run.measure = 303;
        f(what, s);
      }
    }
  }
}

TEST(PacketTrace, ChangesNothingThatARunReports) {
  for_each_network([](const std::string& what, const Scenario& s) {
    const Built built = test::build(s);
    test::Notes plain, traced;
    Events events;
    plain.add(simulate(built.parts(s), s.run, {.packets = &plain, .activity = true}));
    traced.add(
        simulate(built.parts(s), s.run, {.packets = &traced, .trace = &events, .activity = true}));
    EXPECT_TRUE(plain.text() == traced.text()) << what << ", load " << s.flits_per_cycle;
  });
}

// The events of a flit in the order of time: a router's follow its arrival there, and the next
// arrival follows its departure.
void expect_journey(const std::string& what, const std::vector<TraceEvent>& flit) {
  const auto text = [&] {
    std::string all = what;
    for (const TraceEvent& e : flit)
      all +=
          fmt::format("\n{} {} r{} f{}", e.tick, static_cast<int>(e.kind), e.router.value, e.flit);
    return all;
  };
  for (std::size_t i = 1; i < flit.size(); ++i) {
    const TraceEvent &before = flit[i - 1], &after = flit[i];
    ASSERT_LE(before.tick, after.tick) << text();
    const bool moved = before.router != after.router;
    ASSERT_EQ(moved, before.kind == TraceKind::kDepart && after.kind == TraceKind::kArrive)
        << text();
    if (after.kind == TraceKind::kSwitchWon) {
      const TraceKind from = before.kind;
      const bool held =
          flit[i].flit != 0 || from == TraceKind::kVcGranted || from == TraceKind::kBlocked;
      ASSERT_TRUE(held) << text();
    }
    if (after.kind == TraceKind::kBlocked) {
      ASSERT_NE(after.cause, TraceCause::kNone) << text();
    }
  }
}

// All that there is to it, from its node to its node.
void expect_whole(const std::string& what, const Scenario& s, const std::vector<TraceEvent>& flit) {
  const auto count = [&](TraceKind kind) {
    return std::ranges::count(flit, kind, &TraceEvent::kind);
  };
  const bool immediate = s.node_channels.ejection == Ejection::kImmediate;
  ASSERT_EQ(count(TraceKind::kInject), 1) << what;
  ASSERT_EQ(count(TraceKind::kEject), 1) << what;
  ASSERT_GT(count(TraceKind::kArrive), 0) << what;
  ASSERT_EQ(count(TraceKind::kSwitchWon), count(TraceKind::kArrive) - (immediate ? 1 : 0)) << what;
  ASSERT_EQ(count(TraceKind::kDepart), count(TraceKind::kSwitchWon)) << what;
}

TEST(PacketTrace, EveryFlitHasAWholeJourney) {
  for_each_network([](const std::string& what, const Scenario& s) {
    Events events = events_of(s);
    std::map<std::pair<PacketName, std::uint16_t>, std::vector<TraceEvent>> flits;
    for (const TraceEvent& event : events.all) flits[{event.packet, event.flit}].push_back(event);
    EXPECT_FALSE(flits.empty()) << what;
    for (const auto& [flit, own] : flits) {
      expect_journey(what, own);
      if (own.back().kind == TraceKind::kEject) expect_whole(what, s, own);
      if (HasFatalFailure()) return;
      if (s.run.until_drained) {
        EXPECT_EQ(own.back().kind, TraceKind::kEject) << what;
      }
    }
  });
}

TEST(PacketTrace, BlamesARuleOnlyWhereThereIsOne) {
  std::size_t limits = 0, marks = 0, lost = 0;
  for_each_network([&](const std::string& what, const Scenario& s) {
    for (const TraceEvent& event : events_of(s).all) {
      if (event.kind != TraceKind::kBlocked) continue;
      const bool limit = event.cause == TraceCause::kLimit, mark = event.cause == TraceCause::kMark;
      ASSERT_FALSE(limit && s.router.injection_limit == InjectionLimit::kNone) << what;
      ASSERT_FALSE(mark && s.router.flow_control != FlowControl::kCriticalBubble) << what;
      ASSERT_NE(event.cause, TraceCause::kNode) << what;  // of workloads alone
      ASSERT_TRUE(event.cause != TraceCause::kLostVc || event.by) << what;
      limits += limit;
      marks += mark;
      lost += event.cause == TraceCause::kLostVc;
    }
  });
  EXPECT_GT(limits, 0u);
  EXPECT_GT(marks, 0u);
  EXPECT_GT(lost, 0u);
}

// Deliveries are recorded twice: by the trace and to the log of packets.
TEST(PacketTrace, AgreesWithTheLogOfPackets) {
  struct Log final : PacketLog {
    void add(const DeliveredPacket& packet) override {
      arrivals[{packet.source, packet.number}] = {packet.generated_at, packet.arrival};
    }
    std::map<PacketName, std::pair<Cycle, Cycle>> arrivals;
  };
  for_each_network([](const std::string& what, const Scenario& s) {
    const Built built = test::build(s);
    Log log;
    Events events;
    simulate(built.parts(s), s.run, {.packets = &log, .trace = &events});
    std::map<PacketName, std::pair<Cycle, Cycle>> traced;
    for (const TraceEvent& event : events.all) {
      if (event.kind == TraceKind::kGenerate) traced[event.packet].first = event.tick;
      if (event.kind == TraceKind::kEject && event.flit + 1 == event.length)
        traced[event.packet].second = event.tick;
    }
    for (const auto& [packet, times] : log.arrivals)
      ASSERT_EQ(traced[packet], times)
          << what << ' ' << packet.source.value << ':' << packet.number;
  });
}

// A packet that blocks has been generated and is still under way, unless it has just left the
// buffer of which credits are missed. No other flit waits for its own packet, unless that comes by
// twice.
TEST(PacketTrace, NamesPacketsThatAreUnderWay) {
  for_each_network([](const std::string& what, const Scenario& s) {
    const Events events = events_of(s);
    std::map<PacketName, std::pair<Cycle, Cycle>> lives;
    for (const TraceEvent& event : events.all) {
      auto& life = lives.try_emplace(event.packet, event.tick, kNever).first->second;
      if (event.kind == TraceKind::kEject && event.flit + 1 == event.length)
        life.second = event.tick;
    }
    std::size_t named = 0;
    for (const TraceEvent& event : events.all) {
      if (event.kind != TraceKind::kBlocked || !event.by) continue;
      ++named;
      const auto& [generated_at, end] = lives.at(*event.by);
      ASSERT_LE(generated_at, event.tick) << what;
      if (event.cause == TraceCause::kChannel || event.cause == TraceCause::kCredit ||
          event.cause == TraceCause::kMark)
        continue;
      ASSERT_GE(end, event.tick) << what;
      if (s.routing == "val") continue;
      ASSERT_NE(*event.by, event.packet) << what << ' ' << static_cast<int>(event.cause);
    }
    if (s.flits_per_cycle >= 0.5 && !s.run.until_drained) {
      EXPECT_GT(named, 0u) << what;
    }
  });
}

Scenario busy() {
  Scenario s = test::small_network([](Scenario&) {}, 0.4);
  s.run.measure = 200;
  s.run.warmup = 0;
  return s;
}

std::size_t count_unless(const Events& events, const auto& holds) {
  return static_cast<std::size_t>(
      std::ranges::count_if(events.all, [&](const TraceEvent& event) { return !holds(event); }));
}

TEST(PacketTrace, FiltersHaveToHoldTogether) {
  const Events all = events_of(busy());
  const TraceFilter filter{.sources = {NodeId{3u}, NodeId{5u}},
                           .destinations = {NodeId{1u}, NodeId{2u}, NodeId{4u}, NodeId{10u}},
                           .from_cycle = 50,
                           .to_cycle = 190,
                           .one_in = 2};
  const auto wanted = [](const TraceEvent& e) {
    return (e.packet.source.value == 3 || e.packet.source.value == 5) &&
           (e.destination.value == 1 || e.destination.value == 2 || e.destination.value == 4 ||
            e.destination.value == 10) &&
           e.tick >= 50 && e.tick <= 190 && e.packet.number % 2 == 0;
  };
  const Events some = events_of(busy(), filter);
  EXPECT_GT(some.all.size(), 0u);
  EXPECT_EQ(count_unless(some, wanted), 0u);
  EXPECT_EQ(some.all.size(), all.all.size() - count_unless(all, wanted));
}

// Of two classes, whose packets have the numbers 0, 2, 4, ... and 1, 3, 5, ...
TEST(PacketTrace, FollowsOneInSoManyOfEachClass) {
  const TraceFilter filter{.one_in = 3, .streams = 2};
  std::vector<std::uint64_t> wanted;
  for (std::uint64_t number = 0; number < 14; ++number)
    if (filter.wants({NodeId{0u}, number}, NodeId{1u})) wanted.push_back(number);
  EXPECT_EQ(wanted, (std::vector<std::uint64_t>{0, 1, 6, 7, 12, 13}));
}

TEST(PacketTrace, RecordsNamedPacketsAloneAndWhichOnesNeverCame) {
  const PacketName named{NodeId{3u}, 2}, never{NodeId{3u}, 1'000'000};
  const Events events = events_of(busy(), {.packets = {named, never}});
  EXPECT_GT(events.all.size(), 0u);
  EXPECT_EQ(count_unless(events, [&](const TraceEvent& e) { return e.packet == named; }), 0u);
  EXPECT_EQ(events.missing, std::vector<PacketName>{never});
}

// Whether a router is looked at tick by tick or for several ticks.
TEST(PacketTrace, RecordsTheSameInTheSameOrderHoweverRoutersAreVisited) {
  for (const auto& [what, of] : test::kinds_of_networks()) {
    Scenario s = test::small_network(of.change, 0.5);
    s.run.warmup = 101;
    s.run.measure = 303;
    const Events by_tick = events_of(s);
    s.stepping.visit_ticks = 8;
    const Events by_visit = events_of(s);
    ASSERT_EQ(by_tick.all.size(), by_visit.all.size()) << what;
    for (std::size_t i = 0; i < by_tick.all.size(); ++i) {
      const TraceEvent &a = by_tick.all[i], &b = by_visit.all[i];
      ASSERT_TRUE(a.tick == b.tick && a.packet == b.packet && a.kind == b.kind &&
                  a.flit == b.flit && a.router == b.router && a.cause == b.cause && a.by == b.by)
          << what << ", event " << i;
    }
  }
}

}  // namespace
}  // namespace orthant
