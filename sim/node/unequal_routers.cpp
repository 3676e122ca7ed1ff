// Tested by: tests/sim/unequal_routers_test.cpp
#include "sim/node/unequal_routers.hpp"

#include <algorithm>

#include "sim/node/node_models.hpp"

namespace orthant {

RouterDelays delays_of(const RouterOptions& router) {
  return {router.routing_delay, router.vc_allocation_delay, router.switch_allocation_delay,
          router.traversal_delay, router.credit_delay};
}

std::vector<RouterDelays> pipelines_of(const RouterOptions& router) {
  return router.unequal ? router.unequal->pipelines : std::vector{delays_of(router)};
}

std::uint32_t pipeline_of(const RouterOptions& router, RouterId r) {
  return router.unequal ? router.unequal->pipeline[r.index()] : 0;
}

InputBuffers buffers_behind(const RouterOptions& router, RouterId r, PortId port) {
  if (!router.unequal) return {.vcs = router.vcs, .flits = router.buffer_flits};
  return router.unequal->buffers[router.unequal->first_port[r.index()] + port.index()];
}

std::uint32_t largest_buffer(const RouterOptions& router) {
  if (!router.unequal) return router.buffer_flits;
  return std::ranges::max(router.unequal->buffers, {}, &InputBuffers::flits).flits;
}

std::uint16_t vcs_of_port(std::span<const VcClass> classes, const RouterOptions& router,
                          std::uint32_t vcs) {
  if (vcs == router.vcs) return static_cast<std::uint16_t>((1u << vcs) - 1);
  RouterOptions fewer = router;
  fewer.vcs = vcs;
  const auto ranges = [&](const RouterOptions& of) {
    return classes.empty() ? vcs_of_message_classes(of) : vcs_of_classes(classes, of);
  };
  const std::vector<VcRange> all = ranges(router), some = ranges(fewer);
  unsigned mask = 0;
  for (std::size_t c = 0; c < all.size(); ++c) mask |= VcRange{all[c].first, some[c].count}.mask();
  return static_cast<std::uint16_t>(mask);
}

}  // namespace orthant
