// Shortest paths under a set of prohibited turns read from a file.
//
// Source: the models of Zakrevski, Jaiswal & Karpovsky 2000, section 2. turn: the file lists
//   prohibited turns, any others are permitted (Glass & Ni 1992). node: no path passes routers with
//   labels p1, p2, p3 one after another if p1 < p2 and p3 < p2. link: no path takes a channel with
//   label p1 and then one with label p2 if p1 < p2.
// VCs: 1 class.
// Deadlock: depends on the file; the check walks the paths. No path makes a U-turn.
// Ties: to the neighbour with the lowest id, or drawn once for every pair.
// Own node: no hops.
// Tested by: tests/routing/turns_test.cpp
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>

#include "base/error.hpp"
#include "base/file_kind.hpp"
#include "base/line_reader.hpp"
#include "base/numbers.hpp"
#include "routing/descriptions.hpp"
#include "routing/flow_control_words.hpp"
#include "routing/graph/best_moves.hpp"
#include "routing/graph/router_file.hpp"
#include "topology/neighbors.hpp"

namespace orthant {
namespace {

constexpr const char* kFile = "turns.file";

enum class TurnModel { kTurn, kNode, kLink };  // turns.model

struct TurnsKeys : SinglePathOptions {
  std::optional<std::string> file;
  TurnModel model = TurnModel::kTurn;
};

const KeyRows<TurnsKeys>& rows() {
  constexpr ReadWhen kWhen = read_if("routing.algorithm", "turns");
  static const KeyRows<TurnsKeys> rows =
      KeyRows<TurnsKeys>{
          {kFile, &TurnsKeys::file, {.when = kWhen, .help = "File of labels or prohibited turns."}},
          {"turns.model",
           &TurnsKeys::model,
           {{"turn", TurnModel::kTurn}, {"node", TurnModel::kNode}, {"link", TurnModel::kLink}},
           {.when = kWhen,
            .help = "Meaning of a line of turns.file: a prohibited turn, three routers; a router "
                    "and its label (no path may fall after a rise); two routers and the label of "
                    "the channel between them (labels may not rise)."}},
      } +
      single_path_rows<TurnsKeys>("turns", kWhen);
  return rows;
}

// True if a packet may take channel `second` after `first`.
using Permits = std::function<bool(const Channel& first, const Channel& second)>;

// Lines of three routers, or of two routers and a label.
class TripleFile {
 public:
  TripleFile(const std::string& file, const Topology& topology)
      : reader_(kFile, file, 3), topology_(topology) {
    refuse_other_kinds(kFile, file, {}, "lines of three numbers");
  }

  bool next() {
    while (reader_.next()) {
      entries_ = reader_.entries();
      if (entries_.empty()) continue;
      if (entries_.size() != 3) reader_.fail("{} entries; allowed: 3 on a line", entries_.size());
      return true;
    }
    return false;
  }
  std::uint32_t number(std::size_t entry, std::string_view what, std::size_t most) const {
    const auto value = parse_integer(entries_[entry]);
    if (!value || *value < 0 || static_cast<std::size_t>(*value) > most)
      reader_.fail("{} is no {}; allowed: 0 to {}", LineReader::printable(entries_[entry]), what,
                   most);
    return static_cast<std::uint32_t>(*value);
  }
  RouterId router(std::size_t entry) const {
    return RouterId{std::size_t{number(entry, "router", topology_.router_count() - 1)}};
  }
  // The routers of two entries, which must be neighbours.
  std::pair<RouterId, RouterId> neighbors(std::size_t entry) const {
    const RouterId a = router(entry), b = router(entry + 1);
    if (!channel_between(topology_, a, b))
      reader_.fail("no link joins routers {} and {}; allowed: links of the network", a.value,
                   b.value);
    return {a, b};
  }
  const LineReader& reader() const { return reader_; }

