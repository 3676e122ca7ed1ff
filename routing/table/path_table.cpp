// Stores path tables, and tabulates existing routings.
#include "routing/table/path_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

// Clears VC classes, and merges consecutive legs through the same port.
Path joined(const Path& path) {
  Path result;
  for (const Leg& leg : path) {
    if (!result.empty() && result.back().port == leg.port) {
      result.back().hops = static_cast<std::uint16_t>(result.back().hops + leg.hops);
    } else {
      result.push_back({.port = leg.port, .hops = leg.hops});
    }
  }
  return result;
}

}  // namespace

PathTable::PathTable(const Topology& topology, bool by_translation)
    : topology_(topology), probability_{1}, first_leg_{0, 0} {
  const std::size_t n = topology.router_count();
  if (!by_translation && n > kMaxRouters) {
    key_error("routing.table_file",
              "a table of all pairs of {} routers is too large; allowed: {} routers, or pairs from "
              "router 0 by symmetry translations",
              n, kMaxRouters);
  }
  ranges_.resize(by_translation ? n : n * n);
  for (std::size_t s = 0; s < (by_translation ? 1 : n); ++s) ranges_[s * n + s] = {0, 1};
  if (by_translation) translations_.emplace(topology);
}

std::size_t PathTable::pair_of(RouterId s, RouterId t) const {
  if (!translations_) return s.index() * topology_.router_count() + t.index();
  return s.index() == 0 ? t.index() : translations_->subtract(t, s).index();
}

std::string PathTable::problem(RouterId s, RouterId t, const Path& path) const {
  if (s == t) return path.empty() ? "" : "a router reaches itself without a channel";
  std::vector<ChannelId> channels;
  const PathEnd end =
      for_each_hop(topology_, s, path, [&](ChannelId c, std::uint8_t) { channels.push_back(c); });
  if (end.broken_leg != nullptr) {
    return fmt::format("{} has no channel at port {}", router_text(topology_, end.router),
                       end.broken_leg->port.value);
  }
  if (end.router != t) return "it ends at " + router_text(topology_, end.router);
  std::ranges::sort(channels);
  const auto twice = std::ranges::adjacent_find(channels);
  if (twice == channels.end()) return {};
  const Channel& channel = topology_.channel(*twice);
  return fmt::format("it takes the channel from {} to {} twice",
                     router_text(topology_, channel.from), router_text(topology_, channel.to));
}

void PathTable::add(RouterId s, RouterId t, double probability, const Path& path) {
  assert(probability > 0 && problem(s, t, path).empty());
  assert(!by_translation() || s.index() == 0);
  if (s == t) return;
  Range& range = ranges_[pair_of(s, t)];
  const auto index = static_cast<std::uint32_t>(probability_.size());
  if (range.count == 0) range.first = index;
  assert(range.first + range.count == index);
  ++range.count;
  probability_.push_back(probability);
  const Path legs = joined(path);
  legs_.insert(legs_.end(), legs.begin(), legs.end());
  first_leg_.push_back(static_cast<std::uint32_t>(legs_.size()));
  longest_legs_ = std::max(longest_legs_, legs.size());
}

void PathTable::normalize() {
  for (const Range& range : ranges_) {
    const std::span<double> pair = std::span(probability_).subspan(range.first, range.count);
    double sum = 0;
    for (const double p : pair) sum += p;
    for (double& p : pair) p /= sum;
  }
}

std::string PathTable::incompleteness() const {
  std::string text;
  for_each_pair([&](RouterId s, RouterId t) {
    if (!text.empty() || !topology_.has_nodes(s) || !topology_.has_nodes(t)) return;
    const Range range = paths(s, t);
    double sum = 0;
    for (std::size_t i = 0; i < range.count; ++i) sum += probability_[range.first + i];
    if (range.count == 0) {
      text = fmt::format("the pair {} {} has no path", s.value, t.value);
    } else if (!(std::abs(sum - 1) <= kSlack)) {
      text =
          fmt::format("the probabilities of the pair {} {} sum to {:.12g}; allowed: 1, within 1e-9",
                      s.value, t.value, sum);
    }
  });
  return text;
}

bool PathTable::operator==(const PathTable& other) const {
  if (topology_.router_count() != other.topology_.router_count() ||
      by_translation() != other.by_translation() || path_count() != other.path_count())
    return false;
  bool equal = true;
  for_each_pair([&](RouterId s, RouterId t) {
    const Range a = paths(s, t), b = other.paths(s, t);
    equal = equal && a.count == b.count;
    for (std::size_t i = 0; i < a.count && equal; ++i) {
      equal = probability(a.first + i) == other.probability(b.first + i) &&
              std::ranges::equal(legs(a.first + i), other.legs(b.first + i));
    }
  });
  return equal;
}

// ---- the table of a routing ---------------------------------------------------------------------

namespace {

struct ByPorts {
  bool operator()(const Path& a, const Path& b) const {
    return std::ranges::lexicographical_compare(a, b, {}, key, key);
  }
  static std::pair<PortId, std::uint16_t> key(const Leg& leg) { return {leg.port, leg.hops}; }
};
using Distribution = std::map<Path, double, ByPorts>;

Distribution distribution(const ObliviousRouting& routing, RouterId s, RouterId t) {
  Distribution paths;
  routing.enumerate(s, t, [&](const Path& path, double p) { paths[joined(path)] += p; });
  return paths;
}

void add_pair(const ObliviousRouting& routing, RouterId s, RouterId t, PathTable& table) {
  for (const auto& [path, probability] : distribution(routing, s, t)) {
    const std::string problem = table.problem(s, t, path);
    if (!problem.empty()) {
      key_error("routing.algorithm", "a path from {} to {} does not go into a path table: {}",
                router_text(table.topology(), s), router_text(table.topology(), t), problem);
    }
    table.add(s, t, probability, path);
  }
}

// True if the paths of every source are those of the table up to rounding.
bool holds_everywhere(const PathTable& table, const ObliviousRouting& routing) {
  constexpr double kRounding = 1e-12;
  const std::size_t n = table.topology().router_count();
  for (std::size_t s = 1; s < n; ++s) {
    for (std::size_t t = 0; t < n; ++t) {
      Distribution left = distribution(routing, RouterId{s}, RouterId{t});
      bool equal = left.size() == table.paths(RouterId{s}, RouterId{t}).count;
      table.for_each_path(RouterId{s}, RouterId{t}, [&](const Path& path, double p) {
        const auto found = left.find(path);
        equal = equal && found != left.end() && std::abs(found->second - p) <= kRounding;
      });
      if (!equal) return false;
    }
  }
  return true;
}

}  // namespace

PathTable tabulated(const Topology& topology, const ObliviousRouting& routing) {
  const std::size_t n = topology.router_count();
  if (Translations::exist_for(topology)) {
    PathTable table(topology, true);
    for (std::size_t t = 0; t < n; ++t) add_pair(routing, RouterId{0}, RouterId{t}, table);
    if (holds_everywhere(table, routing)) return table;
  }
  PathTable table(topology, false);
  for (std::size_t s = 0; s < n; ++s) {
    for (std::size_t t = 0; t < n; ++t) add_pair(routing, RouterId{s}, RouterId{t}, table);
  }
  return table;
}

}  // namespace orthant
