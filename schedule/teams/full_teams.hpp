// All full teams of a traffic, one by one: sets of transfers that do not congest, that no other
// transfer could join, and that use every bottleneck.
//
// Source: Gabrielyan & Hersch 2004, sections 5 and 6: fission of categories.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "schedule/teams/congestion.hpp"

namespace orthant {

// Each leaves out categories without a full team; none changes what is found.
struct TeamReductions {
  bool blank = true;  // a transfer that is excluded, with which nothing left congests
  bool idle = true;   // a bottleneck that nothing left uses
  bool skeleton =
      true;  // teams of the transfers over bottlenecks first, then what fits beside them
};

class FullTeams {
 public:
  // Of the transfers in `traffic`. `bottlenecks`: channels that a team uses; none of them: all full
  // simultaneities. `includer`: transfers in every team, which must not congest. Refers to
  // `congestion`.
  FullTeams(const Congestion& congestion, const TransferBits& traffic,
            std::vector<std::uint32_t> bottlenecks, const TransferBits& includer,
            const TeamReductions& reductions);

  // The next one; nullopt: there are no more, or so many categories were visited in vain.
  std::optional<TransferBits> next(std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
  bool exhausted() const { return open_.empty(); }
  std::uint64_t categories() const { return categories_; }  // visited so far

 private:
  // Covers the full simultaneities that contain the includer, none of the excluder, and otherwise
  // transfers of the depot.
  struct Category {
    TransferBits includer, depot, excluder;
    bool expands = false;  // a team of the skeleton, to which the others are added
  };

  bool is_empty(const Category& category) const;
  bool uses_all_bottlenecks(const TransferBits& transfers) const;
  std::size_t choose(const Category& category) const;
  void split(Category category);
  void expand(const Category& team);
  // Takes out of the depot what congests with the includer.
  void leave_room_for(const TransferBits& includer, TransferBits& depot) const;

  const Congestion& congestion_;
  TransferBits traffic_;
  std::vector<std::uint32_t> bottlenecks_;
  TeamReductions reductions_;
  std::vector<Category> open_;  // the last is visited next
  std::uint64_t categories_ = 0;
};

}  // namespace orthant
