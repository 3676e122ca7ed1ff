// Tested by: tests/app/table_test.cpp, tests/app/schedule_files_test.py
#include "app/output/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace orthant {
namespace {

// "a, b" between brackets, or each on a line of its own.
std::string bracketed(char open, std::span<const std::string> items, char close,
                      std::size_t indent) {
  std::string text(1, open);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += indent > 0 ? "," : ", ";
    if (indent > 0) text += fmt::format("\n{:{}}", "", indent);
    text += items[i];
  }
  if (indent > 0) text += fmt::format("\n{:{}}", "", indent - std::min<std::size_t>(indent, 2));
  return text + close;
}

}  // namespace

std::string json_list(std::span<const std::string> values, std::size_t indent) {
  return bracketed('[', values, ']', indent);
}

std::string json_member(std::string_view name, std::string_view value) {
  return fmt::format("{}: {}", json_string(name), value);
}

std::string json_object(std::span<const std::string> members, std::size_t indent) {
  return bracketed('{', members, '}', indent);
}

namespace {

// An object of a row's fields, on one line.
std::string json_row(const std::vector<Column>& columns, const Row& row) {
  std::vector<std::string> members;
  for (std::size_t c = 0; c < columns.size(); ++c)
    members.push_back(json_member(columns[c].name, json_value(columns[c], row[c])));
  return json_object(members);
}

}  // namespace

std::string json_rows(const Table& table) {
  std::vector<std::string> rows;
  for (const Row& row : table.rows) rows.push_back(json_row(table.columns, row));
  return json_list(rows, 4);
}

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
    }
  }
  return out + '"';
}

namespace {

// True for what JSON's grammar calls a number: no leading plus or zeros, no hex, no inf.
bool is_json_number(std::string_view text) {
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t begin = i;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9') ++i;
    return i - begin;
  };
  if (i < text.size() && text[i] == '-') ++i;
  const bool leading_zero = i < text.size() && text[i] == '0';
  const std::size_t whole = digits();
  if (whole == 0 || (leading_zero && whole > 1)) return false;
  if (i < text.size() && text[i] == '.') {
    ++i;
    if (digits() == 0) return false;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    if (digits() == 0) return false;
  }
  return i == text.size();
}

}  // namespace

std::string json_value(const Column& column, const std::string& text) {
  if (text.empty()) return "null";
  return !column.text && is_json_number(text) ? text : json_string(text);
}

std::string to_json(const Table& table, const ConfigEntries& config) {
  std::vector<std::string> settings;
  for (const auto& [key, value] : config) settings.push_back(json_member(key, json_string(value)));
  return json_object(std::array{json_member("config", json_object(settings, 4)),
                                json_member("rows", json_rows(table))},
                     2) +
         '\n';
}

namespace {

bool skip(std::string_view& text, std::string_view what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

// Reads what json_string() wrote, opening quote included.
std::optional<std::string> read_json_string(std::string_view& text) {
  std::string out;
  for (text.remove_prefix(1); !text.empty(); text.remove_prefix(1)) {
    if (text[0] == '"') {
      text.remove_prefix(1);
      return out;
    }
    const bool escaped = text[0] == '\\';
    if (escaped) text.remove_prefix(1);
    if (text.empty()) break;
    if (escaped && text[0] == 'u' && text.size() > 4) {  // only control characters are so
      unsigned code = 0;
      std::from_chars(text.data() + 1, text.data() + 5, code, 16);
      out += static_cast<char>(code);
      text.remove_prefix(4);
    } else {
      out += text[0];
    }
  }
  return std::nullopt;
}

std::optional<std::string> read_json_value(std::string_view& text) {
  if (text.starts_with('"')) return read_json_string(text);
  const std::string_view word = text.substr(0, text.find_first_of(",}"));
  text.remove_prefix(word.size());
  return word == "null" ? std::string() : std::string(word);
}

std::optional<Row> read_json_row(std::string_view line, const std::vector<Column>& columns) {
  Row row;
  if (!skip(line, "    {")) return std::nullopt;
  for (const Column& column : columns) {
    if (!row.empty() && !skip(line, ", ")) return std::nullopt;
    if (!skip(line, json_string(column.name) + ": ")) return std::nullopt;
    std::optional<std::string> value = read_json_value(line);
    if (!value) return std::nullopt;
    row.push_back(*std::move(value));
  }
  return line == "}" || line == "}," ? std::optional(row) : std::nullopt;
}

}  // namespace

std::optional<std::vector<Row>> rows_of_json(std::string_view text,
                                             const std::vector<Column>& columns) {
  const std::string_view begin = "\n  \"rows\": [\n", end = "  ]\n}\n";
  const std::size_t at = text.find(begin);
  if (at == std::string_view::npos || !text.ends_with(end)) return std::nullopt;
  text.remove_prefix(at + begin.size());
  std::vector<Row> rows;
  while (text != end) {
    const std::size_t line_end = text.find('\n');
    if (line_end == std::string_view::npos) return std::nullopt;
    std::optional<Row> row = read_json_row(text.substr(0, line_end), columns);
    if (!row) return std::nullopt;
    rows.push_back(*std::move(row));
    text.remove_prefix(line_end + 1);
  }
  return rows;
}

}  // namespace orthant
