// Tested by: tests/app/schedule_files_test.py
#include "app/schedule_frames.hpp"

#include <fmt/format.h>

// Keeps Boost's own reader of JSON from announcing that it uses them.
#define BOOST_BIND_GLOBAL_PLACEHOLDERS
#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/ptree.hpp>
#include <optional>
#include <sstream>
#include <string_view>

#include "app/files.hpp"
#include "base/error.hpp"
#include "base/line_reader.hpp"
#include "base/numbers.hpp"

namespace orthant {
namespace {

using Json = boost::property_tree::ptree;

constexpr int kDeepest = 64;  // objects and lists in each other

std::string json_list(const std::vector<std::uint32_t>& numbers) {
  std::string text = "[";
  for (const std::uint32_t number : numbers)
    text += fmt::format("{}{}", text.size() == 1 ? "" : ", ", number);
  return text + "]";
}

std::string name_or_null(const std::string& name) {
  return name.empty() ? "null" : json_string(name);
}

// What was scheduled, then the columns from the number of transfers on as "result".
std::string heading_json(const ScheduleProblem& problem, const ScheduleResult& result) {
  const std::vector<Column> columns = ScheduleProblem::columns();
  const Row row = problem.fields(result);
  const auto field = [&](std::size_t c) {
    return json_string(columns[c].name) + ": " + json_value(columns[c], row[c]);
  };
  const std::size_t figures = column_of(columns, "transfers");
  std::string text;
  for (std::size_t c = 0; c < figures; ++c) {
    text += fmt::format("  {},\n", field(c));
    if (c == 0) text += fmt::format("  \"dimensions\": {},\n", name_or_null(problem.dimensions()));
  }
  text += "  \"result\": {" + field(figures);
  for (std::size_t c = figures + 1; c < columns.size(); ++c) text += ", " + field(c);
  return text + "},\n";
}

std::string channels_json(const TransferSet& set) {
  const LiquidBound bound = liquid_bound(set);
  std::string text;
  for (std::uint32_t c = 0; c < set.channels; ++c) {
    if (bound.loads[c] == 0) continue;
    text +=
        fmt::format("{}\n    {{\"channel\": {}, \"name\": {}, \"load\": {}, \"bottleneck\": {}}}",
                    text.empty() ? "" : ",", c,
                    name_or_null(set.channel_names.empty() ? std::string() : set.channel_names[c]),
                    bound.loads[c], bound.loads[c] == bound.duration);
  }
  return "  \"channels\": [" + text + "\n  ],\n";
}

std::string transfer_json(const ScheduleProblem& problem, std::uint32_t t) {
  const Transfer& transfer = problem.set().transfers[t];
  std::string ends = "\"source\": null, \"destination\": null";
  if (const auto& pairs = problem.pairs(); !pairs.empty())
    ends = fmt::format("\"source\": {}, \"destination\": {}", pairs[t].source.value,
                       pairs[t].destination.value);
  return fmt::format("{{\"transfer\": {}, \"name\": {}, {}, \"channels\": {}}}", t,
                     name_or_null(transfer.name), ends, json_list(transfer.channels));
}

// What a parser that calls itself for every level can read.
bool is_shallow(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted && c == '\\') ++i;
    if (quoted) continue;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (depth > kDeepest) return false;
  }
  return true;
}

Json parsed_json(const FramesFile& file) {
  const std::optional<std::string> text = read_file(file.path);
  if (!text) key_error(file.key, "{}: no such file; allowed: a file of --frames", file.path);
  if (!is_shallow(*text))
    key_error(file.key, "{}: no frames; allowed: a file of --frames", file.path);
  Json json;
  try {
    std::istringstream stream(*text);
    boost::property_tree::read_json(stream, json);
  } catch (const boost::property_tree::json_parser_error& error) {
    key_error(file.key, "{}:{}: no JSON: {}", file.path, error.line(), error.message());
  }
  return json;
}

