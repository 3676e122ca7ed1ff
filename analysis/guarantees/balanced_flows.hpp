// Bounds on the capacity of networks that are too large for a linear program.
#pragma once

#include <optional>

#include "analysis/guarantees/capacity.hpp"
#include "analysis/guarantees/uniform_flows.hpp"

namespace orthant {

// Ends as CapacityOptions say; nullopt if the flows take too much memory.
std::optional<CapacityRange> balanced_flows(const UniformFlows& flows,
                                            const CapacityOptions& options);

}  // namespace orthant
