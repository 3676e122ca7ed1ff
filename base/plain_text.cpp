#include "base/plain_text.hpp"

namespace orthant {

std::string without_controls(std::string_view text) {
  std::string safe;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const bool is_high = c == 0xc2 && next >= 0x80 && next < 0xa0;
    const bool is_control = (c < ' ' && c != '\n' && c != '\t') || c == 0x7f || is_high;
    safe += is_control ? '?' : text[i];
    if (is_high) ++i;
  }
  return safe;
}

}  // namespace orthant
