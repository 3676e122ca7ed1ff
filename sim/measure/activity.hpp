// Activity of the parts of a router: counts to which energy is proportional.
#pragma once

#include <cstdint>

namespace orthant {

// Counts of one router, since the start or in the window, in flits except for VC allocations.
struct RouterActivity {
  std::uint64_t buffer_writes = 0;       // arrivals from neighbours and nodes
  std::uint64_t buffer_reads = 0;        // departures to neighbours and nodes
  std::uint64_t crossbar_flits = 0;      // departures through the switch
  std::uint64_t link_flits = 0;          // departures onto channels to neighbours
  std::uint64_t vc_allocations = 0;      // VCs granted, including those to nodes
  std::uint64_t switch_allocations = 0;  // flits that won the switch, or packets that hold it

  RouterActivity& operator+=(const RouterActivity& other) {
    return each(other, [](std::uint64_t& a, std::uint64_t b) { a += b; });
  }
  RouterActivity& operator-=(const RouterActivity& other) {
    return each(other, [](std::uint64_t& a, std::uint64_t b) { a -= b; });
  }
  bool operator==(const RouterActivity&) const = default;

 private:
  template <class F>
  RouterActivity& each(const RouterActivity& other, const F& f) {
    for (const auto count : {&RouterActivity::buffer_writes, &RouterActivity::buffer_reads,
                             &RouterActivity::crossbar_flits, &RouterActivity::link_flits,
                             &RouterActivity::vc_allocations, &RouterActivity::switch_allocations})
      f(this->*count, other.*count);
    return *this;
  }
};

}  // namespace orthant
