// Tested by: tests/traffic/chakra_groups_test.cpp
#include "traffic/traces/process_groups.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/file_kind.hpp"
#include "base/json_reader.hpp"
#include "base/line_reader.hpp"
#include "base/read_file.hpp"

namespace orthant {
namespace {

constexpr std::uint32_t kMaxGroups = 1u << 20;
constexpr std::string_view kForms =
    "{\"NAME\": [0, 1], ...}, or [{\"pg_name\": \"NAME\", \"ranks\": [0, 1]}, ...]";

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

}  // namespace

ProcessGroups::ProcessGroups(std::uint32_t ranks) : ranks_(ranks) {
  std::vector<std::uint32_t> all(ranks);
  std::iota(all.begin(), all.end(), 0u);
  number_of(std::move(all));
}

std::uint32_t ProcessGroups::number_of(std::vector<std::uint32_t> members) {
  const auto [place, is_new] = number_.try_emplace(members, size());
  if (is_new) members_.push_back(std::move(members));
  return place->second;
}

bool ProcessGroups::has(std::uint32_t group, std::uint32_t rank) const {
  return group == 0 || std::ranges::find(members_[group], rank) != members_[group].end();
}

std::uint32_t ProcessGroups::position(std::uint32_t group, std::uint32_t rank) const {
  if (group == 0) return rank;
  const auto& members = members_[group];
  return static_cast<std::uint32_t>(std::ranges::find(members, rank) - members.begin());
}

std::optional<std::uint32_t> ProcessGroups::find(const std::string& name,
                                                 std::uint32_t rank) const {
  const auto with_rank = [&](const std::vector<std::uint32_t>& groups) {
    const auto found = std::ranges::find_if(groups, [&](auto group) { return has(group, rank); });
    return found == groups.end() ? std::nullopt : std::optional(*found);
  };
  const auto named = by_name_.find(name);
  if (named != by_name_.end()) return with_rank(named->second);
  if (name.empty() || is_decimal(name.back())) return std::nullopt;
  for (auto next = by_name_.upper_bound(name);
       next != by_name_.end() && next->first.starts_with(name); ++next) {
    if (!std::ranges::all_of(next->first.substr(name.size()), is_decimal)) continue;
    if (const auto found = with_rank(next->second)) return found;
  }
  return std::nullopt;
}

void ProcessGroups::add(JsonReader& json, const std::string& name,
                        std::vector<std::uint32_t> members) {
  if (members.empty()) members.assign(members_[0].begin(), members_[0].end());
  if (size() == kMaxGroups) json.fail("more than {} groups; allowed: fewer", kMaxGroups);
  const std::uint32_t group = number_of(std::move(members));
  std::vector<std::uint32_t>& groups = by_name_[name];
  if (std::ranges::find(groups, group) != groups.end()) return;
  for (const std::uint32_t other : groups)
    for (const std::uint32_t rank : members_[group])
      if (has(other, rank))
        json.fail("rank {} is in two groups '{}'; allowed: one of each name", rank,
                  LineReader::printable(name));
  groups.push_back(group);
}

std::vector<std::uint32_t> ProcessGroups::read_ranks(JsonReader& json) {
  std::vector<std::uint32_t> members;
  json.array([&] {
    const std::int64_t rank = json.integer();
    if (rank < 0 || rank >= std::int64_t{ranks_})
      json.fail("{} is no rank; allowed: 0 to {}", rank, ranks_ - 1);
    members.push_back(static_cast<std::uint32_t>(rank));
  });
  std::vector<std::uint32_t> sorted = members;
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end()) json.fail("rank {} is there twice in a group; allowed: once", *twice);
  return members;
}

// Reads the ranks of a group, or of several groups.
void ProcessGroups::read_named(JsonReader& json, const std::string& name) {
  if (json.next() != JsonReader::Kind::kArray)
    json.fail("group '{}' has no list of ranks; allowed: {}", LineReader::printable(name), kForms);
  if (json.next_inside() != JsonReader::Kind::kArray) return add(json, name, read_ranks(json));
  json.array([&] { add(json, name, read_ranks(json)); });
}

void ProcessGroups::read_listed(JsonReader& json) {
  std::optional<std::string> name;
  std::optional<std::vector<std::uint32_t>> members;
  json.object([&](const std::string& member) {
    if (member == "pg_name")
      name =
          json.next() == JsonReader::Kind::kNumber ? std::to_string(json.integer()) : json.string();
    else if (member == "ranks")
      members = read_ranks(json);
    else
      json.skip();
  });
  if (!name || !members)
    json.fail("a group without {}; allowed: {}", name ? "ranks" : "pg_name", kForms);
  add(json, *name, *std::move(members));
}

void ProcessGroups::read_file(const std::string& key, const std::string& file) {
  refuse_other_kinds(key, file, FileKind::kJson, fmt::format("process groups in JSON, {}", kForms));
  const std::string text = read_file_of(key, file);
  JsonReader json(key, file, text);
  if (json.next() == JsonReader::Kind::kObject)
    json.object([&](const std::string& name) { read_named(json, name); });
  else if (json.next() == JsonReader::Kind::kArray)
    json.array([&] { read_listed(json); });
  else
    json.fail("no process groups; allowed: {}", kForms);
  if (json.next() != JsonReader::Kind::kEnd)
    json.fail("more after the groups; allowed: the end of the file");
  if (empty()) json.fail("the file has no group; allowed: {}", kForms);
}

void ProcessGroups::read_text(const std::string& key, const std::string& place,
                              std::string_view text) {
  const std::size_t begin = text.find("[{"), end = text.rfind("}]");
  if (begin == text.npos || end == text.npos || end < begin ||
      text.find("\"pg_name\"") == text.npos)
    return;
  JsonReader json(key, place, text.substr(begin, end + 2 - begin));
  json.array([&] { read_listed(json); });
}

}  // namespace orthant
