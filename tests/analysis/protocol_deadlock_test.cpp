// Deadlock through nodes that block requests until their replies have left.
#include "analysis/deadlock/protocol_deadlock.hpp"

#include <gmock/gmock.h>

#include "analysis/deadlock/deadlock.hpp"
#include "topology/registry.hpp"

namespace orthant {
namespace {

DeadlockReport checked(const Topology& topology, const char* routing,
                       const std::vector<RequestReplyKind>& answers) {
  const std::unique_ptr<Routing> built = find_routing(routing)->make(topology, {});
  DeadlockReport report = check_deadlock(topology, *built, {});
  EXPECT_TRUE(report.free);
  check_protocol_deadlock(
      topology, [&](unsigned) -> const Routing& { return *built; }, answers, report);
  return report;
}

// Consecutive channels form a closed walk.
void expect_closed(const DeadlockReport& report) {
  ASSERT_FALSE(report.cycle.empty());
  for (std::size_t i = 0; i < report.cycle.size(); ++i)
    EXPECT_EQ(report.cycle[i].to, report.cycle[(i + 1) % report.cycle.size()].from);
}

TEST(ProtocolDeadlock, IsFoundWhereAnswersShareTheVcsOfRequests) {
  for (const char* routing : {"dor", "val", "minimal_adaptive"}) {
    const Topology torus = make_torus({.radices = {4, 4}});
    const DeadlockReport report = checked(torus, routing, {{"request", "reply", 0, 0}});
    EXPECT_FALSE(report.free) << routing;
    EXPECT_THAT(report.problem,
                testing::HasSubstr("may refuse 'request' until its 'reply' have left"));
    expect_closed(report);
    EXPECT_THAT(report_text(report), testing::HasSubstr("then node 1"));
  }
}

TEST(ProtocolDeadlock, IsExcludedByAClassForEveryAnswer) {
  const Topology torus = make_torus({.radices = {4, 4}});
  EXPECT_TRUE(checked(torus, "dor", {}).free);
  EXPECT_TRUE(checked(torus, "dor", {{"request", "reply", 0, 1}}).free);
  EXPECT_TRUE(checked(torus, "dor", {{"a", "b", 0, 1}, {"b", "c", 1, 2}}).free);
  EXPECT_TRUE(checked(torus, "dor", {{"a", "b", 2, 1}, {"b", "c", 1, 0}}).free);
}

TEST(ProtocolDeadlock, IsFoundByWayOfOtherClasses) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const DeadlockReport report = checked(torus, "dor", {{"a", "b", 0, 1}, {"b", "c", 1, 0}});
  EXPECT_FALSE(report.free);
  EXPECT_THAT(report.problem, testing::HasSubstr("through message class 0"));
}

// Reports the pair that closes the cycle, not another pair with the same reply.
TEST(ProtocolDeadlock, NamesTheAnswerOfTheCycle) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const DeadlockReport report = checked(torus, "dor", {{"a", "b", 0, 1}, {"a", "c", 0, 0}});
  EXPECT_THAT(report.problem, testing::HasSubstr("may refuse 'a' until its 'c' have left"));
}

// The nodes of one router have no channel between them.
TEST(ProtocolDeadlock, NeedsNoChannel) {
  const Topology one = make_mesh({.radices = {1}, .nodes_per_router = 3});
  const DeadlockReport report = checked(one, "dor", {{"request", "reply", 0, 0}});
  EXPECT_FALSE(report.free);
  EXPECT_TRUE(report.cycle.empty());
}

}  // namespace
}  // namespace orthant
