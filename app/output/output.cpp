// Tested by: tests/app/kill_test.py, tests/app/streams_test.py, tests/app/run_test.py
#include "app/output/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "app/output/csv.hpp"
#include "app/output/json.hpp"
#include "app/output/origin.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/plain_text.hpp"

namespace orthant {
namespace {

std::string hint(std::string_view option) {
  return fmt::format("give another {} FILE, or --overwrite to replace it", option);
}

// Throws ConfigError if a sweep is writing the file.
void refuse_busy(const std::string& file) {
  const std::string partial = file + ".partial";
  if (file_exists(partial)) const LineFile unused(partial, LineFile::Lock::kRefuse);
}

// Removes the journal of an unfinished sweep, whose rows are lost with FILE.
void remove_partial(const std::string& file) {
  refuse_busy(file);
  remove_file(file + ".partial");
}

std::string text_of(const Table& table, Format format, const ConfigEntries& entries) {
  if (format == Format::kCsv) return to_csv(table);
  return format == Format::kJson ? to_json(table, entries) : to_text(table);
}

}  // namespace

Format default_format(const std::optional<std::string>& file) {
  return !file && ::isatty(STDOUT_FILENO) != 0 ? Format::kTable : Format::kCsv;
}

void write_text(std::string_view text, const std::optional<std::string>& file) {
  if (file) return write_file(*file, text);
  std::string plain;  // names from files may hold control characters of terminals
  if (::isatty(STDOUT_FILENO) != 0) text = plain = without_controls(text);
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    config_error("standard output: cannot be written: {}", std::strerror(errno));
}

void write_report(const CommandLine& command, std::string_view text) {
  const std::optional<std::string>& file = command.output;
  if (file && !command.overwrite && !is_special_file(*file)) {
    const std::string before = read_file(*file).value_or("");
    if (!before.empty() && before != text)
      config_error("{}: exists and says something else; {}", *file, hint("-o"));
  }
  write_text(text, file);
}

void write_table(const Table& table, Format format, const ConfigEntries& entries,
                 const std::optional<std::string>& file) {
  write_text(text_of(table, format, entries), file);
}

// Does everything that may fail before it removes anything. An empty file is no result; others may
// hold its lock.
void commit_with_config(PendingFile& file, const std::string& ini) {
  const std::string& path = file.path();
  if (is_special_file(path)) return file.commit();
  remove_partial(path);
  const std::string ini_path = path + ".ini";
  if (read_file(ini_path) != ini) {
    remove_leftovers(ini_path);
    PendingFile config(ini_path);
    config.write(ini);
    config.close();
    if (!read_file(path).value_or("").empty()) remove_file(path);
    config.commit();
  }
  file.commit();
}

void write_with_config(const std::string& path, std::string_view text, const std::string& ini) {
  if (is_special_file(path)) return write_file(path, text);
  remove_leftovers(path);
  PendingFile file(path);
  file.write(text);
  file.close();
  commit_with_config(file, ini);
}

ConfigText config_text(const Point& point, const CommandLine& command) {
  return {origin(point), point.written_ini(command.verb)};
}
ConfigText config_text(const Config& config, const CommandLine& command) {
  return {origin(config), config.written_ini(command.verb)};
}

std::string ini_text(const ConfigText& config, const CommandLine& command,
                     std::string_view option) {
  return config.origin + made_by_line(command, option) + config.settings;
}

void check_replace(const std::string& file, std::string_view option, const std::string& ini) {
  if (is_special_file(file)) return;
  if (file_exists(file + ".partial"))
    config_error("{}: {}.partial says that its sweep is not finished; {}", file, file,
                 hint(option));
  if (read_file(file).value_or("").empty()) return;
  const std::optional<std::string> before = read_file(file + ".ini");
  if (!before)
    config_error("{}: exists, but its config {}.ini is missing; {}", file, file, hint(option));
  const std::string difference = origin_difference(*before, ini, Versions::kAny);
  if (!difference.empty()) config_error("{}: {}; {}", file, difference, hint(option));
}

ResultFiles::ResultFiles(const CommandLine& command, const Point& first, ConfigText config)
    : command_(command),
      config_(std::move(config)),
      file_(output_file(command, first)),
      beside_(side_outputs(command, first)) {
  check_paths(command, first, false);
  if (file_ && !command.append) check(*file_, {});
  for (const auto& [option, file] : beside_) check(file, option);
}

void ResultFiles::check(const std::string& file, std::string_view option) const {
  if (command_.overwrite) return refuse_busy(file);
  check_replace(file, option.empty() ? "-o" : option, ini(option));
}

void ResultFiles::check_rows(const WrittenColumns& columns, std::size_t rows) const {
  if (!file_ || command_.overwrite || command_.append || is_special_file(*file_)) return;
  const std::string before = read_file(*file_).value_or("");
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  if (lines > rows + 1 && columns.choice_for_header(before.substr(0, before.find('\n'))))
    config_error("{}: has {}, this run makes {}; {}", *file_, counted(lines - 1, "rows"), rows,
                 hint("-o"));
}

bool ResultFiles::are_free() const {
  const auto is_free = [](const std::string& file) {
    return is_special_file(file) || read_file(file).value_or("").empty();
  };
  return (!file_ || is_free(*file_)) && std::ranges::all_of(beside_, [&](const SideOutput& output) {
           return output.option == "--timing" || is_free(output.file);
         });
}

std::string ResultFiles::ini(std::string_view option) const {
  return ini_text(config_, command_, option);
}

void ResultFiles::write(const Table& table, const std::optional<std::string>& file) const {
  const std::string text = text_of(table, command_.format.value_or(default_format(file)),
                                   ini_settings(config_.settings));
  if (file)
    write_with_config(*file, text, ini());
  else
    write_text(text, file);
}

void ResultFiles::write(const Table& table) const {
  try {
    write(table, file_);
  } catch (const ConfigError& error) {
    if (!file_) throw;
    print(table);
    config_error("{}; the result is on standard output instead", error.what());
  }
}

void ResultFiles::print(const Table& table) const { write(table, std::nullopt); }

bool ResultFiles::asks_for(std::string_view option) const {
  return std::ranges::find(beside_, option, &SideOutput::option) != beside_.end();
}

void ResultFiles::write_beside(std::string_view option, std::string_view text) const {
  for (const auto& [asked, file] : beside_)
    if (asked == option) write_with_config(file, text, ini(option));
}

void ResultFiles::write_beside(std::string_view option, PendingFile& file) const {
  commit_with_config(file, ini(option));
}

}  // namespace orthant
