#include "sim/cut.hpp"

#include <algorithm>
#include <cassert>

namespace orthant {

Cut::Cut(const Topology& topology, std::size_t blocks) {
  const auto routers = static_cast<std::uint32_t>(topology.router_count());
  assert(blocks >= 1 && blocks <= routers);
  std::vector<std::size_t> ports = {0};  // of the routers before each
  for (std::uint32_t r = 0; r < routers; ++r)
    ports.push_back(ports.back() + topology.port_count(RouterId{r}));
  for (std::uint32_t b = 0; b < blocks; ++b) {
    const auto at = std::ranges::lower_bound(ports, ports.back() * b / blocks) - ports.begin();
    // At least one router each.
    const std::uint32_t least = b == 0 ? 0 : first_.back() + 1;
    const auto most = routers - (static_cast<std::uint32_t>(blocks) - b);
    first_.push_back(std::clamp(static_cast<std::uint32_t>(at), least, most));
  }
  first_.push_back(routers);
}

Place Cut::place(RouterId r) const {
  const auto block = std::ranges::upper_bound(first_, r.value) - first_.begin() - 1;
  return {static_cast<std::uint32_t>(block), LocalRouter{r.value - first_[block]}};
}

}  // namespace orthant
