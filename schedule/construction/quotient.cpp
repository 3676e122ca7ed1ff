// Tested by: tests/schedule/quotient_test.cpp
#include "schedule/construction/quotient.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "schedule/construction/edge_colouring.hpp"
#include "schedule/construction/placement.hpp"

namespace orthant {
namespace {

constexpr std::uint32_t kNotThere = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kMaxPlaces = 20'000'000;  // items and channels, times frames

// The transfers between two switches: from every sender of one to every receiver of the other.
struct TransferClass {
  std::uint32_t from = 0, to = 0;       // switches
  std::vector<std::uint32_t> channels;  // between the switches
};

// One transfer of a class: its frame, and once they are assigned its nodes.
struct Unit {
  std::uint32_t of_class = 0;
  std::uint32_t frame = 0;
  std::uint32_t sender = 0, receiver = 0;  // index in senders_ or receivers_ of its switch
};

class Quotient {
 public:
  Quotient(const Topology& topology, const CollectiveTransfers& collective)
      : topology_(topology),
        collective_(collective),
        ports_(collective.set.channels > topology.channel_count()),
        senders_(topology.router_count()),
        receivers_(topology.router_count()) {
    for (const NodePair& pair : collective.pairs) {
      senders_[switch_of(pair.source)].push_back(pair.source);
      receivers_[switch_of(pair.destination)].push_back(pair.destination);
    }
    for (auto* ends : {&senders_, &receivers_}) {
      for (std::vector<NodeId>& nodes : *ends) {
        std::ranges::sort(nodes);
        nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
      }
    }
    find_classes();
  }

  bool has_several_nodes() const {
    const auto several = [](const std::vector<NodeId>& nodes) { return nodes.size() > 1; };
    return std::ranges::any_of(senders_, several) || std::ranges::any_of(receivers_, several);
  }

  // True if the channels have capacity for all pairs of nodes in this many frames, and the search
  // fits into memory.
  bool fits(std::size_t frames) const {
    const std::size_t channels = topology_.channel_count(), switches = topology_.router_count();
    std::vector<std::size_t> uses(channels + 2 * switches);
    std::size_t units = 0;
    const std::size_t repeats = repeats_of(frames);
    for (const TransferClass& one : classes_) {
      for (const std::uint32_t c : one.channels) uses[c] += size(one);
      uses[channels + one.from] += receivers_[one.to].size();
      uses[channels + switches + one.to] += senders_[one.from].size();
      units += size(one) / repeats;
    }
    const std::size_t places = (units + uses.size()) * (frames / repeats);
    if (!ports_) uses.resize(channels);
    return places <= kMaxPlaces &&
           std::ranges::all_of(uses, [&](std::size_t use) { return use <= frames; });
  }

  std::optional<Frames> search(std::size_t frames, std::uint64_t seed, const Stopwatch& watch) {
    const std::size_t repeats = repeats_of(frames);
    auto units = place_units(frames / repeats, repeats, seed, watch);
    if (!units) return std::nullopt;
    repeat(*units, frames / repeats, repeats);
    if (ports_) {
      assign_senders(*units);
      assign_receivers(*units);
    } else {
      assign_round_robin(*units);
    }
    return frames_of(*units, frames);
  }

 private:
  std::uint32_t switch_of(NodeId node) const { return topology_.router_of(node).value; }
  std::size_t size(const TransferClass& one) const {
    return senders_[one.from].size() * receivers_[one.to].size();
  }

  // Greatest common divisor of the number of frames and of the sizes of all classes. The search
  // divides the transfers into so many equal shares, places one share, and repeats its schedule.
  std::size_t repeats_of(std::size_t frames) const {
    std::size_t common = frames;
    for (const TransferClass& one : classes_) common = std::gcd(common, size(one));
    return common;
  }

  void find_classes() {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
    for (std::size_t t = 0; t < collective_.pairs.size(); ++t) {
      const std::pair switches{switch_of(collective_.pairs[t].source),
                               switch_of(collective_.pairs[t].destination)};
      if (!known.emplace(switches, classes_.size()).second) continue;
      TransferClass one{.from = switches.first, .to = switches.second, .channels = {}};
      for (const std::uint32_t c : collective_.set.transfers[t].channels) {
        if (c < topology_.channel_count()) one.channels.push_back(c);
      }
      classes_.push_back(std::move(one));
    }
  }

  // Places a fraction 1 / `share` of every class into frames.
  std::optional<std::vector<Unit>> place_units(std::size_t frames, std::size_t share,
                                               std::uint64_t seed, const Stopwatch& watch) const {
    const std::size_t channels = topology_.channel_count(), switches = topology_.router_count();
    PlacementProblem problem{.frames = frames, .capacity = {}, .items = {}};
    problem.capacity.assign(channels, 1);
    for (const auto* ends : {&senders_, &receivers_}) {
      for (const std::vector<NodeId>& nodes : *ends)
        problem.capacity.push_back(ports_ ? static_cast<std::uint32_t>(nodes.size()) : kNotThere);
    }
    std::vector<Unit> units;
    for (std::uint32_t i = 0; i < classes_.size(); ++i) {
      const TransferClass& one = classes_[i];
      std::vector<std::uint32_t> used = one.channels;
      used.push_back(static_cast<std::uint32_t>(channels + one.from));
      used.push_back(static_cast<std::uint32_t>(channels + switches + one.to));
      const std::size_t count = size(one) / share;
      problem.items.insert(problem.items.end(), count, {.variants = {used}});
      units.insert(units.end(), count, {.of_class = i});
    }
    const auto placed = place(problem, seed, watch);
    if (!placed) return std::nullopt;
    for (std::size_t u = 0; u < units.size(); ++u) units[u].frame = (*placed)[u].frame;
    return units;
  }

