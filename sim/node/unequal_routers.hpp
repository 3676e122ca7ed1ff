// Routers that differ from one another: the delays of each, and the VCs and buffers at each of
// its ports. sim/node/router_file.hpp reads them from `router.file`; without them every router is
// as RouterOptions defines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "routing/routing.hpp"
#include "sim/options.hpp"
#include "topology/topology.hpp"

namespace orthant {

// Delays of a router's stages, in cycles.
struct RouterDelays {
  std::uint32_t routing = 0;
  std::uint32_t vc_allocation = 0;
  std::uint32_t switch_allocation = 0;
  std::uint32_t traversal = 1;
  std::uint32_t credit = 1;

  bool operator==(const RouterDelays&) const = default;
};

// The buffers at an input port, which are the VCs of the channel into it. `line` fields give
// the line of the file that set the value; 0: none did.
struct InputBuffers {
  std::uint32_t vcs = 1;
  std::uint32_t flits = 1;  // per VC
  std::size_t vcs_line = 0, flits_line = 0;
};

struct UnequalRouters {
  std::string file;
  std::vector<RouterDelays> pipelines;  // the distinct delays
  std::vector<std::uint32_t> pipeline;  // [router]: index of its delays in `pipelines`
  std::vector<std::size_t> first_port;  // [router]: index of its port 0 in `buffers`
  std::vector<InputBuffers> buffers;
};

RouterDelays delays_of(const RouterOptions& router);  // used where all routers are alike
// All delays that routers have; one entry where all are alike.
std::vector<RouterDelays> pipelines_of(const RouterOptions& router);
// Returns the index of a router's delays in pipelines_of().
std::uint32_t pipeline_of(const RouterOptions& router, RouterId r);
InputBuffers buffers_behind(const RouterOptions& router, RouterId r, PortId port);
// Returns the largest buffer in flits.
std::uint32_t largest_buffer(const RouterOptions& router);

// Returns the VCs, a bit each, of a port that has `vcs` of the router.vcs VCs: the first VCs of
// each class, as many as if all ports had `vcs`.
std::uint16_t vcs_of_port(std::span<const VcClass> classes, const RouterOptions& router,
                          std::uint32_t vcs);

}  // namespace orthant
