// An adaptive routing that does what another one does, for tests that change a part of it.
#pragma once

#include <utility>

#include "routing/routing.hpp"

namespace orthant {

class ForwardingRouting : public AdaptiveRouting {
 public:
  explicit ForwardingRouting(const AdaptiveRouting& original)
      : ForwardingRouting(original, original.traits()) {}

  void start(RouterId s, Header& header, const LocalOccupancy& occupancy,
             RandomStream& random) const override {
    original_.start(s, header, occupancy, random);
  }
  void enumerate_starts(RouterId s, RouterId t,
                        FunctionRef<void(const Header&)> visit) const override {
    original_.enumerate_starts(s, t, visit);
  }
  void candidates(RouterId here, const Header& header, const LocalOccupancy* occupancy,
                  CandidateList& out) const override {
    original_.candidates(here, header, occupancy, out);
  }
  std::size_t max_candidates() const override { return original_.max_candidates(); }

 protected:
  ForwardingRouting(const AdaptiveRouting& original, RoutingTraits traits)
      : AdaptiveRouting(std::move(traits)), original_(original) {}
  static RoutingTraits with_occupancy(RoutingTraits traits) {
    traits.depends_on_occupancy = true;
    return traits;
  }

 private:
  const AdaptiveRouting& original_;
};

}  // namespace orthant
