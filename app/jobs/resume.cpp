// Reading what an earlier sweep left, and adding rows so that the next one can read it.
#include "app/jobs/resume.hpp"

#include <charconv>
#include <optional>

#include "app/config/version.hpp"
#include "app/output/append.hpp"
#include "app/output/csv.hpp"
#include "app/output/json.hpp"
#include "app/output/origin.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/fnv.hpp"

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

// Of a row as a line of CSV.
std::string row_digest(std::string_view line) { return fnv_text(line); }

constexpr std::string_view kFinished = "; finished: ";
constexpr std::string_view kExtension = "extended with config ";

bool names_part(const std::string& ini) {
  const std::size_t mark = ini.find(" --shard ");
  return mark != ini.npos && mark < ini.find("\n[");
}

std::string version_line() {
  std::string version = version_text();
  version.pop_back();
  return version;
}

}  // namespace

std::string finished_line(std::string_view file_text) {
  return fmt::format("{}{} bytes, FNV-1a {}\n", kFinished, file_text.size(), fnv_text(file_text));
}

FinishedIni split_finished(const std::string& ini) {
  const std::size_t mark = ini.rfind(kFinished);
  if (mark == ini.npos) return {ini, ""};
  return {ini.substr(0, mark), ini.substr(mark)};
}

ResumableFile::ResumableFile(ResumeOptions options)
    : options_(std::move(options)),
      ini_(options_.config_ini),
      rows_(options_.rows),
      partial_(options_.path + ".partial", LineFile::Lock::kRefuse) {
  const std::string partial_text(whole_lines(partial_.text()));
  partial_is_new_ = partial_text.empty();
  try {
    const std::optional<std::string> file_text = read_file(options_.path);
    if (options_.overwrite || (file_text.value_or("").empty() && partial_text.empty()))
      start_afresh();
    else
      resume(file_text, partial_text);
  } catch (const ConfigError&) {
    if (partial_is_new_) remove_file(partial_.path());
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
  return fmt::format("{}: {} rows of {}\n", version_line(), rows_, csv_header(options_.columns));
}

// Its numbers mean nothing without the config, which FILE.ini may not be yet.
std::string ResumableFile::extension_head(const std::string& ini) const {
  return fmt::format("{}: {}{} to {} rows of {}\n", version_line(), kExtension, fnv_text(ini),
                     rows_, csv_header(options_.columns));
}

std::string ResumableFile::hint() const {
  return "give another -o FILE, or --overwrite to start afresh";
}

// What to do about an earlier sweep that this one does not go on with.
std::string ResumableFile::hint_beside(const std::string& old_ini,
                                       const std::string& difference) const {
  constexpr std::string_view kElse = "another -o FILE, or --overwrite to start afresh";
  const bool was_part = names_part(old_ini);
  const bool is_other_part = was_part && options_.is_part && difference.starts_with("made by ");
  if (is_other_part || (!was_part && !options_.is_part)) return hint();
  if (was_part)
    return fmt::format(
        "a part of a sweep (--shard) is not extended; allowed: to merge the parts and extend that "
        "file, {}",
        kElse);
  return fmt::format(
      "parts of a sweep (--shard) extend no file; allowed: the same without --shard, {}", kElse);
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

void ResumableFile::resume(const std::optional<std::string>& file_text,
                           const std::string& partial_text) {
  const std::string ini_path = options_.path + ".ini";
  const std::optional<std::string> there = read_file(ini_path);
  if (!there)
    config_error("{}: exists, but {} that says how it was made does not; {}", options_.path,
                 ini_path, hint());
  if (has_added_rows(*there))
    config_error(
        "{}: has rows of several runs (run --append), which no sweep goes on with; allowed: "
        "another -o FILE, or --overwrite to start afresh",
        options_.path);
  const std::string old_ini = split_finished(*there).ini;
  std::string difference = origin_difference(old_ini, options_.config_ini, Versions::kEqual);
  if (!difference.empty() && options_.earlier) {
    const EarlierRows earlier = options_.earlier(old_ini);
    difference = earlier.difference;
    if (difference.empty()) return extend(old_ini, earlier.places, file_text, partial_text);
  }
  if (!difference.empty())
    config_error("{}: {}; {}", options_.path, difference, hint_beside(old_ini, difference));
  const Whole bytes = read(file_text, partial_text);
  // Nothing was changed so far; from here on what is there is known to be ours.
  partial_.truncate(bytes.partial);
  if (bytes.partial == 0) partial_.append(partial_head());
  if (options_.format != Format::kCsv) return;
  if (bytes.file == 0)
    write_file(options_.path, csv_header(options_.columns) + '\n');
  else
    LineFile(options_.path, LineFile::Lock::kNone).truncate(bytes.file);
}

ResumableFile::Whole ResumableFile::read(const std::optional<std::string>& file_text,
                                         const std::string& partial_text) {
  Whole bytes;
  bytes.partial = read_partial(partial_text);
  if (file_text && options_.format == Format::kCsv) bytes.file = read_csv(*file_text);
  if (file_text && options_.format == Format::kJson) read_json(*file_text);
  check_digests(file_text.value_or(""));
  return bytes;
}

// The order matters, as in start_afresh(): FILE.partial has all rows before the others change.
void ResumableFile::extend(const std::string& old_ini, const std::vector<std::size_t>& places,
                           const std::optional<std::string>& file_text,
                           const std::string& partial_text) {
  const std::string head = extension_head(options_.config_ini);
  if (partial_text.starts_with(head)) {  // a kill came between
    read_partial(partial_text);
    check_digests("");
  } else {
    ini_ = old_ini;
    rows_ = places.size();
    read(file_text, partial_text);
    ini_ = options_.config_ini;
    rows_ = options_.rows;
    renumber(places);
    std::string text = head;
    for (const auto& [index, row] : found_) {
      const std::string line = csv_line(row);
      text += fmt::format("{}#{},{}\n", index, row_digest(line), line);
    }
    partial_is_new_ = false;
    partial_.replace(text, LineFile::Lock::kRefuse);
  }
  remove_file(options_.path);
  write_file(options_.path + ".ini", options_.config_ini);
  if (options_.format == Format::kCsv)
    write_file(options_.path, csv_header(options_.columns) + '\n');
}

// From the numbers in the earlier sweep to those in this one.
void ResumableFile::renumber(const std::vector<std::size_t>& places) {
  std::map<std::size_t, Row> found;
  lines_ = {};
  for (auto& [index, row] : found_) {
    lines_.put(places[index], csv_line(row));
    found.emplace(places[index], std::move(row));
  }
  found_ = std::move(found);
  digests_.clear();
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
    if (rows == rows_)
      config_error("{}: has more than the {} of this sweep; {}", options_.path,
                   counted(rows_, "rows"), hint());
    found_[rows] = parse_row(next_line(lines), options_.path, rows + 2);
  }
  lines_.skip_to(rows);
  return bytes;
}

void ResumableFile::read_json(const std::string& text) {
  std::optional<std::vector<Row>> rows = rows_of_json(text, options_.columns);
  if (!rows || rows->size() > rows_)
    config_error("{}: its rows are not those of this sweep; {}", options_.path, hint());
  for (std::size_t i = 0; i < rows->size(); ++i) found_[i] = std::move((*rows)[i]);
}

// Lines after the head: the number of the row, a comma, the row. Returns the bytes.
std::size_t ResumableFile::read_partial(const std::string& text) {
  std::string_view lines = text;
  if (lines.empty()) return 0;
  const std::string head = std::string(next_line(lines)) + '\n';
  const bool is_ours = head == partial_head() || head == extension_head(ini_);
  if (!is_ours && head.starts_with(fmt::format("{}: {}", version_line(), kExtension)))
    config_error(
        "{}: is of a longer sweep, which was interrupted; the command that began it goes on, or {}",
        partial_.path(), hint());
  if (!is_ours)
    config_error("{}: belongs to another sweep or version of the program; {}", partial_.path(),
                 hint());
  for (std::size_t number = 2; !lines.empty(); ++number)
    read_partial_line(next_line(lines), number);
  return text.size();
}

// NUMBER,ROW (of an older version) or NUMBER#DIGEST or NUMBER#DIGEST,ROW.
void ResumableFile::read_partial_line(std::string_view line, std::size_t number) {
  const std::size_t comma = std::min(line.find(','), line.size());
  const std::size_t mark = std::min(line.find('#'), comma);
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + mark, index);
  if (mark == line.size() || error != std::errc() || end != line.data() + mark || index >= rows_)
    config_error("{}:{}: not a row of this sweep; {}", partial_.path(), number, hint());
  if (mark < comma) digests_[index] = line.substr(mark + 1, comma - mark - 1);
  if (comma == line.size()) return;
  const std::string_view csv = line.substr(comma + 1);
  found_[index] = parse_row(csv, partial_.path(), number);
  lines_.put(index, std::string(csv));
}

