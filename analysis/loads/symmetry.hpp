// Symmetries that a routing's distribution really has: candidates from the coordinates of the
// network, each used only after it was seen to map the pair loads onto themselves.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/loads/pair_loads.hpp"
#include "routing/routing.hpp"
#include "topology/topology.hpp"

namespace orthant {

// A map of the network onto itself that keeps channels, bandwidths and the number of nodes per
// router; channel latencies may change.
struct Automorphism {
  std::string name;                // "reflection of dimension 0"
  bool translation = false;        // of a ring by one router, or the exchange of a pair of routers
  bool reflection = false;         // of one dimension; the exchange of a pair of routers is both
  std::vector<RouterId> router;    // per router: its image
  std::vector<ChannelId> channel;  // per channel: its image
};

// Generators: of each ring the translation by one router and the reflection x -> -x; of each line
// the reflection x -> k-1-x; the exchange of each dimension with the next one like it. None
// for a network without coordinates.
std::vector<Automorphism> candidate_automorphisms(const Topology& topology);
// True when the translations among `maps`, some of the candidates, move every dimension of more
// than one router. Together they then take any router to any other.
bool all_translations(const Topology& topology, std::span<const Automorphism> maps);

struct SymmetryOptions {
  bool off = false;         // look for none: every channel is an orbit of its own
  double most_hops = 2e9;   // path hops to walk for a complete verification
  std::size_t threads = 1;  // does not change the result
};

struct Symmetry {
  // The translations take every router to every other one, and all hold.
  bool translations = false;
  std::vector<Automorphism> generators;        // those that hold
  std::vector<std::vector<ChannelId>> orbits;  // of channels, ascending, as are their members
  // What was compared: "translations on all 64 sources; holds: ...; does not hold: ...".
  std::string verified = "not looked for";

  std::vector<ChannelId> representatives() const;  // the first channel of each orbit
};

// With the pair loads, by translation where all translations hold: the table of source 0 with which
// the others were compared then serves them all.
struct SymmetricLoads {
  Symmetry symmetry;
  PairLoads loads;
};

// Compares pair loads to 1e-12 (relative). Translations: every source with source 0; the others
// then on source 0 alone. Without translations each generator on all pairs. Where that takes more
// than most_hops, only on so many sources as stay below it, but at least 16, drawn once and for
// all. Both references must outlive the pair loads.
SymmetricLoads find_symmetry(const Topology& topology, const ObliviousRouting& routing,
                             const SymmetryOptions& options = {});

}  // namespace orthant
