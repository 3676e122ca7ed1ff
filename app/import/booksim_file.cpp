// Comments become blanks, then semicolons part the settings.
#include "app/import/booksim_file.hpp"

#include <algorithm>

#include "app/keys/spelling.hpp"
#include "base/error.hpp"
#include "base/read_file.hpp"

namespace orthant {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

// Without blanks and line ends around it.
std::string_view stripped(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// Comments become blanks; line ends stay.
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

// Where a text begins to say something, and on which line of the file that is.
std::size_t line_of(std::string_view text, std::size_t at) {
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks, at), text.size());
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, begin), '\n'));
}

}  // namespace

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

}  // namespace orthant
