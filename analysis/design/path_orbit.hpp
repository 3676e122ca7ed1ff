// The orbit of a path under the symmetries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/design/commodities.hpp"
#include "routing/path.hpp"

namespace orthant {

struct PairPath {
  std::size_t pair = 0;  // one of the listed pairs
  Path path;             // VC classes are 0
  bool operator==(const PairPath&) const = default;
};

// Hash of a pair and one of its paths.
std::uint64_t path_hash(std::size_t pair, const Path& path);

// All distinct images of a path of `pair`, itself first.
std::vector<PairPath> orbit_of_path(const Commodities& commodities, std::size_t pair, Path path);

// The path through these consecutive channels; VC classes are 0.
Path path_of_channels(const Topology& topology, const std::vector<ChannelId>& channels);

}  // namespace orthant
