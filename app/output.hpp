// Where results go: standard output or a file, in which form, and what goes beside it.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/command_line.hpp"
#include "app/config.hpp"
#include "app/files.hpp"
#include "app/table.hpp"
#include "app/workers.hpp"

namespace orthant {

// -o, else output.csv of the first point; nullopt: standard output, which "-" asks for.
std::optional<std::string> output_file(const CommandLine& command, const Point& point);

// Refuses outputs that are inputs, each other or the results of others, or that cannot be made;
// before anything is simulated. `resumable`: the output must be a regular file.
void check_paths(const CommandLine& command, const Point& point, bool resumable);

// The same for the log, which begins before the config is read: against what the command line
// names.
void check_log_path(const CommandLine& command);

// On standard output or in place of the file.
void write_text(std::string_view text, const std::optional<std::string>& file);

// The table in the given form, on standard output or in place of the file. Does not write FILE.ini.
void write_table(const Table& table, Format format, const ConfigEntries& entries,
                 const std::optional<std::string>& file);

// A whole result, with FILE.ini beside it: in the form that was asked for, else a table on a
// terminal and CSV elsewhere. `ini`: the complete config.
void write_result(const CommandLine& command, const std::string& ini, const Table& table,
                  const std::optional<std::string>& file);
void write_result(const CommandLine& command, const Point& point, const Table& table,
                  const std::optional<std::string>& file);

// Throws ConfigError where append_rows() would: the file's header differs, or FILE.ini is of a
// sweep or of another version of this program.
void check_append(const std::vector<Column>& columns, const std::string& file);

// Throws ConfigError where a result of `rows` rows would replace more than an earlier result of the
// same config: FILE is of another config, of an unknown one or has more rows, or a sweep that is
// not finished left FILE.partial.
void check_replace(const std::vector<Column>& columns, std::size_t rows, const std::string& ini,
                   const std::string& file);

// Adds rows to a file with an equal header (created where there is none), and to FILE.ini how each
// is reproduced; several processes may do so at once. Throws ConfigError as check_append() does.
void append_rows(const Table& table, const Point& point, const std::string& file);

// --timing FILE and the closing line on stderr: the cost of what was computed now.
class Timing {
 public:
  explicit Timing(const CommandLine& command);
  void add(std::size_t index, const ItemResult& result);
  // "12 points in 34 s (31 M flit-hops, 0.9 M/s per thread)"
  std::string summary(std::string_view what) const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::unique_ptr<LineFile> file_;
  std::size_t items_ = 0;
  double seconds_ = 0;
  std::uint64_t flit_hops_ = 0;
};

}  // namespace orthant
