// Values from what a row says of its key.
//
// Tested by: tests/app/sections_test.cpp
#include "app/texts/example.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/keys/keys.hpp"

namespace orthant {
namespace {

// The first word that is no default.
std::string another_word(const Key& key) {
  for (const std::string_view word : key.words)
    if (word != key.fallback) return std::string(word);
  return key.fallback;
}

std::string real_value(const Key& key) {
  constexpr double kUsual = 0.5;
  if (key.low < kUsual && kUsual <= key.high) return fmt::format("{}", kUsual);
  return fmt::format("{}", std::isfinite(key.high) ? (key.low + key.high) / 2 : key.low + 1);
}

}  // namespace

std::string example_value(const Key& key) {
  switch (key.type) {
    case KeyType::kWord:
    case KeyType::kWords:
      return another_word(key);
    case KeyType::kFlag:
      return key.fallback == "yes" ? "no" : "yes";
    case KeyType::kDimensions:
      return "8x8";
    default:
      break;
  }
  const bool has_word = std::ranges::find(key.words, key.fallback) != key.words.end();
  if (!key.fallback.empty() && !has_word) return key.fallback;
  switch (key.type) {
    case KeyType::kInteger:
    case KeyType::kIntegers:
    case KeyType::kDistinct:
    case KeyType::kPacketLengths:
      return fmt::format("{}", std::max<std::int64_t>(key.least, 1));
    case KeyType::kReal:
      return real_value(key);
    case KeyType::kRational:
    case KeyType::kRationals:
      return fmt::format("{}", std::max(1.0, std::ceil(key.low)));
    default:
      return "FILE";
  }
}

std::string example_line(const Key& key, std::string_view name) {
  const std::string_view section = ini_section_of(name);
  return fmt::format("[{}]\n{} = {}", section, name.substr(section.size() + 1), example_value(key));
}

}  // namespace orthant
