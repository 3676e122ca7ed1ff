// A table of results, as CSV and as text for people; json.hpp writes it as JSON.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/key.hpp"

namespace orthant {

struct Column {
  std::string name;
  bool text = false;              // values are words, quoted in JSON
  std::string_view unit = {};     // "cycles"; empty: a count, a word or an id
  std::string_view meaning = {};  // one sentence; empty: that of the config key with this name
  ReadWhen when = {};             // runs that can fill it; other runs may leave it out
};

// One field per column; an empty field does not apply.
using Row = std::vector<std::string>;

// A field that is known before its row is.
struct KnownField {
  std::string column, value;
};

struct Table {
  std::vector<Column> columns;
  std::vector<Row> rows;
};

// A table without rows, whose columns are all words.
Table text_table(std::initializer_list<std::string_view> names);
Row words_row(std::initializer_list<std::string_view> words);

// Joins two parts of a header or of a row.
template <class Item>
std::vector<Item> chained(std::vector<Item> first, const std::vector<Item>& rest) {
  first.insert(first.end(), rest.begin(), rest.end());
  return first;
}

// Settings by section and key: the effective config that JSON holds beside the rows.
using ConfigEntries = std::vector<std::pair<std::string, std::string>>;  // "section.key", value

// Position of the column with this name, which must exist.
std::size_t column_of(const std::vector<Column>& columns, std::string_view name);

// The header line of a table, without its line end.
std::string csv_header(const std::vector<Column>& columns);

// A header line and one line per row.
std::string to_csv(const Table& table);
// Text for a terminal: values that are equal in all rows once at the top, the rest as aligned
// columns. Columns that are empty in all rows are left out, reals are rounded to six digits.
std::string to_text(const Table& table);

}  // namespace orthant
