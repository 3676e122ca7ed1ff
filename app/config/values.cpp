// Parses numbers, lists and ranges.
//
// Tested by: tests/app/values_test.cpp, tests/app/config_fuzz_test.cpp
#include "app/config/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "app/keys/spelling.hpp"
#include "app/keys/synonyms.hpp"
#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

[[noreturn]] void wrong(const Key& key, std::string_view text, std::string_view what) {
  key_error(std::string(key.name), "{} {}; allowed: {}", in_quotes(text), what, key.allowed());
}

bool is_number(std::string_view text) {
  double value = 0;
  const auto end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  return !text.empty() && read.ptr == end && read.ec != std::errc::invalid_argument;
}

// Takes the unit off "64KiB", "1 MB" or "10B", leaves the number, and returns the unit in bytes.
std::int64_t take_byte_unit(std::string_view& text) {
  struct Unit {
    std::string_view name;
    std::int64_t bytes;
  };
  constexpr Unit kUnits[] = {{"KiB", 1 << 10},      {"MiB", 1 << 20}, {"GiB", 1 << 30},
                             {"kB", 1'000},         {"KB", 1'000},    {"MB", 1'000'000},
                             {"GB", 1'000'000'000}, {"B", 1}};
  for (const Unit& unit : kUnits) {
    if (!text.ends_with(unit.name)) continue;
    text = trimmed(text.substr(0, text.size() - unit.name.size()));
    return unit.bytes;
  }
  return 1;
}

// Parses a whole number, which may have an exponent, as in 1e6, or a unit of bytes.
std::optional<std::int64_t> integer_of(const Key& key, std::string_view text) {
  if (const auto value = parse_whole(text)) return value;
  const std::int64_t unit = takes_byte_units(key) ? take_byte_unit(text) : 1;
  if (unit == 1) return parse_whole(text);
  const std::optional<Decimal> decimal = parse_decimal(text);
  if (!decimal) return std::nullopt;
  Wide value = Wide{decimal->mantissa} * unit;
  for (int i = 0; i < decimal->digits; ++i) {
    if (value % 10 != 0) return std::nullopt;
    value /= 10;
  }
  const auto narrow = static_cast<std::int64_t>(value);
  return Wide{narrow} == value ? std::optional(narrow) : std::nullopt;
}

std::int64_t checked_integer(const Key& key, std::string_view part, std::string_view text) {
  const std::optional<std::int64_t> value = integer_of(key, part);
  if (!value && is_number(part) && part.find_first_not_of("+-0123456789") == part.npos) {
    wrong(key, text, "is out of range");
  }
  if (!value) wrong(key, text, "is not a whole number");
  if (*value < key.least || *value > key.most) wrong(key, text, "is out of range");
  return *value;
}

std::string plain_integer(const Key& key, std::string_view text) {
  if (std::ranges::find(key.words, text) != key.words.end()) return std::string(text);
  const bool word = !text.empty() && text.find_first_of("0123456789") == text.npos;
  if (!key.words.empty() && word) wrong(key, text, "is unknown");
  return fmt::format("{}", checked_integer(key, text, text));
}

// Turns "10%" into "0.1".
std::optional<std::string> share_of_percent(const Key& key, std::string_view text) {
  if (!text.ends_with('%') || !takes_percent(key)) return std::nullopt;
  std::optional<Decimal> share = parse_decimal(trimmed(text.substr(0, text.size() - 1)));
  if (!share || share->digits > 16) return std::nullopt;
  share->digits += 2;
  return decimal_text(*share);
}

std::string plain_real(const Key& key, std::string_view text) {
  if (const auto share = share_of_percent(key, text)) return plain_real(key, *share);
  if (!is_number(text)) wrong(key, text, "is not a number");
  const std::optional<double> value = parse_real(text);
  if (!value) wrong(key, text, "is not a finite number");
  if (*value > key.high || (key.low_allowed ? *value < key.low : *value <= key.low)) {
    wrong(key, text, "is out of range");
  }
  return fmt::format("{}", *value == 0 ? 0.0 : *value);
}

std::string plain_rational(const Key& key, std::string_view part, std::string_view text) {
  const std::optional<Rational> value = parse_rational(part);
  if (value && value->denominator() > key.most)
    wrong(key, text, fmt::format("has the denominator {}", value->denominator()));
  if (value && (to_double(*value) > key.high || to_double(*value) < key.low))
    wrong(key, text, "is out of range");
  if (value) return rational_text(*value);
  if (!is_number(part)) wrong(key, text, "is not a number or fraction");
  const std::optional<double> real = parse_real(part);
  wrong(key, text,
        real && *real > 0 && *real <= key.high ? "has too many digits" : "is out of range");
}

std::string plain_numbers(const Key& key, std::string_view text, char separator) {
  std::string plain;
  std::vector<std::int64_t> seen;
  for (const std::string_view part : split(text, separator)) {
    const std::int64_t value = checked_integer(key, part, text);
    if (key.type == KeyType::kDistinct && std::ranges::find(seen, value) != seen.end()) {
      key_error(std::string(key.name), "{} is given twice in {}; allowed: {}", value,
                in_quotes(text), key.allowed());
    }
    seen.push_back(value);
    if (!plain.empty()) plain += separator;
    plain += fmt::format("{}", value);
  }
  if (key.type == KeyType::kDimensions && seen.size() > limits::kDimensions) {
    key_error(std::string(key.name), "{} has {} dimensions; allowed: {}", in_quotes(text),
              seen.size(), key.allowed());
  }
  return plain;
}

std::string plain_dimensions(const Key& key, std::string_view text) {
  std::string joined;  // without blanks next to an x
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = trimmed(text.substr(i));
    if (text[i] == ' ' && (rest.starts_with('x') || joined.ends_with('x'))) continue;
    joined += text[i];
  }
  if (joined.find_first_not_of("0123456789x") == joined.npos)
    return plain_numbers(key, joined, 'x');
  std::ranges::replace_if(
      joined, [](char c) { return c == 'X' || c == '*' || c == ' '; }, 'x');
  if (joined != text && joined.find_first_not_of("0123456789x") == joined.npos)
    wrong(key, text, fmt::format("is not joined by x, did you mean {}?", joined));
  return plain_numbers(key, text, 'x');
}

std::string plain_rationals(const Key& key, std::string_view text) {
  std::string plain;
  for (const std::string_view part : split(text, ' ')) {
    if (!plain.empty()) plain += ' ';
    plain += plain_rational(key, part, text);
  }
  return plain;
}

// Parses "1" or "1:0.5 5:0.5".
std::string plain_lengths(const Key& key, std::string_view text) {
  if (text.find(':') == text.npos) return fmt::format("{}", checked_integer(key, text, text));
  std::string plain;
  std::vector<std::int64_t> seen;
  for (const std::string_view part : split(text, ' ')) {
    const std::size_t colon = part.find(':');
    if (colon == part.npos) wrong(key, text, "mixes lengths with and without a share");
    const std::int64_t length = checked_integer(key, part.substr(0, colon), text);
    const std::optional<double> share = parse_real(part.substr(colon + 1));
    if (!share || *share <= 0 || *share > 1e9) {
      wrong(key, text, "has a share that is not a number above 0, at most 1e9");
    }
    if (std::ranges::find(seen, length) != seen.end()) wrong(key, text, "has a length twice");
    seen.push_back(length);
    if (!plain.empty()) plain += ' ';
    plain += fmt::format("{}:{}", length, *share);
  }
  return plain;
}

// Checks that an INI file can hold the text as it is.
std::string plain_text(const Key& key, std::string_view text) {
  const bool control = std::ranges::any_of(text, [](char c) { return c >= 0 && c < ' '; });
  if (control || text.find('#') != text.npos || text.find(" ;") != text.npos || text[0] == ';') {
    key_error(std::string(key.name), "{} cannot stand in an INI file; allowed: text without #",
              in_quotes(text));
  }
  return std::string(text);
}

// A hint at the feature that other simulators call by this name; empty if there is none.
std::string_view other_name(const Key& key, std::string_view text) {
  const bool is_trace = text == "trace" || text == "trace_driven" || text == "trace-driven";
  if (key.name == "traffic.injection" && is_trace)
    return "trace-driven messages are traffic.injection = workload with workload.file, such as a "
           "list of messages (workload.format = csv)";
  return {};
}

// Reports a word that is the name of another simulator for `ours`.
[[noreturn]] void unknown_word(const Key& key, std::string_view text, std::string_view ours) {
  key_error(std::string(key.name), "{} is unknown; its name here is {}; allowed: {}",
            in_quotes(text), ours, key.allowed());
}

std::string plain_word(const Key& key, std::string_view text) {
  if (std::ranges::find(key.words, text) != key.words.end()) return std::string(text);
  if (const std::string_view other = other_name(key, text); !other.empty())
    key_error(std::string(key.name), "{} is unknown: {}; allowed: {}", in_quotes(text), other,
              key.allowed());
  if (const std::string_view ours = our_word(key.name, text);
      std::ranges::find(key.words, ours) != key.words.end())
    unknown_word(key, text, ours);
  const std::string_view guess = nearest(text, key.words);
  if (!is_likely(text, guess)) wrong(key, text, "is unknown");
  key_error(std::string(key.name), "{} is unknown, did you mean {}?; allowed: {}", in_quotes(text),
            guess, key.allowed());
}

std::string plain_words(const Key& key, std::string_view text) {
  std::string plain;
  for (const std::string_view part : split(text, ' ')) {
    if (!plain.empty()) plain += ' ';
    plain += plain_word(key, part);
  }
  return plain;
}

// True if items of a list may be ranges: these types have an order and steps.
bool has_ranges(const Key& key, std::string_view item) {
  switch (key.type) {
    case KeyType::kInteger:
    case KeyType::kReal:
    case KeyType::kRational:
      return item.find(':') != item.npos;
    case KeyType::kPacketLengths:  // mixes have one colon per part
      return item.find_first_of(" \t") == item.npos && std::ranges::count(item, ':') >= 2;
    default:
      return false;
  }
}

Wide scaled(const Decimal& decimal, int digits) {
  Wide value = decimal.mantissa;
  for (int i = decimal.digits; i < digits; ++i) value *= 10;
  return value;
}

struct Range {
  Wide first, step;
  std::uint64_t count;
  int digits;  // number of decimals of all three
};

Range parse_range(const Key& key, std::string_view item, std::size_t limit) {
  const std::vector<std::string_view> parts = split(item, ':');
  const auto fail = [&](std::string_view what) {
    key_error(std::string(key.name), "range {} {}; allowed: from:to:step, ascending",
              in_quotes(item), what);
  };
  if (parts.size() != 3) fail("has not the three parts from:to:step");
  std::vector<Decimal> bounds;
  for (const std::string_view part : parts) {
    const std::optional<Decimal> bound = parse_decimal(trimmed(part));
    if (!bound) fail("has a part that is not a decimal number of at most 18 digits");
    bounds.push_back(*bound);
  }
  const int digits = std::max({bounds[0].digits, bounds[1].digits, bounds[2].digits});
  const Wide from = scaled(bounds[0], digits), to = scaled(bounds[1], digits),
             step = scaled(bounds[2], digits);
  if (step == 0) fail("has step 0");
  if (step < 0) fail("has a negative step");
  if (to < from) fail("is descending");
  const Wide count = (to - from) / step + 1;
  if (count > Wide(limit)) {
    key_error(std::string(key.name), "range {} has too many values; allowed: at most {}",
              in_quotes(item), limit);
  }
  return {from, step, static_cast<std::uint64_t>(count), digits};
}

// The value `mantissa` * 10^-digits of a range; nullopt if it needs more than 18 digits.
std::optional<Decimal> narrowed(Wide mantissa, int digits) {
  while (digits > 0 && mantissa % 10 == 0) {
    mantissa /= 10;
    --digits;
  }
  constexpr Wide kBound = Wide{1'000'000'000'000'000'000};
  if (mantissa >= kBound || mantissa <= -kBound) return std::nullopt;
  return Decimal{static_cast<std::int64_t>(mantissa), digits};
}

void append_range(const Key& key, std::string_view item, std::size_t limit,
                  std::vector<std::string>& values) {
  const Range range = parse_range(key, item, limit - values.size());
  for (std::uint64_t i = 0; i < range.count; ++i) {
    const auto value = narrowed(range.first + Wide(i) * range.step, range.digits);
    if (!value) {
      key_error(std::string(key.name), "range {} has values of more than 18 digits",
                in_quotes(item));
    }
    values.push_back(plain_value(key, decimal_text(*value)));
  }
}

void check_distinct(const Key& key, const std::vector<std::string>& values) {
  std::unordered_set<std::string_view> seen;
  for (const std::string& value : values) {
    if (!seen.insert(value).second) {
      key_error(std::string(key.name), "value {} is given twice{}; allowed: each value once",
                in_quotes(value), joining_hint(key, values));
    }
  }
}

}  // namespace

