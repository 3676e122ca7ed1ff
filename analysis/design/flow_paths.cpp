// Tested by: tests/analysis/routing_model_test.cpp
#include "analysis/design/flow_paths.hpp"

#include <algorithm>
#include <limits>

#include "analysis/loads/shortest_paths.hpp"

namespace orthant {
namespace {

constexpr std::uint64_t kFar = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint32_t kNoChannel = std::numeric_limits<std::uint32_t>::max();

// Adds a path, or to the probability of an equal one.
void add_path(std::vector<WeightedPath>& paths, double probability, const Path& path) {
  const auto known = std::ranges::find(paths, path, &WeightedPath::path);
  if (known == paths.end()) {
    paths.push_back({probability, path});
  } else {
    known->probability += probability;
  }
}

}  // namespace

FlowDecomposition::FlowDecomposition(const Commodities& commodities)
    : commodities_(commodities),
      topology_(commodities.topology()),
      left_(topology_.channel_count()),
      uses_(topology_.channel_count()),
      best_(topology_.channel_count()),
      parent_(topology_.channel_count()) {}

// A descent of the dimension order, or a reversal, costs more than any number of turns, and a turn
// more than any number of hops.
std::uint64_t FlowDecomposition::step_cost(std::uint32_t before, std::uint32_t next) const {
  if (before == kNoChannel || topology_.grid() == nullptr) return 1;
  const PortId from = topology_.channel(ChannelId{before}).from_port;
  const PortId to = topology_.channel(ChannelId{next}).from_port;
  if (from == to) return 1;
  const bool falls = Grid::dimension_of(to) <= Grid::dimension_of(from);
  return 1 + (std::uint64_t{1} << 20) + (falls ? std::uint64_t{1} << 40 : 0);
}

bool FlowDecomposition::find_path(RouterId s, RouterId t) {
  std::ranges::fill(best_, kFar);
  open_.clear();
  const auto reach = [&](RouterId here, std::uint64_t cost, std::uint32_t before) {
    for (std::size_t port = 0; port < topology_.channel_port_count(here); ++port) {
      const auto c = topology_.channel_from(here, PortId{port});
      if (!c || left_[c->index()] <= kNoise) continue;
      const std::uint64_t next = cost + step_cost(before, c->value);
      if (next >= best_[c->index()]) continue;
      best_[c->index()] = next;
      parent_[c->index()] = before;
      open_.push_back({next, c->value});
      std::ranges::push_heap(open_, std::greater<>());
    }
  };
  reach(s, 0, kNoChannel);
  while (!open_.empty()) {
    std::ranges::pop_heap(open_, std::greater<>());
    const Reached last = open_.back();
    open_.pop_back();
    if (last.cost > best_[last.channel]) continue;
    const RouterId here = topology_.channel(ChannelId{last.channel}).to;
    if (here == t) {
      found_.clear();
      for (std::uint32_t c = last.channel; c != kNoChannel; c = parent_[c]) found_.emplace_back(c);
      std::ranges::reverse(found_);
      return true;
    }
    reach(here, last.cost, last.channel);
  }
  return false;
}

// Moves flow from left_ to paths until they carry one unit, or none is left. Returns what they
// carry.
double FlowDecomposition::carry(std::size_t pair, double carried, PairPaths& paths) {
  const RouterId s = commodities_.source(pair);
  while (carried < 1 - kNoise && find_path(s, commodities_.destination(pair))) {
    const std::vector<PairPath> orbit =
        orbit_of_path(commodities_, pair, path_of_channels(topology_, found_));
    const auto for_each_hop_of_pair = [&](const auto& visit) {
      for (const PairPath& member : orbit) {
        if (member.pair == pair)
          for_each_hop(topology_, s, member.path,
                       [&](ChannelId c, std::uint8_t) { visit(c.index()); });
      }
    };
    for_each_hop_of_pair([&](std::size_t c) { ++uses_[c]; });
    const auto own = static_cast<double>(std::ranges::count(orbit, pair, &PairPath::pair));
    double share = (1 - carried) / own;
    for_each_hop_of_pair([&](std::size_t c) { share = std::min(share, left_[c] / uses_[c]); });
    for_each_hop_of_pair([&](std::size_t c) {
      left_[c] -= share;
      uses_[c] = 0;
    });
    carried += own * share;
    for (const PairPath& member : orbit) {
      add_path(paths[member.pair], share, member.path);
      pairs_.insert(member.pair);
    }
  }
  return carried;
}

void FlowDecomposition::operator()(std::size_t pair, std::span<const double> flow, PairPaths& paths,
                                   MissingFlow missing) {
  std::ranges::copy(flow, left_.begin());
  pairs_ = {pair};
  double carried = carry(pair, 0, paths);
  const bool lacks = carried < 1 - 1e-5;
  if (lacks && missing == MissingFlow::kTakesShortestPaths) {
    left_ = equal_shares(topology_, commodities_.source(pair), commodities_.destination(pair));
    for (double& share : left_) share *= 1 - carried;
    carried = carry(pair, carried, paths);
  }
  if (carried < 1 - 1e-5) throw InexactFlow();
  for (const std::size_t p : pairs_)
    for (WeightedPath& path : paths[p]) path.probability /= carried;
}

}  // namespace orthant
