// A run that goes on from a checkpoint reports the same as one that was never interrupted, whatever
// the network is and wherever in the run the checkpoint was made.
#include "sim/kernel/checkpoint.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tests/sim/kept_state.hpp"
#include "tests/sim/kinds_of_networks.hpp"
#include "tests/sim/output_queued_fixture.hpp"

namespace orthant {
namespace {

using test::Scenario;

using test::KeptState;

using Builder = std::function<test::Built(const Scenario&)>;

std::string reported_of(const Scenario& s, const Builder& build, Checkpoints* checkpoints,
                        const RunProgress& progress) {
  const test::Built built = build(s);
  test::Notes notes;
  notes.add(orthant::simulate(built.parts(s), s.run,
                              {.progress = progress,
                               .activity = s.router.model == RouterModel::kInputQueued,
                               .checkpoints = checkpoints}));
  return notes.text();
}

// Stops a run at some of the moments at which it asks whether to go on, with its state kept, and
// goes on in a network of its own, which is stepped as `then` says.
void expect_same(const std::string& what, const Scenario& s, const Stepping& then = {},
                 const Builder& build = test::build) {
  constexpr std::size_t kStops = 7;
  std::vector<Cycle> moments;
  const std::string whole = reported_of(s, build, nullptr, [&](Cycle done, Cycle) {
    moments.push_back(done);
    return true;
  });
  ASSERT_GT(moments.size(), 2u) << what;
  for (std::size_t i = 0; i < kStops; ++i) {
    const Cycle stop = moments[(moments.size() - 1) * i / kStops];
    KeptState kept;
    EXPECT_NE(reported_of(s, build, &kept, [&](Cycle done, Cycle) { return done != stop; }), whole);
    ASSERT_FALSE(kept.text().empty()) << what << ", cycle " << stop;
    Scenario rest = s;
    rest.stepping = then;
    Cycle least = kNever;
    EXPECT_TRUE(reported_of(rest, build, &kept,
                            [&](Cycle done, Cycle) {
                              least = std::min(least, done);
                              return true;
                            }) == whole)
        << what << ", load " << s.flits_per_cycle << ", from cycle " << stop;
    EXPECT_GT(least, stop) << what;
  }
}

void expect_same_with_loads(const std::string& what, const test::Change& change) {
  for (const double load : {0.05, 0.4, 0.9}) expect_same(what, test::small_network(change, load));
}

TEST(Checkpoint, ChangesNothingThatARunReports) {
  for (const auto& [what, of] : test::kinds_of_networks()) expect_same_with_loads(what, of.change);
}

TEST(Checkpoint, ChangesNothingWhereTicksAreLookedAtOneByOne) {
  for (const auto& [what, of] : test::further_kinds_of_networks())
    expect_same_with_loads(what, of.change);
}

TEST(Checkpoint, ChangesNothingInAPilotOrWhileTheRestIsDelivered) {
  expect_same_with_loads("pilot", [](Scenario& s) { s.run.warmup.reset(); });
  expect_same_with_loads("drained", [](Scenario& s) {
    s.run.until_drained = true;
    s.messages_per_node = 200;
  });
  expect_same_with_loads("latency limit", [](Scenario& s) {
    s.run.until_drained = true;
    s.messages_per_node = 400;
    s.run.latency_limit = 40;
  });
}

TEST(Checkpoint, IsOfAllBlocksOfANetwork) {
  for (const auto& [what, of] : test::kinds_of_networks()) {
    Scenario s = test::small_network(of.change, 0.4);
    s.stepping.blocks = 3;
    expect_same(what + ", three blocks", s);  // goes on with as many
  }
  Scenario s = test::small_network([](Scenario&) {}, 0.4);
  s.stepping = {.blocks = 3, .threads = 2};
  expect_same("two threads", s);
  expect_same("two threads again", s, s.stepping);
}

TEST(Checkpoint, ChangesNothingWithClassesOfTraffic) {
  const Scenario s = test::small_network(
      [](Scenario& all) {
        all.router.vcs = 4;
        all.router.message_classes = 2;
      },
      0.4);
  expect_same("classes", s, {}, [](const Scenario& of) {
    test::Built built = test::build(of);
    TrafficClass low{.name = "low", .traffic = built.traffic, .load_share = 0.5};
    TrafficClass high = low;
    high.name = "high";
    high.priority = 3;
    high.message_class = 1;
    built.traffic = mixed_traffic({low, high});
    built.traffic.set_seed(of.run.seed);
    return built;
  });
}

TEST(Checkpoint, ChangesNothingWithOutputQueues) {
  for (const std::string routing : {"dor", "minimal_adaptive", "val"})
    for (const double load : {0.05, 0.4, 0.9}) {
      Scenario s = test::small_network([&](Scenario& all) { all.routing = routing; }, load);
      s.lengths = {{2, 0.5}, {5, 0.5}};
      expect_same("output queues, " + routing, test::output_queued(s));
    }
}

// Of a network that is built otherwise, or of a text that says something else.
TEST(Checkpoint, IsRefusedByAnotherNetwork) {
  const Scenario s = test::small_network([](Scenario&) {}, 0.4);
  KeptState kept;
  reported_of(s, test::build, &kept, [](Cycle done, Cycle) { return done < 600; });
  const auto go_on = [&](const test::Change& change) {
    Scenario other = s;
    change(other);
    reported_of(other, test::build, &kept, {});
  };
  EXPECT_THROW(go_on([](Scenario& other) { other.radices = {4, 5}; }), ConfigError);
  EXPECT_THROW(go_on([](Scenario& other) { other.router.vcs = 4; }), ConfigError);
  EXPECT_THROW(go_on([](Scenario& other) { other.latency_cycles = {3}; }), ConfigError);
}

}  // namespace
}  // namespace orthant
