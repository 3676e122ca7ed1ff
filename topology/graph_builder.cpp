#include "topology/graph_builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/counted.hpp"
#include "base/limits.hpp"
#include "base/line_reader.hpp"
#include "base/numbers.hpp"
#include "topology/message_classes.hpp"

namespace orthant {

constexpr std::string_view kLinkAttributes[] = {"latency", "latency_back", "bandwidth",
                                                "message_classes"};

void GraphBuilder::check_router_limit(std::size_t routers, std::size_t line) const {
  if (routers > Graph::kMaxRouters)
    fail(line, fmt::format("more than {0} routers; allowed: at most {0}", Graph::kMaxRouters));
}

std::uint32_t GraphBuilder::router_named(std::string_view name, std::size_t line) {
  if (const auto known = find(name)) return *known;
  check_router_limit(graph_.routers.size() + 1, line);
  const auto added = static_cast<std::uint32_t>(graph_.routers.size());
  numbers_.emplace(name, added);
  graph_.routers.push_back({.name = std::string(name)});
  first_line_.push_back(line);
  ports_.push_back(0);
  return added;
}

std::optional<std::uint32_t> GraphBuilder::find(std::string_view name) const {
  const auto known = numbers_.find(name);
  if (known == numbers_.end()) return std::nullopt;
  return known->second;
}

std::uint32_t GraphBuilder::router_numbered(std::size_t number, std::size_t line) {
  check_router_limit(number + 1, line);
  if (number >= graph_.routers.size()) {
    graph_.routers.resize(number + 1);
    first_line_.resize(number + 1, 0);
    ports_.resize(number + 1, 0);
  }
  if (first_line_[number] == 0) first_line_[number] = line;
  return static_cast<std::uint32_t>(number);
}

std::uint32_t GraphBuilder::router_numbered(std::string_view text, std::size_t line) {
  return router_numbered(number(text, "router", Graph::kMaxRouters - 1, line), line);
}

void GraphBuilder::set_nodes(std::uint32_t r, std::string_view nodes, std::size_t line) {
  set_nodes(r, static_cast<std::uint32_t>(number(nodes, "number of nodes", 256, line)), line);
}

void GraphBuilder::set_nodes(std::uint32_t r, std::uint32_t nodes, std::size_t line) {
  if (graph_.routers[r].nodes)
    fail(line, fmt::format("{} has {} already; allowed: one number of nodes for each router",
                           name_of(r), counted(*graph_.routers[r].nodes, "nodes")));
  graph_.routers[r].nodes = nodes;
}

void GraphBuilder::add(const Graph::Link& link, std::size_t line) {
  if (link.a == link.b)
    fail(line, fmt::format("{} has a link to itself; allowed: links between two routers",
                           name_of(link.a)));
  if (graph_.links.size() == Graph::kMaxLinks)
    fail(line, fmt::format("more than {0} links; allowed: at most {0}", Graph::kMaxLinks));
  for (const std::uint32_t end : {link.a, link.b}) {
    if (++ports_[end] > limits::kPorts)
      fail(line, fmt::format("{0} has more than {1} links; allowed: at most {1}", name_of(end),
                             limits::kPorts));
  }
  graph_.links.push_back(link);
}

void GraphBuilder::add_link(std::span<const std::string_view> entries, std::size_t line,
                            MessageClasses classes) {
  if (entries.size() < 2 || entries.size() > 5)
    fail(line, fmt::format("{} entries; allowed: two routers, then latency, bandwidth and the "
                           "latency back",
                           entries.size()));
  Graph::Link link{.a = router_numbered(entries[0], line), .b = router_numbered(entries[1], line)};
  link.message_classes = classes;
  if (entries.size() > 2) link.latency_cycles.fill(latency(entries[2], line));
  if (entries.size() > 3) link.bandwidth = bandwidth(entries[3], line);
  if (entries.size() > 4) link.latency_cycles[1] = latency(entries[4], line);
  add(link, line);
}

std::size_t GraphBuilder::number(std::string_view text, std::string_view what, std::size_t most,
                                 std::size_t line) const {
  const auto value = parse_whole(text);
  if (!value || *value < 0 || static_cast<std::size_t>(*value) > most)
    fail(line,
         fmt::format("{} is no {}; allowed: 0 to {}", LineReader::printable(text), what, most));
  return static_cast<std::size_t>(*value);
}

std::uint32_t GraphBuilder::latency(std::string_view text, std::size_t line) const {
  const auto cycles = parse_whole(text);
  if (!cycles || *cycles < 1 || *cycles > limits::kDelay)
    fail(line, fmt::format("{} is no latency in cycles; allowed: 1 to {}",
                           LineReader::printable(text), limits::kDelay));
  return static_cast<std::uint32_t>(*cycles);
}

Rational GraphBuilder::bandwidth(std::string_view text, std::size_t line) const {
  const auto value = parse_rational(text);
  if (!value || to_double(*value) > limits::kBandwidth ||
      value->denominator() > limits::kBandwidthPart)
    fail(line, fmt::format("{} is no bandwidth in flits per cycle; allowed: above 0, at most {}",
                           LineReader::printable(text), limits::kBandwidth));
  return *value;
}

MessageClasses GraphBuilder::message_classes(std::string_view text, std::size_t line) const {
  return read_message_classes(text, [&](const std::string& what) { fail(line, what); });
}

void GraphBuilder::note_attribute(const std::string& file, std::string_view name) {
  if (std::ranges::find(kLinkAttributes, name) != std::end(kLinkAttributes)) return;
  if (unread_.contains(name)) return;
  file_ = file;
  unread_.emplace(name);
}

void GraphBuilder::warn_of_unread() {
  if (unread_.empty()) return;
  constexpr std::size_t kMaxNamed = 8;
  std::vector<std::string> names;
  for (const std::string& name : unread_) {
    if (names.size() == kMaxNamed) break;
    names.push_back(LineReader::printable(name));
  }
  if (unread_.size() > kMaxNamed)
    names.push_back(fmt::format("and {} more", unread_.size() - kMaxNamed));
  graph_.warnings.push_back(
      fmt::format("{}: links have attributes that are not read: {}; those that are: {}", file_,
                  fmt::join(names, ", "), fmt::join(kLinkAttributes, ", ")));
}

Graph GraphBuilder::finish(std::size_t last_line) {
  warn_of_unread();
  if (graph_.routers.empty())
    fail(last_line, "the file ends without any router; allowed: one or more");
  for (std::size_t r = 0; r < graph_.routers.size(); ++r) {
    if (first_line_[r] == 0)
      fail(last_line, fmt::format("the file ends, and router {} has no link; routers are numbered "
                                  "from 0 to {}, the highest number here; allowed: a link for each",
                                  r, graph_.routers.size() - 1));
  }
  if (const auto lonely = unreachable_router(graph_))
    fail(first_line_[*lonely], fmt::format("no path leads from {} to {}; allowed: connected graphs",
                                           name_of(*lonely), name_of(0)));
  return std::move(graph_);
}

std::string GraphBuilder::name_of(std::size_t router) const {
  const std::string& name = graph_.routers[router].name;
  return name.empty() ? fmt::format("router {}", router)
                      : fmt::format("router {}", LineReader::printable(name));
}

}  // namespace orthant
