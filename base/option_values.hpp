// Values, as written, of the config keys that belong to one algorithm ("interpolated.alpha"). The
// algorithm reads them by its rows (base/key_rows.hpp), which hold the defaults.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace orthant {

class OptionValues {
 public:
  void set(std::string_view key, std::string value) {
    values_.insert_or_assign(std::string(key), std::move(value));
  }
  bool has_value(std::string_view key) const { return values_.contains(key); }
  // Throws KeyError(key) if the key has no value.
  const std::string& text(std::string_view key) const {
    const auto found = values_.find(key);
    if (found == values_.end()) key_error(std::string(key), "missing");
    return found->second;
  }

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace orthant