 private:
  LineReader reader_;
  const Topology& topology_;
  std::vector<std::string_view> entries_;
};

Permits read_turns(const std::string& file, const Topology& topology) {
  std::set<std::array<RouterId, 3>> prohibited;
  TripleFile lines(file, topology);
  while (lines.next()) {
    const auto [a, b] = lines.neighbors(0);
    prohibited.insert({a, b, lines.neighbors(1).second});
  }
  return [prohibited](const Channel& first, const Channel& second) {
    return !prohibited.contains({first.from, first.to, second.to});
  };
}

Permits read_node_labels(const std::string& file, const Topology& topology) {
  RouterFile lines(kFile, file, topology);
  return [labels = lines.value_of_every_router("label")](const Channel& first,
                                                         const Channel& second) {
    const std::uint32_t middle = labels[first.to.index()].value;
    return !(labels[first.from.index()].value < middle && labels[second.to.index()].value < middle);
  };
}

Permits read_link_labels(const std::string& file, const Topology& topology) {
  std::map<std::pair<RouterId, RouterId>, std::uint32_t> labels;
  TripleFile lines(file, topology);
  while (lines.next()) {
    const auto ends = lines.neighbors(0);
    if (!labels.emplace(ends, lines.number(2, "label", 0xffff'ffff)).second)
      lines.reader().fail(
          "the channel from router {} to {} has a label already; allowed: one for each",
          ends.first.value, ends.second.value);
  }
  for (const Channel& channel : topology.channels()) {
    if (!labels.contains({channel.from, channel.to}))
      lines.reader().fail(
          "the file ends, and the channel from router {} to {} has no label; allowed: one for each",
          channel.from.value, channel.to.value);
  }
  return [labels](const Channel& first, const Channel& second) {
    return labels.at({first.from, first.to}) >= labels.at({second.from, second.to});
  };
}

// `topology` is the whole network.
Permits read_permits(const Topology& topology, const TurnsKeys& own) {
  if (!own.file) key_error(kFile, "missing; allowed: a file of labels or prohibited turns");
  switch (own.model) {
    case TurnModel::kNode:
      return read_node_labels(*own.file, topology);
    case TurnModel::kLink:
      return read_link_labels(*own.file, topology);
    case TurnModel::kTurn:
      break;
  }
  return read_turns(*own.file, topology);
}

// A state is 1 + the input port of the packet; 0 before its first hop.
LegalMoves moves_of(const Topology& topology, const Permits& permits) {
  const auto arrived_by = [&](RouterId r, std::uint32_t state) {
    const ChannelId out = *topology.channel_from(r, PortId{std::size_t{state - 1}});
    return topology.channel(topology.channel(out).reverse);
  };
  std::size_t most = 0;
  for (std::size_t r = 0; r < topology.router_count(); ++r)
    most = std::max(most, topology.channel_port_count(RouterId{r}));
  return LegalMoves(topology, static_cast<std::uint32_t>(most + 1),
                    [&](std::uint32_t state, ChannelId c) -> std::optional<LegalMoves::Step> {
                      const Channel& channel = topology.channel(c);
                      const LegalMoves::Step step{.state = channel.to_port.value + 1};
                      if (state == 0) return step;
                      if (!topology.channel_from(channel.from, PortId{std::size_t{state - 1}}))
                        return std::nullopt;
                      const Channel& before = arrived_by(channel.from, state);
                      if (channel.to == before.from || !permits(before, channel))
                        return std::nullopt;
                      return step;
                    });
}

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  check_flow_control(options.switching, options.flow_control);
  const TurnsKeys own = rows().read(options.own);
  const Permits permits = read_permits(options.whole ? *options.whole : topology, own);
  BestMoves best = BestMoves::shortest(moves_of(topology, permits), options.threads);
  if (const auto pair = best.pair_without_path())
    LineReader(kFile, *own.file, 3)
        .fail_file(
            "with these turns no path leads from router {} to {}; allowed: turns that leave all "
            "routers with nodes connected",
            pair->first.value, pair->second.value);
  RoutingTraits traits{.vc_classes = {{"any"}}};
  traits.this_network_only = true;
  return std::make_unique<SinglePaths>(std::move(best), own, std::move(traits), options.threads);
}

}  // namespace

RoutingDescription describe_turns() {
  return {.name = "turns",
          .summary = "shortest paths without the turns that a file prohibits",
          .source = "Glass & Ni 1992; Zakrevski, Jaiswal & Karpovsky 2000",
          .topologies = "any",
          .vc_classes = "1",
          .deadlock = "none claimed: the check walks the paths",
          .adaptive = false,
          .minimal = false,
          .keys = {},
          .own_keys = rows().keys(),
          .finds_paths_anywhere = true,
          .excluded_from_interpolation = true,
          .make = make};
}

}  // namespace orthant
