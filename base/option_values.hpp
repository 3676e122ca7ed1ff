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

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace orthant
