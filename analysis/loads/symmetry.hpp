// Verified symmetries of a routing's distribution: candidates come from the coordinates of the
// network, and each is used only after it was verified to map the pair loads onto themselves.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/loads/pair_loads.hpp"
#include "topology/topology.hpp"

namespace orthant {

class ObliviousRouting;

// A map of the network onto itself that preserves channels, bandwidths and the number of nodes per
// router; channel latencies may differ.
struct Automorphism {
  std::string name;                // "reflection of dimension 0"
  bool translation = false;        // of a ring by one router, or the exchange of two routers
  bool reflection = false;         // of one dimension; the exchange of two routers is both
  std::vector<RouterId> router;    // per router: its image
  std::vector<ChannelId> channel;  // per channel: its image
};

// Generators: for each ring the translation by one router and the reflection x -> -x; for each line
// the reflection x -> k-1-x; the exchange of each dimension with the next equal one. None for a
// network without coordinates.
std::vector<Automorphism> candidate_automorphisms(const Topology& topology);
// True if the translations among `maps`, some of the candidates, cover every dimension of more than
// one router. They then map any router to any other.
bool all_translations(const Topology& topology, std::span<const Automorphism> maps);

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
// more than most_hops hops, only on a fixed random subset of at least 16 sources within that limit.
// The topology and the routing must outlive the pair loads.
SymmetricLoads find_symmetry(const Topology& topology, const ObliviousRouting& routing,
                             const SymmetryOptions& options = {});

}  // namespace orthant
