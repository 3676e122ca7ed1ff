// Tested by: tests/app/table_test.cpp, tests/app/schedule_files_test.py
#include "app/output/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"
#include "base/json_reader.hpp"

namespace orthant {
namespace {

// Puts "a, b" between brackets, or each item on a line of its own.
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

// An object with the fields of a row, on one line.
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

// True for a number in JSON's grammar: no leading plus or zeros, no hex, no inf.
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

std::optional<JsonRows> rows_of_json(std::string_view text) {
  std::optional<JsonRows> found;
  JsonReader json("", "", text);
  const auto read_row = [&] {
    const bool first = found->rows.empty();
    Row row;
    json.object([&](const std::string& name) {
      if (first) found->names.push_back(name);
      if (row.size() == found->names.size() || found->names[row.size()] != name)
        json.fail("another column");
      const JsonReader::Kind kind = json.next();
      if (kind == JsonReader::Kind::kNull) json.skip();
      row.push_back(kind == JsonReader::Kind::kNull     ? std::string()
                    : kind == JsonReader::Kind::kString ? json.string()
                                                        : json.number());
    });
    if (row.size() != found->names.size()) json.fail("too few columns");
    found->rows.push_back(std::move(row));
  };
  try {
    json.object([&](const std::string& name) {
      if (name != "rows") return json.skip();
      found.emplace();
      json.array(read_row);
    });
  } catch (const KeyError&) {
    return std::nullopt;
  }
  return found;
}

}  // namespace orthant
