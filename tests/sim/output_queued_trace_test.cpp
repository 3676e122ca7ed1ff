// What is recorded of single packets of output-queued networks: by hand, and that the events of
// each packet fit together and change nothing that a run reports.
#include <gtest/gtest.h>

#include <map>

#include "tests/sim/all_that_is_reported.hpp"
#include "tests/sim/output_queued_fixture.hpp"
#include "tests/sim/trace_events.hpp"

namespace orthant {
namespace {

using test::Built;
using test::Events;
using test::events_of;
using test::output_queued;
using test::Scenario;
using test::scripted;

// "CYCLE EVENT at ROUTER" of a node's packets; a wait with its cause and who is in the way.
std::vector<std::string> story(const Events& events, std::uint32_t source) {
  std::vector<std::string> lines;
  for (const TraceEvent& event : events.all) {
    if (event.packet.source.value != source) continue;
    static constexpr std::array kNames = {"birth",   "inject", "arrive", "route", "queue",
                                          "blocked", "switch", "depart", "eject"};
    std::string line =
        fmt::format("{} {} at {}", event.tick / events.scale,
                    kNames[static_cast<std::size_t>(event.kind)], event.router.value);
    if (event.kind == TraceKind::kBlocked) {
      line += fmt::format(" {}", static_cast<int>(event.cause));
      if (event.by) line += fmt::format(" by {}", event.by->source.value);
    }
    lines.push_back(line);
  }
  return lines;
}

// Packets of 3 flits along a line, acknowledgements of no length.
Scenario line(const test::Script& script) {
  Scenario s;
  s.kind = "mesh";
  s.radices = {3};
  s.lengths = {{3, 1.0}};
  s.router.output_queue.ack_flits = Rational(0);
  return scripted(output_queued(s), script);
}

// The node's clock is a packet long, so that a packet generated in cycle 0 is sent in cycle 3; it
// crosses each channel in 3 + 1 cycles and leaves a router in the cycle of its arrival.
TEST(OutputQueuedTrace, ALonePacket) {
  EXPECT_EQ(story(events_of(line({{0, {{0, 2}}}})), 0),
            (std::vector<std::string>{"0 birth at 0", "3 inject at 0", "7 arrive at 0",
                                      "7 queue at 0", "7 depart at 0", "11 arrive at 1",
                                      "11 queue at 1", "11 depart at 1", "15 arrive at 2",
                                      "15 queue at 2", "15 depart at 2", "19 eject at 2"}));
}

// The packet of node 1 is sent in cycle 9 and takes the channel to router 2 from cycle 13 to 16;
// that of node 0, sent in 6, is at router 1 in 14.
TEST(OutputQueuedTrace, APacketWaitsForTheChannel) {
  const Events events = events_of(line({{0, {{4, 2}}}, {1, {{7, 2}}}}));
  const std::string waits =
      fmt::format("14 blocked at 1 {} by 1", static_cast<int>(TraceCause::kChannel));
  EXPECT_EQ(story(events, 0),
            (std::vector<std::string>{"4 birth at 0", "6 inject at 0", "10 arrive at 0",
                                      "10 queue at 0", "10 depart at 0", "14 arrive at 1",
                                      "14 queue at 1", waits, "16 depart at 1", "20 arrive at 2",
                                      "20 queue at 2", "20 depart at 2", "24 eject at 2"}));
}

template <class F>
void for_each_network(const F& f) {
  for (const char* routing : {"dor", "val", "minimal_adaptive", "abr", "ofr"}) {
    for (const double load : {0.1, 0.5, 1.0}) {
      Scenario s;
      s.radices = {4, 5};
      s.routing = routing;
      s.nodes_per_router = load > 0.5 ? 2 : 1;
      s.lengths = {{1, 0.5}, {5, 0.5}};
      s.flits_per_cycle = load;
      s.run.warmup = 101;
      s.run.measure = 503;
      s.run.drain = 300;
      s = output_queued(s);
      s.router.output_queue = {.packets = 4, .ack_flits = Rational(1, 5)};
      f(fmt::format("{}, load {}", routing, load), s);
    }
  }
}

TEST(OutputQueuedTrace, ChangesNothingThatARunReports) {
  for_each_network([](const std::string& what, const Scenario& s) {
    const Built built = test::build(s);
    test::Notes plain, traced;
    Events events;
    plain.add(simulate(built.parts(s), s.run, {.packets = &plain}));
    traced.add(simulate(built.parts(s), s.run, {.packets = &traced, .trace = &events}));
    EXPECT_TRUE(plain.text() == traced.text()) << what;
  });
}

TEST(OutputQueuedTrace, AgreesWithTheLogOfPackets) {
  for_each_network([](const std::string& what, const Scenario& s) {
    const Built built = test::build(s);
    test::PacketList list;
    Events events;
    simulate(built.parts(s), s.run, {.packets = &list, .trace = &events});
    std::map<PacketName, std::pair<Cycle, Cycle>> lives;
    for (const TraceEvent& event : events.all) {
      if (event.kind == TraceKind::kGenerate) lives[event.packet].first = event.tick;
      if (event.kind == TraceKind::kEject) lives[event.packet].second = event.tick;
    }
    EXPECT_GT(list.packets.size(), 0u) << what;
    for (const DeliveredPacket& packet : list.packets)
      ASSERT_EQ((lives[{packet.source, packet.number}]),
                std::pair(packet.generated_at, packet.arrival))
          << what;
  });
}

// What may follow an event of a packet.
bool may_follow(const TraceEvent& before, const TraceEvent& after) {
  const bool refused = after.kind == TraceKind::kBlocked && after.cause == TraceCause::kRefused;
  switch (before.kind) {
    case TraceKind::kGenerate:
      return after.kind == TraceKind::kInject;
    case TraceKind::kInject:
      return refused || after.kind == TraceKind::kArrive;
    case TraceKind::kArrive:
      return after.kind == TraceKind::kVcGranted && after.tick == before.tick;
    case TraceKind::kVcGranted:
      return !refused && (after.kind == TraceKind::kBlocked || after.kind == TraceKind::kDepart);
    case TraceKind::kDepart:
      return refused || after.kind == TraceKind::kArrive || after.kind == TraceKind::kEject;
    case TraceKind::kBlocked:  // a packet that was refused is sent again from where it was
      if (before.cause == TraceCause::kRefused && after.kind == TraceKind::kInject) return true;
      return !refused && (after.kind == TraceKind::kBlocked || after.kind == TraceKind::kDepart);
    default:
      return false;
  }
}

TEST(OutputQueuedTrace, EveryPacketHasAWholeJourney) {
  std::size_t refusals = 0, waits = 0, behind = 0;
  for_each_network([&](const std::string& what, const Scenario& s) {
    std::map<PacketName, std::vector<TraceEvent>> packets;
    const Events events = events_of(s);
    for (const TraceEvent& event : events.all) packets[event.packet].push_back(event);
    for (const auto& [packet, own] : packets) {
      for (std::size_t i = 1; i < own.size(); ++i) {
        ASSERT_LE(own[i - 1].tick, own[i].tick) << what;
        ASSERT_TRUE(may_follow(own[i - 1], own[i]))
            << what << ' ' << packet.source.value << ':' << packet.number << ' '
            << static_cast<int>(own[i - 1].kind) << ' ' << static_cast<int>(own[i].kind);
        refusals += own[i].cause == TraceCause::kRefused;
        waits += own[i].cause == TraceCause::kChannel;
        behind += own[i].cause == TraceCause::kBehind;
        if (own[i].cause == TraceCause::kBehind) {
          ASSERT_TRUE(own[i].by && packets.contains(*own[i].by)) << what;
        }
      }
    }
  });
  EXPECT_GT(refusals, 1'000u);
  EXPECT_GT(waits, 1'000u);
  EXPECT_GT(behind, 1'000u);
}

}  // namespace
}  // namespace orthant
