// Tested by: tests/app/deadlock_text_test.cpp
#include "app/points/deadlock_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "app/setup/make_workload.hpp"
#include "base/counted.hpp"
#include "base/file_kind.hpp"
#include "topology/names.hpp"
#include "traffic/goal_file.hpp"

namespace orthant {
namespace {

// Describes an operation, "a send of 64 bytes to rank 3"; ranks are numbered from `first_rank` on.
std::string message_text(const Workload& workload, const OperationId& place,
                         std::uint32_t first_rank) {
  const Operation& operation = workload.of(place.rank)[place.operation];
  const bool sends = operation.kind == OperationKind::kSend;
  std::uint32_t peer = operation.peer;
  if (const auto choices = workload.choices(place.rank); !sends && !choices.empty())
    peer = choices[place.operation].source;
  return fmt::format(
      "a {} of {} {} {}", sends ? "send" : "receive", counted(operation.amount, "bytes"),
      sends ? "to" : "from",
      peer == Workload::kAny ? "any rank" : fmt::format("rank {}", peer - first_rank));
}

// Returns a line for each of these operations, which are all of one job. It names the operation,
// "l2 of rank 0 (p.goal:3)" if the job is a program in GOAL, else by the numbers of
// output.operations; then it describes the operation.
std::string operations_text(const WorkloadPlan& plan, const WorkloadJob& job,
                            const std::string& file, std::span<const OperationId> places) {
  std::string text;
  if (file.empty() || kind_of_file(file) != FileKind::kGoal) {
    for (const OperationId& place : places)
      text += fmt::format("\n  operation {} of rank {}: {}", place.operation, place.rank,
                          message_text(plan.workload(), place, 0));
    return text;
  }
  const std::uint32_t delay = job.delay > 0 ? 1 : 0;  // an operation before the program
  std::vector<OperationId> own;
  for (const OperationId& place : places)
    own.push_back({place.rank - job.first_rank, place.operation - delay});
  const std::vector<PlaceInFile> there = places_in_goal("workload.file", file, own);
  for (std::size_t i = 0; i < places.size(); ++i)
    text += fmt::format("\n  {}{} ({}): {}", there[i].name,
                        job.name.empty() ? "" : fmt::format(" of [workload.{}]", job.name),
                        there[i].where, message_text(plan.workload(), places[i], job.first_rank));
  return text;
}

// A line for each waiting operation; empty if there are none.
std::string waiting_text(const Point& point, const WorkloadPlan& plan,
                         const WaitingOperations& waiting) {
  if (waiting.operations == 0) return {};
  const std::vector<std::string> files = workload_files(point);
  std::string text =
      fmt::format("\n{} of {} wait{}", counted(waiting.operations, "operations"),
                  counted(waiting.ranks, "ranks"), waiting.operations == 1 ? "s:" : "");
  if (waiting.operations > 1)
    text += waiting.operations > waiting.ranks ? "; the first of each rank:" : ":";
  for (auto first = waiting.named.begin(); first != waiting.named.end();) {
    const WorkloadJob& job = plan.job_of(first->rank);
    const auto last = std::find_if(first, waiting.named.end(), [&](const OperationId& place) {
      return &plan.job_of(place.rank) != &job;
    });
    const auto number = static_cast<std::size_t>(&job - plan.jobs().data());
    text += operations_text(plan, job, files[number], {first, last});
    first = last;
  }
  if (waiting.named.size() < waiting.ranks)
    text += fmt::format("\n  ... and of {}",
                        counted(waiting.ranks - waiting.named.size(), "more ranks"));
  return text;
}

}  // namespace

std::string deadlock_text(const Topology& topology, RouterModel model,
                          const SimulationResult& result, bool all) {
  if (result.starving)
    return fmt::format(
        "deadlock: in cycle {} everything has arrived, but a receive waits for a message that one "
        "of any source or tag took before it",
        result.deadlock_cycle);
  if (result.knots.empty())
    return fmt::format(
        "deadlock: seen in cycle {}; nothing moves: routers send the same packets again and again "
        "and all are refused. There is no knot, so some that wait would be accepted, but "
        "their turn never comes",
        result.deadlock_cycle);
  const bool queues = model == RouterModel::kOutputQueued;
  constexpr std::size_t kMostPlaces = 20;
  const std::size_t knots = result.knots.size();
  std::size_t places = 0;
  for (const std::vector<BlockedVc>& knot : result.knots) places += knot.size();
  std::string text = fmt::format("deadlock: seen in cycle {}; {} of {} that wait for each other",
                                 result.deadlock_cycle, counted(knots, "knots"),
                                 counted(places, queues ? "output queues" : "VC buffers"));
  if (result.stuck_behind > 0) text += fmt::format(", {} more wait for them", result.stuck_behind);
  const std::size_t shown = all ? knots : std::min<std::size_t>(knots, 1);
  for (std::size_t k = 0; k < shown; ++k) {
    const std::vector<BlockedVc>& knot = result.knots[k];
    text += fmt::format("\nknot of {} {}:", knot.size(),
                        queues ? "queues of output ports" : "buffers of input ports");
    const std::size_t most = all ? knot.size() : std::min(knot.size(), kMostPlaces);
    for (const BlockedVc& place : std::span(knot).first(most))
      text += fmt::format("\n  {} {}, {} {}", router_text(topology, place.router),
                          port_text(topology, place.router, place.port), queues ? "queue" : "vc",
                          place.vc.value);
    if (most < knot.size()) text += fmt::format("\n  ... and {} more (-v)", knot.size() - most);
  }
  if (shown < knots) text += fmt::format("\n... and {} (-v)", counted(knots - shown, "more knots"));
  return text;
}

std::string deadlock_text(const Point& point, const Setup& setup, const SimulationResult& result,
                          bool all) {
  const std::string text = deadlock_text(*setup.topology, setup.router.model, result, all);
  if (!setup.traffic.workload) return text;
  return text + waiting_text(point, *setup.traffic.workload, result.waiting);
}

}  // namespace orthant
