#include "sim/timeline.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/sim/output_queued_fixture.hpp"

namespace orthant {
namespace {

using test::Scenario;

class Rows final : public TimelineLog {
 public:
  void add(const TimelineRow& row) override { rows.push_back(row); }
  std::vector<TimelineRow> rows;
};

struct Course {
  std::vector<TimelineRow> rows;
  SimulationResult result;
};

Course simulate_course(const Scenario& s, Cycle every) {
  const test::Built built = test::build(s);
  Rows log;
  SimulationResult result =
      simulate(built.parts(s), s.run, {.timelines = {&log}, .timeline_cycles = every});
  return {std::move(log.rows), std::move(result)};
}

std::vector<Cycle> cycles_of(const Course& course) {
  std::vector<Cycle> cycles;
  for (const TimelineRow& row : course.rows) cycles.push_back(row.cycle);
  return cycles;
}

// 3 hops, 5 flits: generated in cycle 0, sent in cycles 0 to 4, in the first router from cycle 1
// on, through it in cycles 1 to 5, through the others two cycles later each: the last switch in
// cycles 7 to 11, at the node in cycle 13 (13 cycles by the formula).
TEST(Timeline, FollowsALonePacket) {
  const Course course = simulate_course(test::lone_packets({}, NodeId{0u}, NodeId{3u}, 5), 4);
  EXPECT_EQ(cycles_of(course), (std::vector<Cycle>{4, 8, 12, 13}));
  const auto expect = [&](std::size_t i, std::uint64_t injected, std::uint64_t accepted,
                          std::uint64_t backlog, std::uint64_t inside, std::uint64_t hops) {
    const TimelineRow& row = course.rows[i];
    EXPECT_EQ(row.generated_flits, i == 0 ? 5u : 0u);
    EXPECT_EQ(row.injected_flits, injected);
    EXPECT_EQ(row.accepted_flits, accepted);
    EXPECT_EQ(row.backlog_flits, backlog);
    EXPECT_EQ(row.network_flits, inside);
    // 64 routers of 4 channels.
    EXPECT_DOUBLE_EQ(*row.channel_load_mean * 256 * static_cast<double>(row.length),
                     static_cast<double>(hops));
  };
  expect(0, 4, 0, 1, 4, 3 + 1);      // first channel in cycles 1 to 5, second 3 to 7, third 5 to 9
  expect(1, 1, 1, 0, 4, 2 + 4 + 3);  // the node's from cycle 7 on
  expect(2, 0, 4, 0, 0, 2);
  expect(3, 0, 0, 0, 0, 0);
  EXPECT_EQ(*course.rows[0].channel_load_max, 0.75);
  EXPECT_EQ(*course.rows[1].channel_load_max, 1);
  EXPECT_EQ(course.rows[2].packets, 1u);
  EXPECT_EQ(course.rows[2].latency_mean, 13);
  EXPECT_EQ(course.rows[3].packets, 0u);
  EXPECT_EQ(course.rows[3].latency_mean, std::nullopt);
}

// Between the packets, of which the second is generated in cycle 20,000, nothing happens, and the
// run jumps over it. It ends with an arrival.
TEST(Timeline, HasRowsForTimeInWhichNothingHappens) {
  for (const bool output_queued : {false, true}) {
    Scenario s = test::lone_packets({}, NodeId{0u}, NodeId{3u}, 5, 2, 20'000);
    if (output_queued) s = test::output_queued(s);
    const Course course = simulate_course(s, 100);
    ASSERT_EQ(course.rows.size(), 201u);
    for (std::size_t i = 0; i < 200; ++i) {
      const TimelineRow& row = course.rows[i];
      EXPECT_EQ(row.cycle, 100 * (i + 1));
      EXPECT_EQ(row.generated_flits, i == 0 ? 5u : 0u);
      EXPECT_EQ(row.packets, i == 0 ? 1u : 0u);
    }
    EXPECT_EQ(course.rows[200].packets, 1u);
    EXPECT_EQ(course.rows[200].cycle, course.result.cycles);
    EXPECT_EQ(*course.rows[200].latency_mean, *course.result.latency_mean);
  }
}

// What is generated leaves its queue, what has left it is in the network, and what was in it is
// accepted; the rest is what there was before. Spans follow each other up to the end of the run,
// and over the window add up to its loads. With a pilot, which the window of the recorder is opened
// for as well.
TEST(Timeline, AddsUpToTheRunInBothModels) {
  for (const bool output_queued : {false, true}) {
    Scenario s;
    s.radices = {4, 4};
    s.flits_per_cycle = 0.6;
    s.lengths = {{1, 0.5}, {4, 0.5}};
    s.run.measure = 4'000;
    if (output_queued) s = test::output_queued(s);
    const Course course = simulate_course(s, 250);
    const SimulationResult alone = test::simulate(s);
    EXPECT_EQ(course.result.cycles, alone.cycles);
    EXPECT_EQ(course.result.channel_flits, alone.channel_flits);
    EXPECT_EQ(course.result.latency_mean, alone.latency_mean);
    TimelineRow before;
    std::uint64_t generated = 0;
    std::uint64_t accepted = 0;
    double hops = 0;
    for (const TimelineRow& row : course.rows) {
      EXPECT_EQ(row.cycle, before.cycle + row.length);
      EXPECT_EQ(before.backlog_flits + row.generated_flits, row.backlog_flits + row.injected_flits);
      EXPECT_EQ(before.network_flits + row.injected_flits, row.network_flits + row.accepted_flits);
      const Cycle from = alone.warmup_cycles;
      ASSERT_EQ(from % 250, 0u);
      if (before.cycle >= from && row.cycle <= from + 4'000) {
        generated += row.generated_flits;
        accepted += row.accepted_flits;
        hops += *row.channel_load_mean * static_cast<double>(row.length);
      }
      before = row;
    }
    EXPECT_EQ(before.cycle, alone.cycles);
    EXPECT_DOUBLE_EQ(static_cast<double>(generated) / (16 * 4'000), alone.offered_flits);
    EXPECT_DOUBLE_EQ(static_cast<double>(accepted) / (16 * 4'000), alone.accepted_flits);
    EXPECT_NEAR(hops / 4'000, *alone.channel_load_mean, 1e-9);
  }
}

// All packets of a run until drained are measured, so the spans together have its mean latency.
TEST(Timeline, OfADrainedRunEndsWithItAndHasAllItsPackets) {
  for (const Cycle every : {Cycle{1}, Cycle{7}, Cycle{1'000'000}}) {
    Scenario s;
    s.radices = {4, 4};
    s.flits_per_cycle = 0.6;
    s.messages_per_node = 50;
    s.run.until_drained = true;
    const Course course = simulate_course(s, every);
    std::uint64_t packets = 0;
    double latency = 0;
    for (const TimelineRow& row : course.rows) {
      packets += row.packets;
      latency += row.latency_mean.value_or(0) * static_cast<double>(row.packets);
    }
    EXPECT_EQ(course.rows.back().cycle, course.result.cycles);
    EXPECT_EQ(course.rows.size(), (course.result.cycles + every - 1) / every);
    EXPECT_EQ(packets, course.result.packets);
    EXPECT_NEAR(latency / static_cast<double>(packets), *course.result.latency_mean, 1e-9);
  }
}

TEST(Timeline, NeedsSpansOfACycleAtLeast) {
  const Scenario s;
  const test::Built built = test::build(s);
  EXPECT_THROW(simulate(built.parts(s), s.run, {.timeline_cycles = 0}), KeyError);
}

}  // namespace
}  // namespace orthant