std::optional<std::uint32_t> number_in(const Json& json, const char* name) {
  const auto text = json.get_optional<std::string>(name);
  const auto number = text ? parse_integer(*text) : std::nullopt;
  if (!number || *number < 0 || *number > 0x7fff'ffff) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

std::vector<FrameEntry> read_json_entries(const FramesFile& file, bool has_pairs) {
  const Json json = parsed_json(file);
  const auto frames = json.get_child_optional("frames");
  if (!frames) key_error(file.key, "{}: no frames; allowed: a file of --frames", file.path);
  std::vector<FrameEntry> entries;
  FrameEntry entry;
  for (const auto& [unnamed, frame] : *frames) {
    const auto transfers = frame.get_child_optional("transfers");
    if (!transfers) fail_at_entry(file, entry, "no transfers; allowed: a list of them");
    for (const auto& [no_name, transfer] : *transfers) {
      const auto first = number_in(transfer, has_pairs ? "source" : "transfer");
      const auto second = has_pairs ? number_in(transfer, "destination") : 0;
      if (!first || !second)
        fail_at_entry(file, entry,
                      fmt::format("a transfer without {}; allowed: a number from 0",
                                  has_pairs ? "source and destination" : "its number"));
      entry.ends = {*first, *second};
      entries.push_back(entry);
    }
    ++entry.frame;
  }
  return entries;
}

std::vector<FrameEntry> read_csv_entries(const FramesFile& file, bool has_pairs) {
  const std::string_view header = has_pairs ? "frame,source,destination" : "frame,transfer";
  LineReader reader(file.key, file.path, 3);
  if (!reader.next() || reader.text() != header)
    reader.fail("no frames; allowed: a file that begins with {}", header);
  std::vector<FrameEntry> list;
  while (reader.next()) {
    const auto& entries = reader.entries();
    if (entries.empty()) continue;
    if (entries.size() != (has_pairs ? 3 : 2))
      reader.fail("{} entries; allowed: {}", entries.size(), header);
    std::array<std::uint32_t, 3> numbers = {};
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const auto number = parse_integer(entries[i]);
      if (!number || *number < 0 || *number > 0x7fff'ffff)
        reader.fail("{} is no number of a frame, node or transfer",
                    LineReader::printable(entries[i]));
      numbers[i] = static_cast<std::uint32_t>(*number);
    }
    list.push_back({reader.line_number(), numbers[0], {numbers[1], numbers[2]}});
  }
  return list;
}

}  // namespace

bool is_json_file(const std::string& file) { return file.ends_with(".json"); }

std::string frames_json(const ScheduleProblem& problem, const ScheduleResult& result) {
  std::string text = "{\n" + heading_json(problem, result) + channels_json(problem.set());
  text += "  \"frames\": [";
  for (std::size_t f = 0; f < result.frames.size(); ++f) {
    text += fmt::format("{}\n    {{\"frame\": {}, ", f == 0 ? "" : ",", f);
    if (const std::size_t wavelengths = problem.wavelengths(); wavelengths > 1)
      text += fmt::format("\"slot\": {}, \"wavelength\": {}, ", f / wavelengths, f % wavelengths);
    text += "\"transfers\": [";
    for (std::size_t i = 0; i < result.frames[f].size(); ++i)
      text += fmt::format("{}\n      {}", i == 0 ? "" : ",",
                          transfer_json(problem, result.frames[f][i]));
    text += "\n    ]}";
  }
  return text + "\n  ]\n}\n";
}

std::vector<FrameEntry> read_frame_entries(const FramesFile& file, bool has_pairs) {
  return is_json_file(file.path) ? read_json_entries(file, has_pairs)
                                 : read_csv_entries(file, has_pairs);
}

void fail_at_entry(const FramesFile& file, const FrameEntry& entry, const std::string& what) {
  if (is_json_file(file.path))
    key_error(file.key, "{}: frame {}: {}", file.path, entry.frame, what);
  key_error(file.key, "{}:{}: {}", file.path, entry.line, what);
}

}  // namespace orthant
