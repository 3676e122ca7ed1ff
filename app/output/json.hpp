// JSON: values, objects and lists as text, and tables as JSON. All JSON of the command is written
// here.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/output/table.hpp"

namespace orthant {

// `text` as a JSON string, quotes included.
std::string json_string(std::string_view text);
// A text field of this column as JSON: unchanged if it is a number and the column is not one of
// words, null if it is empty, else a string.
std::string json_value(const Column& column, const std::string& text);
// The member "name": value, where `value` is JSON text.
std::string json_member(std::string_view name, std::string_view value);
// An object of members, or a list of values, on one line; with `indent`, each on a line that begins
// with `indent` blanks.
std::string json_object(std::span<const std::string> members, std::size_t indent = 0);
std::string json_list(std::span<const std::string> values, std::size_t indent = 0);
// A list of all rows, each an object on a line indented by four blanks.
std::string json_rows(const Table& table);

// An object with the members "config" (an object of all entries) and "rows" (an array of objects,
// where null means that a column does not apply).
std::string to_json(const Table& table, const ConfigEntries& config);
// Rows and column names of a text that to_json() wrote; nullopt for other texts.
struct JsonRows {
  std::vector<std::string> names;
  std::vector<Row> rows;
};
std::optional<JsonRows> rows_of_json(std::string_view text);

}  // namespace orthant
