// Tested by: tests/traffic/programs_test.cpp
#include "traffic/programs/rank_writer.hpp"

#include <utility>

#include "base/error.hpp"

namespace orthant {

std::uint32_t RankWriter::waiting(std::uint32_t operation, const Dependencies& after) {
  if (operation + 1 >= most_operations_)
    key_error("workload.iterations",
              "rank {} has {} operations or more; allowed: fewer, by fewer iterations, larger "
              "segments or fewer neighbours",
              rank_of(rank_), most_operations_);
  awaited_.push_back(false);
  for (const std::uint32_t other : after.empty() ? start_ : after) {
    builder_.require(operation, other);
    if (other >= first_) awaited_[other - first_] = true;
  }
  return operation;
}

std::uint32_t RankWriter::send(std::uint64_t bytes, std::uint32_t peer, const Dependencies& after,
                               Lane lane) {
  return waiting(builder_.send(bytes, rank_of(peer), first_tag_ + lane.tag, lane.queue), after);
}

std::uint32_t RankWriter::receive(std::uint64_t bytes, std::uint32_t peer,
                                  const Dependencies& after, Lane lane) {
  return waiting(builder_.receive(bytes, rank_of(peer), first_tag_ + lane.tag), after);
}

std::uint32_t RankWriter::compute(std::uint64_t time, const Dependencies& after) {
  return waiting(builder_.compute(time), after);
}

std::uint32_t RankWriter::join(const Dependencies& after) {
  return waiting(builder_.compute(0, kJoins), after);
}

std::uint32_t RankWriter::end_iteration(std::uint64_t time, bool overlap) {
  if (overlap && time > 0) compute(time, {});
  Dependencies open;
  for (std::uint32_t i = 0; i < awaited_.size(); ++i)
    if (!awaited_[i]) open.push_back(first_ + i);
  const std::uint32_t end = overlap || time == 0 ? join(open) : compute(time, open);
  start_ = {end};
  first_ = end + 1;
  awaited_.clear();
  return end;
}

void RankWriter::begin_iteration(Dependencies start, std::uint32_t first_tag) {
  start_ = std::move(start);
  first_tag_ = first_tag;
  first_ = builder_.operations();
  awaited_.clear();
}

}  // namespace orthant
