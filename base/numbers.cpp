// Tested by: tests/base/numbers_test.cpp
#include "base/numbers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace orthant {
namespace {

constexpr int kMaxDigits = 18;
constexpr std::int64_t kMaxRationalPart = 1'000'000'000'000;

}  // namespace

std::optional<Decimal> parse_decimal(std::string_view text) {
  std::size_t at = 0;
  const bool negative = !text.empty() && text[0] == '-';
  if (negative) ++at;
  Decimal decimal;
  int significant = 0;
  bool any = false, point = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !point) {
      point = true;
    } else if (c >= '0' && c <= '9') {
      any = true;
      if ((significant > 0 || c != '0') && ++significant > kMaxDigits) return std::nullopt;
      decimal.mantissa = decimal.mantissa * 10 + (c - '0');
      decimal.digits += point ? 1 : 0;
      if (decimal.digits > 1000) return std::nullopt;
    } else {
      break;
    }
  }
  if (!any) return std::nullopt;
  if (at < text.size()) {
    if (text[at] != 'e' && text[at] != 'E') return std::nullopt;
    std::string_view exponent = text.substr(at + 1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    const auto value = parse_integer(exponent);
    if (!value || *value > 1000 || *value < -1000) return std::nullopt;
    decimal.digits -= static_cast<int>(*value);
  }
  for (; decimal.digits > 0 && decimal.mantissa % 10 == 0; --decimal.digits) decimal.mantissa /= 10;
  for (; decimal.digits < 0 && decimal.mantissa != 0; ++decimal.digits) {
    if (decimal.mantissa > 99'999'999'999'999'999) return std::nullopt;
    decimal.mantissa *= 10;
  }
  if (decimal.mantissa == 0) decimal.digits = 0;
  if (decimal.digits > kMaxDigits) return std::nullopt;
  if (negative) decimal.mantissa = -decimal.mantissa;
  return decimal;
}

std::string decimal_text(const Decimal& decimal) {
  const std::string sign = decimal.mantissa < 0 ? "-" : "";
  std::string digits =
      fmt::format("{}", decimal.mantissa < 0 ? -decimal.mantissa : decimal.mantissa);
  const auto after = static_cast<std::size_t>(decimal.digits);
  if (digits.size() <= after) digits.insert(0, after + 1 - digits.size(), '0');
  if (after == 0) return sign + digits;
  digits.insert(digits.size() - after, 1, '.');
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return sign + digits;
}

std::optional<Rational> parse_rational(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash != text.npos) {
    const auto above = parse_integer(text.substr(0, slash));
    const auto below = parse_integer(text.substr(slash + 1));
    if (!above || !below || *above < 1 || *below < 1) return std::nullopt;
    if (*above > kMaxRationalPart || *below > kMaxRationalPart) return std::nullopt;
    return Rational(*above, *below);
  }
  const std::optional<Decimal> decimal = parse_decimal(text);
  if (!decimal || decimal->mantissa <= 0) return std::nullopt;
  std::int64_t scale = 1;
  for (int i = 0; i < decimal->digits; ++i) scale *= 10;
  const Rational value(decimal->mantissa, scale);
  if (value.numerator() > kMaxRationalPart || value.denominator() > kMaxRationalPart) {
    return std::nullopt;
  }
  return value;
}

std::optional<double> parse_real(std::string_view text) {
  double value = 0;
  const auto end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (text.empty() || read.ptr != end || read.ec != std::errc{}) return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> parse_hexadecimal(std::string_view digits) {
  std::uint64_t value = 0;
  const auto* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, value, 16);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (text.empty() || read.ptr != end || read.ec != std::errc{}) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_whole(std::string_view text) {
  if (text.find_first_of("eE") == text.npos) return parse_integer(text);
  const std::optional<Decimal> decimal = parse_decimal(text);
  return decimal && decimal->digits == 0 ? std::optional(decimal->mantissa) : std::nullopt;
}

std::string rational_text(const Rational& value) {
  std::int64_t denominator = value.denominator();
  int digits = 0;
  std::int64_t scale = 1;
  for (; digits < 12 && scale % denominator != 0; ++digits) scale *= 10;
  if (scale % denominator == 0) {
    const Wide mantissa = Wide{value.numerator()} * (scale / denominator);
    if (mantissa < Wide{1'000'000'000'000'000'000}) {
      return decimal_text({static_cast<std::int64_t>(mantissa), digits});
    }
  }
  return fmt::format("{}/{}", value.numerator(), denominator);
}

}  // namespace orthant
