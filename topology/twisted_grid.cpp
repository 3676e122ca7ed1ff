// Coordinates of a twisted torus.
#include "topology/twisted_grid.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstdlib>
#include <numeric>
#include <optional>

#include "base/error.hpp"
#include "base/words.hpp"
#include "topology/grid.hpp"

namespace orthant {
namespace {

constexpr const char* kTwistKey = "topology.twist";

// Reads a number up to `end` of `text`, which it removes; nullopt if there is none.
std::optional<std::uint32_t> read_number(std::string_view& text, char end) {
  std::uint32_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto length = static_cast<std::size_t>(rest - text.data());
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(length);
  if (end == '\0') return text.empty() ? std::optional(number) : std::nullopt;
  if (!text.starts_with(end)) return std::nullopt;
  text.remove_prefix(1);
  return number;
}

Twist parse_twist(std::string_view word, std::span<const std::uint32_t> radices) {
  std::string_view rest = word;
  const auto wrapped = read_number(rest, '>');
  const auto shifted = wrapped ? read_number(rest, ':') : std::nullopt;
  const auto shift = shifted ? read_number(rest, '\0') : std::nullopt;
  if (!shift) {
    key_error(kTwistKey,
              "'{}' is no twist; allowed: D>E:N, separated by blanks, where wrapping dimension D "
              "adds N to the coordinate in dimension E, as 1>0:4",
              word);
  }
  for (const std::uint32_t d : {*wrapped, *shifted}) {
    if (d >= radices.size())
      key_error(kTwistKey, "{} names dimension {}; allowed: 0 to {}", word, d, radices.size() - 1);
  }
  if (*wrapped == *shifted)
    key_error(kTwistKey, "{} shifts the dimension that wraps; allowed: another dimension", word);
  const std::uint32_t radix = radices[*shifted];
  if (radix == 1) {
    key_error(kTwistKey,
              "{} shifts dimension {}, which has one router; allowed: a longer dimension", word,
              *shifted);
  }
  if (*shift < 1 || *shift >= radix) {
    key_error(kTwistKey, "{} shifts a dimension of {} routers by {}; allowed: 1 to {}", word, radix,
              *shift, radix - 1);
  }
  return {*wrapped, *shifted, *shift};
}

// The dimensions, each before those that its wraps shift; fewer if some shift themselves.
std::vector<std::size_t> shifting_order(std::span<const Twist> twists, std::size_t dimensions) {
  std::vector<std::size_t> shifted_by(dimensions, 0);
  for (const Twist& twist : twists) ++shifted_by[twist.shifted];
  std::vector<std::size_t> order;
  for (std::size_t d = 0; d < dimensions; ++d)
    if (shifted_by[d] == 0) order.push_back(d);
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const Twist& twist : twists)
      if (twist.wrapped == order[i] && --shifted_by[twist.shifted] == 0)
        order.push_back(twist.shifted);
  }
  return order;
}

// True if way a has more hops than b in the first dimension in which they differ, or as many in the
// plus direction instead of minus.
bool comes_first(std::span<const std::int16_t> a, std::span<const std::int16_t> b) {
  for (std::size_t d = 0; d < a.size(); ++d) {
    if (a[d] == b[d]) continue;
    return std::abs(a[d]) != std::abs(b[d]) ? std::abs(a[d]) > std::abs(b[d]) : a[d] > b[d];
  }
  return false;
}

}  // namespace

std::vector<Twist> parse_twists(std::string_view text, std::span<const std::uint32_t> radices) {
  std::vector<Twist> twists;
  for (const std::string_view word : split(text, ' ')) {
    if (word.empty()) continue;
    const Twist twist = parse_twist(word, radices);
    for (const Twist& other : twists) {
      if (other.wrapped == twist.wrapped && other.shifted == twist.shifted)
        key_error(kTwistKey, "{}>{} is given twice; allowed: one shift for each pair of dimensions",
                  twist.wrapped, twist.shifted);
    }
    twists.push_back(twist);
  }
  if (twists.empty()) key_error(kTwistKey, "no twist is given; allowed: as 1>0:4, or none");
  if (shifting_order(twists, radices.size()).size() < radices.size()) {
    key_error(kTwistKey,
              "'{}' shifts a dimension by its own wrap; allowed: twists without a cycle of "
              "dimensions",
              text);
  }
  return twists;
}

TwistedGrid::TwistedGrid(std::vector<std::uint32_t> radices, std::vector<Twist> twists)
    : radices_(std::move(radices)), twists_(std::move(twists)) {
  order_ = shifting_order(twists_, dimensions());
  assert(order_.size() == dimensions());
  for (const std::uint32_t radix : radices_) {
    strides_.push_back(routers_);
    routers_ *= radix;
  }
  Coordinates coordinates{};
  neighbors_.reserve(routers_ * 2 * dimensions());
  for (std::size_t r = 0; r < routers_; ++r) {
    for (std::size_t port = 0; port < 2 * dimensions(); ++port) {
      for (std::size_t d = 0; d < dimensions(); ++d) coordinates[d] = coordinate(RouterId{r}, d);
      coordinates[port / 2] += port % 2 == 0 ? 1 : -1;
      neighbors_.push_back(reduced(coordinates));
    }
  }
  find_rings();
  find_shortest();
}

