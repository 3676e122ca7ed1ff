// The output file of a sweep, which a killed sweep leaves in a state from which the next one goes
// on.
//
// FILE holds the rows in order as far as they are complete without a gap; FILE.partial holds the
// other finished rows with their numbers and is removed when all rows are there; FILE.ini holds the
// config that FILE belongs to. JSON cannot grow row by row: all its rows are in FILE.partial until
// FILE is written as a whole.
//
// A sweep may have gained points since: its rows then get the numbers that they have among all. All
// of them are in FILE.partial, which is replaced as a whole under a head of its own, before FILE
// and then FILE.ini of the shorter sweep are given up; so a kill in between loses none.
//
// A row that somebody changed is not taken for one that was computed: FILE.partial holds the digest
// of every row of this sweep (NUMBER#DIGEST, with the row behind a comma where it is not in FILE),
// and FILE.ini ends with that of the finished FILE. Rows without a digest, of an older version, are
// taken as they are.
//
// Invariants (at every moment, so also after SIGKILL):
// 1. FILE is a header and a prefix of the final file, at most cut off within its last line.
// 2. FILE.partial begins with the head that belongs to this sweep, or to the extension of the one
//    that FILE.ini belongs to, and has whole lines, the last one apart.
// 3. a row that was added is in FILE or in FILE.partial, and FILE.partial or FILE.ini knows its
// digest.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/command_line.hpp"
#include "app/jobs/extension.hpp"
#include "app/output/files.hpp"
#include "app/output/table.hpp"
#include "base/reorder_buffer.hpp"

namespace orthant {

struct ResumeOptions {
  std::string path;
  Format format = Format::kCsv;  // kCsv or kJson
  std::vector<Column> columns;
  std::size_t rows = 0;    // when complete
  std::string config_ini;  // of the whole sweep, origin() at its beginning
  ConfigEntries entries;   // of the whole sweep, for JSON
  bool overwrite = false;  // start afresh whatever is there
  bool is_part = false;    // of a sweep (--shard): its points are others where there are more
  // Of the FILE.ini of another sweep; empty: there is none that this one may extend.
  std::function<EarlierRows(const std::string& ini)> earlier = {};
};

// The last line of FILE.ini when FILE is finished.
std::string finished_line(std::string_view file_text);
// FILE.ini in two: the line is empty where FILE is not finished.
struct FinishedIni {
  std::string ini, line;
};
FinishedIni split_finished(const std::string& ini);

// Where rows go.
class RowSink {
 public:
  virtual ~RowSink() = default;
  virtual const std::map<std::size_t, Row>& found() const = 0;  // rows that were there before
  virtual void add(std::size_t index, const Row& row) = 0;
  virtual void finish() = 0;
};

class ResumableFile final : public RowSink {
 public:
  // Creates the file or reads what an earlier sweep left. Throws ConfigError where what is there
  // belongs to another sweep; nothing is changed then.
  explicit ResumableFile(ResumeOptions options);

  // Rows that are finished, by number.
  const std::map<std::size_t, Row>& found() const override { return found_; }
  // Throws ConfigError where a found row has another value in one of these columns.
  void compare(std::size_t index, const std::vector<KnownField>& expected) const;

  // A row that was not found before; in any order. On disk when this returns.
  void add(std::size_t index, const Row& row) override;
  // All rows are there: writes what is still missing of FILE and removes FILE.partial.
  void finish() override;

 private:
  void start_afresh();
  void resume(const std::optional<std::string>& file_text, const std::string& partial_text);
  // Reads what is there without a change. Returns the bytes that are whole lines of both files.
  struct Whole {
    std::size_t file = 0, partial = 0;
  };
  Whole read(const std::optional<std::string>& file_text, const std::string& partial_text);
  void extend(const std::string& old_ini, const std::vector<std::size_t>& places,
              const std::optional<std::string>& file_text, const std::string& partial_text);
  void renumber(const std::vector<std::size_t>& places);
  std::size_t read_csv(const std::string& text);
  void read_json(const std::string& text);
  std::size_t read_partial(const std::string& text);
  void read_partial_line(std::string_view line, std::size_t number);
  void check_digests(const std::string& file_text) const;
  Row parse_row(std::string_view line, const std::string& path, std::size_t line_number) const;
  void put_in_order();
  std::string partial_head() const;
  std::string extension_head(const std::string& ini) const;
  std::string hint() const;
  std::string hint_beside(const std::string& old_ini, const std::string& difference) const;

  ResumeOptions options_;
  std::string ini_;       // of the rows that are read, without the line of a finished file
  std::size_t rows_ = 0;  // of the sweep that they belong to
  LineFile partial_;
  bool partial_is_new_ = true;      // holds no row
  std::unique_ptr<LineFile> file_;  // CSV only
  std::map<std::size_t, Row> found_;
  std::map<std::size_t, std::string> digests_;  // of rows found in FILE.partial
  ReorderBuffer<std::string> lines_;            // next(): rows of FILE
  Table collected_;                             // JSON only
};

}  // namespace orthant
