// `orthant merge`: joins the parts of a sweep into the file that the whole sweep would have
// written.
//
// FILE.ini identifies a part: the line of the verb names the shard, and everything else must be
// equal in all parts. Tested by: tests/app/shard_test.py
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "app/config/verbs.hpp"
#include "app/jobs/resume.hpp"
#include "app/jobs/shard.hpp"
#include "app/keys/spelling.hpp"
#include "app/output/csv.hpp"
#include "app/output/files.hpp"
#include "app/output/origin.hpp"
#include "app/output/output.hpp"
#include "app/output/written_columns.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

constexpr std::string_view kMark = " --shard ";

struct Part {
  std::string path;
  Shard shard;
  std::string ini;                           // without shard and finish: of the whole sweep
  std::string text;                          // contents of FILE
  std::vector<std::string_view> lines = {};  // of `text`, the header first

  std::string_view header() const { return lines[0]; }
};

// Cuts " --shard I/N" out of an INI text; nullopt if it is missing.
std::optional<Shard> take_shard(std::string& ini) {
  const std::size_t begin = ini.find(kMark);
  if (begin == ini.npos || begin > ini.find("\n[")) return std::nullopt;
  const std::size_t end = ini.find('\n', begin);
  const std::optional<Shard> shard =
      parse_shard(std::string_view(ini).substr(begin + kMark.size(), end - begin - kMark.size()));
  if (shard) ini.erase(begin, end - begin);
  return shard;
}

Part read_part(const std::string& path) {
  const std::optional<std::string> text = read_file(path);
  if (!text) config_error("{}: no such file; allowed: a part that --shard wrote", path);
  std::optional<std::string> ini = read_file(path + ".ini");
  if (!ini)
    config_error(
        "{}: {}.ini that says of which sweep it is is missing; allowed: both files of a part", path,
        path);
  const std::optional<Shard> shard = take_shard(*ini);
  if (!shard)
    config_error("{}: {}.ini names no part of a sweep; allowed: files that --shard wrote", path,
                 path);
  const std::string name = fmt::format("{}: part {}/{}", path, shard->number, shard->of);
  const FinishedIni finished = split_finished(*ini);
  if (finished.line.empty() || file_exists(path + ".partial"))
    config_error("{} is not finished; the command that began it computes the rest", name);
  if (finished.line != finished_line(*text))
    config_error("{} was changed after it was written; allowed: parts as they were written", name);
  if (text->find('\n') == text->npos)
    config_error("{} holds no header; allowed: parts as they were written", name);
  return {path, *shard, finished.ini, *text};
}

// Throws ConfigError if `part` is not of the sweep of `first`, with "made with A, this one with B".
void require_one_sweep(const Part& part, const Part& first) {
  std::string difference = origin_difference(first.ini, part.ini, Versions::kEqual);
  if (difference.empty() && part.shard.of != first.shard.of)
    difference = fmt::format("made with {} parts, now {}", first.shard.of, part.shard.of);
  if (difference.empty() && part.ini != first.ini) difference = "made with another .ini, now this";
  if (difference.empty()) return;
  constexpr std::string_view kNow = ", now ";
  difference.replace(difference.find(kNow), kNow.size(), ", this one with ");
  config_error("{}: part {}/{} is of another sweep: {} was {}", part.path, part.shard.number,
               part.shard.of, first.path, difference);
}

