// Adds rows and their notes, one process at a time. The holder of the lock first completes or
// removes the remains of a killed process.
//
// Tested by: tests/app/kill_test.py, tests/app/sweep_test.py
#include "app/output/append.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "app/config/version.hpp"
#include "app/output/csv.hpp"
#include "app/output/files.hpp"
#include "app/output/origin.hpp"
#include "app/output/output.hpp"
#include "base/error.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

// Mark of an announcement: "; being added: row 2: orthant run ..." announces the note "; row 2:
// orthant run ...".
constexpr std::string_view kAnnounced = "being added: ";

// Cuts a number off the front; 0 if there is none.
std::size_t take_number(std::string_view& text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc()) text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

// A comment in FILE.ini about added rows.
struct Note {
  bool is_announced = false;
  std::size_t first_row = 0, last_row = 0;
  std::string_view command;
};

std::optional<Note> note_of(std::string_view line) {
  Note note;
  if (!take_word(line, "; ")) return std::nullopt;
  note.is_announced = take_word(line, kAnnounced);
  const bool several = take_word(line, "rows ");
  if (!several && !take_word(line, "row ")) return std::nullopt;
  note.first_row = note.last_row = take_number(line);
  if (several && !take_word(line, " to ")) return std::nullopt;
  if (several) note.last_row = take_number(line);
  if (!take_word(line, ": ")) return std::nullopt;
  note.command = line;
  return note;
}

// Leaves only the settings that identify a row: removes the seed and the repetitions from the
// command, since each row has its own seed, and the files beside the result.
std::string of_row(std::string command) {
  for (const std::string_view key : {" run.seed=", " run.repetitions=", " output.", " 'output."})
    for (std::size_t from = command.find(key); from != command.npos;
         from = command.find(key, from)) {
      const bool quoted = key.ends_with("'output.");
      const std::size_t end = quoted ? command.find('\'', from + 2) : from;
      command.erase(from, command.find(' ', end + 1) - from);
    }
  return command;
}

// Quotes `text` as one word of a shell command.
std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:,=+@%-";
  if (!text.empty() && text.find_first_not_of(kPlain) == text.npos) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string_view header_of(std::string_view text) { return text.substr(0, text.find('\n')); }

// Adds the left-out columns to the lines of a file.
std::string widened(const std::string& text, const WrittenColumns& from,
                    const WrittenColumns& columns) {
  const std::vector<std::string_view> lines = lines_of(text);
  std::string wide = csv_header(columns.written()) + '\n';
  for (const std::string_view line : std::span(lines).subspan(1))
    wide += columns.line_from(from, line) + '\n';
  return wide;
}

std::string row_numbers(std::size_t first, std::size_t rows) {
  return rows == 1 ? fmt::format("row {}", first)
                   : fmt::format("rows {} to {}", first, first + rows - 1);
}

// The length of the first `lines` whole lines; nullopt if there are fewer.
std::optional<std::size_t> length_of(std::string_view text, std::size_t lines) {
  std::size_t end = 0;
  for (; lines > 0; --lines)
    if ((end = text.find('\n', end) + 1) == 0) return std::nullopt;
  return end;
}

}  // namespace

bool has_added_rows(std::string_view ini) {
  return std::ranges::any_of(lines_of(ini),
                             [](std::string_view line) { return note_of(line).has_value(); });
}

// FILE.ini without the remains of a killed writer, and the bytes of FILE that are whole rows.
struct AppendedFile::Notes {
  std::optional<std::string> ini;
  std::size_t bytes = 0;
  bool settled = true;  // no remains of a killed writer

  Notes(const std::string& text, const std::string& ini_path)
      : ini(read_file(ini_path)), bytes(text.size()) {
    if (!ini || ini->empty()) return;
    const std::string last(lines_of(*ini).back());
    const std::optional<Note> note = note_of(last);
    if (!note || !note->is_announced) return;
    settled = false;
    ini->resize(ini->rfind(last));
    if (length_of(text, note->last_row + 1))  // + 1 for the header
      *ini += fmt::format("; {}\n", last.substr(2 + kAnnounced.size()));
    else
      bytes = std::min(bytes, length_of(text, note->first_row).value_or(bytes));
  }
};

AppendedFile::AppendedFile(std::string file, WrittenColumns columns, const Point& point,
                           std::string ini)
    : file_(std::move(file)),
      ini_path_(file_ + ".ini"),
      columns_(std::move(columns)),
      point_(point),
      ini_(std::move(ini)) {
  const std::string text = read_file(file_).value_or("");
  const Notes notes(text, ini_path_);
  check(text.substr(0, notes.bytes), notes);
}

