// Free buffer space downstream of the ports of a router, set by hand.
#pragma once

#include <array>

#include "routing/routing.hpp"

namespace orthant {

// Every VC class of a port has a buffer of 8 flits.
class FakeOccupancy final : public LocalOccupancy {
 public:
  static constexpr std::uint32_t kBuffer = 8;  // flits

  FakeOccupancy() {
    for (auto& port : free_) port.fill(kBuffer);
  }
  // Equal in all classes of ports 0, 1, ...
  explicit FakeOccupancy(std::initializer_list<std::uint32_t> free_of_ports) : FakeOccupancy() {
    std::size_t port = 0;
    for (const std::uint32_t free : free_of_ports) free_[port++].fill(free);
  }
  void set(std::size_t port, std::size_t vc_class, std::uint32_t free) {
    free_[port][vc_class] = free;
  }
  std::uint32_t free_flits(PortId port, std::uint8_t vc_class) const override {
    return free_[port.index()][vc_class];
  }
  std::uint32_t buffer_flits(PortId, std::uint8_t) const override { return kBuffer; }

 private:
  std::array<std::array<std::uint32_t, kMaxVcClasses>, 16> free_{};
};

// The header of a starting packet.
inline Header started(const Routing& routing, RouterId s, RouterId t,
                      const LocalOccupancy& occupancy, RandomStream& random) {
  Header header = {.destination = t, .via = {}};
  routing.adaptive()->start(s, header, occupancy, random);
  return header;
}

inline Header started(const Routing& routing, RouterId s, RouterId t,
                      const LocalOccupancy& occupancy) {
  RandomStream random(1, 0, RandomPurpose::kTest);
  return started(routing, s, t, occupancy, random);
}

inline RouterId at(const Topology& topology, std::initializer_list<std::uint32_t> coordinates) {
  return topology.grid()->router_at(std::vector(coordinates));
}

// Own keys of a routing.
inline OptionValues own_keys(
    std::initializer_list<std::pair<std::string_view, const char*>> settings) {
  OptionValues own;
  for (const auto& [key, value] : settings) own.set(key, value);
  return own;
}

// Settings that reproduce the author's simulator of OutFlank routing where it differs from the
// formulas.
inline OptionValues author_keys() {
  return own_keys({{"derouting.least_distance", "2"},
                   {"derouting.idle_term", "router"},
                   {"derouting.full_profit", "zero"},
                   {"derouting.queues", "adaptive"},
                   {"por.mean", "all"},
                   {"ofr.midpoint", "wrap_sum"},
                   {"ofr.collinear", "minus_side"},
                   {"ofr.mean", "second_leg"}});
}

// Formats candidates: "+0 c2" is an adaptive hop in the plus direction of dimension 0 in VC class
// 2, "+0 c1 e" an escape.
inline std::string candidates_in_words(const Routing& routing, RouterId here,
                                       const Header& header) {
  CandidateList list(5);  // candidates() must clear it
  routing.adaptive()->all_candidates(here, header, list);
  std::string text;
  for (const Candidate& candidate : list) {
    if (!text.empty()) text += ", ";
    text += Grid::is_plus(candidate.port) ? '+' : '-';
    text += std::to_string(Grid::dimension_of(candidate.port)) + " c" +
            std::to_string(candidate.vc_class) + (candidate.escape ? " e" : "");
  }
  return text;
}

// Every header that a packet may start with.
inline std::vector<Header> all_starts(const Routing& routing, RouterId s, RouterId t) {
  std::vector<Header> headers;
  routing.adaptive()->enumerate_starts(s, t,
                                       [&](const Header& header) { headers.push_back(header); });
  return headers;
}

}  // namespace orthant
