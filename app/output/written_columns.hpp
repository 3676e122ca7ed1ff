// Which columns of a table are written. Rows are made whole, with a field for every column; columns
// that no run of a study can fill (Column::when) are left out of its files. A file that has them
// already, of an earlier version or of other runs, keeps them.
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
  // All of them.
  explicit WrittenColumns(std::vector<Column> all);
  // `may_hold`: of the condition of a column that has one.
  WrittenColumns(std::vector<Column> all, FunctionRef<bool(const ReadWhen& when)> may_hold);

  const std::vector<Column>& all() const { return all_; }
  const std::vector<Column>& written() const { return written_; }
  bool operator==(const WrittenColumns& other) const { return places_ == other.places_; }

  // A whole row as it is written.
  Row written(const Row& whole) const;
  // The whole row of a written one; fields that are left out are empty.
  Row whole(const Row& written) const;

  // Those of a file with these names, or this header line: it leaves out none but columns with a
  // condition; nullopt where the file is of another kind.
  std::optional<WrittenColumns> of_names(const std::vector<std::string>& names) const;
  std::optional<WrittenColumns> of_header(std::string_view line) const;
  // Writes, too, what is written there.
  void add(const WrittenColumns& there);

 private:
  void choose(std::vector<std::size_t> places);

  std::vector<Column> all_, written_;
  std::vector<std::size_t> places_;  // of those that are written, among all
};

}  // namespace orthant
