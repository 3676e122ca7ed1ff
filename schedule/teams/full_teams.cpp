// Tested by: tests/schedule/full_teams_test.cpp
#include "schedule/teams/full_teams.hpp"

#include <algorithm>

namespace orthant {

FullTeams::FullTeams(const Congestion& congestion, const TransferBits& traffic,
                     std::vector<std::uint32_t> bottlenecks, const TransferBits& includer,
                     const TeamReductions& reductions)
    : congestion_(congestion),
      traffic_(traffic),
      bottlenecks_(std::move(bottlenecks)),
      reductions_(reductions) {
  Category all{.includer = includer, .depot = traffic, .excluder = TransferBits(traffic.size())};
  remove_congesting(includer, all.depot);
  if (reductions_.skeleton && !bottlenecks_.empty()) {
    TransferBits skeleton(traffic.size());
    for (const std::uint32_t channel : bottlenecks_) skeleton |= congestion.users(channel);
    all.depot &= skeleton;
  } else {
    all.expands = true;
  }
  open_.push_back(std::move(all));
}

std::optional<TransferBits> FullTeams::next(std::uint64_t most) {
  for (; !open_.empty() && most > 0; --most) {
    Category category = std::move(open_.back());
    open_.pop_back();
    ++categories_;
    if (is_empty(category)) continue;
    if (category.depot.any()) {
      split(std::move(category));
    } else if (category.excluder.none() && uses_all_bottlenecks(category.includer)) {
      if (category.expands) return std::move(category.includer);
      expand(category);
    }
  }
  return std::nullopt;
}

// True only if the category covers no full team.
bool FullTeams::is_empty(const Category& category) const {
  if (reductions_.blank) {
    const TransferBits& excluder = category.excluder;
    for (std::size_t t = excluder.find_first(); t != TransferBits::npos;
         t = excluder.find_next(t)) {
      if (!congestion_.with(t).intersects(category.depot)) return true;
    }
  }
  return reductions_.idle && !uses_all_bottlenecks(category.includer | category.depot);
}

bool FullTeams::uses_all_bottlenecks(const TransferBits& transfers) const {
  return std::ranges::all_of(bottlenecks_, [&](std::uint32_t channel) {
    return congestion_.users(channel).intersects(transfers);
  });
}

// Chooses a transfer over the unused bottleneck that the fewest transfers of the depot use.
std::size_t FullTeams::choose(const Category& category) const {
  std::size_t best = category.depot.find_first();
  if (!reductions_.idle) return best;
  std::size_t fewest = TransferBits::npos;
  for (const std::uint32_t channel : bottlenecks_) {
    const TransferBits& users = congestion_.users(channel);
    if (users.intersects(category.includer)) continue;
    const TransferBits candidates = users & category.depot;
    const std::size_t count = candidates.count();
    if (count >= fewest) continue;
    fewest = count;
    best = candidates.find_first();
  }
  return best;
}

// Splits a category into two: the teams with a chosen transfer, and those without it.
void FullTeams::split(Category category) {
  const std::size_t chosen = choose(category);
  Category with = category;
  with.includer.set(chosen);
  with.depot -= congestion_.with(chosen);
  with.excluder -= congestion_.with(chosen);
  category.depot.reset(chosen);
  category.excluder.set(chosen);
  open_.push_back(std::move(category));
  open_.push_back(std::move(with));
}

void FullTeams::remove_congesting(const TransferBits& includer, TransferBits& depot) const {
  for (std::size_t t = includer.find_first(); t != TransferBits::npos; t = includer.find_next(t))
    depot -= congestion_.with(t);
}

void FullTeams::expand(const Category& team) {
  Category all{.includer = team.includer,
               .depot = traffic_,
               .excluder = TransferBits(traffic_.size()),
               .expands = true};
  remove_congesting(team.includer, all.depot);
  open_.push_back(std::move(all));
}

}  // namespace orthant
