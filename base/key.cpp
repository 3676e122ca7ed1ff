// Describes in words which values a key allows.
//
// Tested by: tests/app/keys_test.cpp
#include "base/key.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>

#include "base/limits.hpp"

namespace orthant {
namespace {

std::string integer_bounds(const Key& key) {
  if (key.most == std::numeric_limits<std::int64_t>::max()) {
    return fmt::format("a whole number, at least {}", key.least);
  }
  return fmt::format("a whole number, {} to {}", key.least, key.most);
}

std::string real_bounds(const Key& key) {
  if (std::isinf(key.high)) {
    return fmt::format("a number {} {}", key.low_allowed ? "of at least" : "above", key.low);
  }
  if (key.low_allowed) return fmt::format("a number, {} to {}", key.low, key.high);
  return fmt::format("a number above {}, at most {}", key.low, key.high);
}

std::string rational_bounds(const Key& key, std::string_view what) {
  std::string text =
      key.low > 0 ? fmt::format("{}, at least {}", what, key.low) : fmt::format("{} above 0", what);
  if (std::isfinite(key.high)) text += fmt::format(", at most {}", key.high);
  if (key.most != std::numeric_limits<std::int64_t>::max())
    text += fmt::format(", with a denominator up to {}", key.most);
  return text;
}

}  // namespace

std::string_view Key::unit() const {
  static constexpr std::array<std::string_view, 7> kUnits = {"cycles", "ns",      "flits", "bytes",
                                                             "gbps",   "seconds", "pj"};
  std::string_view stem = name;
  if (constexpr std::string_view tail = ".by_dimension"; stem.ends_with(tail))
    stem.remove_suffix(tail.size());
  for (const std::string_view unit : kUnits) {
    if (stem.ends_with(unit) && stem[stem.size() - unit.size() - 1] == '_') {
      return unit == "gbps" ? "Gbit/s" : unit == "pj" ? "pJ" : unit;
    }
  }
  if (stem == "channel.bandwidth" || stem == "channel.node_bandwidth") return "flits/cycle";
  return {};
}

std::string_view Key::type_name() const {
  switch (type) {
    case KeyType::kWord:
      return "word";
    case KeyType::kWords:
      return "words";
    case KeyType::kFlag:
      return "yes or no";
    case KeyType::kInteger:
      return words.empty() ? "whole number" : "whole number or word";
    case KeyType::kReal:
      return "number";
    case KeyType::kRational:
      return "number or fraction";
    case KeyType::kDimensions:
      return "dimensions";
    case KeyType::kIntegers:
    case KeyType::kDistinct:
      return "whole numbers";
    case KeyType::kRationals:
      return "numbers or fractions";
    case KeyType::kPacketLengths:
      return "length or mix";
    case KeyType::kText:
      return "text";
    case KeyType::kFile:
      return "file";
  }
  return {};
}

std::string ReadWhen::sentence() const {
  std::vector<std::string> parts;
  if (!readers[0].empty())
    parts.push_back(fmt::format("{}{}{}{}{}", readers[0], readers[1].empty() ? "" : " and ",
                                readers[1], option.empty() ? "" : " ", option));
  for (const KeyIs& condition : conditions) {
    if (condition.key.empty()) continue;
    const auto& [first, second, third] = condition.values;
    std::string part(condition.key);
    part += first.empty() ? " is given" : fmt::format(" = {}", first);
    if (!second.empty()) part += fmt::format("{}{}", third.empty() ? " or " : ", ", second);
    if (!third.empty()) part += fmt::format(" or {}", third);
    parts.push_back(std::move(part));
  }
  if (!otherwise.empty()) parts.emplace_back(otherwise);
  return fmt::format("{}", fmt::join(parts, ", or "));
}

std::string Key::allowed() const {
  switch (type) {
    case KeyType::kWord:
      return fmt::format("{}", fmt::join(words, ", "));
    case KeyType::kWords:
      return fmt::format("{}, separated by blanks", fmt::join(words, ", "));
    case KeyType::kFlag:
      return "yes, no";
    case KeyType::kInteger:
      return words.empty()
                 ? integer_bounds(*this)
                 : fmt::format("{}, or {}", integer_bounds(*this), fmt::join(words, ", "));
    case KeyType::kReal:
      return real_bounds(*this);
    case KeyType::kRational:
      return rational_bounds(*this, "a number or fraction") +
             (low > 0 ? "" : ", such as 1, 0.5 or 1/3");
    case KeyType::kDimensions:
      return fmt::format("1 to {} whole numbers, {} to {}, joined by x, such as 8x8",
                         limits::kDimensions, least, most);
    case KeyType::kIntegers:
      return fmt::format("whole numbers, {} to {}, separated by blanks", least, most);
    case KeyType::kDistinct:
      return fmt::format("different whole numbers, {} to {}, separated by blanks", least, most);
    case KeyType::kRationals:
      return rational_bounds(*this, "numbers or fractions") + ", separated by blanks";
    case KeyType::kPacketLengths:
      return fmt::format("a length, {} to {}, or a mix such as 1:0.5 5:0.5", least, most);
    case KeyType::kText:
      return "any text";
    case KeyType::kFile:
      return "the name of a file";
  }
  return {};
}

}  // namespace orthant
