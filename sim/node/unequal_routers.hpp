// Routers that differ from one another: the delays of each, and the VCs and buffers behind each of
// its ports. sim/node/router_file.hpp reads them from `router.file`; without them every router is as
// RouterOptions says.
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

// Of the stages of a router, in cycles.
struct RouterDelays {
  std::uint32_t routing = 0;
  std::uint32_t vc_allocation = 0;
  std::uint32_t switch_allocation = 0;
  std::uint32_t traversal = 1;
  std::uint32_t credit = 1;

  bool operator==(const RouterDelays&) const = default;
};

// The buffers behind an input port, which the channel into it has as its VCs. A line is that of the
// file which said so; 0: none did.
struct InputBuffers {
  std::uint32_t vcs = 1;
  std::uint32_t flits = 1;  // of each
  std::size_t vcs_line = 0, flits_line = 0;
};

struct UnequalRouters {
  std::string file;
  std::vector<RouterDelays> pipelines;  // each once
  std::vector<std::uint32_t> pipeline;  // [router]: number of its delays among these
  std::vector<std::size_t> first_port;  // [router]: place of its port 0 in `buffers`
  std::vector<InputBuffers> buffers;
};

RouterDelays delays_of(const RouterOptions& router);  // where all are alike
// All delays that routers have; one entry where all are alike.
std::vector<RouterDelays> pipelines_of(const RouterOptions& router);
// Which of these a router has.
std::uint32_t pipeline_of(const RouterOptions& router, RouterId r);
InputBuffers buffers_behind(const RouterOptions& router, RouterId r, PortId port);
// The most flits that a buffer holds.
std::uint32_t largest_buffer(const RouterOptions& router);

// The VCs that a port with `vcs` VCs of router.vcs has, a bit each: of every class as many as it
// would have where all ports had `vcs`, the first ones of its own.
std::uint16_t vcs_of_port(std::span<const VcClass> classes, const RouterOptions& router,
                          std::uint32_t vcs);

}  // namespace orthant
