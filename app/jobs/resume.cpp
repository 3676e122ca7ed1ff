// Reads the rows of an earlier sweep, and adds rows so that the next one can read them.
#include "app/jobs/resume.hpp"

#include <charconv>
#include <numeric>
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

// The text up to its last line end; drops the incomplete line of a killed writer.
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

constexpr std::string_view kFinished = "; finished: ";
constexpr std::string_view kHint = "give another -o FILE, or --overwrite to start afresh";

bool names_part(const std::string& ini) {
  const std::size_t mark = ini.find(" --shard ");
  return mark != ini.npos && mark < ini.find("\n[");
}

// Text in the head of a journal before its columns.
constexpr std::string_view kRowsOf = " rows of ";

std::string journal_line(std::size_t index, const std::string& row) {
  return fmt::format("{}#{},{}\n", index, fnv_text(row), row);
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

// Changes files in this order so that at any moment the disk holds either nothing to resume or a
// consistent state.
ResumableFile::ResumableFile(ResumeOptions options)
    : options_(std::move(options)), journal_(options_.path + ".partial", LineFile::Lock::kRefuse) {
  const std::string journal(whole_lines(journal_.text()));
  journal_is_new_ = journal.empty();
  try {
    const std::optional<std::string> file = read_file(options_.path);
    if (!options_.overwrite && (!file.value_or("").empty() || !journal.empty())) {
      resume(file, journal);
    } else {
      journal_.truncate(0);
      give_up_old_file();
      journal_.append(head());
    }
    const WrittenColumns& columns = options_.columns;
    if (options_.format == Format::kJson) {
      collected_ = {columns.written(), std::vector<Row>(options_.rows)};
      for (const auto& [index, row] : found_) collected_.rows[index] = columns.written(row);
    } else {
      std::string text = csv_header(columns.written()) + '\n';
      for (const auto& [index, row] : found_) lines_.put(index, csv_line(columns.written(row)));
      for (const std::string& line : lines_.take()) text += line + '\n';
      if (read_file(options_.path) != text) write_file(options_.path, text);
      file_ = std::make_unique<LineFile>(options_.path, LineFile::Lock::kNone);
    }
  } catch (const ConfigError&) {
    if (journal_is_new_) remove_file(journal_.path());
    throw;
  }
}

void ResumableFile::give_up_old_file() {
  remove_file(options_.path);
  write_file(options_.path + ".ini", options_.config_ini);
}

// The head of a journal. It identifies the config, which FILE.ini may not hold yet.
std::string ResumableFile::head(const std::string& ini, std::size_t rows,
                                const WrittenColumns& columns) const {
  return fmt::format("{}: config {}, {}{}{}\n", version_text(), fnv_text(ini), rows, kRowsOf,
                     csv_header(columns.written()));
}

std::optional<WrittenColumns> ResumableFile::columns_of_file(const std::string& text) const {
  const WrittenColumns& columns = options_.columns;
  if (options_.format == Format::kCsv) {
    std::string_view lines = whole_lines(text);
    return lines.empty() ? std::nullopt : columns.choice_for_header(next_line(lines));
  }
  const auto found = rows_of_json(text);
  return found ? columns.choice_for_names(found->names) : std::nullopt;
}

std::optional<WrittenColumns> ResumableFile::columns_of_journal(std::string_view text) const {
  const std::string_view first = text.substr(0, text.find('\n'));
  const std::size_t at = first.find(kRowsOf);
  if (at == first.npos) return std::nullopt;
  return options_.columns.choice_for_header(first.substr(at + kRowsOf.size()));
}

// Hint about an earlier sweep that this one cannot resume.
std::string ResumableFile::hint_beside(const std::string& old_ini,
                                       const std::string& difference) const {
  constexpr std::string_view kElse = "another -o FILE, or --overwrite to start afresh";
  const bool was_part = names_part(old_ini);
  const bool is_other_part = was_part && options_.is_part && difference.starts_with("made by ");
  if (is_other_part || (!was_part && !options_.is_part)) return std::string(kHint);
  if (was_part)
    return fmt::format(
        "a part of a sweep (--shard) is not extended; allowed: to merge the parts and extend that "
        "file, {}",
        kElse);
  return fmt::format(
      "parts of a sweep (--shard) extend no file; allowed: the same without --shard, {}", kElse);
}

void ResumableFile::resume(const std::optional<std::string>& file, const std::string& journal) {
  const std::string ini_path = options_.path + ".ini";
  const std::optional<std::string> there = read_file(ini_path);
  if (!there)
    config_error("{}: exists, but its config {} is missing; {}", options_.path, ini_path, kHint);
  if (has_added_rows(*there))
    config_error(
        "{}: has rows of several runs (run --append), which no sweep goes on with; allowed: "
        "another -o FILE, or --overwrite to start afresh",
        options_.path);
  const std::string old_ini = split_finished(*there).ini;
  std::string difference = origin_difference(old_ini, options_.config_ini, Versions::kEqual);
  const std::optional<WrittenColumns> in_file = columns_of_file(file.value_or("")),
                                      in_journal = columns_of_journal(journal);
  if (in_file) options_.columns.add(*in_file);
  if (in_journal) options_.columns.add(*in_journal);
  if (difference.empty()) {
    if (in_file.value_or(options_.columns) != options_.columns ||
        in_journal.value_or(options_.columns) != options_.columns) {
      std::vector<std::size_t> places(options_.rows);
      std::iota(places.begin(), places.end(), std::size_t{0});
      return extend(old_ini, places, file, journal);
    }
    read(old_ini, options_.rows, file, journal);
    journal_.truncate(journal.size());
    if (journal.empty()) journal_.append(head());
    return;
  }
  if (options_.earlier) {
    const EarlierRows earlier = options_.earlier(old_ini);
    difference = earlier.difference;
    if (difference.empty()) return extend(old_ini, earlier.places, file, journal);
  }
  config_error("{}: {}; {}", options_.path, difference, hint_beside(old_ini, difference));
}

// Changes files in an order that keeps all rows: the journal is complete before the others change.
void ResumableFile::extend(const std::string& old_ini, const std::vector<std::size_t>& places,
                           const std::optional<std::string>& file, const std::string& journal) {
  std::string text = head();
  if (journal.starts_with(text)) {  // after a kill in an earlier extend()
    read(options_.config_ini, options_.rows, {}, journal);
    journal_.truncate(journal.size());
  } else {
    read(old_ini, places.size(), file, journal);
    std::map<std::size_t, Row> found;
    for (auto& [index, row] : found_) {
      text += journal_line(places[index], csv_line(options_.columns.written(row)));
      found.emplace(places[index], std::move(row));
    }
    found_ = std::move(found);
    journal_is_new_ = false;
    journal_.replace(text, LineFile::Lock::kRefuse);
  }
  give_up_old_file();
}

void ResumableFile::read(const std::string& ini, std::size_t rows,
                         const std::optional<std::string>& file, std::string_view journal) {
  if (!journal.empty()) read_journal(journal, ini, rows);
  if (file && options_.format == Format::kCsv) read_csv(*file, rows);
  if (file && options_.format == Format::kJson) read_json(*file, rows);
  if (file) check_finished(*file);
}

void ResumableFile::put_line(std::size_t index, const Line& line, const WrittenColumns& columns) {
  const std::optional<Row> row = parse_csv_line(line.text);
  if (!row || row->size() != columns.written().size())
    config_error("{}:{}: not a row of {}; {}", line.path, line.number,
                 counted(columns.written().size(), "fields"), kHint);
  put_row(index, *row, columns);
}

void ResumableFile::put_row(std::size_t index, const Row& row, const WrittenColumns& columns) {
  const auto digest = digests_.find(index);
  if (digest != digests_.end() && fnv_text(csv_line(row)) != digest->second)
    config_error("{}: row {} was changed after it was written; {}", options_.path, index + 1,
                 kHint);
  found_[index] = columns.whole(row);
}

void ResumableFile::read_csv(const std::string& text, std::size_t rows) {
  std::string_view lines = whole_lines(text);
  if (lines.empty() && csv_header(options_.columns.written()).starts_with(text)) return;
  const auto columns = columns_of_file(text);
  if (lines.empty() || !columns)
    config_error("{}: its header is not that of this sweep; {}", options_.path, kHint);
  next_line(lines);
  for (std::size_t row = 0; !lines.empty(); ++row) {
    if (row == rows)
      config_error("{}: has more than the {} of this sweep; {}", options_.path,
                   counted(rows, "rows"), kHint);
    put_line(row, {next_line(lines), options_.path, row + 2}, *columns);
  }
}

void ResumableFile::read_json(const std::string& text, std::size_t rows) {
  const std::optional<JsonRows> found = rows_of_json(text);
  const auto columns = columns_of_file(text);
  if (!columns || found->rows.size() > rows)
    config_error("{}: its rows are not those of this sweep; {}", options_.path, kHint);
  for (std::size_t i = 0; i < found->rows.size(); ++i) put_row(i, found->rows[i], *columns);
}

void ResumableFile::read_journal(std::string_view lines, const std::string& ini, std::size_t rows) {
  const auto columns = columns_of_journal(lines);
  const std::string first = std::string(next_line(lines)) + '\n';
  const bool is_ours =
      columns &&
      (first == head(ini, rows, *columns) || first == head(options_.config_ini, rows, *columns) ||
       first == fmt::format("{}: {}{}{}\n", version_text(), rows, kRowsOf,  // of earlier versions
                            csv_header(columns->written())));
  if (!is_ours && first.starts_with(version_text() + ": config "))
    config_error(
        "{}: is of a longer sweep, which was interrupted; the command that began it goes on, or {}",
        journal_.path(), kHint);
  if (!is_ours)
    config_error("{}: belongs to another sweep or version of the program; {}", journal_.path(),
                 kHint);
  for (std::size_t number = 2; !lines.empty(); ++number)
    read_journal_line({next_line(lines), journal_.path(), number}, rows, *columns);
}

void ResumableFile::read_journal_line(const Line& whole, std::size_t rows,
                                      const WrittenColumns& columns) {
  const std::string_view line = whole.text;
  const std::size_t comma = std::min(line.find(','), line.size());
  const std::size_t mark = std::min(line.find('#'), comma);
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + mark, index);
  if (mark == line.size() || error != std::errc() || end != line.data() + mark || index >= rows)
    config_error("{}:{}: not a row of this sweep; {}", whole.path, whole.number, kHint);
  if (mark < comma) digests_[index] = line.substr(mark + 1, comma - mark - 1);
  if (comma < line.size())
    put_line(index, {line.substr(comma + 1), whole.path, whole.number}, columns);
}

