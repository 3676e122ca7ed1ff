// Maps of a network onto itself.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "topology/topology.hpp"

namespace orthant {

// A map of the network onto itself that preserves channels, bandwidths and the number of nodes per
// router; channel latencies may differ.
struct Automorphism {
  std::string name;                // "reflection of dimension 0"; empty where none fits
  bool translation = false;        // of a ring by one router, or the exchange of two routers
  bool reflection = false;         // of one dimension; the exchange of two routers is both
  std::vector<RouterId> router;    // per router: its image
  std::vector<ChannelId> channel;  // per channel: its image
};

// Generators of a group of automorphisms. Whole grids: for each ring the translation by one router
// and the reflection x -> -x; for each line the reflection x -> k-1-x; the exchange of each
// dimension with the next equal one. Twisted tori: translations and linear maps. All other
// networks: the group of all automorphisms, unless the network is so large that finding them would
// take long.
std::vector<Automorphism> candidate_automorphisms(const Topology& topology);
// True if the translations among `maps`, some of the candidates, cover every dimension of more than
// one router. They then map any router to any other.
bool all_translations(const Topology& topology, std::span<const Automorphism> maps);

// The same maps, but a few random products instead of the unnamed ones where those are many: they
// nearly always generate the same group, never a larger one.
std::vector<Automorphism> with_few_unnamed(std::vector<Automorphism> maps);

// Their names, for display: "reflection of dimension 0, 3 automorphisms".
std::string names_of(std::span<const Automorphism> maps);

}  // namespace orthant
