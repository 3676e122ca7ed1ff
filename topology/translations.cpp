#include "topology/translations.hpp"

#include <cassert>

namespace orthant {

bool Translations::exist_for(const Topology& topology) {
  if (topology.has_exceptions()) return false;
  if (topology.twisted_grid()) return true;
  const Grid* grid = topology.grid();
  if (!grid) return false;
  for (std::size_t d = 0; d < grid->dimensions(); ++d) {
    if (!grid->has_ring(d) && grid->radix(d) > 2) return false;
  }
  return true;
}

Translations::Translations(const Topology& topology) : topology_(topology) {
  assert(exist_for(topology));
  if (topology.twisted_grid()) return;
  std::uint32_t stride = 1;
  for (const std::uint32_t radix : topology.grid()->radices()) {
    strides_.push_back(stride);
    stride *= radix;
  }
}

RouterId Translations::add(RouterId a, RouterId b) const {
  if (const TwistedGrid* twisted = topology_.twisted_grid()) return twisted->add(a, b);
  const Grid& grid = *topology_.grid();
  std::size_t id = 0;
  for (std::size_t d = 0; d < strides_.size(); ++d) {
    const std::uint32_t sum = grid.coordinate(a, d) + grid.coordinate(b, d);
    id += std::size_t{sum < grid.radix(d) ? sum : sum - grid.radix(d)} * strides_[d];
  }
  return RouterId{id};
}

RouterId Translations::subtract(RouterId a, RouterId b) const {
  if (const TwistedGrid* twisted = topology_.twisted_grid()) return twisted->subtract(a, b);
  const Grid& grid = *topology_.grid();
  std::size_t id = 0;
  for (std::size_t d = 0; d < strides_.size(); ++d) {
    const std::uint32_t x = grid.coordinate(a, d);
    const std::uint32_t y = grid.coordinate(b, d);
    id += std::size_t{x >= y ? x - y : x + grid.radix(d) - y} * strides_[d];
  }
  return RouterId{id};
}

ChannelId Translations::translated(ChannelId c, RouterId by) const {
  const Channel& channel = topology_.channel(c);
  const auto image =
      topology_.channel_from(add(channel.from, by), translated(channel.from_port, by));
  assert(image);
  return *image;
}

}  // namespace orthant
