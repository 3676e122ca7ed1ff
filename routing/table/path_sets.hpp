// VC classes for the paths of a table on a torus, mesh or hypercube: sets of dateline classes.
#pragma once

#include <array>
#include <cstdint>

#include "routing/grid/grid_paths.hpp"
#include "routing/table/path_table.hpp"

namespace orthant {

// A path moves on to the next set wherever its dimensions do not rise in a given order of them:
// where it turns to an earlier one, or turns round. Within a set dimensions only rise, so every
// ring is entered once at most and followed in one direction, with the classes of
// OrderedPaths::append_run(). In two dimensions, x before y: a set per turn from y to x (Towles,
// Dally & Boyd 2003, section 5.2).
class PathSets {
 public:
  enum class Orders {
    kAscending,  // dimension 0 first, as the other routings number their sets
    kBest        // the order that needs the fewest sets; with many dimensions not all are tried
  };

  // The table's network has a grid; the table must outlive the object.
  PathSets(const PathTable& table, const RoutingOptions& options, Orders orders);

  std::size_t set_count() const { return sets_; }
  std::size_t count() const { return sets_ * runs_.class_count(); }
  RingClasses ring_classes() const { return classes_; }
  // No path has more legs.
  std::size_t max_legs() const { return max_legs_; }
  // Appends the table's path number `index` from source s with its VC classes.
  void append(RouterId s, std::size_t index, Path& path) const;

 private:
  static constexpr std::size_t kMostDimensions = 16;
  using Ranks = std::array<std::uint8_t, kMostDimensions>;

  void find_order(Orders orders);
  const Grid& grid() const { return *table_.topology().grid(); }

  const PathTable& table_;
  RingClasses classes_;
  OrderedPaths runs_;
  Ranks rank_ = {};  // per dimension: its place in the order
  std::size_t sets_ = 1;
  std::size_t max_legs_ = 0;
};

}  // namespace orthant