void AppendedFile::check(const std::string& text, const Notes& notes) const {
  constexpr std::string_view kHint = "give another -o FILE";
  if (text.empty()) return;
  // Checks this first, since it explains a header that differs.
  if (notes.ini) {
    const std::size_t points = Config::parse(*notes.ini, ini_path_, {}).point_count();
    if (points != 1)
      config_error("{}: was made by a sweep, as the {} points of {} say; {}", file_, points,
                   ini_path_, kHint);
  }
  if (text.back() != '\n')
    config_error("{}: its last line is cut off; complete it or delete it", file_);
  const std::string_view header = header_of(text);
  if (!columns_.choice_for_header(header))
    config_error("{}: its header differs from that of this run ({}); {}", file_,
                 csv_header(columns_.written()), kHint);
  if (text.size() == header.size() + 1) return;
  if (!notes.ini)
    config_error("{}: exists, but its config {} is missing; {}", file_, ini_path_, kHint);
  const std::string now = version_text();
  const std::string before = version_in(*notes.ini).value_or("an unknown version");
  if (before != now) config_error("{}: made with {}, now {}; {}", file_, before, now, kHint);
  // Refuses keys that are no longer set, which no override can express.
  const ConfigEntries settings = point_.effective_settings();
  const std::map<std::string, std::string> values(settings.begin(), settings.end());
  for (const auto& [key, value] : ini_settings(*notes.ini))
    if (!values.contains(key) && !key.starts_with("output."))
      config_error("{}: made with {} = {}, now not set; {}", file_, key, value, kHint);
}

// The command that reproduces the point from FILE.ini: overrides, and a comment for each input file
// whose contents differ from those of the first row.
std::string AppendedFile::command(const std::string& ini) const {
  const Point base = Config::parse(ini, ini_path_, {}).only_point("run");
  std::map<std::string, std::string> base_values;
  for (auto& [key, value] : base.effective_settings()) base_values[key] = value;
  std::string text = "orthant run " + shell_word(ini_path_);
  for (const auto& [key, value] : point_.effective_settings())
    if (!base_values.contains(key) || base_values[key] != value)
      text += ' ' + shell_word(key + '=' + value);
  const std::string inputs = origin(point_);
  for (const std::string_view line : lines_of(inputs))
    if (ini.find(std::string(line) + '\n') == ini.npos)
      text += fmt::format(" # {}", line.substr(std::string_view("; ").size()));
  return text;
}

WrittenColumns AppendedFile::columns_with(const std::string& text) const {
  WrittenColumns columns = columns_;
  if (const auto there = columns.choice_for_header(header_of(text))) columns.add(*there);
  return columns;
}

std::vector<Row> AppendedFile::found_in(const std::string& text, const Notes& notes) const {
  const std::vector<std::string_view> lines = lines_of(text);
  std::vector<Row> rows;
  const auto there = columns_.choice_for_header(header_of(text));
  if (lines.size() <= 1 || !there) return rows;
  // The command of each row, by row number.
  std::vector<std::string> made(lines.size(), "orthant run " + shell_word(ini_path_));
  const std::string own = of_row(command(*notes.ini));
  for (const std::string_view line : lines_of(*notes.ini))
    if (const auto note = note_of(line))
      for (std::size_t r = note->first_row; r <= note->last_row && r < made.size(); ++r)
        made[r] = of_row(std::string(note->command));
  for (std::size_t r = 1; r < lines.size(); ++r) {
    std::optional<Row> row = parse_csv_line(lines[r]);
    if (made[r] == own && row && row->size() == there->written().size())
      rows.push_back(there->whole(*row));
  }
  return rows;
}

std::vector<Row> AppendedFile::found() const {
  const std::string text = read_file(file_).value_or("");
  const Notes notes(text, ini_path_);
  return found_in(text.substr(0, notes.bytes), notes);
}

// Completes or removes the remains of a killed writer; returns the whole rows.
std::string AppendedFile::settled(LineFile& out) const {
  std::string text = out.text();
  const Notes notes(text, ini_path_);
  check(text.substr(0, notes.bytes), notes);
  if (notes.bytes < text.size()) out.truncate(notes.bytes);
  text.resize(notes.bytes);
  if (!notes.settled) write_file(ini_path_, *notes.ini);
  return text;
}

void AppendedFile::add(const std::vector<Row>& rows) const {
  LineFile out(file_, LineFile::Lock::kWait);
  std::string text = settled(out);
  const auto has_rows = [&] { return text.size() > header_of(text).size() + 1; };
  WrittenColumns columns = columns_with(text);
  while (!rows.empty() && has_rows() && columns_.choice_for_header(header_of(text)) != columns) {
    out.replace(widened(text, *columns_.choice_for_header(header_of(text)), columns),
                LineFile::Lock::kWait);
    text = settled(out);  // another process may have added rows in between
    columns = columns_with(text);
  }
  const Notes notes(text, ini_path_);
  const std::size_t seed = column_of(columns.all(), "seed");
  const std::vector<Row> there = found_in(text, notes);
  Table added{columns.written(), {}};
  for (const Row& row : rows)
    if (std::ranges::none_of(there, [&](const Row& old) { return old[seed] == row[seed]; }))
      added.rows.push_back(columns.written(row));
  if (added.rows.empty()) return;
  std::string csv = to_csv(added);
  if (!has_rows()) {
    out.truncate(0);  // keeps the file whose lock others wait for
    return write_with_config(file_, csv, ini_);
  }
  csv.erase(0, header_of(csv).size() + 1);
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  const std::string note =
      fmt::format("{}: {}", row_numbers(lines, added.rows.size()), command(*notes.ini));
  write_file(ini_path_, fmt::format("{}; {}{}\n", *notes.ini, kAnnounced, note));
  try {
    out.append(csv);
  } catch (const ConfigError&) {
    out.truncate(text.size());
    write_file(ini_path_, *notes.ini);
    throw;
  }
  write_file(ini_path_, fmt::format("{}; {}\n", *notes.ini, note));
}

}  // namespace orthant
