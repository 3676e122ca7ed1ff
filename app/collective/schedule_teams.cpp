// Tested by: tests/app/schedule_files_test.py
#include "app/collective/schedule_teams.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/key_values.hpp"
#include "schedule/teams/team_counts.hpp"

namespace orthant {
namespace {

constexpr std::size_t kMostTransfers = 20'000;  // a bit for every two of them is kept

Row row_of(std::string_view what, const TeamReductions& reductions, const TeamCount& count) {
  const bool teams = what == "full_team";
  return {std::string(what),
          yes_no(reductions.blank),
          teams ? yes_no(reductions.idle) : "",
          teams ? yes_no(reductions.skeleton) : "",
          fmt::format("{}", count.categories),
          fmt::format("{}", count.teams),
          yes_no(count.complete)};
}

}  // namespace

void check_team_table(const TransferSet& set) {
  if (set.transfers.size() > kMostTransfers)
    config_error("--teams: {} transfers; allowed: at most {}", set.transfers.size(),
                 kMostTransfers);
  if (set.has_capacities())
    config_error("--teams: channels differ in bandwidth; allowed: schedule.bandwidths = ignored");
}

std::vector<Column> team_columns() {
  return {{"what", true, {}, "full_team or full_simultaneity."},
          {"blank", true, {}, "Whether the reduction by blank transfers was on."},
          {"idle", true, {}, "Whether the reduction by idle bottlenecks was on."},
          {"skeleton", true, {}, "Whether the reduction to the skeleton was on."},
          {"categories", false, {}, "Categories visited."},
          {"found", false, {}, "Teams or simultaneities found."},
          {"complete", true, {}, "Whether the enumeration came to its end."}};
}

Table team_table(const TransferSet& set, const SearchLimits& limits) {
  Table table{team_columns(), {}};
  const Congestion congestion(set);
  const std::vector<std::uint32_t> bottlenecks = liquid_bound(set).bottlenecks;
  for (int bits = 0; bits < 8; ++bits) {
    const TeamReductions reductions = {
        .blank = (bits & 1) != 0, .idle = (bits & 2) != 0, .skeleton = (bits & 4) != 0};
    table.rows.push_back(row_of("full_team", reductions,
                                count_full_teams(congestion, bottlenecks, reductions, limits)));
  }
  for (const bool blank : {false, true}) {
    const TeamReductions reductions = {.blank = blank, .idle = false, .skeleton = false};
    table.rows.push_back(row_of("full_simultaneity", reductions,
                                count_full_teams(congestion, {}, reductions, limits)));
  }
  return table;
}

}  // namespace orthant
