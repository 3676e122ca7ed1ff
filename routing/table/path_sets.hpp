// VC classes for the paths of a table on a torus, mesh or hypercube: sets of dateline classes.
#pragma once

#include <array>
#include <cstdint>

#include "routing/grid/grid_paths.hpp"
#include "routing/table/path_table.hpp"

namespace orthant {

// A path enters the next set wherever its dimensions do not rise in a given order of dimensions:
// where it turns to an earlier dimension, or reverses. Within a set dimensions only rise, so every
// ring is entered at most once and followed in one direction, with the classes of
// OrderedPaths::append_run(). In two dimensions with x before y, a new set begins at each turn from
// y to x (Towles, Dally & Boyd 2003, section 5.2).
class PathSets {
 public:
  enum class Orders {
    kAscending,  // dimension 0 first, as in the other routings
    kBest        // the order with the fewest sets; not exhaustive in many dimensions
  };

  // The table's network must have a grid; the table must outlive the object.
  PathSets(const PathTable& table, const RoutingOptions& options, Orders orders);

  std::size_t set_count() const { return sets_; }
  std::size_t count() const { return sets_ * runs_.class_count(); }
  RingClasses ring_classes() const { return classes_; }
  // Largest number of legs of any path.
  std::size_t max_legs() const { return max_legs_; }
  // Appends path number `index` of source s with its VC classes.
  void append(RouterId s, std::size_t index, Path& path) const;

 private:
  static constexpr std::size_t kMaxDimensions = 16;
  using Positions = std::array<std::uint8_t, kMaxDimensions>;

  void find_order(Orders orders);
  const Grid& grid() const { return *table_.topology().grid(); }

  const PathTable& table_;
  RingClasses classes_;
  OrderedPaths runs_;
  Positions position_ = {};  // per dimension: its position in the order
  std::size_t sets_ = 1;
  std::size_t max_legs_ = 0;
};

}  // namespace orthant
