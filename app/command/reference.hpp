// docs/reference.md, made from the registries and the key table.
#pragma once

#include <string>

namespace orthant {

// The whole page. What docs/reference.md holds must be equal; a test compares.
std::string reference_page();

}  // namespace orthant
