// A config of BookSim 2 as an INI text.
#pragma once

#include <string>

namespace orthant {

// With every default that BookSim has and Orthant has not, and a remark for whatever has no
// counterpart. Throws ConfigError.
std::string import_booksim(const std::string& path);

}  // namespace orthant
