// Builds the routers of a point from [router].
#pragma once

#include <cstdint>

#include "app/config/config.hpp"
#include "app/keys/network_keys.hpp"
#include "app/setup/setup.hpp"

namespace orthant {

// Fills the router members of a Setup, in this order; throws ConfigError.
class RouterBuilder {
 public:
  RouterBuilder(const Point& point, Setup& setup) : point_(point), setup_(setup) {}

  bool is_input_queued() const;
  void read();            // after the network
  void read_selection();  // for an adaptive routing
  // Called after the routing is built. `may_be_few`: too few VCs are no mistake.
  void read_vcs(bool may_be_few);
  void read_unequal(bool with_file);  // after the VCs
  void read_source_rate();            // after the packet lengths; for output queues

 private:
  void refuse_fair_without_age() const;
  void set_bubble_dimensions();
  void refuse_bubbles_on_broken_rings() const;
  std::uint32_t default_vcs() const;

  const Point& point_;
  Setup& setup_;
  RouterKeys keys_;
};

}  // namespace orthant
