// Tested by: tests/app/trace_keys_test.cpp, tests/app/trace_test.py
#include "app/keys/trace_keys.hpp"

#include <utility>

#include "app/keys/run_keys.hpp"
#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

constexpr std::int64_t kMostTraced = 1'000'000'000'000;
constexpr std::size_t kMostPackets = 1'000;
constexpr std::int64_t kMostNode = 0xffff'ffff;
constexpr const char* kPacketsKey = "trace.packets";

}  // namespace

const KeyRows<TraceKeys>& trace_rows() {
  const auto row = [](std::string_view name, auto member, Key key) -> KeyRow<TraceKeys> {
    key.axis = false;
    key.when = read_if(kOutputTrace);
    return {name, member, std::move(key)};
  };
  static const KeyRows<TraceKeys> rows = {
      row("trace.packets", &TraceKeys::packets,
          {.type = KeyType::kText,
           .help = "Packets that are followed, SOURCE:NUMBER each, separated by blanks: a node and "
                   "which of its packets, from 0 in the order of generation. All keys of trace "
                   "that are given have to hold; without any every packet is followed.",
           .example = "0:3"}),
      row("trace.source", &TraceKeys::source,
          {.type = KeyType::kDistinct,
           .most = kMostNode,
           .help = "Nodes whose packets are followed."}),
      row("trace.destination", &TraceKeys::destination,
          {.type = KeyType::kDistinct,
           .most = kMostNode,
           .help = "Nodes to which the packets go that are followed."}),
      row("trace.from_cycle", &TraceKeys::from_cycle,
          {.most = kMostTraced, .help = "First cycle whose events are written."}),
      row("trace.to_cycle", &TraceKeys::to_cycle,
          {.most = kMostTraced,
           .help = "Last cycle whose events are written; not given: the last one of the run."}),
      row("trace.one_in", &TraceKeys::one_in,
          {.least = 1,
           .most = kMostTraced,
           .help = "Of the packets of each node one in so many is followed, of each of its classes "
                   "of traffic or messages separately."}),
  };
  return rows;
}

std::vector<PacketName> packet_names(std::string_view text) {
  std::vector<PacketName> names;
  if (text.empty()) return names;
  for (const std::string_view word : split(text, ' ')) {
    const std::size_t colon = word.find(':');
    const auto source = parse_integer(word.substr(0, colon));
    const auto number = colon == word.npos ? std::nullopt : parse_integer(word.substr(colon + 1));
    if (!source || !number || *source < 0 || *source > kMostNode || *number < 0)
      key_error(kPacketsKey,
                "'{}' is no packet; allowed: SOURCE:NUMBER, several separated by blanks", word);
    if (names.size() == kMostPackets)
      key_error(kPacketsKey, "more than {} packets; allowed: trace.source or trace.one_in",
                kMostPackets);
    names.push_back(
        {NodeId{static_cast<std::size_t>(*source)}, static_cast<std::uint64_t>(*number)});
  }
  return names;
}

TraceFilter TraceKeys::filter(std::size_t nodes) const {
  const auto check = [nodes](const char* key, NodeId node) {
    if (node.index() >= nodes)
      key_error(key, "node {} is not in a network of {} nodes; allowed: 0 to {}", node.value, nodes,
                nodes - 1);
  };
  TraceFilter filter{.packets = packet_names(packets.value_or("")),
                     .sources = source,
                     .destinations = destination,
                     .from_cycle = from_cycle,
                     .to_cycle = to_cycle,
                     .one_in = one_in};
  for (const PacketName& packet : filter.packets) check(kPacketsKey, packet.source);
  for (const NodeId node : source) check("trace.source", node);
  for (const NodeId node : destination) check("trace.destination", node);
  if (to_cycle && *to_cycle < from_cycle)
    key_error("trace.to_cycle", "{} is before trace.from_cycle, {}; allowed: at least that",
              *to_cycle, from_cycle);
  return filter;
}

}  // namespace orthant
