// What symmetries make of one path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/design/commodities.hpp"
#include "routing/routing.hpp"

namespace orthant {

struct PairPath {
  std::size_t pair = 0;  // one of the listed pairs
  Path path;             // VC classes are 0
  bool operator==(const PairPath&) const = default;
};

// Of a pair and a path of it.
std::uint64_t path_hash(std::size_t pair, const Path& path);

// All images of a path of `pair`, itself first, each once.
std::vector<PairPath> orbit_of_path(const Commodities& commodities, std::size_t pair, Path path);

// The path that leaves through these channels, one after the other; VC classes are 0.
Path path_of_channels(const Topology& topology, const std::vector<ChannelId>& channels);

}  // namespace orthant