bool takes_byte_units(const Key& key) {
  return key.type == KeyType::kInteger && key.name.ends_with("bytes");
}

bool takes_percent(const Key& key) {
  return key.type == KeyType::kReal &&
         (key.high <= 1 || key.name == "traffic.load" || key.name == "run.tolerance");
}

std::string joining_hint(const Key& key, std::span<const std::string> values) {
  const auto have = [&](char sign) {
    return [sign](std::string_view value) { return value.find(sign) != value.npos; };
  };
  switch (key.type) {
    case KeyType::kDimensions:
      if (values.size() > limits::kDimensions || std::ranges::any_of(values, have('x'))) return {};
      return fmt::format(", did you mean {}?", fmt::join(values, "x"));
    case KeyType::kPacketLengths:
      if (!std::ranges::all_of(values, have(':'))) return {};
      [[fallthrough]];
    case KeyType::kIntegers:
    case KeyType::kDistinct:
    case KeyType::kWords:
      return fmt::format(", did you mean \"{}\"?", fmt::join(values, " "));
    default:
      return {};
  }
}

std::string plain_value(const Key& key, std::string_view text) {
  text = trimmed(text);
  if (text.empty()) {
    key_error(std::string(key.name), "the value is empty; allowed: {}", key.allowed());
  }
  switch (key.type) {
    case KeyType::kWord:
      return plain_word(key, text);
    case KeyType::kWords:
      return plain_words(key, text);
    case KeyType::kFlag:
      if (text == "yes" || text == "true") return "yes";
      if (text == "no" || text == "false") return "no";
      wrong(key, text, "is neither yes nor no");
    case KeyType::kInteger:
      return plain_integer(key, text);
    case KeyType::kReal:
      return plain_real(key, text);
    case KeyType::kRational:
      return plain_rational(key, text, text);
    case KeyType::kDimensions:
      return plain_dimensions(key, text);
    case KeyType::kIntegers:
    case KeyType::kDistinct:
      return plain_numbers(key, text, ' ');
    case KeyType::kRationals:
      return plain_rationals(key, text);
    case KeyType::kPacketLengths:
      return plain_lengths(key, text);
    case KeyType::kText:
    case KeyType::kFile:
      return plain_text(key, text);
  }
  return {};
}

