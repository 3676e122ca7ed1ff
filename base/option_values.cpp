#include "base/option_values.hpp"

#include <charconv>

#include "base/error.hpp"

namespace orthant {
namespace {

template <class Number>
Number parsed(std::string_view key, const std::string& text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    key_error(std::string(key), "'{}' is no number", text);
  }
  return value;
}

}  // namespace

const std::string& OptionValues::text(std::string_view key) const {
  const auto found = values_.find(key);
  if (found == values_.end()) key_error(std::string(key), "missing");
  return found->second;
}

double OptionValues::real(std::string_view key) const { return parsed<double>(key, text(key)); }

std::int64_t OptionValues::integer(std::string_view key) const {
  return parsed<std::int64_t>(key, text(key));
}

}  // namespace orthant
