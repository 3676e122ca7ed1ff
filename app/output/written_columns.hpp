// The choice of columns of a table that are written. Rows are made whole, with a field for every
// column; columns that no run of a study can fill (Column::when) are left out of its files. A file
// of an earlier version or of other runs that has them already keeps them.
//
// Tested by: tests/app/written_columns_test.cpp
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/output/table.hpp"
#include "base/function_ref.hpp"

namespace orthant {

class WrittenColumns {
 public:
  // Writes all columns.
  explicit WrittenColumns(std::vector<Column> all);
  // Leaves out columns with a condition for which `may_hold` is false.
  WrittenColumns(std::vector<Column> all, FunctionRef<bool(const ReadWhen& when)> may_hold);

  const std::vector<Column>& all() const { return all_; }
  const std::vector<Column>& written() const { return written_; }
  bool operator==(const WrittenColumns& other) const { return places_ == other.places_; }

  // The written fields of a whole row.
  Row written(const Row& whole) const;
  // The whole row for a written one; fields that are left out are empty.
  Row whole(const Row& written) const;

  // The choice of columns in a file with these names, or this header line; it leaves out only
  // columns with a condition. nullopt: the file is of another kind.
  std::optional<WrittenColumns> choice_for_names(const std::vector<std::string>& names) const;
  std::optional<WrittenColumns> choice_for_header(std::string_view line) const;
  // Adds the columns that `there` writes.
  void add(const WrittenColumns& there);
  // Converts a CSV line of a file with the columns `there` to one with these columns; a line that
  // is no row stays unchanged.
  std::string line_from(const WrittenColumns& there, std::string_view line) const;

 private:
  void choose(std::vector<std::size_t> places);

  std::vector<Column> all_, written_;
  std::vector<std::size_t> places_;  // of the written columns among all
};

}  // namespace orthant
