// Distances by breadth-first search from every router.
#include "topology/broken_grid.hpp"

#include <cassert>

namespace orthant {
namespace {

constexpr std::uint16_t kNoPath = 0xffff;

}  // namespace

BrokenGrid::BrokenGrid(std::shared_ptr<const Structure> whole, std::size_t routers,
                       std::span<const Channel> channels)
    : whole_(std::move(whole)), routers_(routers), distances_(routers * routers, kNoPath) {
  std::vector<std::vector<std::size_t>> neighbors(routers);
  for (const Channel& channel : channels)
    neighbors[channel.from.index()].push_back(channel.to.index());
  std::uint64_t hops = 0, pairs = 0;
  std::vector<std::size_t> queue;
  for (std::size_t from = 0; from < routers; ++from) {
    std::uint16_t* const row = &distances_[from * routers];
    row[from] = 0;
    queue.assign(1, from);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const std::size_t next : neighbors[queue[i]]) {
        if (row[next] != kNoPath) continue;
        row[next] = static_cast<std::uint16_t>(row[queue[i]] + 1);
        queue.push_back(next);
      }
    }
    if (neighbors[from].empty() && routers > 1) continue;  // a router that is down
    for (const std::size_t to : queue) hops += row[to];
    pairs += queue.size();
  }
  mean_distance_ = pairs == 0 ? 0 : static_cast<double>(hops) / static_cast<double>(pairs);
}

std::optional<std::pair<RouterId, RouterId>> BrokenGrid::first_detour() const {
  for (std::size_t from = 0; from < routers_; ++from) {
    for (std::size_t to = 0; to < routers_; ++to) {
      const std::uint16_t hops = distances_[from * routers_ + to];
      if (hops != kNoPath && hops > whole_->distance(RouterId{from}, RouterId{to}))
        return std::pair(RouterId{from}, RouterId{to});
    }
  }
  return std::nullopt;
}

std::uint32_t BrokenGrid::distance(RouterId from, RouterId to) const {
  const std::uint16_t hops = distances_[from.index() * routers_ + to.index()];
  assert(hops != kNoPath);
  return hops;
}

std::string BrokenGrid::direction(RouterId r, PortId port) const {
  return port.index() < 2 * dimensions() ? whole_->direction(r, port) : "added";
}

std::size_t BrokenGrid::memory_bytes() const {
  return whole_->memory_bytes() + distances_.size() * sizeof(distances_[0]);
}

}  // namespace orthant
