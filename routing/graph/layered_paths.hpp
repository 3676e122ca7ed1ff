// Layers for the paths of an oblivious routing: each pair of routers has one, a VC class, for all
// its hops, so that the dependencies within each layer have no cycle.
#pragma once

#include <cstdint>
#include <memory>

#include "routing/routing.hpp"

namespace orthant {

enum class Layers : std::uint8_t {
  kNone,
  // Pair by pair, into the first layer where it closes no cycle (Skeie, Lysne & Theiss 2002).
  kLash,
  // All pairs in one layer; as long as that has a cycle, the pairs that cause the dependency of the
  // cycle with the fewest pairs move on to the next layer (Domke, Hoefler & Nagel 2011).
  kDfsssp
};

// Assigns the layers of all pairs of routers with nodes; the paths of `routing`, an oblivious
// routing of one VC class, stay what they are. Throws UnroutableError if more than 16 layers are
// needed.
std::unique_ptr<Routing> make_layered(const Topology& topology, std::unique_ptr<Routing> routing,
                                      Layers layers);

}  // namespace orthant
