// `run --append`: rows that several processes add to one file.
//
// FILE.ini reproduces the first rows; a note, a comment for later ones, has the overrides with
// which it reproduces them. A row comes after the comment that announces it, which becomes its note
// when the row is there.
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
#include "app/output/table.hpp"

namespace orthant {

// Whether a FILE.ini knows of rows that were added to its first ones.
bool has_added_rows(std::string_view ini);

class AppendedFile {
 public:
  // `ini`: what is to stand beside FILE when this run makes its first rows. Throws ConfigError
  // where rows with these columns cannot be added: the file's header differs, or FILE.ini is
  // missing, of a sweep or of another version of this program, or sets a key that the point does
  // not.
  AppendedFile(std::string file, std::vector<Column> columns, const Point& point, std::string ini);

  // Rows that the point has in FILE, as far as is known without waiting for others.
  std::vector<Row> found() const;
  // Adds those that are not there.
  void add(const std::vector<Row>& rows) const;
  // Ends what a killed writer left; add() does, too.
  void settle() const { add({}); }

 private:
  struct Notes;

  void check(const std::string& text, const Notes& notes) const;
  std::vector<Row> found_in(const std::string& text, const Notes& notes) const;
  std::string command(const std::string& ini) const;
  std::size_t column(std::string_view name) const;

  std::string file_, ini_path_;
  std::vector<Column> columns_;
  const Point& point_;
  std::string ini_;
};

}  // namespace orthant
