// Writes results to standard output or files, in the chosen form, with the config beside each file.
//
// A file FILE of results has FILE.ini beside it, the complete config that reproduces it. One rule
// holds for the result and for all files that options ask for: only the same config may replace a
// file, unless --overwrite is given.
//
// Invariants (at every moment, so also after SIGKILL):
// 1. FILE is whole.
// 2. FILE never lies beside the FILE.ini of another run: it is removed before FILE.ini is replaced,
//    and written after that.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/command_line.hpp"
#include "app/config/config.hpp"
#include "app/output/files.hpp"
#include "app/output/output_paths.hpp"
#include "app/output/table.hpp"
#include "app/output/written_columns.hpp"

namespace orthant {

// Text on a terminal, CSV elsewhere.
Format default_format(const std::optional<std::string>& file);

// Writes to standard output, or replaces the file.
void write_text(std::string_view text, const std::optional<std::string>& file);

// Does the same for text without a config beside it: only --overwrite replaces a file with other
// contents. Throws ConfigError.
void write_report(const CommandLine& command, std::string_view text);

// Writes the table in the given form to standard output, or replaces the file. Does not write
// FILE.ini.
void write_table(const Table& table, Format format, const ConfigEntries& entries,
                 const std::optional<std::string>& file);

// Commits the text written to the file, with FILE.ini beside it; for a pipe or a device the text
// alone.
void commit_with_config(PendingFile& file, const std::string& ini);
void write_with_config(const std::string& file, std::string_view text, const std::string& ini);

// The two parts of FILE.ini: how the result was made (origin()), and the settings.
struct ConfigText {
  std::string origin, settings;
};
ConfigText config_text(const Point& point, const CommandLine& command);
ConfigText config_text(const Config& config, const CommandLine& command);
// The text of FILE.ini for the result, or for the file that an option asks for.
std::string ini_text(const ConfigText& config, const CommandLine& command,
                     std::string_view option = {});

// The files of a command that writes them at its end.
class ResultFiles {
 public:
  // Throws ConfigError as check_paths() does, and if a file to be written belongs to another run.
  // `first`: the point that names the files.
  ResultFiles(const CommandLine& command, const Point& first, ConfigText config);

  const std::optional<std::string>& file() const { return file_; }
  // Throws ConfigError if the result already has more than `rows` rows.
  void check_rows(const WrittenColumns& columns, std::size_t rows) const;

  // True if writing the files would replace no regular file.
  bool are_free() const;

  // Writes in the form given by an option, else as text on a terminal and as CSV elsewhere.
  void write(const Table& table) const;
  void print(const Table& table) const;          // on standard output
  bool asks_for(std::string_view option) const;  // an option or key was given
  // Writes the file that an option or key asks for; does nothing if it was not given.
  void write_beside(std::string_view option, std::string_view text) const;
  void write_beside(std::string_view option, PendingFile& file) const;
  std::string ini(std::string_view option = {}) const;

 private:
  void check(const std::string& file, std::string_view option) const;
  void write(const Table& table, const std::optional<std::string>& file) const;

  const CommandLine& command_;
  ConfigText config_;
  std::optional<std::string> file_;
  std::vector<SideOutput> beside_;
};

// Throws ConfigError if the file belongs to another run than `ini`.
void check_replace(const std::string& file, std::string_view option, const std::string& ini);

}  // namespace orthant
