// `run --append`: rows that several processes add to one file.
//
// FILE.ini reproduces the first rows. Each later row has a note: a comment with the overrides with
// which FILE.ini reproduces it. A comment announces the row before it is written and becomes its
// note afterwards.
//
// If the rows of a run need columns that FILE has left out, the run first replaces FILE, under the
// lock, by a file with these columns. Then it announces its rows.
//
// Invariants (at every moment, so also after SIGKILL):
// 1. FILE.ini has no note of a missing row.
// 2. Every row of FILE has a note, except the last ones, which may only be announced.
// 3. No row is in FILE twice: a row of the same config and seed is not added again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "app/output/files.hpp"
#include "app/output/written_columns.hpp"

namespace orthant {

// True if a FILE.ini has notes of rows added after its first ones.
bool has_added_rows(std::string_view ini);

class AppendedFile {
 public:
  // `ini`: text of FILE.ini if this run makes the first rows. Throws ConfigError if rows cannot be
  // added: FILE is of another kind; FILE.ini is missing, or is of a sweep or of another version of
  // this program; or FILE.ini sets a key that the point does not.
  AppendedFile(std::string file, WrittenColumns columns, const Point& point, std::string ini);

  // Returns the whole rows of the point in FILE that can be known without waiting for other
  // processes.
  std::vector<Row> found() const;
  // Adds the rows that FILE does not have.
  void add(const std::vector<Row>& rows) const;
  // Completes or removes the remains of a killed writer; add() does so, too.
  void settle() const { add({}); }

 private:
  struct Notes;

  // Returns the columns of FILE, with the columns that the rows of this run need.
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
