// Rows that bind the columns of a result to the values that fill them: a row gives a column's name,
// unit, meaning and field once. Headers, fields, `orthant list columns` and the reference are made
// from rows.
//
// Tested by: tests/app/columns_test.cpp
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <concepts>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/output/csv.hpp"
#include "app/output/table.hpp"

namespace orthant {

// The text of a field; empty without a value.
template <std::integral Value>
std::string field_text(Value value) {
  return fmt::format("{}", value);
}
inline std::string field_text(double value) { return real_text(value); }
inline std::string field_text(std::string_view value) { return std::string(value); }
inline std::string field_text(const char* value) { return value; }
template <class Value>
std::string field_text(const std::optional<Value>& value) {
  return value ? field_text(*value) : std::string();
}

// One column, filled from a Source. `value` of a Source is a number, a text or an optional of
// either.
template <class Source>
struct ColumnRow {
  // A column of numbers.
  template <class Value>
  ColumnRow(std::string_view name, std::string_view unit, std::string_view meaning, Value value)
      : column{std::string(name), false, unit, meaning},
        field([value](const Source& source) { return field_text(std::invoke(value, source)); }) {}
  // A column of words.
  template <class Value>
  ColumnRow(std::string_view name, std::string_view meaning, Value value)
      : ColumnRow(name, {}, meaning, value) {
    column.text = true;
  }
  // The same column, but only runs that meet this condition can fill it.
  ColumnRow only(const ReadWhen& when) const {
    ColumnRow row = *this;
    row.column.when = when;
    return row;
  }

  Column column;
  std::function<std::string(const Source&)> field;
};

// Columns in the order in which they are written.
template <class Source>
class ColumnRows {
 public:
  ColumnRows(std::initializer_list<ColumnRow<Source>> rows) : rows_(rows) {}

  std::vector<Column> columns() const {
    std::vector<Column> columns;
    for (const auto& row : rows_) columns.push_back(row.column);
    return columns;
  }
  // The rows of these columns, in this order.
  std::vector<ColumnRow<Source>> named(std::initializer_list<std::string_view> names) const {
    std::vector<ColumnRow<Source>> rows;
    for (const std::string_view name : names) {
      const auto row = std::find_if(rows_.begin(), rows_.end(),
                                    [&](const auto& known) { return known.column.name == name; });
      assert(row != rows_.end() && "a column that there is not");
      rows.push_back(*row);
    }
    return rows;
  }
  Row fields(const Source& source) const {
    Row fields;
    for (const auto& row : rows_) fields.push_back(row.field(source));
    return fields;
  }

 private:
  std::vector<ColumnRow<Source>> rows_;
};

}  // namespace orthant
