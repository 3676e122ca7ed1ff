// In which order keys are written to an INI file.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/function_ref.hpp"

namespace orthant {

// `keys`, numbers of keys in the order of the key table, in an order in which those of `axes`
// follow one another as in `axes` (the order of the points follows it). Every section stands once,
// at its place in the table or that of another section; only where the axes alternate between
// sections, the later axes follow at the end, under their sections a second time.
std::vector<std::size_t> writing_order(std::span<const std::size_t> keys,
                                       std::span<const std::size_t> axes,
                                       FunctionRef<std::string(std::size_t)> section_of);

}  // namespace orthant
