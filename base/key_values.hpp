// The text form of config values of each type. It formats defaults, and parses texts that the key
// table has checked.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/key.hpp"
#include "base/numbers.hpp"
#include "base/rational.hpp"

namespace orthant {

inline std::string yes_no(bool value) { return value ? "yes" : "no"; }

// Each specialization has kType, parse(text, value), and text(value), which is empty if there is no
// default.
template <class Value>
struct KeyValue;

struct PlainValue {
  static constexpr bool kOptional = false;
  // Largest integer that the type holds.
  static constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
};

template <>
struct KeyValue<bool> : PlainValue {
  static constexpr KeyType kType = KeyType::kFlag;
  static std::string text(bool value) { return yes_no(value); }
  static void parse(std::string_view text, bool& value) { value = text == "yes"; }
};

template <std::integral Value>
struct KeyValue<Value> : PlainValue {
  static constexpr KeyType kType = KeyType::kInteger;
  static constexpr std::int64_t kMax =
      std::in_range<std::int64_t>(std::numeric_limits<Value>::max())
          ? static_cast<std::int64_t>(std::numeric_limits<Value>::max())
          : PlainValue::kMax;
  static std::string text(Value value) { return fmt::format("{}", value); }
  static void parse(std::string_view text, Value& value) {
    value = static_cast<Value>(parse_integer(text).value());
  }
};

template <>
struct KeyValue<double> : PlainValue {
  static constexpr KeyType kType = KeyType::kReal;
  static std::string text(double value) { return fmt::format("{}", value); }
  static void parse(std::string_view text, double& value) {
    if (const auto real = parse_real(text))
      value = *real;
    else
      value = to_double(parse_rational(text).value());
  }
};

template <>
struct KeyValue<Rational> : PlainValue {
  static constexpr KeyType kType = KeyType::kRational;
  static std::string text(const Rational& value) { return rational_text(value); }
  static void parse(std::string_view text, Rational& value) {
    value = parse_rational(text).value();
  }
};

template <>
struct KeyValue<std::string> : PlainValue {
  static constexpr KeyType kType = KeyType::kFile;
  static std::string text(const std::string& value) { return value; }
  static void parse(std::string_view text, std::string& value) { value = text; }
};

// Lists have no default: they keep their content if nothing is given.
template <class Item>
struct KeyValue<std::vector<Item>> : PlainValue {
  static constexpr KeyType kType =
      std::same_as<Item, Rational> ? KeyType::kRationals : KeyType::kIntegers;
  static std::string text(const std::vector<Item>&) { return {}; }
  static void parse(std::string_view text, std::vector<Item>& values) {
    values.clear();
    for (std::size_t end = 0; !text.empty(); text.remove_prefix(std::min(end + 1, text.size()))) {
      end = std::min(text.find_first_of(" x"), text.size());
      const std::string_view item = text.substr(0, end);
      if constexpr (std::same_as<Item, Rational>)
        values.push_back(parse_rational(item).value());
      else  // a number, or an id
        values.push_back(static_cast<Item>(static_cast<std::size_t>(parse_integer(item).value())));
    }
  }
};

template <class Value>
struct KeyValue<std::optional<Value>> {
  static constexpr bool kOptional = true;
  static constexpr std::int64_t kMax = KeyValue<Value>::kMax;
  static constexpr KeyType kType = KeyValue<Value>::kType;
  static std::string text(const std::optional<Value>& value) {
    return value ? KeyValue<Value>::text(*value) : std::string();
  }
  static void parse(std::string_view text, std::optional<Value>& value) {
    KeyValue<Value>::parse(text, value.emplace());
  }
};

}  // namespace orthant
