// Values of the config keys that belong to one algorithm ("interpolated.alpha"), by name. The
// command has checked them against its key table; the algorithm reads the ones it lists.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace orthant {

class OptionValues {
 public:
  void set(std::string_view key, std::string value) {
    values_.insert_or_assign(std::string(key), std::move(value));
  }
  bool has(std::string_view key) const { return values_.contains(key); }
  // The value. Throws KeyError(key) where it is missing, or is no number for the last two.
  const std::string& text(std::string_view key) const;
  double real(std::string_view key) const;
  std::int64_t integer(std::string_view key) const;
  // The value given, else `fallback`.
  std::int64_t integer_or(std::string_view key, std::int64_t fallback) const {
    return has(key) ? integer(key) : fallback;
  }
  std::string text_or(std::string_view key, std::string_view fallback) const {
    return has(key) ? text(key) : std::string(fallback);
  }
  // Whether the value is given, and is this word.
  bool is(std::string_view key, std::string_view word) const {
    return has(key) && text(key) == word;
  }

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace orthant
