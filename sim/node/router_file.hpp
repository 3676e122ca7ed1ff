// Reads `router.file`: routers that differ from the section [router].
#pragma once

#include <memory>
#include <string>

#include "sim/node/unequal_routers.hpp"

namespace orthant {

// Returns the routers of this network: as in `section`, with the changes of the file.
// Throws KeyError("router.file", "FILE:LINE: ...") for any error in the file; validate() checks
// that the result fits the rest of the network, such as buffers below the longest packet.
std::shared_ptr<const UnequalRouters> read_router_file(const std::string& file,
                                                       const Topology& topology,
                                                       const RouterOptions& section);

}  // namespace orthant
