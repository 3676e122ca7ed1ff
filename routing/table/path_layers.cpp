// Finds the layers of a path table greedily. Only paths between routers with nodes count; no packet
// takes the others.
#include "routing/table/path_layers.hpp"

#include <algorithm>
#include <cassert>

#include "base/growing_dag.hpp"

namespace orthant {

// A dependency between two vertices, and one of the steps that cause it.
struct PathLayers::Step {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::size_t index = 0;
  std::size_t paths = 0;
};

template <class Visit>
void PathLayers::for_each(const Visit& visit) const {
  const Topology& topology = table_.topology();
  const std::size_t n = topology.router_count();
  for (std::size_t s = 0; s < n; ++s) {
    if (!topology.has_nodes(RouterId{s})) continue;
    for (std::size_t t = 0; t < n; ++t) {
      if (s == t || !topology.has_nodes(RouterId{t})) continue;
      const PathTable::Range range = table_.paths(RouterId{s}, RouterId{t});
      for (std::size_t i = range.first; i < range.first + range.count; ++i) visit(RouterId{s}, i);
    }
  }
}

template <class Visit>
void PathLayers::walk(RouterId s, std::size_t index, const Visit& visit) const {
  const Topology& topology = table_.topology();
  const std::size_t last = forbidden_.size() - 1;
  std::size_t layer = 0;
  RouterId here = s;
  std::optional<ChannelId> held;
  for (const Leg& leg : table_.legs(index)) {
    const PortId port = table_.port_from(s, leg.port);
    for (std::size_t i = 0; i < leg.hops; ++i) {
      if (held && layer < last && forbidden_[layer][step_of(*held, port)]) ++layer;
      held = topology.channel_from(here, port);
      assert(held);
      visit(*held, layer);
      here = topology.neighbor(here, port);
    }
  }
}

PathLayers::PathLayers(const PathTable& table, DimensionMask bubbles)
    : table_(table), bubbles_(bubbles) {
  const Topology& topology = table.topology();
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    ports_ = std::max(ports_, topology.channel_port_count(RouterId{r}));
  }
  bool more = true;
  while (more) {
    forbidden_.emplace_back(topology.channel_count() * ports_, 0);
    forbid_cycles();
    // A path with a step that the new layer forbids needs one more layer.
    forbidden_.emplace_back();
    more = false;
    max_legs_ = 0;
    for_each([&](RouterId s, std::size_t index) {
      std::size_t legs = 0;
      std::optional<std::pair<PortId, std::size_t>> run;
      walk(s, index, [&](ChannelId channel, std::size_t layer) {
        const std::pair now(topology.channel(channel).from_port, layer);
        if (run != now) ++legs;
        run = now;
        more = more || layer + 1 == forbidden_.size();
      });
      max_legs_ = std::max(max_legs_, legs);
    });
    forbidden_.pop_back();
  }
}

std::uint32_t PathLayers::vertex_of(ChannelId channel) const {
  const Topology& topology = table_.topology();
  const auto ring = ring_along(bubbles_, topology.channel(channel));
  return static_cast<std::uint32_t>(ring ? topology.channel_count() + *ring : channel.index());
}

// The remaining steps of the packets in the last layer, each with its number of paths.
std::vector<PathLayers::Step> PathLayers::steps_in_last() const {
  const Topology& topology = table_.topology();
  const std::size_t last = forbidden_.size() - 1;
  std::vector<std::size_t> paths(topology.channel_count() * ports_, 0);
  for_each([&](RouterId s, std::size_t index) {
    std::optional<ChannelId> held;
    walk(s, index, [&](ChannelId channel, std::size_t layer) {
      if (layer < last) return;
      if (held) ++paths[step_of(*held, topology.channel(channel).from_port)];
      held = channel;
    });
  });
  std::vector<Step> steps;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (paths[i] == 0) continue;
    const ChannelId held{i / ports_};
    const ChannelId wanted = *topology.channel_from(topology.channel(held).to, PortId{i % ports_});
    const Step step = {vertex_of(held), vertex_of(wanted), i, paths[i]};
    if (step.from != step.to) steps.push_back(step);
  }
  return steps;
}

void PathLayers::forbid_cycles() {
  std::vector<Step> steps = steps_in_last();
  const auto ends = [](const Step& step) { return std::pair(step.from, step.to); };
  std::ranges::sort(steps, {}, [&](const Step& step) { return std::pair(ends(step), step.index); });
  struct Group {  // steps with the same dependency
    std::size_t first;
    std::size_t count;
    std::size_t paths;
  };
  std::vector<Group> groups;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i == 0 || ends(steps[i]) != ends(steps[i - 1])) groups.push_back({i, 0, 0});
    ++groups.back().count;
    groups.back().paths += steps[i].paths;
  }
  std::ranges::stable_sort(groups, std::ranges::greater{}, &Group::paths);
  std::uint32_t vertices = 0;
  for (const Step& step : steps) vertices = std::max({vertices, step.from + 1, step.to + 1});
  GrowingDag dag(vertices);
  for (const Group& group : groups) {
    if (dag.add(steps[group.first].from, steps[group.first].to)) continue;
    for (std::size_t i = 0; i < group.count; ++i) {
      forbidden_.back()[steps[group.first + i].index] = 1;
    }
  }
}

void PathLayers::append(RouterId s, std::size_t index, Path& path) const {
  const std::size_t begin = path.size();
  walk(s, index, [&](ChannelId channel, std::size_t layer) {
    const PortId port = table_.topology().channel(channel).from_port;
    if (path.size() == begin || path.back().port != port || path.back().vc_class != layer) {
      path.push_back({.port = port, .hops = 0, .vc_class = static_cast<std::uint8_t>(layer)});
    }
    ++path.back().hops;
  });
}

double PathLayers::hops_to_walk(const PathTable& table) {
  double hops = 0;
  for (std::size_t path = 1; path <= table.path_count(); ++path) {
    for (const Leg& leg : table.legs(path)) hops += leg.hops;
  }
  const auto sources = static_cast<double>(table.topology().router_count());
  return table.by_translation() ? hops * sources : hops;
}

}  // namespace orthant
