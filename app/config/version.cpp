#include "app/config/version.hpp"

#include <fmt/format.h>

#ifndef ORTHANT_VERSION
#error "ORTHANT_VERSION comes from CMake"
#endif

namespace orthant {

std::string version_text() { return fmt::format("orthant {}\n", ORTHANT_VERSION); }

}  // namespace orthant
