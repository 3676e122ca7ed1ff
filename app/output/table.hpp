// A table of results and the three forms in which it is written: CSV, JSON and a form for people.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orthant {

struct Column {
  std::string name;
  bool text = false;  // its values are words, quoted in JSON even where they look like numbers
  std::string_view unit = {};     // "cycles"; empty: a number of things, a word or an id
  std::string_view meaning = {};  // one sentence; empty: the config key of the same name
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
// An object with the members "config" (an object of all entries) and "rows" (an array of objects;
// null: does not apply).
std::string to_json(const Table& table, const ConfigEntries& config);
// The rows of a text that to_json() wrote for these columns; nullopt where it did not.
std::optional<std::vector<Row>> json_rows(std::string_view text,
                                          const std::vector<Column>& columns);
// For a terminal: what is equal in all rows once at the top, the rest as aligned columns. Columns
// that are empty in all rows are left out, reals are rounded to six digits.
std::string to_text(const Table& table);

// `text` as a JSON string, quotes included.
std::string json_string(std::string_view text);
// A number as it stands, null where the text is empty, else a string.
std::string json_value(const Column& column, const std::string& text);

}  // namespace orthant
