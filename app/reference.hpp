// docs/reference.md, made from the registries and the key table.
#pragma once

#include <string>

#include "app/keys.hpp"

namespace orthant {

// The whole page. What docs/reference.md holds must be equal; a test compares.
std::string reference_page();

// When a key is read, in words; empty: always.
std::string read_when(const Key& key);

}  // namespace orthant
