// Tested by: tests/traffic/dumpi_trace_test.cpp
#include "traffic/traces/rank_program.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace orthant {

std::uint32_t RankProgram::send(std::uint64_t bytes, std::uint32_t peer, std::uint32_t tag) {
  join();
  return begun(builder_.send(bytes, peer, tag));
}

std::uint32_t RankProgram::receive(std::uint64_t bytes, std::uint32_t peer, std::uint32_t tag) {
  join();
  return begun(builder_.receive(bytes, peer, tag));
}

void RankProgram::wait(std::vector<std::uint32_t> operations) {
  std::erase(operations, kNone);
  if (operations.empty()) return;
  // One that has itself waited for what is now stands for that too.
  if (std::ranges::max(operations) < since_)
    operations.insert(operations.end(), now_.begin(), now_.end());
  go_on_after(std::move(operations));
}

void RankProgram::compute(std::uint64_t time) { go_on_after({begun(builder_.compute(time))}); }

void RankProgram::collective(const CollectiveCall& what) {
  join();
  go_on_after({collectives_.write(builder_, rank_, what, now_)});
}

// Of several operations that later ones would each wait for.
void RankProgram::join() {
  if (now_.size() > 1) go_on_after({begun(builder_.compute(0, RankWriter::kJoins))});
}

std::uint32_t RankProgram::begun(std::uint32_t operation) {
  if (operation + 1 >= Workload::kMostOperationsOfRank)
    key_error("", "rank {} has {} operations or more; allowed: fewer", rank_,
              Workload::kMostOperationsOfRank);
  for (const std::uint32_t other : now_) builder_.require(operation, other);
  return operation;
}

void RankProgram::go_on_after(std::vector<std::uint32_t> operations) {
  std::ranges::sort(operations);
  const auto rest = std::ranges::unique(operations);
  operations.erase(rest.begin(), rest.end());
  now_ = std::move(operations);
  since_ = builder_.operations();
}

}  // namespace orthant
