// Reading what an earlier sweep left, and adding rows so that the next one can read it.
#include "app/resume.hpp"

#include <charconv>
#include <optional>
#include <sstream>

#include "app/csv.hpp"
#include "app/help.hpp"
#include "app/origin.hpp"
#include "app/spelling.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

// The text up to its last line end: what a killed writer left behind it is dropped.
std::string_view whole_lines(std::string_view text) {
  const std::size_t end = text.rfind('\n');
  return end == std::string_view::npos ? std::string_view() : text.substr(0, end + 1);
}

// Cuts the first line off a text of whole lines.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

}  // namespace

ConfigEntries ini_settings(const std::string& ini) {
  ConfigEntries settings;
  std::istringstream lines(ini);
  std::string section, text;
  while (std::getline(lines, text)) {
    if (text.ends_with('\r')) text.pop_back();
    const std::string_view line = trimmed(text);
    if (line.empty() || line[0] == ';' || line[0] == '#') continue;
    if (line[0] == '[') {
      section = line.substr(1, line.find(']') - 1);
      continue;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    settings.emplace_back(section + '.' + std::string(trimmed(line.substr(0, equals))),
                          std::string(trimmed(line.substr(equals + 1))));
  }
  return settings;
}

std::string first_difference(const std::string& old_ini, const std::string& new_ini) {
  const ConfigEntries old_settings = ini_settings(old_ini), new_settings = ini_settings(new_ini);
  const std::map<std::string, std::string> old_values(old_settings.begin(), old_settings.end());
  const std::map<std::string, std::string> new_values(new_settings.begin(), new_settings.end());
  for (const auto& [key, value] : new_settings) {
    const auto old_value = old_values.find(key);
    if (old_value == old_values.end()) return fmt::format("{} not set, now {}", key, value);
    if (old_value->second != value)
      return fmt::format("{} = {}, now {}", key, old_value->second, value);
  }
  for (const auto& [key, value] : old_settings)
    if (!new_values.contains(key)) return fmt::format("{} = {}, now not set", key, value);
  return {};
}

ResumableFile::ResumableFile(ResumeOptions options)
    : options_(std::move(options)), partial_(options_.path + ".partial", LineFile::Lock::kRefuse) {
  const std::string partial_text(whole_lines(partial_.text()));
  try {
    const std::optional<std::string> file_text = read_file(options_.path);
    if (options_.overwrite || (!file_text && partial_text.empty()))
      start_afresh();
    else
      resume(file_text, partial_text);
  } catch (const ConfigError&) {
    if (partial_text.empty()) remove_file(partial_.path());
    throw;
  }
  if (options_.format == Format::kJson) {
    collected_.columns = options_.columns;
    collected_.rows.resize(options_.rows);
    for (const auto& [index, row] : found_) collected_.rows[index] = row;
  } else {
    file_ = std::make_unique<LineFile>(options_.path, LineFile::Lock::kNone);
    put_in_order();
  }
}

std::string ResumableFile::partial_head() const {
  std::string version = version_text();
  version.pop_back();
  return fmt::format("{}: {} rows of {}\n", version, options_.rows, csv_header(options_.columns));
}

std::string ResumableFile::hint() const {
  return "give another -o FILE, or --overwrite to start afresh";
}

// The order matters: at any moment what is on disk is either nothing to go on from or right.
void ResumableFile::start_afresh() {
  partial_.truncate(0);
  remove_file(options_.path);
  write_file(options_.path + ".ini", options_.config_ini);
  partial_.append(partial_head());
  if (options_.format == Format::kCsv)
    write_file(options_.path, csv_header(options_.columns) + '\n');
}

void ResumableFile::check_config() const {
  const std::string ini_path = options_.path + ".ini";
  const std::optional<std::string> old_ini = read_file(ini_path);
  if (!old_ini)
    config_error("{}: exists, but {} that says how it was made does not; {}", options_.path,
                 ini_path, hint());
  const std::string difference = first_difference(*old_ini, options_.config_ini);
  if (!difference.empty()) config_error("{}: made with {}; {}", options_.path, difference, hint());
  const std::string origins = origin_difference(*old_ini, options_.config_ini);
  if (!origins.empty()) config_error("{}: made with {}; {}", options_.path, origins, hint());
}

void ResumableFile::resume(const std::optional<std::string>& file_text,
                           const std::string& partial_text) {
  check_config();
  const std::size_t partial_bytes = read_partial(partial_text);
  std::size_t file_bytes = 0;
  if (file_text && options_.format == Format::kCsv) file_bytes = read_csv(*file_text);
  if (file_text && options_.format == Format::kJson) read_json(*file_text);
  // Nothing was changed so far; from here on what is there is known to be ours.
  partial_.truncate(partial_bytes);
  if (partial_bytes == 0) partial_.append(partial_head());
  if (options_.format != Format::kCsv) return;
  if (file_bytes == 0)
    write_file(options_.path, csv_header(options_.columns) + '\n');
  else
    LineFile(options_.path, LineFile::Lock::kNone).truncate(file_bytes);
}

Row ResumableFile::parse_row(std::string_view line, const std::string& path,
                             std::size_t line_number) const {
  std::optional<Row> row = parse_csv_line(line);
  if (!row || row->size() != options_.columns.size())
    config_error("{}:{}: not a row of {}; {}", path, line_number,
                 counted(options_.columns.size(), "fields"), hint());
  return *std::move(row);
}

// Returns the bytes that are whole lines.
std::size_t ResumableFile::read_csv(const std::string& text) {
  std::string_view lines = whole_lines(text);
  const std::size_t bytes = lines.size();
  const std::string header = csv_header(options_.columns);
  if (bytes == 0 && header.starts_with(text)) return 0;
  if (bytes == 0 || next_line(lines) != header)
    config_error("{}: its header is not that of this sweep; {}", options_.path, hint());
  std::size_t rows = 0;
  for (; !lines.empty(); ++rows) {
    if (rows == options_.rows)
      config_error("{}: has more than the {} of this sweep; {}", options_.path,
                   counted(options_.rows, "rows"), hint());
    found_[rows] = parse_row(next_line(lines), options_.path, rows + 2);
  }
  lines_.skip_to(rows);
  return bytes;
}

void ResumableFile::read_json(const std::string& text) {
  std::optional<std::vector<Row>> rows = json_rows(text, options_.columns);
  if (!rows || rows->size() > options_.rows)
    config_error("{}: its rows are not those of this sweep; {}", options_.path, hint());
  for (std::size_t i = 0; i < rows->size(); ++i) found_[i] = std::move((*rows)[i]);
}

// Lines after the head: the number of the row, a comma, the row. Returns the bytes.
std::size_t ResumableFile::read_partial(const std::string& text) {
  std::string_view lines = text;
  if (lines.empty()) return 0;
  if (std::string(next_line(lines)) + '\n' != partial_head())
    config_error("{}: belongs to another sweep or version of the program; {}", partial_.path(),
                 hint());
  for (std::size_t number = 2; !lines.empty(); ++number) {
    const std::string_view line = next_line(lines);
    const std::size_t comma = std::min(line.find(','), line.size());
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + comma, index);
    if (comma == line.size() || error != std::errc() || end != line.data() + comma ||
        index >= options_.rows)
      config_error("{}:{}: not a row of this sweep; {}", partial_.path(), number, hint());
    const std::string_view csv = line.substr(comma + 1);
    found_[index] = parse_row(csv, partial_.path(), number);
    lines_.put(index, std::string(csv));
  }
  return text.size();
}

