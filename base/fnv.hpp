// The 64-bit hash of Fowler, Noll and Vo (1a) of a text: every change of a single byte changes it.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace orthant {

class Fnv {
 public:
  void add(std::string_view text) {
    for (const char c : text) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  // Sixteen hexadecimal digits.
  std::string text() const { return fmt::format("{:016x}", hash_); }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

inline std::string fnv_text(std::string_view text) {
  Fnv fnv;
  fnv.add(text);
  return fnv.text();
}

}  // namespace orthant
