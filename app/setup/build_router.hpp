// What routers do: those of a point, from [router].
#pragma once

#include <cstdint>

#include "app/config/config.hpp"
#include "app/keys/network_keys.hpp"
#include "app/setup/setup.hpp"

namespace orthant {

// Fills what a Setup says of its routers, in this order; throws ConfigError.
class RouterBuilder {
 public:
  RouterBuilder(const Point& point, Setup& setup) : point_(point), setup_(setup) {}

  bool is_input_queued() const;
  void read();            // once the network is known
  void read_selection();  // of an adaptive routing
  // Once the routing is known. `may_be_few`: fewer than it needs are no mistake.
  void read_vcs(bool may_be_few);
  void read_unequal(bool with_file);  // once the VCs are known
  void read_source_rate();            // once the lengths of packets are; with output queues

 private:
  void refuse_fair_without_age() const;
  void set_bubble_dimensions();
  std::uint32_t default_vcs() const;

  const Point& point_;
  Setup& setup_;
  RouterKeys keys_;
};

}  // namespace orthant