RouterId TwistedGrid::reduced(Coordinates coordinates) const {
  std::size_t id = 0;
  for (const std::size_t d : order_) {
    const auto k = static_cast<std::int64_t>(radices_[d]);
    const std::int64_t wraps = (coordinates[d] - (coordinates[d] < 0 ? k - 1 : 0)) / k;
    for (const Twist& twist : twists_)
      if (twist.wrapped == d) coordinates[twist.shifted] += wraps * twist.shift;
    id += static_cast<std::size_t>(coordinates[d] - wraps * k) * strides_[d];
  }
  return RouterId{id};
}

RouterId TwistedGrid::router_at(std::span<const std::uint32_t> coordinates) const {
  std::size_t id = 0;
  for (std::size_t d = 0; d < dimensions(); ++d) {
    assert(coordinates[d] < radices_[d]);
    id += coordinates[d] * strides_[d];
  }
  return RouterId{id};
}

RouterId TwistedGrid::add(RouterId a, RouterId b) const {
  Coordinates sum{};
  for (std::size_t d = 0; d < dimensions(); ++d)
    sum[d] = std::int64_t{coordinate(a, d)} + coordinate(b, d);
  return reduced(sum);
}

RouterId TwistedGrid::subtract(RouterId a, RouterId b) const {
  Coordinates difference{};
  for (std::size_t d = 0; d < dimensions(); ++d)
    difference[d] = std::int64_t{coordinate(a, d)} - coordinate(b, d);
  return reduced(difference);
}

RouterId TwistedGrid::moved(RouterId r, std::size_t d, std::int64_t hops) const {
  Coordinates coordinates{};
  for (std::size_t e = 0; e < dimensions(); ++e) coordinates[e] = coordinate(r, e);
  coordinates[d] += hops;
  return reduced(coordinates);
}

// A ring begins at its router of least id.
void TwistedGrid::find_rings() {
  const std::size_t n = dimensions();
  positions_.resize(routers_ * n);
  rings_.resize(routers_ * n);
  for (std::size_t d = 0; d < n; ++d) {
    std::vector<char> seen(routers_, 0);
    std::uint32_t rings = 0;
    std::uint32_t length = 1;
    for (std::size_t r = 0; r < routers_; ++r) {
      if (seen[r] != 0) continue;
      RouterId here{r};
      for (length = 0; seen[here.index()] == 0; ++length) {
        seen[here.index()] = 1;
        positions_[here.index() * n + d] = length;
        rings_[here.index() * n + d] = rings;
        here = neighbor(here, Grid::plus_port(d));
      }
      ++rings;
    }
    ring_lengths_.push_back(length);
  }
}

// A shortest way without its last hop is a shortest way to the router before. So the ways to a
// router at a distance are those to its neighbors that are one hop nearer, with one hop more.
void TwistedGrid::find_shortest() {
  const std::size_t n = dimensions();
  constexpr std::uint32_t kFar = ~std::uint32_t{0};
  distances_.assign(routers_, kFar);
  std::vector<std::vector<std::vector<std::int16_t>>> ways(routers_);
  distances_[0] = 0;
  ways[0] = {std::vector<std::int16_t>(n, 0)};
  std::vector<std::size_t> queue = {0};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const std::size_t here = queue[i];
    auto& own = ways[here];  // complete: all nearer routers came before
    std::ranges::sort(own, comes_first);
    own.erase(std::ranges::unique(own).begin(), own.end());
    for (std::size_t port = 0; port < 2 * n; ++port) {
      if (!has_ring(port / 2)) continue;
      const std::size_t next = neighbor(RouterId{here}, PortId{port}).index();
      if (distances_[next] == kFar) {
        distances_[next] = distances_[here] + 1;
        queue.push_back(next);
      }
      if (distances_[next] != distances_[here] + 1) continue;
      for (std::vector<std::int16_t> way : own) {
        way[port / 2] += port % 2 == 0 ? 1 : -1;
        ways[next].push_back(std::move(way));
      }
    }
  }
  assert(queue.size() == routers_);
  for (const auto& own : ways) {
    first_.push_back(hops_.size() / n);
    for (const auto& way : own) hops_.insert(hops_.end(), way.begin(), way.end());
  }
  first_.push_back(hops_.size() / n);
}

double TwistedGrid::mean_distance() const {
  const auto hops = std::accumulate(distances_.begin(), distances_.end(), std::uint64_t{0});
  return static_cast<double>(hops) / static_cast<double>(routers_);
}

std::uint32_t TwistedGrid::diameter() const { return std::ranges::max(distances_); }

std::string TwistedGrid::direction(RouterId, PortId port) const { return direction_name(port); }

std::size_t TwistedGrid::memory_bytes() const {
  const auto bytes = [](const auto& list) { return list.size() * sizeof(list[0]); };
  return bytes(neighbors_) + bytes(positions_) + bytes(rings_) + bytes(distances_) + bytes(first_) +
         bytes(hops_);
}

}  // namespace orthant