void ResumableFile::compare(std::size_t index, const std::vector<KnownField>& expected) const {
  const auto row = found_.find(index);
  if (row == found_.end()) return;
  for (const auto& [column, value] : expected)
    if (const std::string& there = row->second[column_of(options_.columns, column)]; there != value)
      config_error("{}: row {} has {} = {}, but this sweep has {} there; {}", options_.path,
                   index + 1, column, there, value, hint());
}

// Moves rows that no gap precedes any more from memory to FILE.
void ResumableFile::put_in_order() {
  std::string lines;
  for (const std::string& line : lines_.take()) lines += line + '\n';
  if (!lines.empty()) file_->append(lines);
}

void ResumableFile::add(std::size_t index, const Row& row) {
  const std::string line = csv_line(row);
  const bool next_in_order = options_.format == Format::kCsv && index == lines_.next();
  if (!next_in_order) partial_.append(fmt::format("{},{}\n", index, line));
  if (options_.format == Format::kJson) {
    collected_.rows[index] = row;
  } else {
    lines_.put(index, line);
    put_in_order();
  }
}

void ResumableFile::finish() {
  if (options_.format == Format::kJson)
    write_file(options_.path, to_json(collected_, options_.entries));
  remove_file(partial_.path());
}

}  // namespace orthant
