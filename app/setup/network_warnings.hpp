// What a network may not be meant to be.
#pragma once

#include <optional>
#include <string>

#include "app/config/config.hpp"
#include "topology/topology.hpp"

namespace orthant {

// Of an anynet file, whose latencies are those of one direction: links with another latency back.
std::optional<std::string> anynet_warning(const Point& point, const Topology& topology);

}  // namespace orthant
