// Tested by: tests/app/schedule_files_test.py
#include "schedule/files/frames_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <map>

// Prevents a warning from Boost's JSON parser.
#define BOOST_BIND_GLOBAL_PLACEHOLDERS
#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/ptree.hpp>
#include <optional>
#include <sstream>
#include <string_view>

#include "base/error.hpp"
#include "base/line_reader.hpp"
#include "base/numbers.hpp"
#include "base/read_file.hpp"

namespace orthant {
namespace {

using Json = boost::property_tree::ptree;

// A transfer in a frame, as read from a file.
struct FrameEntry {
  std::size_t line = 0;  // of a CSV file
  std::uint32_t frame = 0;
  // Source and destination of a transfer; in frames of a case its number and 0.
  std::array<std::uint32_t, 2> ends = {};
  std::optional<std::vector<std::uint32_t>> channels = {};  // if a JSON file lists them
};

struct FramesFile {
  const char* key;  // for messages
  std::string path;
};

[[noreturn]] void fail_at_entry(const FramesFile& file, const FrameEntry& entry,
                                const std::string& what) {
  if (is_json_file(file.path))
    key_error(file.key, "{}: frame {}: {}", file.path, entry.frame, what);
  key_error(file.key, "{}:{}: {}", file.path, entry.line, what);
}

constexpr int kDeepest = 64;  // nesting depth of objects and lists

// True if the text is nested no deeper than a recursive parser can read.
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
    key_error(file.key, "{}:{}: no JSON: {}; allowed: a file of --frames", file.path, error.line(),
              error.message());
  }
  return json;
}

std::optional<std::uint32_t> number_in(const Json& json, const char* name) {
  const auto text = json.get_optional<std::string>(name);
  const auto number = text ? parse_integer(*text) : std::nullopt;
  if (!number || *number < 0 || *number > 0x7fff'ffff) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

// Returns nullopt if the channels are missing or are not a list of numbers.
std::optional<std::vector<std::uint32_t>> channels_in(const Json& transfer) {
  const auto list = transfer.get_child_optional("channels");
  if (!list) return std::nullopt;
  std::vector<std::uint32_t> channels;
  for (const auto& [unnamed, channel] : *list) {
    const auto number = parse_integer(channel.data());
    if (!number || *number < 0 || *number > 0x7fff'ffff) return std::nullopt;
    channels.push_back(static_cast<std::uint32_t>(*number));
  }
  return channels;
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
      entry.channels = channels_in(transfer);
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
        reader.fail(
            "{} is no number of a frame, node or transfer; allowed: whole numbers from 0 on",
            LineReader::printable(entries[i]));
      numbers[i] = static_cast<std::uint32_t>(*number);
    }
    list.push_back({reader.line_number(), numbers[0], {numbers[1], numbers[2]}, {}});
  }
  return list;
}

std::vector<FrameEntry> read_frame_entries(const FramesFile& file, bool has_pairs) {
  return is_json_file(file.path) ? read_json_entries(file, has_pairs)
                                 : read_csv_entries(file, has_pairs);
}

// Calls take(transfer, entry) for every transfer of a frame.
template <class Take>
Frames frames_of(const FramesFile& given, const CollectiveTransfers& all, const Take& take) {
  const bool has_pairs = !all.pairs.empty();
  std::multimap<std::pair<NodeId, NodeId>, std::uint32_t> left;  // by ends: not read yet
  for (std::uint32_t t = 0; t < all.pairs.size(); ++t)
    left.emplace(std::pair(all.pairs[t].source, all.pairs[t].destination), t);
  std::map<std::size_t, std::vector<std::uint32_t>> frames;
  std::map<std::pair<NodeId, NodeId>, std::uint32_t> last;
  for (const FrameEntry& entry : read_frame_entries(given, has_pairs)) {
    std::uint32_t transfer = entry.ends[0];
    if (has_pairs) {
      const std::pair ends{NodeId{entry.ends[0]}, NodeId{entry.ends[1]}};
      if (const auto known = left.find(ends); known != left.end()) {
        last[ends] = known->second;
        left.erase(known);
      } else if (!last.contains(ends)) {
        fail_at_entry(given, entry,
                      fmt::format("{} sends nothing to {}", entry.ends[0], entry.ends[1]));
      }
      transfer = last[ends];
    } else if (transfer >= all.set.transfers.size()) {
      fail_at_entry(given, entry,
                    fmt::format("there is no transfer {}; allowed: 0 to {}", transfer,
                                all.set.transfers.size() - 1));
    }
    take(transfer, entry);
    frames[entry.frame].push_back(transfer);
  }
  Frames list;
  for (auto& [frame, transfers] : frames) list.push_back(std::move(transfers));
  return list;
}

}  // namespace

bool is_json_file(const std::string& file) { return file.ends_with(".json"); }

std::string frames_text(const CollectiveTransfers& transfers, const Frames& frames) {
  const bool pairs = !transfers.pairs.empty();
  std::string text = pairs ? "frame,source,destination\n" : "frame,transfer\n";
  for (std::size_t f = 0; f < frames.size(); ++f) {
    for (const std::uint32_t t : frames[f]) {
      if (pairs) {
        const NodePair& pair = transfers.pairs[t];
        text += fmt::format("{},{},{}\n", f, pair.source.value, pair.destination.value);
      } else {
        text += fmt::format("{},{}\n", f, t);
      }
    }
  }
  return text;
}

Frames read_frames(const char* key, const std::string& file, const CollectiveTransfers& all) {
  const FramesFile given{key, file};
  return frames_of(given, all, [&](std::uint32_t transfer, const FrameEntry& entry) {
    if (entry.channels && *entry.channels != all.set.transfers[transfer].channels)
      fail_at_entry(
          given, entry,
          fmt::format("transfer {} lists other channels than its route here has; allowed: "
                      "a schedule of the same network, routing and ports",
                      transfer));
  });
}

Frames read_frames_and_routes(const char* key, const std::string& file, CollectiveTransfers& all) {
  const FramesFile given{key, file};
  return frames_of(given, all, [&](std::uint32_t transfer, const FrameEntry& entry) {
    if (entry.channels) all.set.transfers[transfer].channels = *entry.channels;
  });
}

}  // namespace orthant
