// Where results go: standard output or files, in which form, and the config beside each file.
//
// A file FILE of results has FILE.ini beside it, the complete config that reproduces it. One rule
// for all of them, the result and what options ask for beside it: a file is replaced by what the
// same config makes, by nothing else without --overwrite.
//
// Invariants (at every moment, so also after SIGKILL):
// 1. FILE is whole.
// 2. FILE never stands beside the FILE.ini of another run: it is gone before FILE.ini is replaced,
//    and comes when that is done.
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

// A table on a terminal, CSV elsewhere.
Format default_format(const std::optional<std::string>& file);

// On standard output or in place of the file.
void write_text(std::string_view text, const std::optional<std::string>& file);

// The same for text that has no config beside it: a file that says something else is replaced with
// --overwrite only. Throws ConfigError.
void write_report(const CommandLine& command, std::string_view text);

// The table in the given form, on standard output or in place of the file. Does not write FILE.ini.
void write_table(const Table& table, Format format, const ConfigEntries& entries,
                 const std::optional<std::string>& file);

// What was written to the file, with FILE.ini beside it. Of a pipe or a device the file alone.
void commit_with_config(PendingFile& file, const std::string& ini);
void write_with_config(const std::string& file, std::string_view text, const std::string& ini);

// What FILE.ini says: how it came to be (origin()), and the settings.
struct ConfigText {
  std::string origin, settings;
};
ConfigText config_text(const Point& point, const CommandLine& command);
ConfigText config_text(const Config& config, const CommandLine& command);
// The text of FILE.ini, of the result or of what an option asks for.
std::string ini_text(const ConfigText& config, const CommandLine& command,
                     std::string_view option = {});

// The files of a command that writes them when it is done.
class ResultFiles {
 public:
  // Throws ConfigError as check_paths() does, and where a file that is to be written is of another
  // run. `first`: the point that names the files.
  ResultFiles(const CommandLine& command, const Point& first, ConfigText config);

  const std::optional<std::string>& file() const { return file_; }
  // Throws ConfigError where the result has more than `rows` rows already.
  void check_rows(const WrittenColumns& columns, std::size_t rows) const;

  // True where writing them would replace no regular file.
  bool are_free() const;

  // In the form that was asked for, else a table on a terminal and CSV elsewhere.
  void write(const Table& table) const;
  void print(const Table& table) const;  // on standard output
  bool asks_for(std::string_view option) const;  // an option or key was given
  // What an option or key asks for; nothing where it was not given.
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

// Throws ConfigError where the file is of another run than `ini` is.
void check_replace(const std::string& file, std::string_view option, const std::string& ini);

}  // namespace orthant
