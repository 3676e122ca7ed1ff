// `run --append`: rows that several processes add to one file.
//
// FILE.ini reproduces the first rows; a note, a comment for later ones, has the overrides with
// which it reproduces them. A row comes after the comment that announces it, which becomes its note
// when the row is there.
//
// Runs whose rows need columns that FILE has left out widen it: it is replaced, under the lock,
// before a row is announced.
//
// Invariants (at every moment, so also after SIGKILL):
// 1. FILE.ini has no note of a row that is not there.
// 2. Rows of FILE have a note, but for the last ones, which may be announced.
// 3. No row is in FILE twice: what the same config and seed made is not added again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "app/output/files.hpp"
#include "app/output/written_columns.hpp"

namespace orthant {

// Whether a FILE.ini knows of rows that were added to its first ones.
bool has_added_rows(std::string_view ini);

class AppendedFile {
 public:
  // `ini`: what is to stand beside FILE when this run makes its first rows. Throws ConfigError
  // where rows with these columns cannot be added: the file is of another kind, or FILE.ini is
  // missing, of a sweep or of another version of this program, or sets a key that the point does
  // not.
  AppendedFile(std::string file, WrittenColumns columns, const Point& point, std::string ini);

  // Rows that the point has in FILE, as far as is known without waiting for others. Whole ones.
  std::vector<Row> found() const;
  // Adds those that are not there.
  void add(const std::vector<Row>& rows) const;
  // Ends what a killed writer left; add() does, too.
  void settle() const { add({}); }

 private:
  struct Notes;

  // Those of FILE, and those that these rows need.
  WrittenColumns columns_with(const std::string& text) const;
  void check(const std::string& text, const Notes& notes) const;
  std::string settled(LineFile& out) const;
  std::vector<Row> found_in(const std::string& text, const Notes& notes) const;
  std::string command(const std::string& ini) const;

  std::string file_, ini_path_;
  WrittenColumns columns_;
  const Point& point_;
  std::string ini_;
};

}  // namespace orthant
