// Sets of dateline classes, and the order of dimensions that needs the fewest.
#include "routing/table/path_sets.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <set>

namespace orthant {
namespace {

using Dimensions = std::vector<std::uint32_t>;

// The dimensions of every path, leg by leg, without repetition.
std::set<Dimensions> sequences_of(const PathTable& table) {
  std::set<Dimensions> sequences;
  Dimensions dimensions;
  for (std::size_t path = 1; path <= table.path_count(); ++path) {
    dimensions.clear();
    for (const Leg& leg : table.legs(path)) {
      dimensions.push_back(static_cast<std::uint32_t>(Grid::dimension_of(leg.port)));
    }
    sequences.insert(dimensions);
  }
  return sequences;
}

}  // namespace

PathSets::PathSets(const PathTable& table, const RoutingOptions& options, Orders orders)
    : table_(table),
      classes_(orthant::ring_classes(table.topology(), options, Dateline::kCrossing)),
      runs_(*table.topology().grid(), Ties::kSplit, classes_) {
  find_order(orders);
  for (std::size_t path = 1; path <= table.path_count(); ++path) {
    std::size_t legs = 0;
    for (const Leg& leg : table.legs(path)) {
      const bool split = classes_ == RingClasses::kCrossing &&
                         classes_.has_dateline(grid(), Grid::dimension_of(leg.port)) &&
                         leg.hops > 1;
      legs += split ? 2 : 1;
    }
    max_legs_ = std::max(max_legs_, legs);
  }
}

void PathSets::find_order(Orders orders) {
  constexpr std::size_t kTriedInFull = 5;  // 120 orders
  const std::size_t n = grid().dimensions();
  assert(n <= kMaxDimensions);
  const std::set<Dimensions> sequences = sequences_of(table_);
  const auto sets_with = [&](const Positions& position) {
    std::size_t most = 1;
    for (const Dimensions& path : sequences) {
      std::size_t sets = 1;
      for (std::size_t i = 1; i < path.size(); ++i)
        sets += position[path[i]] <= position[path[i - 1]];
      most = std::max(most, sets);
    }
    return most;
  };
  std::iota(position_.begin(), position_.begin() + static_cast<std::ptrdiff_t>(n), std::uint8_t{0});
  sets_ = sets_with(position_);
  if (orders == Orders::kAscending) return;
  Positions tried = position_;
  const std::span<std::uint8_t> places = std::span(tried).first(n);
  const auto consider = [&] {
    const std::size_t sets = sets_with(tried);
    if (sets >= sets_) return;
    sets_ = sets;
    position_ = tried;
  };
  if (n > kTriedInFull) {
    std::ranges::reverse(places);
    return consider();
  }
  while (std::ranges::next_permutation(places).found) consider();
}

void PathSets::append(RouterId s, std::size_t index, Path& path) const {
  std::array<std::uint32_t, kMaxDimensions> here;
  for (std::size_t d = 0; d < grid().dimensions(); ++d) here[d] = grid().coordinate(s, d);
  const auto in_set = static_cast<std::uint8_t>(runs_.class_count());
  std::uint8_t first_class = 0;
  std::optional<std::size_t> last;  // dimension of the previous leg
  for (const Leg& leg : table_.legs(index)) {
    const PortId port = table_.port_from(s, leg.port);
    const std::size_t d = Grid::dimension_of(port);
    const std::uint32_t k = grid().radix(d);
    if (last && position_[d] <= position_[*last]) first_class += in_set;
    last = d;
    runs_.append_run(d, here[d], Grid::is_plus(port), leg.hops, first_class, path);
    here[d] = (Grid::is_plus(port) ? here[d] + leg.hops : here[d] + k - leg.hops) % k;
  }
}

}  // namespace orthant
