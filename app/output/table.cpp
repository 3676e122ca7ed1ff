// CSV, JSON and terminal forms of a table.
#include "app/output/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>

#include "app/output/csv.hpp"

namespace orthant {

std::size_t column_of(const std::vector<Column>& columns, std::string_view name) {
  const auto column = std::ranges::find(columns, name, &Column::name);
  if (column == columns.end()) throw std::logic_error(fmt::format("no column {}", name));
  return static_cast<std::size_t>(column - columns.begin());
}

std::string csv_header(const std::vector<Column>& columns) {
  std::vector<std::string> names;
  for (const Column& column : columns) names.push_back(column.name);
  return csv_line(names);
}

std::string to_csv(const Table& table) {
  std::string out = csv_header(table.columns) + '\n';
  for (const Row& row : table.rows) out += csv_line(row) + '\n';
  return out;
}

// --------------------------------------------------------------------------------------------
// JSON

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
  std::string out = "{\n  \"config\": {";
  for (std::size_t i = 0; i < config.size(); ++i)
    out += fmt::format("{}\n    {}: {}", i == 0 ? "" : ",", json_string(config[i].first),
                       json_string(config[i].second));
  out += "\n  },\n  \"rows\": [";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    out += r == 0 ? "\n    {" : ",\n    {";
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      out += fmt::format("{}{}: {}", c == 0 ? "" : ", ", json_string(table.columns[c].name),
                         json_value(table.columns[c], table.rows[r][c]));
    out += '}';
  }
  return out + "\n  ]\n}\n";
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

std::optional<std::vector<Row>> json_rows(std::string_view text,
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

// --------------------------------------------------------------------------------------------
// terminal

namespace {

// Six digits are enough to look at; whole numbers and words stay as they are.
std::string rounded(const Column& column, const std::string& text) {
  if (column.text || text.find_first_of(".e") == std::string::npos) return text;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return text;
  return fmt::format("{:.6g}", value);
}

bool is_constant(const Table& table, std::size_t column) {
  return std::all_of(table.rows.begin(), table.rows.end(),
                     [&](const Row& row) { return row[column] == table.rows[0][column]; });
}

void add_constants(const Table& table, const std::vector<std::size_t>& columns, std::string& out) {
  std::size_t width = 0;
  for (std::size_t c : columns) width = std::max(width, table.columns[c].name.size());
  for (std::size_t c : columns)
    out += fmt::format("{:<{}}  {}\n", table.columns[c].name, width,
                       rounded(table.columns[c], table.rows[0][c]));
}

// Words to the left, numbers to the right; no blanks at the end of a line.
void add_line(const Table& table, const std::vector<std::size_t>& columns,
              const std::vector<std::size_t>& widths, const Row& texts, std::string& out) {
  std::string line;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i > 0) line += "  ";
    line += table.columns[columns[i]].text ? fmt::format("{:<{}}", texts[i], widths[i])
                                           : fmt::format("{:>{}}", texts[i], widths[i]);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + '\n';
}

void add_varying(const Table& table, const std::vector<std::size_t>& columns, std::string& out) {
  std::vector<Row> lines(1);
  for (std::size_t c : columns) lines[0].push_back(table.columns[c].name);
  for (const Row& row : table.rows) {
    Row& line = lines.emplace_back();
    for (std::size_t c : columns) line.push_back(rounded(table.columns[c], row[c]));
  }
  std::vector<std::size_t> widths(columns.size(), 0);
  for (const Row& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  for (const Row& line : lines) add_line(table, columns, widths, line, out);
}

}  // namespace

std::string to_text(const Table& table) {
  if (table.rows.empty()) return "no rows\n";
  std::vector<std::size_t> constant, varying;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (!is_constant(table, c))
      varying.push_back(c);
    else if (!table.rows[0][c].empty())
      constant.push_back(c);
  }
  std::string out;
  add_constants(table, constant, out);
  if (!varying.empty()) {
    if (!constant.empty()) out += '\n';
    add_varying(table, varying, out);
  }
  return out;
}

}  // namespace orthant
