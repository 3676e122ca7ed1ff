// The default of up_down.tie that depends on up_down.forwarding.
#pragma once

#include <string>

namespace orthant {

// Returns the default of up_down.tie for this up_down.forwarding; nullptr: that of the key's row.
const std::string* up_down_tie_of(const std::string& forwarding);

}  // namespace orthant
