// Tested by: tests/topology/exceptions_test.cpp
#include "topology/exceptions.hpp"

#include <algorithm>
#include <cctype>

#include "base/file_kind.hpp"
#include "base/limits.hpp"
#include "base/line_reader.hpp"
#include "base/numbers.hpp"
#include "base/words.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

constexpr const char* kExceptionsKey = "topology.exceptions";
constexpr std::size_t kLongestLine = 64;  // words
constexpr const char* kLines =
    "router R nodes N, router R down, link A B [number K] down, link A B [number K] [bandwidth X] "
    "[latency N], link A B added [bandwidth X] [latency N]";

class ExceptionsReader {
 public:
  ExceptionsReader(const std::string& file, const Topology& topology,
                   const AddedLinkDefaults& defaults)
      : reader_(kExceptionsKey, file, kLongestLine), topology_(topology), defaults_(defaults) {
    // Both begin lines with "router".
    refuse_other_kinds(kExceptionsKey, file, FileKind::kAnynet,
                       "lines as router (3,2) nodes 4 and link (1,2) (2,2) down");
  }

  NetworkChanges read() {
    while (reader_.next()) {
      words_ = words_of_routers(reader_.without_comment());
      at_ = 0;
      if (words_.empty()) continue;
      const std::string what = next("router or link");
      if (what == "router")
        read_router();
      else if (what == "link")
        read_link();
      else
        reader_.fail("'{}' begins no exception; allowed: {}", what, kLines);
      if (at_ < words_.size())
        reader_.fail("'{}' after the exception; allowed: {}", words_[at_], kLines);
    }
    return std::move(changes_);
  }

 private:
  std::string next(std::string_view missing) {
    if (at_ == words_.size())
      reader_.fail("the line ends where {} should follow; allowed: {}", missing, kLines);
    return words_[at_++];
  }
  bool accept(std::string_view word) {
    if (at_ == words_.size() || words_[at_] != word) return false;
    ++at_;
    return true;
  }

  RouterId read_name() {
    const std::string word = next("a router");
    if (const auto router = router_named(topology_, word)) return *router;
    const Structure* structure = topology_.structure();
    if (structure == nullptr)
      reader_.fail("'{}' is no router; allowed: its name, or 0 to {}", word,
                   topology_.router_count() - 1);
    std::string most;
    for (std::size_t d = 0; d < structure->dimensions(); ++d)
      most += fmt::format("{}{}", d == 0 ? "" : ",", structure->radix(d) - 1);
    reader_.fail("'{}' is no router; allowed: coordinates up to ({}), or 0 to {}", word, most,
                 topology_.router_count() - 1);
  }

  std::uint32_t read_whole(std::string_view name, std::int64_t least, std::int64_t most) {
    const std::string word = next("a number");
    const auto number = parse_whole(word);
    if (!number || *number < least || *number > most)
      reader_.fail("{} '{}'; allowed: a whole number, {} to {}", name, word, least, most);
    return static_cast<std::uint32_t>(*number);
  }
  Rational read_bandwidth() {
    const std::string word = next("a number");
    const auto bandwidth = parse_rational(word);
    if (!bandwidth || *bandwidth > limits::kBandwidth ||
        bandwidth->numerator() > limits::kBandwidthPart ||
        bandwidth->denominator() > limits::kBandwidthPart) {
      reader_.fail(
          "bandwidth '{}'; allowed: flits per cycle above 0, at most {}, as 0.5 or 1/3 (a link "
          "without bandwidth is down)",
          word, limits::kBandwidth);
    }
    return *bandwidth;
  }

  void read_router() {
    const RouterId router = read_name();
    if (changes_.nodes.contains(router) || changes_.routers_down.contains(router))
      reader_.fail("{} a second time; allowed: one line for each router",
                   router_text(topology_, router));
    if (accept("down")) {
      changes_.routers_down.insert(router);
    } else if (accept("nodes")) {
      changes_.nodes[router] = read_whole("nodes", 0, limits::kPorts);
    } else {
      const std::string word = next("nodes or down");
      reader_.fail("'{}' of a router; allowed: nodes N, or down", word);
    }
  }

  void read_link() {
    const RouterId a = read_name(), b = read_name();
    if (a == b)
      reader_.fail("a link from {} to itself; allowed: two routers", router_text(topology_, a));
    if (accept("added")) return add_link(a, b);
    const ChannelId link = find_link(a, b);
    if (changes_.links_down.contains(link) || changes_.links.contains(link))
      reader_.fail("the link {} a second time; allowed: one line for each link", pair(a, b));
    if (accept("down")) {
      changes_.links_down.insert(link);
      return;
    }
    auto& change = changes_.links[link];
    if (!read_properties(change.bandwidth, change.latency_cycles))
      reader_.fail("nothing about the link {}; allowed: down, bandwidth X, latency N, added",
                   pair(a, b));
  }

