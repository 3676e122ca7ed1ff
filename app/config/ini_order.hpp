// The order in which keys are written to an INI file.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/function_ref.hpp"

namespace orthant {

// Reorders `keys`, which are key numbers in the order of the table, so that the keys of `axes`
// follow one another as in `axes` (they set the order of the points). Every section appears once,
// at its own place in the table or that of another section. Only if the axes alternate between
// sections, the later axes follow at the end, where their sections appear a second time.
std::vector<std::size_t> writing_order(std::span<const std::size_t> keys,
                                       std::span<const std::size_t> axes,
                                       FunctionRef<std::string(std::size_t)> section_of);

}  // namespace orthant
