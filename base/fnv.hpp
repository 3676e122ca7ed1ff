// The 64-bit FNV-1a hash (Fowler, Noll, Vo) of a text.
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
  // Returns sixteen hexadecimal digits.
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
