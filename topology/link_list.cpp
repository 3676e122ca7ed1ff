// Tested by: tests/topology/link_list_test.cpp, tests/app/policy_test.py
#include "topology/link_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <optional>
#include <regex>
#include <sstream>

#include "base/file_kind.hpp"
#include "base/line_reader.hpp"
#include "topology/neighbors.hpp"

namespace orthant {
namespace {

constexpr const char* kKey = "faults.links";

std::optional<std::uint32_t> router_number(std::string_view text, const Topology& topology) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number < topology.router_count() ? std::optional(number) : std::nullopt;
}

// Calls fail(message) if the two routers are not neighbours.
template <class Fail>
ChannelId link_between(std::string_view from, std::string_view to, const Topology& topology,
                       const Fail& fail) {
  const auto a = router_number(from, topology), b = router_number(to, topology);
  if (!a || !b)
    fail(fmt::format("{}-{}: no two routers; allowed: 0 to {}", from, to,
                     topology.router_count() - 1));
  if (const auto channel = channel_between(topology, RouterId{*a}, RouterId{*b})) return *channel;
  fail(fmt::format("{}-{}: no link joins these routers; allowed: neighbours", from, to));
  return {};
}

template <class Fail>
ChannelId link_of(std::string_view pair, const Topology& topology, const Fail& fail) {
  const std::size_t dash = pair.find('-');
  return link_between(pair.substr(0, dash), pair.substr(dash + 1), topology, fail);
}

const std::regex& pair_of_routers() {
  static const std::regex pair(R"(\d+-\d+)");
  return pair;
}

std::vector<ChannelId> links_of_file(const std::string& file, const Topology& topology) {
  std::vector<ChannelId> links;
  refuse_other_kinds(kKey, file, {}, "two routers a line, as in 0-1 or 0 1");
  LineReader reader(kKey, file, 2);
  while (reader.next()) {
    const std::vector<std::string_view>& entries = reader.entries();
    if (entries.empty()) continue;
    const auto fail = [&](const std::string& what) { reader.fail("{}", what); };
    const std::string first = LineReader::printable(entries[0]);
    if (entries.size() == 2)
      links.push_back(link_between(first, LineReader::printable(entries[1]), topology, fail));
    else if (std::regex_match(first, pair_of_routers()))
      links.push_back(link_of(first, topology, fail));
    else
      fail("no link; allowed: two routers, as in 0-1 or 0 1");
  }
  return links;
}

}  // namespace

std::vector<ChannelId> read_links(const std::string& text, const Topology& topology) {
  std::istringstream words(text);
  const std::vector<std::string> pairs{std::istream_iterator<std::string>(words), {}};
  const auto is_pair = [](const std::string& word) {
    return std::regex_match(word, pair_of_routers());
  };
  std::error_code ignored;
  if (pairs.empty() || !std::ranges::all_of(pairs, is_pair)) {
    if (!std::filesystem::exists(text, ignored))
      key_error(kKey,
                "{}: no such file; allowed: a file of links, or pairs of routers as in 0-1 5-6",
                text);
    return links_of_file(text, topology);
  }
  std::vector<ChannelId> links;
  for (const std::string& pair : pairs)
    links.push_back(
        link_of(pair, topology, [](const std::string& what) { key_error(kKey, "{}", what); }));
  return links;
}

}  // namespace orthant
