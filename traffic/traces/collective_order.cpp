// Tested by: tests/traffic/dumpi_trace_test.cpp, tests/traffic/chakra_trace_test.cpp
#include "traffic/traces/collective_order.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace orthant {

void CollectiveOrder::add(std::uint32_t rank, std::vector<TracedCollective> calls) {
  if (!first_rank_) {
    first_rank_ = rank;
    first_ = std::move(calls);
    return;
  }
  const std::size_t common = std::min(calls.size(), first_.size());
  for (std::size_t c = 0; c < common; ++c)
    if (!calls[c].what.fits(first_[c].what))
      key_error(key_,
                "{}: {} is collective call {} of rank {}, that of rank {} is {} ({}); allowed: the "
                "same one, with the same root and sizes",
                place_(rank, calls[c].number), calls[c].name, c + 1, rank, *first_rank_,
                first_[c].name, place_(*first_rank_, first_[c].number));
  if (calls.size() == first_.size()) return;
  const bool is_more = calls.size() > first_.size();
  const TracedCollective& next = is_more ? calls[common] : first_[common];
  key_error(key_,
            "{}: {} is collective call {} of rank {}, rank {} has {}; allowed: as many in all "
            "ranks",
            place_(is_more ? rank : *first_rank_, next.number), next.name, common + 1,
            is_more ? rank : *first_rank_, is_more ? *first_rank_ : rank, common);
}

}  // namespace orthant