// Reads the parts and returns them in the order of their numbers.
std::vector<Part> read_parts(const std::vector<std::string>& paths) {
  std::map<std::size_t, Part> parts;
  std::optional<Part> first;
  for (const std::string& path : paths) {
    Part part = read_part(path);
    if (!first) first = part;
    require_one_sweep(part, *first);
    const auto [there, added] = parts.emplace(part.shard.number, part);
    if (!added)
      config_error("{}: part {}/{} is there twice, in {} too; allowed: every part once", path,
                   part.shard.number, part.shard.of, there->second.path);
  }
  std::vector<std::string> missing;
  for (std::size_t number = 1; number <= first->shard.of; ++number)
    if (!parts.contains(number)) missing.push_back(fmt::format("{}/{}", number, first->shard.of));
  if (!missing.empty()) {
    constexpr std::size_t kMostNamed = 10;
    const std::size_t more = missing.size() - std::min(missing.size(), kMostNamed);
    missing.resize(missing.size() - more);
    const bool one = missing.size() + more == 1;
    config_error("{}: part{} {}{} of its sweep {} missing; allowed: all parts", first->path,
                 one ? "" : "s", fmt::join(missing, ", "),
                 more > 0 ? fmt::format(" and {} more", more) : "", one ? "is" : "are");
  }
  std::vector<Part> ordered;
  for (auto& [number, part] : parts) ordered.push_back(std::move(part));
  return ordered;
}

// Rows per point; saturate has one, without repetitions.
std::size_t repetitions_of(const std::string& ini) {
  if (ini.find("\n; saturate\n") != ini.npos) return 1;
  std::size_t repetitions = 1;
  for (const auto& [key, value] : ini_settings(ini))
    if (key == "run.repetitions")
      std::from_chars(value.data(), value.data() + value.size(), repetitions);
  return std::max(repetitions, std::size_t{1});
}

std::size_t width(const Part& part) { return parse_csv_line(part.header()).value_or(Row()).size(); }

// The columns of a part; parts of other builds of the program may lack some of them.
WrittenColumns columns_of(const Part& part) {
  std::vector<Column> columns;
  for (std::string& name : parse_csv_line(part.header()).value_or(Row()))
    columns.push_back({.name = std::move(name), .when = {.otherwise = "some builds"}});
  return WrittenColumns(std::move(columns));
}

std::string joined_text(std::vector<Part>& parts) {
  std::size_t rows = 0;
  for (Part& part : parts) {
    part.lines = lines_of(part.text);
    rows += part.lines.size() - 1;
  }
  const std::size_t repetitions = repetitions_of(parts[0].ini);
  const Part& widest = *std::ranges::max_element(parts, {}, width);
  const WrittenColumns columns = columns_of(widest);
  std::vector<WrittenColumns> own;
  for (const Part& part : parts) {
    const std::size_t expected = ShardRows(part.shard, rows / repetitions, repetitions).size() + 1;
    const auto there = columns.choice_for_header(part.header());
    if (!there)
      config_error("{}: part {}/{} has other columns than {}; allowed: parts as they were written",
                   part.path, part.shard.number, part.shard.of, widest.path);
    own.push_back(*there);
    if (part.lines.size() != expected)
      config_error("{}: part {}/{} has {} and {} are expected; allowed: parts as they were written",
                   part.path, part.shard.number, part.shard.of,
                   counted(part.lines.size() - 1, "rows"), expected - 1);
  }
  std::string text = csv_header(columns.written()) + '\n';
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t p = row / repetitions % parts.size();
    const ShardRows place(parts[p].shard, rows / repetitions, repetitions);
    text += columns.line_from(own[p], parts[p].lines[place.in_part(row) + 1]) + '\n';
  }
  return text;
}

}  // namespace

int merge_verb(const CommandLine& command) {
  if (command.words.empty())
    config_error("command line: merge: the parts are missing; allowed: files that --shard wrote");
  if (command.output && std::ranges::find(command.words, *command.output) != command.words.end())
    config_error("{}: is one of the parts; give another -o FILE", *command.output);
  std::vector<Part> parts = read_parts(command.words);
  const std::string text = joined_text(parts);
  if (command.output) {
    const std::string ini = parts[0].ini;
    if (!command.overwrite) check_replace(*command.output, "-o", ini);
    write_with_config(*command.output, text, ini + finished_line(text));
  } else {
    write_text(text, std::nullopt);
  }
  return kExitDone;
}

}  // namespace orthant