// Throws ConfigError where a row or a finished FILE is not what was written.
void ResumableFile::check_digests(const std::string& file_text) const {
  for (const auto& [index, digest] : digests_)
    if (const auto row = found_.find(index);
        row != found_.end() && row_digest(csv_line(row->second)) != digest)
      config_error("{}: row {} was changed after it was written; {}", options_.path, index + 1,
                   hint());
  const std::string ini = read_file(options_.path + ".ini").value_or("");
  const std::size_t mark = ini.rfind(kFinished);
  if (mark == ini.npos) return;
  std::size_t bytes = 0;
  std::from_chars(ini.data() + mark + kFinished.size(), ini.data() + ini.size(), bytes);
  const std::string_view now = std::string_view(file_text).substr(0, bytes);
  if (!file_text.empty() && ini.find(finished_line(now), mark) == ini.npos)
    config_error("{}: was changed after it was written; {}", options_.path, hint());
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
  partial_.append(fmt::format("{}#{}{}{}\n", index, row_digest(line), next_in_order ? "" : ",",
                              next_in_order ? std::string_view() : std::string_view(line)));
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
  const std::string ini_path = options_.path + ".ini";
  const std::string ini = read_file(ini_path).value_or("");
  const std::string last = finished_line(read_file(options_.path).value_or(""));
  if (!ini.ends_with(last)) write_file(ini_path, options_.config_ini + last);
  remove_file(partial_.path());
}

}  // namespace orthant