  static void repeat(std::vector<Unit>& units, std::size_t frames, std::size_t repeats) {
    const std::size_t once = units.size();
    units.reserve(once * repeats);
    for (std::size_t r = 1; r < repeats; ++r) {
      for (std::size_t u = 0; u < once; ++u) {
        Unit unit = units[u];
        unit.frame += static_cast<std::uint32_t>(r * frames);
        units.push_back(unit);
      }
    }
  }

  // Colours the units that leave a switch by its senders. A frame is one vertex, so the senders of
  // a frame are distinct. The units to one destination switch form vertices of as many units as
  // there are senders, so every sender sends to that switch as often as it has receivers.
  void assign_senders(std::vector<Unit>& units) const {
    std::vector<std::uint32_t> next(classes_.size());
    colour_units(
        units, senders_, [&](const Unit& unit) { return classes_[unit.of_class].from; },
        [&](const Unit& unit) {
          const TransferClass& one = classes_[unit.of_class];
          const auto senders = static_cast<std::uint32_t>(senders_[one.from].size());
          return std::pair(unit.of_class, next[unit.of_class]++ / senders);
        },
        &Unit::sender);
  }

  // Colours the units to a switch by its receivers, which are distinct in a frame and for every
  // sender: each sender sends the switch as many units as the switch has receivers.
  void assign_receivers(std::vector<Unit>& units) const {
    colour_units(
        units, receivers_, [&](const Unit& unit) { return classes_[unit.of_class].to; },
        [&](const Unit& unit) { return std::pair(unit.of_class, unit.sender); }, &Unit::receiver);
  }

  // Colours the units of each switch in a bipartite graph of frames and groups of units.
  template <class SwitchOf, class GroupOf>
  void colour_units(std::vector<Unit>& units, const std::vector<std::vector<NodeId>>& nodes,
                    const SwitchOf& switch_of_unit, const GroupOf& group_of,
                    std::uint32_t Unit::*end) const {
    std::vector<std::vector<std::uint32_t>> of_switch(nodes.size());
    for (std::uint32_t u = 0; u < units.size(); ++u)
      of_switch[switch_of_unit(units[u])].push_back(u);
    for (std::size_t s = 0; s < nodes.size(); ++s) {
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> groups;
      std::vector<BipartiteEdge> edges;
      for (const std::uint32_t u : of_switch[s]) {
        const auto group = groups.emplace(group_of(units[u]), groups.size()).first->second;
        edges.push_back({.left = units[u].frame, .right = group});
      }
      const auto colours = colour_edges(edges, static_cast<std::uint32_t>(nodes[s].size()));
      for (std::size_t i = 0; i < colours.size(); ++i) units[of_switch[s][i]].*end = colours[i];
    }
  }

  // Without node channels any assignment of units to nodes is valid.
  void assign_round_robin(std::vector<Unit>& units) const {
    std::vector<std::uint32_t> next(classes_.size());
    for (Unit& unit : units) {
      const auto receivers =
          static_cast<std::uint32_t>(receivers_[classes_[unit.of_class].to].size());
      const std::uint32_t number = next[unit.of_class]++;
      unit.sender = number / receivers;
      unit.receiver = number % receivers;
    }
  }

  Frames frames_of(const std::vector<Unit>& units, std::size_t frames) const {
    std::map<std::pair<NodeId, NodeId>, std::uint32_t> transfers;
    for (std::uint32_t t = 0; t < collective_.pairs.size(); ++t)
      transfers.emplace(std::pair(collective_.pairs[t].source, collective_.pairs[t].destination),
                        t);
    Frames list(frames);
    for (const Unit& unit : units) {
      const TransferClass& one = classes_[unit.of_class];
      const auto known =
          transfers.find({senders_[one.from][unit.sender], receivers_[one.to][unit.receiver]});
      if (known != transfers.end()) list[unit.frame].push_back(known->second);
    }
    std::erase_if(list, [](const auto& frame) { return frame.empty(); });
    for (auto& frame : list) std::ranges::sort(frame);
    return list;
  }

  const Topology& topology_;
  const CollectiveTransfers& collective_;
  bool ports_;
  std::vector<std::vector<NodeId>> senders_, receivers_;  // per switch, ascending
  std::vector<TransferClass> classes_;
};

}  // namespace

bool has_quotient(const Topology& topology, const CollectiveTransfers& collective,
                  std::size_t frames) {
  if (collective.set.has_capacities()) return false;
  std::vector<std::pair<NodeId, NodeId>> ends;
  for (const NodePair& pair : collective.pairs) ends.emplace_back(pair.source, pair.destination);
  std::ranges::sort(ends);
  if (std::ranges::adjacent_find(ends) != ends.end()) return false;
  const Quotient quotient(topology, collective);
  return quotient.has_several_nodes() && quotient.fits(frames);
}

std::optional<Frames> search_quotient(const Topology& topology,
                                      const CollectiveTransfers& collective, std::size_t frames,
                                      std::uint64_t seed, const Stopwatch& watch) {
  return Quotient(topology, collective).search(frames, seed, watch);
}

}  // namespace orthant
