// Reads `router.file`: routers that differ from the section [router].
#pragma once

#include <memory>
#include <string>

#include "sim/node/unequal_routers.hpp"

namespace orthant {

// The routers of this network: as `section` has them, but for what the file says.
// Throws KeyError("router.file", "FILE:LINE: ...") for whatever is wrong with the file; what does
// not fit the rest of the network, such as a buffer below the longest packet, is left to
// validate().
std::shared_ptr<const UnequalRouters> read_router_file(const std::string& file,
                                                       const Topology& topology,
                                                       const RouterOptions& section);

}  // namespace orthant
