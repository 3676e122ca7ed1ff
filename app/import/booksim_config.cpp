// Replaces comments by blanks; semicolons then separate the settings.
#include "app/import/booksim_config.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/keys/spelling.hpp"
#include "base/read_file.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

// Removes blanks and line ends around the text.
std::string_view stripped(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// Replaces comments by blanks; keeps line ends.
std::string without_comments(std::string text) {
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    const bool to_line_end = text.compare(at, 2, "//") == 0;
    if (!to_line_end && text.compare(at, 2, "/*") != 0) continue;
    const std::size_t found = to_line_end ? text.find('\n', at) : text.find("*/", at + 2);
    const std::size_t end = found == text.npos ? text.size() : found + (to_line_end ? 0 : 2);
    std::replace_if(
        text.begin() + static_cast<std::ptrdiff_t>(at),
        text.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return c != '\n'; }, ' ');
  }
  return text;
}

bool is_key(std::string_view word) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !word.empty() && std::ranges::all_of(word, fits);
}

void put(std::vector<BooksimSetting>& settings, BooksimSetting setting) {
  const auto there = std::ranges::find(settings, setting.key, &BooksimSetting::key);
  if (there == settings.end())
    settings.push_back(std::move(setting));
  else
    *there = std::move(setting);
}

// Line number of the first character at or after `at` that is not blank.
std::size_t line_of(std::string_view text, std::size_t at) {
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks, at), text.size());
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, begin), '\n'));
}

// Settings in the order of the file; a key that is set twice keeps the last value, as in BookSim.
// Throws ConfigError with file and line.
std::vector<BooksimSetting> read_booksim(const std::string& path) {
  const std::optional<std::string> read = read_file(path);
  if (!read) config_error("{}: no such file; allowed: a config of BookSim 2", path);
  const std::string text = without_comments(*read);
  std::vector<BooksimSetting> settings;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(';', at), text.size());
    const std::string_view statement = stripped(std::string_view(text).substr(at, end - at));
    const std::size_t line = line_of(text, at);
    at = end + 1;
    if (statement.empty()) continue;
    const std::size_t equals = std::min(statement.find('='), statement.size());
    const std::string_view key = stripped(statement.substr(0, equals));
    std::string value(stripped(statement.substr(std::min(equals + 1, statement.size()))));
    std::ranges::replace(value, '\n', ' ');
    if (equals == statement.size() || end == text.size() || !is_key(key) ||
        value.find('=') != value.npos)
      config_error("{}:{}: {} is no setting; allowed: key = value;", path, line,
                   in_quotes(statement.substr(0, statement.find('\n'))));
    put(settings, {std::string(key), std::move(value), line});
  }
  if (settings.empty())
    config_error("{}: holds no key; allowed: a config of BookSim 2, key = value;", path);
  return settings;
}

}  // namespace

std::vector<std::string> booksim_elements(const std::string& text) {
  if (text.empty()) return {};
  if (text[0] != '{') return {text};
  std::vector<std::string> elements;
  std::size_t begin = 1;
  int depth = 0;
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] == '{') {
      ++depth;
    } else if (text[at] == '}' && depth > 0) {
      --depth;
    } else if ((text[at] == ',' || text[at] == '}') && depth == 0) {
      const std::string_view element = stripped(std::string_view(text).substr(begin, at - begin));
      if (!element.empty()) elements.emplace_back(element);
      begin = at + 1;
    }
  }
  return elements;
}

BooksimCall booksim_call(const std::string& text) {
  const std::size_t open = std::min(text.find('('), text.size());
  BooksimCall call{std::string(stripped(std::string_view(text).substr(0, open))), {}};
  if (open == text.size()) return call;
  const std::size_t close = std::min(text.rfind(')'), text.size());
  call.arguments = booksim_elements(
      std::string(stripped(std::string_view(text).substr(open + 1, close - open - 1))));
  return call;
}

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
