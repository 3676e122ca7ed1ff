// Checks that a network, a routing, its traffic and a router fit together.
#pragma once

#include "sim/options.hpp"

namespace orthant {

// Throws KeyError if they do not fit, as simulate() does before anything is built.
void validate(const NetworkParts& parts, const RunOptions& run);

}  // namespace orthant
