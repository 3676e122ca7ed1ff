// A ring is split into tiles. Let h = k / 2. A tile {u, v}, u < v < h, represents the arcs u -> v
// -> u+h -> v+h -> u, which go once around the ring in the plus direction, and the same arcs in the
// minus direction. Residues modulo h are vertices; the complete graph on them decomposes into h - 1
// perfect matchings of tiles. One more matching, of tiles {2i, 2i+1}, carries the arcs halfway
// around the ring: in the plus direction those from even coordinates, in the minus direction those
// from odd ones. The other arcs of these tiles are empty: they start and end at the same
// coordinate.
//
// A frame is given by one matching per dimension, a shift r, and a sign per dimension together with
// the opposite signs. It consists of all selections of one tile per dimension whose indices in
// their matchings sum to r modulo h / 2 (r + 1 for the opposite signs), and for each selection of
// all combinations of one arc per dimension. In a given ring the coordinates in the other
// dimensions determine the tiles of these dimensions, and the sum of indices then the tile of the
// ring. This tile uses every channel of the ring once. Optimal schedules of two-dimensional tori:
// Hinrichs et al. 1994.
//
// Tested by: tests/schedule/orbits_test.cpp
#include "schedule/construction/structured.hpp"

#include <array>

namespace orthant {
namespace {

struct Arc {
  std::uint32_t from = 0, to = 0;
};
using Tile = std::array<Arc, 4>;
struct Matching {
  std::vector<Tile> plus, minus;  // [index]
};

void add_tile(std::uint32_t u, std::uint32_t v, std::uint32_t h, Matching& matching) {
  matching.plus.push_back({{{u, v}, {v, u + h}, {u + h, v + h}, {v + h, u}}});
  matching.minus.push_back({{{v, u}, {u + h, v}, {v + h, u + h}, {u, v + h}}});
}

// Requires even u and odd v.
void add_half_ring_tile(std::uint32_t u, std::uint32_t v, std::uint32_t h, Matching& matching) {
  matching.plus.push_back({{{u, u + h}, {u + h, u}, {v, v}, {v + h, v + h}}});
  matching.minus.push_back({{{v, v + h}, {v + h, v}, {u, u}, {u + h, u + h}}});
}

// Perfect matchings of the complete graph on an even number h of vertices by the circle method
// (Kirkman 1847): the last vertex is fixed.
std::vector<Matching> matchings_of(std::uint32_t k) {
  const std::uint32_t h = k / 2, others = h - 1;
  std::vector<Matching> matchings(h);
  for (std::uint32_t matching = 0; matching < others; ++matching) {
    add_tile(matching, others, h, matchings[matching]);
    for (std::uint32_t i = 1; i < h / 2; ++i) {
      const std::uint32_t a = (matching + i) % others, b = (matching + others - i) % others;
      add_tile(std::min(a, b), std::max(a, b), h, matchings[matching]);
    }
  }
  for (std::uint32_t u = 0; u < h; u += 2) add_half_ring_tile(u, u + 1, h, matchings[others]);
  return matchings;
}

class Construction {
 public:
  explicit Construction(const Topology& topology)
      : grid_(*topology.grid()),
        nodes_(static_cast<std::uint32_t>(topology.node_count())),
        n_(grid_.dimensions()),
        half_places_(grid_.radix(0) / 4),
        matchings_(matchings_of(grid_.radix(0))) {}

  Frames build() {
    chosen_.assign(n_, 0);
    do {
      for (std::uint32_t r = 0; r < half_places_; ++r) {
        for (std::uint32_t signs = 0; signs < 1u << (n_ - 1); ++signs) {
          frames_.emplace_back();
          const std::uint32_t opposite = ~signs & ((1u << n_) - 1);
          add_blocks(signs, r, 0, 0, 1, 0, 0);
          add_blocks(opposite, (r + 1) % half_places_, 0, 0, 1, 0, 0);
        }
      }
    } while (next_choice());
    return std::move(frames_);
  }

 private:
  // Adds the arcs of dimensions d and up. The tiles chosen in lower dimensions have the index sum
  // `sum`, and the arcs chosen there lead from `source` to `destination`. `stride` is that of
  // dimension d.
  void add_blocks(std::uint32_t signs, std::uint32_t r, std::size_t d, std::uint32_t sum,
                  std::uint32_t stride, std::uint32_t source, std::uint32_t destination) {
    if (d == n_) {
      if (source == destination) return;
      const std::uint32_t place = destination - (destination > source ? 1 : 0);
      frames_.back().push_back(source * (nodes_ - 1) + place);
      return;
    }
    const Matching& matching = matchings_[chosen_[d]];
    const auto& tiles = (signs >> d) & 1 ? matching.minus : matching.plus;
    for (std::uint32_t j = 0; j < half_places_; ++j) {
      if (d + 1 == n_ && (sum + j) % half_places_ != r) continue;
      for (const Arc& arc : tiles[j]) {
        add_blocks(signs, r, d + 1, sum + j, stride * grid_.radix(d), source + arc.from * stride,
                   destination + arc.to * stride);
      }
    }
  }

  bool next_choice() {
    for (std::size_t& matching : chosen_) {
      if (++matching < matchings_.size()) return true;
      matching = 0;
    }
    return false;
  }

  const Grid& grid_;
  std::uint32_t nodes_;
  std::size_t n_;
  std::uint32_t half_places_;  // tiles of a matching
  std::vector<Matching> matchings_;
  std::vector<std::size_t> chosen_;  // per dimension: the matching
  Frames frames_;
};

}  // namespace

bool has_structured_frames(const Topology& topology) {
  const Grid* grid = topology.grid();
  if (grid == nullptr || topology.node_count() != topology.router_count()) return false;
  for (std::size_t d = 0; d < grid->dimensions(); ++d) {
    if (!grid->has_ring(d) || grid->radix(d) % 4 != 0 || grid->radix(d) != grid->radix(0))
      return false;
  }
  return true;
}

std::optional<Frames> structured_frames(const Topology& topology,
                                        const CollectiveTransfers& collective) {
  const std::size_t nodes = topology.node_count();
  if (!has_structured_frames(topology) || collective.pairs.size() != nodes * (nodes - 1))
    return std::nullopt;
  // The construction numbers transfers by ascending source, then destination.
  std::size_t i = 0;
  for (std::size_t s = 0; s < nodes; ++s) {
    for (std::size_t t = 0; t < nodes; ++t) {
      if (s != t && collective.pairs[i++] != NodePair{NodeId{s}, NodeId{t}}) return std::nullopt;
    }
  }
  return Construction(topology).build();
}

}  // namespace orthant
