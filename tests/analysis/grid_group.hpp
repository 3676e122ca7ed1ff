// All symmetries of a regular network, one by one, from its coordinates: what the orbits that the
// analysis finds from generators are compared with.
#pragma once

#include <cmath>
#include <functional>
#include <set>
#include <span>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {

struct GroupElement {
  std::vector<std::size_t> router;  // per router: its image
  bool reversal = false;            // followed by path reversal
  auto operator<=>(const GroupElement&) const = default;
};

class GridGroup {
 public:
  enum class Use { kFull, kTranslations, kNone };

  // The group that the generators which keep the matrix (if any) generate.
  GridGroup(const Topology& topology, Use use, std::span<const double> matrix = {})
      : topology_(topology), n_(topology.router_count()) {
    std::vector<GroupElement> generators;
    for (GroupElement& element : candidates(use))
      if (keeps(element, matrix)) generators.push_back(std::move(element));
    close(generators);
  }

  const std::vector<GroupElement>& elements() const { return elements_; }

  // The channel that one becomes, without reversal: the one between the images of its ends.
  ChannelId image(const GroupElement& g, ChannelId c) const {
    const Channel& channel = topology_.channel(c);
    const RouterId from{g.router[channel.from.index()]}, to{g.router[channel.to.index()]};
    for (std::size_t port = 0;; ++port) {
      const auto found = topology_.channel_from(from, PortId{port});
      if (found && topology_.channel(*found).to == to)
        return g.reversal ? topology_.channel(*found).reverse : *found;
    }
  }

 private:
  using Coordinates = std::vector<std::uint32_t>;
  using Move = std::function<void(Coordinates&)>;

  GroupElement element(const Move& move) const {
    const Grid& grid = *topology_.grid();
    GroupElement made;
    for (std::size_t r = 0; r < n_; ++r) {
      Coordinates x;
      for (std::size_t d = 0; d < grid.dimensions(); ++d)
        x.push_back(grid.coordinate(RouterId{r}, d));
      move(x);
      made.router.push_back(grid.router_at(x).index());
    }
    return made;
  }

  // A ring, or the exchange of two routers.
  bool turns(std::size_t d) const {
    return topology_.grid()->has_ring(d) || topology_.grid()->radix(d) == 2;
  }
  GroupElement reflection(std::size_t d) const {
    const Grid& grid = *topology_.grid();
    const std::uint32_t k = grid.radix(d);
    return element(
        [&](Coordinates& x) { x[d] = grid.has_ring(d) ? (k - x[d]) % k : k - 1 - x[d]; });
  }

  std::vector<GroupElement> candidates(Use use) const {
    const Grid& grid = *topology_.grid();
    const GroupElement identity = element([](Coordinates&) {});
    std::vector<GroupElement> found{identity};
    if (use == Use::kNone) return found;
    GroupElement reversal = identity;
    reversal.reversal = true;
    if (use == Use::kFull) found.push_back(reversal);
    for (std::size_t d = 0; d < grid.dimensions(); ++d) {
      const std::uint32_t k = grid.radix(d);
      if (turns(d)) found.push_back(element([&](Coordinates& x) { x[d] = (x[d] + 1) % k; }));
      reversal = composed(reversal, reflection(d));  // about the middle of each pair
      if (use == Use::kTranslations) continue;
      found.push_back(reflection(d));
      for (std::size_t e = d + 1; e < grid.dimensions(); ++e) {
        if (grid.radix(e) == k && bandwidth(d) == bandwidth(e))
          found.push_back(element([&](Coordinates& x) { std::swap(x[d], x[e]); }));
      }
    }
    found.push_back(reversal);
    return found;
  }
  Rational bandwidth(std::size_t d) const {
    return topology_.channel(*topology_.channel_from(RouterId{0}, Grid::plus_port(d))).bandwidth;
  }

  bool keeps(const GroupElement& g, std::span<const double> matrix) const {
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      std::size_t s = g.router[i / n_], t = g.router[i % n_];
      if (g.reversal) std::swap(s, t);
      if (std::abs(matrix[i] - matrix[s * n_ + t]) > 1e-12) return false;
    }
    return true;
  }

  static GroupElement composed(const GroupElement& first, const GroupElement& second) {
    GroupElement both = first;
    for (std::size_t& r : both.router) r = second.router[r];
    both.reversal = first.reversal != second.reversal;
    return both;
  }
  void close(const std::vector<GroupElement>& generators) {
    elements_ = generators;
    std::set<GroupElement> known(elements_.begin(), elements_.end());
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      for (const GroupElement& g : generators) {
        GroupElement next = composed(elements_[i], g);
        if (known.insert(next).second) elements_.push_back(std::move(next));
      }
    }
    elements_.assign(known.begin(), known.end());
  }

  const Topology& topology_;
  std::size_t n_;
  std::vector<GroupElement> elements_;
};

}  // namespace orthant
