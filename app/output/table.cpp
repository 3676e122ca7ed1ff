// The CSV and terminal forms of a table.
#include "app/output/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "app/output/csv.hpp"

namespace orthant {

Table text_table(std::initializer_list<std::string_view> names) {
  Table table;
  for (const std::string_view name : names) table.columns.push_back({std::string(name), true});
  return table;
}

Row words_row(std::initializer_list<std::string_view> words) {
  return {words.begin(), words.end()};
}

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

namespace {

// Rounds reals to six digits for people; whole numbers and words stay as they are.
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

// Aligns words left and numbers right, without blanks at the end of a line.
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
