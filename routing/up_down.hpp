// The default of up_down.tie that up_down.forwarding decides.
#pragma once

#include <string>

namespace orthant {

// nullptr: that of every other forwarding, which the row of the key says.
const std::string* up_down_tie_of(const std::string& forwarding);

}  // namespace orthant
