// The default of up_down.tie that depends on up_down.forwarding.
#pragma once

#include <string>

namespace orthant {

// nullptr: the default of the key's row.
const std::string* up_down_tie_of(const std::string& forwarding);

}  // namespace orthant
