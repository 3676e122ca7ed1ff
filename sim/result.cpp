#include "sim/result.hpp"

#include <array>

namespace orthant {

std::string_view verdict_name(Verdict verdict) {
  static constexpr std::array<std::string_view, 9> kNames = {
      "stable",      "saturated",  "deadlocked",   "drained",   "unfinished",
      "interrupted", "impossible", "disconnected", "unroutable"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::string_view limit_name(Limit limit) {
  static constexpr std::array<std::string_view, 3> kNames = {"node", "channel", "routing"};
  return kNames[static_cast<std::size_t>(limit)];
}

}  // namespace orthant
