// Tested by: tests/traffic/dumpi_trace_test.cpp
#include "traffic/traces/rank_program.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace orthant {

std::uint32_t RankProgram::send(std::uint64_t bytes, std::uint32_t peer, std::uint32_t tag) {
  join();
  return started(builder_.send(bytes, peer, tag));
}

std::uint32_t RankProgram::receive(std::uint64_t bytes, std::uint32_t peer, std::uint32_t tag) {
  join();
  return started(builder_.receive(bytes, peer, tag));
}

void RankProgram::wait(std::vector<std::uint32_t> operations) {
  std::erase(operations, kNone);
  if (operations.empty()) return;
  // An operation that waited for all of last_waits_ stands for them.
  if (std::ranges::max(operations) < covered_from_)
    operations.insert(operations.end(), last_waits_.begin(), last_waits_.end());
  continue_after(std::move(operations));
}

void RankProgram::compute(std::uint64_t time) { continue_after({started(builder_.compute(time))}); }

void RankProgram::collective(const CollectiveCall& what) {
  join();
  continue_after({collectives_.write(builder_, rank_, what, last_waits_)});
}

// If each later operation would wait for several operations, writes one operation that waits for
// them, and for which later operations wait instead.
void RankProgram::join() {
  if (last_waits_.size() > 1) continue_after({started(builder_.compute(0, RankWriter::kJoins))});
}

std::uint32_t RankProgram::started(std::uint32_t operation) {
  if (operation + 1 >= Workload::kMaxOperationsOfRank)
    key_error("", "rank {} has {} operations or more; allowed: fewer", rank_,
              Workload::kMaxOperationsOfRank);
  for (const std::uint32_t other : last_waits_) builder_.require(operation, other);
  return operation;
}

void RankProgram::continue_after(std::vector<std::uint32_t> operations) {
  std::ranges::sort(operations);
  const auto rest = std::ranges::unique(operations);
  operations.erase(rest.begin(), rest.end());
  last_waits_ = std::move(operations);
  covered_from_ = builder_.operations();
}

}  // namespace orthant
