// The output file of a sweep, and the journal from which the next run resumes after a kill.
//
// The journal, FILE.partial, is held under a lock. It has a head that names the sweep, then a line
// NUMBER#DIGEST,ROW for every finished row in any order. FILE holds the rows in order up to the
// first missing one; JSON, which cannot grow row by row, is written when all rows are there.
// FILE.ini holds the config of FILE. When all rows are there, FILE.ini ends with the size and
// digest of FILE, and the journal is removed. So a row that was edited by hand is not taken for a
// computed one. (In journals of earlier versions, rows that are in FILE have no ROW, or no line.)
//
// A longer sweep may extend FILE: the rows found get their numbers in the longer sweep. First the
// whole journal is replaced by one with the head of the longer sweep; then FILE and FILE.ini of the
// shorter sweep are removed, in this order. So a kill in between loses no row. The same happens if
// new rows need columns that FILE has left out; FILE keeps its other columns.
//
// Invariants (at every moment, so also after SIGKILL):
// 1. FILE is a header and a prefix of the final file, at most cut off within its last line.
// 2. The journal begins with the head of this sweep, or of an extension of the sweep to which
//    FILE.ini belongs. All its lines are whole, except perhaps the last one.
// 3. A row that was added is in the journal, or in the FILE whose digest FILE.ini has.
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
#include "app/output/written_columns.hpp"
#include "base/reorder_buffer.hpp"

namespace orthant {

struct ResumeOptions {
  std::string path;
  Format format = Format::kCsv;  // kCsv or kJson
  WrittenColumns columns;        // of a new FILE
  std::size_t rows = 0;          // when complete
  std::string config_ini;        // of the whole sweep, origin() at its beginning
  ConfigEntries entries;         // of the whole sweep, for JSON
  bool overwrite = false;        // start afresh and replace FILE
  bool is_part = false;          // of a sweep (--shard): more points would change its share
  // Compares with the FILE.ini of another sweep; empty: this sweep cannot extend another.
  std::function<EarlierRows(const std::string& ini)> earlier = {};
};

// The last line of FILE.ini when FILE is finished.
std::string finished_line(std::string_view file_text);
// FILE.ini in two parts; the line is empty if FILE is not finished.
struct FinishedIni {
  std::string ini, line;
};
FinishedIni split_finished(const std::string& ini);

// Takes rows, and holds the whole rows that were there before.
class RowSink {
 public:
  virtual ~RowSink() = default;
  virtual const std::map<std::size_t, Row>& found() const = 0;  // rows that were there before
  virtual void add(std::size_t index, const Row& row) = 0;
  virtual void finish() = 0;
};

class ResumableFile final : public RowSink {
 public:
  // Creates the file or reads the rows of an earlier sweep. Throws ConfigError if the file belongs
  // to another sweep; then nothing is changed.
  explicit ResumableFile(ResumeOptions options);

  // Finished rows by number.
  const std::map<std::size_t, Row>& found() const override { return found_; }
  // Throws ConfigError if a found row has another value in one of these columns.
  void compare(std::size_t index, const std::vector<KnownField>& expected) const;

  // Adds a row that was not found before, in any order. The row is on disk on return.
  void add(std::size_t index, const Row& row) override;
  // Writes the missing rest of FILE and removes the journal, once all rows are there.
  void finish() override;

 private:
  // Columns that FILE, or the journal, has; nullopt if they cannot be known.
  std::optional<WrittenColumns> columns_of_file(const std::string& text) const;
  std::optional<WrittenColumns> columns_of_journal(std::string_view text) const;
  void resume(const std::optional<std::string>& file, const std::string& journal);
  void extend(const std::string& old_ini, const std::vector<std::size_t>& places,
              const std::optional<std::string>& file, const std::string& journal);
  void give_up_old_file();
  // Reads the rows on disk, of the sweep with this FILE.ini, and changes nothing.
  void read(const std::string& ini, std::size_t rows, const std::optional<std::string>& file,
            std::string_view journal);
  void read_csv(const std::string& text, std::size_t rows);
  void read_json(const std::string& text, std::size_t rows);
  void read_journal(std::string_view lines, const std::string& ini, std::size_t rows);
  void check_finished(const std::string& file_text) const;
  // A line of FILE or of the journal, with its line number for messages.
  struct Line {
    std::string_view text;
    const std::string& path;
    std::size_t number;
  };
  void read_journal_line(const Line& line, std::size_t rows, const WrittenColumns& columns);
  void put_line(std::size_t index, const Line& line, const WrittenColumns& columns);
  void put_row(std::size_t index, const Row& row, const WrittenColumns& columns);
  std::string head(const std::string& ini, std::size_t rows, const WrittenColumns& columns) const;
  std::string head() const { return head(options_.config_ini, options_.rows, options_.columns); }
  std::string hint_beside(const std::string& old_ini, const std::string& difference) const;

  ResumeOptions options_;
  LineFile journal_;
  bool journal_is_new_;             // holds no row
  std::unique_ptr<LineFile> file_;  // CSV only
  std::map<std::size_t, Row> found_;
  std::map<std::size_t, std::string> digests_;  // of rows in the journal
  ReorderBuffer<std::string> lines_;            // CSV only; next(): rows of FILE
  Table collected_;                             // JSON only
};

}  // namespace orthant
