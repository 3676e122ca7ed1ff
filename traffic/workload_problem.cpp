// Tested by: tests/traffic/goal_file_test.cpp, tests/traffic/msccl_program_test.cpp
#include "traffic/workload_problem.hpp"

#include <fmt/format.h>

namespace orthant {
namespace {

using Find = FunctionRef<PlaceInFile(const OperationId&)>;

// Lists some of the operations that the first one waits for, each with its place.
std::string cycle_text(const std::vector<OperationId>& places, const Find& find) {
  constexpr std::size_t kMaxShown = 6;
  const std::size_t others = places.size() - 1;
  std::string text;
  for (std::size_t p = others; p > 0; --p) {
    if (others > kMaxShown && p < others - kMaxShown + 2 && p > 1) continue;
    if (p == 1 && others > kMaxShown) text += fmt::format(", {} more", others - kMaxShown);
    const PlaceInFile there = find(places[p]);
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", there.name, there.brief);
  }
  return text;
}

}  // namespace

std::string problem_text(const WorkloadProblem& problem, const Workload& workload, Find find,
                         const MessageWords& words) {
  using Kind = WorkloadProblem::Kind;
  const OperationId& first = problem.places.front();
  const PlaceInFile here = find(first);
  const Operation& operation = workload.of(first.rank)[first.operation];
  switch (problem.kind) {
    case Kind::kUnmatchedSend:
      return fmt::format(
          "{}: {} sends a message that {} {} never receives; allowed: as many {} as {} of a "
          "source, destination and {}",
          here.where, here.name, words.rank, operation.peer, words.receive, words.send, words.tag);
    case Kind::kUnmatchedReceive:
      if (operation.peer == Workload::kAny)
        return fmt::format(
            "{}: {} waits for a message, and each that it could take is another one's; allowed: as "
            "many {} as {}",
            here.where, here.name, words.send, words.receive);
      return fmt::format(
          "{}: {} waits for a message that {} {} never sends; allowed: as many {} as {} of a "
          "source, destination and {}",
          here.where, here.name, words.rank, operation.peer, words.send, words.receive, words.tag);
    case Kind::kShortReceive: {
      const PlaceInFile send = find(problem.places[1]);
      const std::uint64_t bytes =
          workload.of(problem.places[1].rank)[problem.places[1].operation].amount;
      return fmt::format(
          "{}: {} receives {} bytes of a message of {} ({}, {}); allowed: at least {}", here.where,
          here.name, operation.amount, bytes, send.name, send.brief, bytes);
    }
    case Kind::kCycle:
      break;
  }
  return fmt::format(
      "{}: {} waits for itself{}; allowed: no cycle of dependencies", here.where, here.name,
      problem.places.size() == 1 ? "" : ", by way of " + cycle_text(problem.places, find));
}

}  // namespace orthant