// Throws ConfigError if a finished FILE has changed since it was written.
void ResumableFile::check_finished(const std::string& file_text) const {
  const FinishedIni finished = split_finished(read_file(options_.path + ".ini").value_or(""));
  if (finished.line.empty() || file_text.empty()) return;
  std::size_t bytes = 0;  // rows may have been added since
  std::from_chars(finished.line.data() + kFinished.size(),
                  finished.line.data() + finished.line.size(), bytes);
  if (finished.line != finished_line(std::string_view(file_text).substr(0, bytes)))
    config_error("{}: was changed after it was written; {}", options_.path, kHint);
}

void ResumableFile::compare(std::size_t index, const std::vector<KnownField>& expected) const {
  const auto row = found_.find(index);
  if (row == found_.end()) return;
  for (const auto& [column, value] : expected)
    if (const std::string& there = row->second[column_of(options_.columns.all(), column)];
        there != value)
      config_error("{}: row {} has {} = {}, but this sweep has {} there; {}", options_.path,
                   index + 1, column, there, value, kHint);
}

void ResumableFile::add(std::size_t index, const Row& row) {
  Row written = options_.columns.written(row);
  const std::string line = csv_line(written);
  journal_.append(journal_line(index, line));
  if (options_.format == Format::kJson) {
    collected_.rows[index] = std::move(written);
    return;
  }
  lines_.put(index, line);
  std::string lines;
  for (const std::string& next : lines_.take()) lines += next + '\n';
  if (!lines.empty()) file_->append(lines);
}

void ResumableFile::finish() {
  if (options_.format == Format::kJson)
    write_file(options_.path, to_json(collected_, options_.entries));
  const std::string ini_path = options_.path + ".ini";
  const std::string ini = read_file(ini_path).value_or("");
  const std::string last = finished_line(read_file(options_.path).value_or(""));
  if (!ini.ends_with(last)) write_file(ini_path, options_.config_ini + last);
  remove_file(journal_.path());
}

}  // namespace orthant
