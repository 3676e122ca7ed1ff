#include "app/import/booksim_config.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/import/booksim_keys.hpp"
#include "app/keys/spelling.hpp"
#include "base/words.hpp"

namespace orthant {

std::optional<double> booksim_real(const std::string& text) {
  double result = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(result))
    return std::nullopt;
  return result;
}

BooksimConfig::BooksimConfig(const std::string& path) : path_(path), settings_(read_booksim(path)) {
  for (const BooksimSetting& setting : settings_) {
    if (find_booksim_key(setting.key) != nullptr) continue;
    std::vector<std::string_view> names;
    for (const BooksimKey& key : booksim_keys())
      for (const std::string_view name : split(key.names, ' ')) names.push_back(name);
    const std::string_view guess = nearest(setting.key, names);
    config_error("{}:{}: {}: BookSim 2 has no such key{}", path_, setting.line,
                 in_quotes(setting.key),
                 is_likely(setting.key, guess) ? fmt::format("; the nearest is {}", guess) : "");
  }
}

const BooksimSetting* BooksimConfig::find(std::string_view key) const {
  const auto found = std::ranges::find(settings_, key, &BooksimSetting::key);
  return found == settings_.end() ? nullptr : &*found;
}

std::string BooksimConfig::given(std::string_view key) const {
  if (const BooksimSetting* setting = find(key)) return setting->value;
  return std::string(find_booksim_key(key)->fallback);
}

std::string BooksimConfig::value(std::string_view key) {
  skip(key);
  return given(key);
}

double BooksimConfig::number(std::string_view key) {
  const std::optional<double> result = booksim_real(value(key));
  if (!result) fail(key, "a number");
  return *result;
}

std::int64_t BooksimConfig::integer(std::string_view key) {
  const std::optional<double> result = booksim_real(value(key));
  constexpr double kMost = 1e9;
  if (!result || std::abs(*result) > kMost || *result != std::trunc(*result))
    fail(key, "a whole number");
  return static_cast<std::int64_t>(*result);
}

std::string BooksimConfig::of_class(std::string_view key, std::size_t traffic_class) {
  const std::vector<std::string> elements = booksim_elements(value(key));
  if (elements.empty()) fail(key, "a value, or one for each class in braces");
  return elements[std::min(traffic_class, elements.size() - 1)];
}

double BooksimConfig::number_of_class(std::string_view key, std::size_t traffic_class) {
  return number_in(of_class(key, traffic_class), key, 0);
}

double BooksimConfig::number_in(const std::string& part, std::string_view key, double least) const {
  const std::optional<double> result = booksim_real(part);
  if (!result || *result < least) fail(key, fmt::format("numbers of at least {}", least));
  return *result;
}

BooksimCall BooksimConfig::call_in(const std::string& part, std::string_view key) const {
  BooksimCall call = booksim_call(part);
  const bool listed = call.arguments.size() == 1 && call.arguments[0][0] != '{' &&
                      call.arguments[0].find(',') != std::string::npos;
  if (listed)
    refuse(key, fmt::format("BookSim reads the first argument alone; allowed: {}({{{}}})",
                            call.name, call.arguments[0]));
  return call;
}

std::vector<std::string> BooksimConfig::remarks() const {
  std::vector<std::string> lines;
  for (const BooksimSetting& setting : settings_) {
    const BooksimKey& key = *find_booksim_key(setting.key);
    const std::string fallback(key.fallback);
    const auto value = booksim_real(setting.value), usual = booksim_real(fallback);
    const bool same = value && usual ? *value == *usual : setting.value == fallback;
    if (same || read_.contains(setting.key)) continue;
    lines.push_back(
        fmt::format("{} = {}: {}", setting.key, on_one_line(setting.value),
                    key.reason.empty() ? "BookSim reads it in other configs alone" : key.reason));
  }
  return lines;
}

void BooksimConfig::refuse(std::string_view key, std::string_view why) const {
  const BooksimSetting* setting = find(key);
  config_error("{}:{}: {} = {}: {}", path_, setting ? setting->line : 1, key,
               on_one_line(given(key)), why);
}

void BooksimConfig::fail(std::string_view key, std::string_view allowed) const {
  const BooksimSetting* setting = find(key);
  config_error("{}:{}: {} = {}; allowed: {}", path_, setting ? setting->line : 1, key,
               on_one_line(given(key)), allowed);
}

}  // namespace orthant
