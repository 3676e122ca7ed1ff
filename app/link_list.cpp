#include "app/link_list.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <regex>
#include <sstream>

#include "base/line_reader.hpp"

namespace orthant {
namespace {

constexpr const char* kKey = "faults.links";

std::optional<std::uint32_t> router_number(std::string_view text, const Topology& topology) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number < topology.router_count() ? std::optional(number) : std::nullopt;
}

// Calls fail(message) where the two routers are no neighbours.
template <class Fail>
ChannelId link_between(std::string_view from, std::string_view to, const Topology& topology,
                       const Fail& fail) {
  const auto a = router_number(from, topology), b = router_number(to, topology);
  if (!a || !b)
    fail(fmt::format("{} {}: no two routers; allowed: 0 to {}", from, to,
                     topology.router_count() - 1));
  for (std::size_t p = 0; p < topology.channel_port_count(RouterId{*a}); ++p) {
    const auto channel = topology.channel_from(RouterId{*a}, PortId{p});
    if (channel && topology.channel(*channel).to == RouterId{*b}) return *channel;
  }
  fail(fmt::format("{} {}: no link joins these routers; allowed: neighbours", from, to));
  return {};
}

std::vector<ChannelId> listed_links(const std::string& text, const Topology& topology) {
  std::vector<ChannelId> links;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t dash = word.find('-');
    links.push_back(link_between(std::string_view(word).substr(0, dash),
                                 std::string_view(word).substr(dash + 1), topology,
                                 [](const std::string& what) { key_error(kKey, "{}", what); }));
  }
  return links;
}

std::vector<ChannelId> links_of_file(const std::string& file, const Topology& topology) {
  std::vector<ChannelId> links;
  LineReader reader(kKey, file, 2);
  while (reader.next()) {
    const std::vector<std::string_view>& entries = reader.entries();
    if (entries.empty()) continue;
    if (entries.size() != 2) reader.fail("a link is two routers, as in 0 1");
    links.push_back(link_between(LineReader::printable(entries[0]),
                                 LineReader::printable(entries[1]), topology,
                                 [&](const std::string& what) { reader.fail("{}", what); }));
  }
  return links;
}

}  // namespace

std::vector<ChannelId> read_links(const std::string& text, const Topology& topology) {
  static const std::regex kPairs(R"(\s*\d+-\d+(\s+\d+-\d+)*\s*)");
  return std::regex_match(text, kPairs) ? listed_links(text, topology)
                                        : links_of_file(text, topology);
}

}  // namespace orthant
