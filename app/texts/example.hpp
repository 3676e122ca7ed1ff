// A setting of a key, as an example.
#pragma once

#include <string>
#include <string_view>

#include "base/key.hpp"

namespace orthant {

// A value that the key allows: not the default where there is another word.
std::string example_value(const Key& key);
// "[router]" and "vcs = 2" on lines of their own. `name`: that of the key, or with a class of
// traffic in it.
std::string example_line(const Key& key, std::string_view name);

}  // namespace orthant