  // False if there are none.
  bool read_properties(std::optional<Rational>& bandwidth, std::optional<std::uint32_t>& latency) {
    bool any = false;
    for (;; any = true) {
      if (!bandwidth && accept("bandwidth"))
        bandwidth = read_bandwidth();
      else if (!latency && accept("latency"))
        latency = read_whole("latency", 1, limits::kDelay);
      else
        return any;
    }
  }

  void add_link(RouterId a, RouterId b) {
    std::optional<Rational> bandwidth;
    std::optional<std::uint32_t> latency;
    read_properties(bandwidth, latency);
    for (const RouterId end : {a, b})
      if (changes_.routers_down.contains(end))
        reader_.fail("a link is added to {}, which is down; allowed: routers that are up",
                     router_text(topology_, end));
    changes_.added.push_back({.a = a,
                              .b = b,
                              .bandwidth = bandwidth.value_or(defaults_.bandwidth),
                              .latency_cycles = latency.value_or(defaults_.latency_cycles)});
  }

  std::string pair(RouterId a, RouterId b) const {
    return router_text(topology_, a) + " - " + router_text(topology_, b);
  }

  ChannelId find_link(RouterId a, RouterId b) {
    const std::vector<ChannelId> links = links_between(topology_, a, b);
    if (links.empty()) reader_.fail("no link {}; allowed: neighbours, or added", pair(a, b));
    if (accept("number"))
      return links[read_whole("number", 1, static_cast<std::int64_t>(links.size())) - 1];
    if (links.size() > 1)
      reader_.fail("{} links {}; allowed: number 1 to {} after the routers", links.size(),
                   pair(a, b), links.size());
    return links[0];
  }

  LineReader reader_;
  const Topology& topology_;
  AddedLinkDefaults defaults_;
  std::vector<std::string> words_;
  std::size_t at_ = 0;
  NetworkChanges changes_;
};

// "(3,2)".
std::optional<RouterId> router_at(const Structure& structure, std::string_view word) {
  std::vector<std::uint32_t> coordinates;
  for (const std::string_view part : split(word.substr(1, word.size() - 2), ',')) {
    const auto number = parse_integer(part);
    const std::size_t d = coordinates.size();
    if (!number || d == structure.dimensions() || *number < 0 || *number >= structure.radix(d))
      return std::nullopt;
    coordinates.push_back(static_cast<std::uint32_t>(*number));
  }
  if (coordinates.size() != structure.dimensions()) return std::nullopt;
  return structure.router_at(coordinates);
}

}  // namespace

std::vector<std::string> words_of_routers(std::string_view line) {
  std::vector<std::string> words;
  char end = '\0';  // of a group
  bool in_word = false;
  for (const char c : line) {
    if (end != '\0') {
      if (c == end) {
        if (c == ')') words.back() += c;
        end = '\0';
      } else if (c != ' ' || end == '"') {
        words.back() += c;
      }
      continue;
    }
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == '(' || c == '"') end = c == '(' ? ')' : '"';
    if (c != '"') words.back() += c;
  }
  return words;
}

std::optional<RouterId> router_named(const Topology& topology, std::string_view word) {
  if (word.size() > 1 && word.front() == '(' && word.back() == ')' && topology.structure())
    return router_at(*topology.structure(), word);
  for (std::size_t r = 0; r < topology.router_count(); ++r)
    if (!word.empty() && topology.router_name(RouterId{r}) == word) return RouterId{r};
  const auto number = parse_integer(word);
  if (!number || *number < 0 || static_cast<std::size_t>(*number) >= topology.router_count())
    return std::nullopt;
  return RouterId{static_cast<std::size_t>(*number)};
}

std::vector<ChannelId> links_between(const Topology& topology, RouterId a, RouterId b) {
  std::vector<ChannelId> links;
  for (std::size_t port = 0; port < topology.channel_port_count(a); ++port) {
    const auto channel = topology.channel_from(a, PortId{port});
    if (channel && topology.channel(*channel).to == b) links.push_back(link_of(topology, *channel));
  }
  return links;
}

NetworkChanges read_exceptions(const std::string& file, const Topology& topology,
                               const AddedLinkDefaults& defaults) {
  return ExceptionsReader(file, topology, defaults).read();
}

}  // namespace orthant
