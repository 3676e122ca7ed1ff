#include "topology/message_classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "base/limits.hpp"
#include "base/line_reader.hpp"
#include "base/numbers.hpp"

namespace orthant {

MessageClasses read_message_classes(std::string_view text,
                                    FunctionRef<void(const std::string&)> fail) {
  constexpr std::string_view kBlanks = " \t\r\n";
  MessageClasses classes = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string_view entry = text.substr(begin, end - begin);
    entry.remove_prefix(std::min(entry.find_first_not_of(kBlanks), entry.size()));
    entry = entry.substr(0, entry.find_last_not_of(kBlanks) + 1);
    begin = end + 1;
    const auto value = parse_integer(entry);
    if (entry.empty() || !value || *value < 0 || *value >= limits::kVcs)
      fail(fmt::format("'{}' is no message class; allowed: numbers from 0 to {}, as in 0,2",
                       LineReader::printable(entry), limits::kVcs - 1));
    if (contains(classes, static_cast<std::size_t>(*value)))
      fail(fmt::format("the message class {} is there twice; allowed: once", *value));
    classes |= static_cast<MessageClasses>(1u << *value);
  }
  return classes;
}

std::string message_classes_text(MessageClasses classes) {
  std::string text;
  for (std::size_t m = 0; m < limits::kVcs; ++m)
    if (contains(classes, m)) text += fmt::format("{}{}", text.empty() ? "" : ",", m);
  return text;
}

bool limits_any_of(const Topology& topology, std::size_t message_classes) {
  if (!topology.limits_message_classes()) return false;
  const auto all = static_cast<MessageClasses>((1u << message_classes) - 1);
  for (std::size_t c = 0; c < topology.channel_count(); ++c)
    if ((topology.message_classes(ChannelId{c}) & all) != all) return true;
  return false;
}

std::optional<std::pair<std::size_t, ChannelId>> undeclared_message_class(
    const Topology& topology, std::size_t message_classes) {
  if (!topology.limits_message_classes()) return std::nullopt;
  for (std::size_t c = 0; c < topology.channel_count(); ++c) {
    const MessageClasses classes = topology.message_classes(ChannelId{c});
    const auto highest = static_cast<std::size_t>(std::bit_width(classes)) - 1;
    if (classes != kAllMessageClasses && highest >= message_classes)
      return std::pair(highest, ChannelId{c});
  }
  return std::nullopt;
}

namespace {

// Per router: true if it can be reached from the first router with nodes by channels that `carries`
// accepts. Both directions of a link are accepted or neither.
template <class Carries>
std::vector<bool> reached_by_nodes(const Topology& topology, const Carries& carries) {
  std::vector<bool> reached(topology.router_count(), false);
  std::vector<RouterId> open;
  const auto reach = [&](RouterId r) {
    if (reached[r.index()]) return;
    reached[r.index()] = true;
    open.push_back(r);
  };
  if (topology.node_count() > 0) reach(topology.router_of(NodeId{0}));
  while (!open.empty()) {
    const RouterId r = open.back();
    open.pop_back();
    for (std::size_t p = 0; p < topology.channel_port_count(r); ++p) {
      const auto channel = topology.channel_from(r, PortId{p});
      if (channel && carries(*channel)) reach(topology.channel(*channel).to);
    }
  }
  return reached;
}

std::optional<RouterId> unreached_with_nodes(const Topology& topology,
                                             const std::vector<bool>& reached) {
  for (std::size_t r = 0; r < reached.size(); ++r)
    if (!reached[r] && topology.has_nodes(RouterId{r})) return RouterId{r};
  return std::nullopt;
}

}  // namespace

Topology network_of_class(const Topology& whole, std::size_t message_class) {
  const auto carries = [&](ChannelId c) {
    return contains(whole.message_classes(c), message_class);
  };
  const std::vector<bool> reached = reached_by_nodes(whole, carries);
  const bool connected = !unreached_with_nodes(whole, reached);
  std::vector<Channel> channels;
  std::vector<std::size_t> number(whole.channel_count());  // new ids of the channels that are kept
  for (std::size_t c = 0; c < whole.channel_count(); ++c) {
    const Channel channel = whole.channel(ChannelId{c});
    if (!carries(ChannelId{c}) || (connected && !reached[channel.from.index()])) continue;
    number[c] = channels.size();
    channels.push_back(channel);
  }
  for (Channel& channel : channels) channel.reverse = ChannelId{number[channel.reverse.index()]};
  std::vector<std::uint32_t> ports, nodes;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < whole.router_count(); ++i) {
    const RouterId r{i};
    ports.push_back(static_cast<std::uint32_t>(whole.channel_port_count(r)));
    nodes.push_back(static_cast<std::uint32_t>(whole.node_count_of(r)));
    names.push_back(whole.router_name(r));
  }
  return Topology({.kind = whole.kind(),
                   .dimensions = "",
                   .channels = std::move(channels),
                   .channel_ports = std::move(ports),
                   .nodes_per_router = std::move(nodes),
                   .router_names = std::move(names)});
}

std::optional<std::pair<RouterId, RouterId>> disconnected_routers(const Topology& topology) {
  if (topology.node_count() == 0) return std::nullopt;
  const auto far =
      unreached_with_nodes(topology, reached_by_nodes(topology, [](ChannelId) { return true; }));
  if (!far) return std::nullopt;
  return std::pair(topology.router_of(NodeId{0}), *far);
}

}  // namespace orthant
