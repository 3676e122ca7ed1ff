// Writing tables, adding rows to a file that others add to as well, and timing.
#include "app/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <vector>

#include "app/csv.hpp"
#include "app/files.hpp"
#include "app/help.hpp"
#include "app/origin.hpp"
#include "app/progress.hpp"
#include "app/resume.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"

namespace orthant {

std::optional<std::string> output_file(const CommandLine& command, const Point& point) {
  if (command.output || command.to_stdout) return command.output;
  if (!point.has_value("output.csv")) return std::nullopt;
  std::string file = point.text("output.csv");
  if (file == kStandardOutput) return std::nullopt;
  return file;
}

namespace {

namespace fs = std::filesystem;

// The files of one command: each output is one of its own and can be made.
class Outputs {
 public:
  explicit Outputs(const std::string& config_file) { add_input(config_file); }

  void add_input(const std::string& file) { taken_.push_back(full(file)); }

  void add(const std::string& file) {
    std::error_code ignored;
    if (file == kStandardOutput)
      config_error("{}: is standard output, which is for the result; allowed: a file", file);
    if (fs::is_directory(file, ignored)) config_error("{}: is a folder; allowed: a file", file);
    if (is_special_file(file)) return;
    const fs::path path = full(file);
    if (std::ranges::find(taken_, path) != taken_.end())
      config_error("{}: is an input or another output; allowed: a file of its own", file);
    if (!path.has_parent_path() || !fs::is_directory(path.parent_path(), ignored))
      config_error("{}: its folder does not exist; allowed: a file in a folder that does", file);
    if (::access(path.parent_path().c_str(), W_OK) != 0)
      config_error("{}: cannot be written: {}", file, std::strerror(errno));
    taken_.push_back(path);
  }

  // What stands beside the result, and replaces what was there.
  void add_beside(const std::string& file) {
    add(file);
    if (file_exists(file) && file_exists(file + ".ini"))
      config_error("{}: is a result, whose config is {}.ini; allowed: another file", file, file);
  }

  // The result, with the config beside it; a pipe or device has none.
  void add_result(const std::string& file) {
    add(file);
    if (!is_special_file(file)) add(file + ".ini");
  }

 private:
  static fs::path full(const std::string& file) {
    std::error_code ignored;
    return fs::weakly_canonical(fs::absolute(file, ignored), ignored);
  }

