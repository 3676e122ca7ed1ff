// Tested by: tests/app/schedule_files_test.py
#include "app/setup/frame_entries.hpp"

#include <fmt/format.h>

// Keeps Boost's own reader of JSON from announcing that it uses them.
#define BOOST_BIND_GLOBAL_PLACEHOLDERS
#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/ptree.hpp>
#include <optional>
#include <sstream>
#include <string_view>

#include "app/output/files.hpp"
#include "base/error.hpp"
#include "base/line_reader.hpp"
#include "base/numbers.hpp"

namespace orthant {
namespace {

using Json = boost::property_tree::ptree;

constexpr int kDeepest = 64;  // objects and lists in each other

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

std::vector<Column> frame_columns() {
  return {{"frame", false, {}, "Number of the frame, from 0."},
          {"source", false, {}, "Node that sends; of a case the column transfer instead."},
          {"destination", false, {}, "Node that receives."}};
}

bool is_json_file(const std::string& file) { return file.ends_with(".json"); }

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
