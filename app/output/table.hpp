// A table of results, as CSV and in a form for people; json.hpp has a third one.
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
  bool text = false;  // its values are words, quoted in JSON even where they look like numbers
  std::string_view unit = {};     // "cycles"; empty: a number of things, a word or an id
  std::string_view meaning = {};  // one sentence; empty: the config key of the same name
  ReadWhen when = {};             // of runs that can fill it; those of other runs may leave it out
};

// One field per column; empty: does not apply.
using Row = std::vector<std::string>;

// A field of a row that is known before the row is there.
struct KnownField {
  std::string column, value;
};

struct Table {
  std::vector<Column> columns;
  std::vector<Row> rows;
};

// Without rows; all columns are words.
Table text_table(std::initializer_list<std::string_view> names);
Row words_row(std::initializer_list<std::string_view> words);

// Two parts of a header or of a row.
template <class Item>
std::vector<Item> chained(std::vector<Item> first, const std::vector<Item>& rest) {
  first.insert(first.end(), rest.begin(), rest.end());
  return first;
}

// Section by section, key by key: the effective config that goes into JSON beside the rows.
using ConfigEntries = std::vector<std::pair<std::string, std::string>>;  // "section.key", value

// Position of the column of that name, which is there.
std::size_t column_of(const std::vector<Column>& columns, std::string_view name);

// The header line of a table, without its line end.
std::string csv_header(const std::vector<Column>& columns);

// A header line and one line per row.
std::string to_csv(const Table& table);
// For a terminal: what is equal in all rows once at the top, the rest as aligned columns. Columns
// that are empty in all rows are left out, reals are rounded to six digits.
std::string to_text(const Table& table);

}  // namespace orthant
