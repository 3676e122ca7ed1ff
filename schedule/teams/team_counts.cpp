// Tested by: tests/schedule/team_counts_test.cpp
#include "schedule/teams/team_counts.hpp"

namespace orthant {

TeamCount count_full_teams(const Congestion& congestion,
                           const std::vector<std::uint32_t>& bottlenecks,
                           const TeamReductions& reductions, const SearchLimits& limits) {
  constexpr std::uint64_t kCategoriesPerCheck = 1'000;  // between two checks of the limits
  const Stopwatch watch(limits);
  TransferBits all(congestion.transfers());
  const TransferBits none = all;
  all.set();
  FullTeams enumeration(congestion, all, bottlenecks, none, reductions);
  TeamCount count;
  while (!enumeration.exhausted() && !watch.over()) {
    const std::uint64_t look = enumeration.categories() + kCategoriesPerCheck;
    while (enumeration.categories() < look && !enumeration.exhausted()) {
      if (enumeration.next(look - enumeration.categories())) ++count.teams;
    }
  }
  count.categories = enumeration.categories();
  count.complete = enumeration.exhausted();
  return count;
}

}  // namespace orthant
