// Numbers as people write them.
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

// A number in decimal notation ("12", "-0.5", "1e-3"); nullopt where it is none or needs more than
// 18 digits.
std::optional<Decimal> parse_decimal(std::string_view text);
// "0.5"; no trailing zeros.
std::string decimal_text(const Decimal& decimal);

// "3", "0.25" or "1/3", above 0; nullopt where it is none of these, or a part beyond 10^12.
std::optional<Rational> parse_rational(std::string_view text);

// "0.25" where decimals say it exactly, else "1/3"; above 0.
std::string rational_text(const Rational& value);

// Finite number; nullopt where the whole text is none.
std::optional<double> parse_real(std::string_view text);
std::optional<std::int64_t> parse_integer(std::string_view text);
// The same, also with an exponent where that makes a whole number, as in 1e6 and 2.5e3.
std::optional<std::int64_t> parse_whole(std::string_view text);
// Digits alone; nullopt where the whole text is none, or beyond 64 bits.
std::optional<std::uint64_t> parse_hexadecimal(std::string_view digits);

}  // namespace orthant
