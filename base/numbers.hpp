// Parses and formats numbers in the notation that users write.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/rational.hpp"

namespace orthant {

// mantissa * 10^-digits.
struct Decimal {
  std::int64_t mantissa = 0;
  int digits = 0;  // 0 .. 18
};

// Parses decimal notation ("12", "-0.5", "1e-3"); nullopt if it is no number or needs more than 18
// digits.
std::optional<Decimal> parse_decimal(std::string_view text);
// Formats as in "0.5", without trailing zeros.
std::string decimal_text(const Decimal& decimal);

// Parses a positive "3", "0.25" or "1/3"; nullopt for anything else and for numerators or
// denominators beyond 10^12.
std::optional<Rational> parse_rational(std::string_view text);

// Formats a positive value: "0.25" where a decimal is exact, else "1/3".
std::string rational_text(const Rational& value);

// Parses a finite number; nullopt if the whole text is not one.
std::optional<double> parse_real(std::string_view text);
std::optional<std::int64_t> parse_integer(std::string_view text);
// Parses a whole number, also with an exponent, as in 1e6 and 2.5e3.
std::optional<std::int64_t> parse_whole(std::string_view text);
// Parses hexadecimal digits; nullopt if the text has other characters or exceeds 64 bits.
std::optional<std::uint64_t> parse_hexadecimal(std::string_view digits);

}  // namespace orthant
