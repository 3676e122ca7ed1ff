// Enumerates all full teams of a set of transfers: maximal subsets of transfers without congestion
// that use every bottleneck.
//
// Source: Gabrielyan & Hersch 2004, sections 5 and 6: fission of categories.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "schedule/teams/congestion.hpp"

namespace orthant {

// Each reduction skips categories without a full team; none changes the result.
struct TeamReductions {
  bool blank = true;     // skips if an excluded transfer congests with no remaining one
  bool idle = true;      // skips if a bottleneck can no longer be used
  bool skeleton = true;  // finds teams of bottleneck transfers, then extends them
};

class FullTeams {
 public:
  // Enumerates the teams of the transfers in `traffic`. `bottlenecks` are the channels that a team
  // must use. If there are none, a team is a full simultaneity: any maximal set of transfers
  // without congestion. `includer` holds transfers that every team must contain; they must not
  // congest. `congestion` must outlive the object.
  FullTeams(const Congestion& congestion, const TransferBits& traffic,
            std::vector<std::uint32_t> bottlenecks, const TransferBits& includer,
            const TeamReductions& reductions);

  // Returns the next team; nullopt if there is no further team, or none within the next `most`
  // categories.
  std::optional<TransferBits> next(std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
  bool exhausted() const { return open_.empty(); }
  std::uint64_t categories() const { return categories_; }  // visited so far

 private:
  // Covers the full simultaneities that contain the includer, no transfer of the excluder, and
  // otherwise only transfers of the depot.
  struct Category {
    TransferBits includer, depot, excluder;
    bool expands = false;  // a team of the skeleton, to be extended by other transfers
  };

  bool is_empty(const Category& category) const;
  bool uses_all_bottlenecks(const TransferBits& transfers) const;
  std::size_t choose(const Category& category) const;
  void split(Category category);
  void expand(const Category& team);
  // Removes from the depot the transfers that congest with the includer.
  void remove_congesting(const TransferBits& includer, TransferBits& depot) const;

  const Congestion& congestion_;
  TransferBits traffic_;
  std::vector<std::uint32_t> bottlenecks_;
  TeamReductions reductions_;
  std::vector<Category> open_;  // the last is visited next
  std::uint64_t categories_ = 0;
};

}  // namespace orthant
