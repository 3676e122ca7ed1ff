// Verified symmetries of a routing's distribution: candidates are those of the network, and each is
// used only after it was verified to map the pair loads onto themselves.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/loads/automorphisms.hpp"
#include "analysis/loads/pair_loads.hpp"
#include "topology/topology.hpp"

namespace orthant {

class ObliviousRouting;

struct SymmetryOptions {
  bool off = false;         // no symmetry: every channel is its own orbit
  double most_hops = 2e9;   // hops to walk for a complete verification
  std::size_t threads = 1;  // the result does not depend on it
};

struct Symmetry {
  // All translations hold.
  bool translations = false;
  std::vector<Automorphism> generators;        // those that hold
  std::vector<std::vector<ChannelId>> orbits;  // of channels; orbits and members ascend
  // What was compared: "translations on all 64 sources; holds: ...; does not hold: ...".
  std::string verified = "not looked for";

  std::vector<ChannelId> representatives() const;  // the first channel of each orbit
};

// Includes the pair loads, by translation if all translations hold: the verified table of source 0
// then serves all sources.
struct SymmetricLoads {
  Symmetry symmetry;
  PairLoads loads;
};

// Compares pair loads to 1e-12 (relative). Translations: every source with source 0; the other
// symmetries then on source 0 only. Without translations each generator on all pairs; if that takes
// more than most_hops hops, only on a fixed random subset of at least 16 sources within that limit,
// or not at all where candidates have no names.
// The topology and the routing must outlive the pair loads.
SymmetricLoads find_symmetry(const Topology& topology, const ObliviousRouting& routing,
                             const SymmetryOptions& options = {});

}  // namespace orthant
