#include "app/config/version.hpp"

#include <fmt/format.h>

#if !defined(ORTHANT_VERSION) || !defined(ORTHANT_VERSION_DATE)
#error "ORTHANT_VERSION and ORTHANT_VERSION_DATE come from CMake"
#endif

namespace orthant {

std::string version_text() { return fmt::format("orthant {}", ORTHANT_VERSION); }

std::string build_text() {
  if (commit_id().empty()) return version_text();
  return fmt::format("orthant {} (commit {})", ORTHANT_VERSION, commit_id());
}

std::string_view version_date() { return ORTHANT_VERSION_DATE; }

}  // namespace orthant
