// Which verbs read a key.
#pragma once

#include <string_view>
#include <vector>

#include "base/key.hpp"

namespace orthant {

// In the order of `orthant --help`. What must hold besides is Key::when.
std::vector<std::string_view> readers_of(const Key& key);

}  // namespace orthant