// The values of a list: commas separate them, but in a text not those within brackets, as in (3,2).
static std::vector<std::string_view> list_items(const Key& key, std::string_view text) {
  std::vector<std::string_view> items = split(text, ',');
  if (key.type != KeyType::kText) return items;
  std::vector<std::string_view> joined;
  for (const std::string_view item : items) {
    const auto is_open = [](std::string_view part) {
      return std::ranges::count(part, '(') > std::ranges::count(part, ')');
    };
    if (!joined.empty() && is_open(joined.back()))
      joined.back() = {joined.back().data(), joined.back().size() + 1 + item.size()};
    else
      joined.push_back(item);
  }
  return joined;
}

std::vector<std::string> plain_values(const Key& key, std::string_view text, std::size_t limit) {
  if (trimmed(text).empty()) {
    key_error(std::string(key.name), "the value is empty; allowed: {}", key.allowed());
  }
  std::vector<std::string> values;
  for (std::string_view item : list_items(key, text)) {
    item = trimmed(item);
    if (item.empty()) {
      key_error(std::string(key.name), "a value of the list is empty; allowed: {}", key.allowed());
    }
    if (has_ranges(key, item)) {
      append_range(key, item, limit, values);
    } else {
      values.push_back(plain_value(key, item));
    }
    if (values.size() > limit) {
      key_error(std::string(key.name), "the list has too many values; allowed: at most {}", limit);
    }
  }
  check_distinct(key, values);
  if (values.size() > 1 && !key.axis) {
    key_error(std::string(key.name), "{} values; allowed: one, this key makes no axis",
              values.size());
  }
  return values;
}

}  // namespace orthant