  std::vector<fs::path> taken_;
};

}  // namespace

void check_paths(const CommandLine& command, const Point& point, bool resumable) {
  Outputs outputs(command.config_file);
  for (const auto& file : {command.case_file, command.verify_file}) {
    if (file) outputs.add_input(*file);
  }
  for (const std::string_view key : kInputFileKeys) {
    if (point.has_value(key)) outputs.add_input(std::string(point.text(key)));
  }
  if (const auto file = output_file(command, point)) {
    if (resumable && is_special_file(*file))
      config_error(
          "{}: is no regular file, which resuming needs; allowed: a regular file, or no -o", *file);
    outputs.add_result(*file);
  }
  for (const auto& file :
       {command.timing_file, command.log_file, command.channels_file, command.permutation_file,
        command.pairs_file, command.graph_file, command.roots_file, command.forwarding_file,
        command.routing_file, command.mps_file, command.means_file, command.faults_file,
        command.deaths_file, command.certificate_file, command.frames_file, command.msccl_file,
        command.teams_file}) {
    if (file) outputs.add_beside(*file);
  }
  for (const char* key : {"output.channels", "output.histogram", "output.packets"}) {
    if (!point.has_value(key)) continue;
    const std::string file(point.text(key));
    outputs.add_beside(file);
    if (command.append && file_exists(file) && !is_special_file(file))
      config_error("{}: exists, and --append adds to the result only; allowed: another file", file);
  }
}

void check_log_path(const CommandLine& command) {
  Outputs outputs(command.config_file);
  if (command.output) outputs.add_result(*command.output);
  if (command.timing_file) outputs.add(*command.timing_file);
  outputs.add(*command.log_file);
}

void write_text(std::string_view text, const std::optional<std::string>& file) {
  if (file) return write_file(*file, text);
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    config_error("standard output: cannot be written");
}

void write_table(const Table& table, Format format, const ConfigEntries& entries,
                 const std::optional<std::string>& file) {
  write_text(format == Format::kCsv    ? to_csv(table)
             : format == Format::kJson ? to_json(table, entries)
                                       : to_text(table),
             file);
}

void write_result(const CommandLine& command, const std::string& ini, const Table& table,
                  const std::optional<std::string>& file) {
  const Format fallback = !file && ::isatty(STDOUT_FILENO) != 0 ? Format::kTable : Format::kCsv;
  const Format format = command.format.value_or(fallback);
  try {
    write_table(table, format, ini_settings(ini), file);
  } catch (const ConfigError& error) {
    if (!file) throw;
    write_table(table, format, ini_settings(ini), std::nullopt);
    config_error("{}; the result is on standard output instead", error.what());
  }
  if (file && !is_special_file(*file)) write_file(*file + ".ini", ini);
}

void write_result(const CommandLine& command, const Point& point, const Table& table,
                  const std::optional<std::string>& file) {
  write_result(command, origin(point) + point.effective_ini(), table, file);
}

namespace {

// `text` as one word of a shell command.
std::string shell_word(const std::string& text) {
  if (text.find_first_of(" \t;|&<>*?()[]$'\"\\#~") == std::string::npos) return text;
  std::string quoted = "'";
  for (char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// The overrides that turn the config in FILE.ini into this point.
std::string overrides_text(const std::string& ini_path, const std::string& ini,
                           const Point& point) {
  const Point base = Config::parse(ini, ini_path, {}).only_point("run");
  std::map<std::string, std::string> base_values;
  for (auto& [key, value] : base.effective_settings()) base_values[key] = value;
  std::string text;
  for (const auto& [key, value] : point.effective_settings())
    if (!base_values.contains(key) || base_values[key] != value)
      text += ' ' + shell_word(key + '=' + value);
  return text;
}

// FILE.ini reproduces the first row; a comment for each later one says with which overrides it
// reproduces that.
void note_config(const std::string& file, std::size_t first_row, std::size_t rows,
                 const Point& point) {
  const std::string ini_path = file + ".ini";
  const std::optional<std::string> ini = read_file(ini_path);
  if (first_row == 1 || !ini) return write_file(ini_path, origin(point) + point.effective_ini());
  const std::string numbers = rows == 1
                                  ? fmt::format("row {}", first_row)
                                  : fmt::format("rows {} to {}", first_row, first_row + rows - 1);
  LineFile(ini_path, LineFile::Lock::kNone)
      .append(fmt::format("; {}: orthant run {}{}\n", numbers, shell_word(ini_path),
                          overrides_text(ini_path, *ini, point)));
}

void refuse_sweep(const std::string& ini, const std::string& file) {
  const std::string ini_path = file + ".ini";
  if (const std::size_t points = Config::parse(ini, ini_path, {}).point_count(); points != 1)
    config_error("{}: was made by a sweep, as the {} points of {} say; give another -o FILE", file,
                 points, ini_path);
}

void refuse_other_version(const std::string& ini, const std::string& file) {
  std::string now = version_text();
  now.pop_back();
  const std::string before = version_in(ini).value_or("an unknown version");
  if (before != now)
    config_error("{}: made with {}, now {}; give another -o FILE", file, before, now);
}

// Whether rows with these columns may be added to a file that holds `before`.
void check_addition(const std::string& before, const std::vector<Column>& columns,
                    const std::string& file) {
  if (before.empty()) return;
  const std::optional<std::string> ini = read_file(file + ".ini");
  // First, since it explains a header that differs.
  if (ini) refuse_sweep(*ini, file);
  if (before.back() != '\n')
    config_error("{}: its last line is cut off; complete it or delete it", file);
  if (!before.starts_with(csv_header(columns) + '\n'))
    config_error("{}: its header differs from that of this run ({}); give another -o FILE", file,
                 csv_header(columns));
  if (ini) refuse_other_version(*ini, file);
}

}  // namespace

void check_append(const std::vector<Column>& columns, const std::string& file) {
  check_addition(read_file(file).value_or(""), columns, file);
}

void check_replace(const std::vector<Column>& columns, std::size_t rows, const std::string& now,
                   const std::string& file) {
  constexpr std::string_view kHint = "give another -o FILE, or --overwrite to replace it";
  if (is_special_file(file)) return;
  if (file_exists(file + ".partial"))
    config_error("{}: {}.partial says that its sweep is not finished; {}", file, file, kHint);
  const std::string before = read_file(file).value_or("");
  if (before.empty()) return;
  const std::optional<std::string> ini = read_file(file + ".ini");
  if (!ini)
    config_error("{}: exists, but {}.ini that says how it was made does not; {}", file, file,
                 kHint);
  const std::string difference = first_difference(*ini, now);
  if (!difference.empty()) config_error("{}: made with {}; {}", file, difference, kHint);
  const std::string input = input_difference(*ini, now);
  if (!input.empty()) config_error("{}: made with {}; {}", file, input, kHint);
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  if (before.starts_with(csv_header(columns) + '\n') && lines > rows + 1)
    config_error("{}: has {}, this run makes {}; {}", file, counted(lines - 1, "rows"), rows,
                 kHint);
}

void append_rows(const Table& table, const Point& point, const std::string& file) {
  LineFile out(file, LineFile::Lock::kWait);
  const std::string before = out.text();
  check_addition(before, table.columns, file);
  const std::string csv = to_csv(table);
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  note_config(file, before.empty() ? 1 : lines, table.rows.size(), point);
  out.append(before.empty() ? csv : csv.substr(csv_header(table.columns).size() + 1));
}

Timing::Timing(const CommandLine& command) {
  if (!command.timing_file) return;
  write_file(*command.timing_file, "row,seconds,flit_hops,flit_hops_per_second\n");
  file_ = std::make_unique<LineFile>(*command.timing_file, LineFile::Lock::kNone);
}

void Timing::add(std::size_t index, const ItemResult& result) {
  ++items_;
  seconds_ += result.seconds;
  flit_hops_ += result.flit_hops;
  if (!file_) return;
  const double speed =
      result.seconds > 0 ? static_cast<double>(result.flit_hops) / result.seconds : 0;
  file_->append(fmt::format("{},{},{},{}\n", index + 1, result.seconds, result.flit_hops, speed));
}

std::string Timing::summary(std::string_view what) const {
  const double elapsed =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const auto hops = static_cast<double>(flit_hops_);
  std::string text = fmt::format("{} in {:.3g} s", counted(items_, what), elapsed);
  if (seconds_ > 0 && flit_hops_ > 0)
    text += fmt::format(" ({:.3g} million flit-hops, {:.3g} million/s per thread)", hops / 1e6,
                        hops / seconds_ / 1e6);
  return text;
}

}  // namespace orthant
