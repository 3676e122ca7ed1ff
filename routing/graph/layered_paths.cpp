// Tested by: tests/routing/layered_paths_test.cpp
#include "routing/graph/layered_paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "base/growing_dag.hpp"

namespace orthant {
namespace {

// A dependency: the first channel, and the port through which the packet leaves the router behind
// it, in one number.
using Step = std::uint32_t;

// The steps of the paths of one pair after another.
class PairSteps {
 public:
  PairSteps(const Topology& topology, const ObliviousRouting& routing)
      : topology_(topology), routing_(routing) {
    for (std::size_t r = 0; r < topology.router_count(); ++r)
      ports_ = std::max(ports_, topology.channel_port_count(RouterId{r}));
  }

  std::size_t ports() const { return ports_; }
  std::size_t step_count() const { return topology_.channel_count() * ports_; }
  GrowingDag::Vertex from(Step step) const {
    return static_cast<GrowingDag::Vertex>(step / ports_);
  }
  GrowingDag::Vertex to(Step step) const {
    const RouterId middle = topology_.channel(ChannelId{step / ports_}).to;
    return topology_.channel_from(middle, PortId{step % ports_})->value;
  }
  // Replaces `steps` by those of the pair, each once.
  void find(RouterId s, RouterId t, std::vector<Step>& steps) const {
    steps.clear();
    routing_.enumerate(s, t, [&](const Path& path, double) {
      std::optional<ChannelId> held;
      for_each_hop(topology_, s, path, [&](ChannelId channel, std::uint8_t) {
        const std::size_t port = topology_.channel(channel).from_port.index();
        if (held) steps.push_back(static_cast<Step>(held->index() * ports_ + port));
        held = channel;
      });
    });
    std::ranges::sort(steps);
    steps.erase(std::ranges::unique(steps).begin(), steps.end());
  }
  template <class Visit>
  void for_each_pair(const Visit& visit) const {
    for (std::size_t s = 0; s < topology_.router_count(); ++s)
      for (std::size_t t = 0; t < topology_.router_count(); ++t)
        if (s != t && topology_.has_nodes(RouterId{s}) && topology_.has_nodes(RouterId{t}))
          visit(RouterId{s}, RouterId{t});
  }

 private:
  const Topology& topology_;
  const ObliviousRouting& routing_;
  std::size_t ports_ = 0;
};

[[noreturn]] void refuse(std::string_view rule) {
  throw UnroutableError(
      "routing.layers",
      fmt::format("{} needs more than {} layers on this network, the VCs that a port may have; "
                  "allowed: other paths (shortest.tie), or up_down",
                  rule, kMaxVcClasses));
}

class LayeredPaths final : public ObliviousRouting {
 public:
  LayeredPaths(const Topology& topology, std::unique_ptr<Routing> routing, RoutingTraits traits,
               std::vector<std::uint8_t> layers)
      : ObliviousRouting(std::move(traits)),
        routers_(topology.router_count()),
        routing_(std::move(routing)),
        layers_(std::move(layers)) {}

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    Path layered;
    routing_->oblivious()->enumerate(s, t, [&](const Path& path, double probability) {
      layered = path;
      set_layer(s, t, layered);
      visit(layered, probability);
    });
  }
  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    routing_->oblivious()->sample(s, t, random, path);
    set_layer(s, t, path);
  }
  std::size_t max_legs() const override { return routing_->oblivious()->max_legs(); }

 private:
  void set_layer(RouterId s, RouterId t, Path& path) const {
    for (Leg& leg : path) leg.vc_class = layers_[s.index() * routers_ + t.index()];
  }

  std::size_t routers_;
  std::unique_ptr<Routing> routing_;
  std::vector<std::uint8_t> layers_;  // [s][t]
};

// One layer of LASH.
class Layer {
 public:
  Layer(std::size_t channels, std::size_t steps) : dag_(channels), present_(steps, false) {}

  // Adds all of these dependencies, or none if they would close a cycle.
  bool add(const PairSteps& pairs, const std::vector<Step>& steps) {
    added_.clear();
    for (const Step step : steps) {
      if (present_[step]) continue;
      if (!dag_.add(pairs.from(step), pairs.to(step))) {
        for (const Step taken : added_) {
          dag_.remove(pairs.from(taken), pairs.to(taken));
          present_[taken] = false;
        }
        return false;
      }
      present_[step] = true;
      added_.push_back(step);
    }
    return true;
  }

 private:
  GrowingDag dag_;
  std::vector<bool> present_;  // per step
  std::vector<Step> added_;    // by the last add()
};

std::vector<std::uint8_t> lash(const Topology& topology, const PairSteps& pairs) {
  const std::size_t n = topology.router_count();
  std::vector<std::uint8_t> layer_of(n * n, 0);
  std::vector<Layer> layers;
  std::vector<Step> steps;
  pairs.for_each_pair([&](RouterId s, RouterId t) {
    pairs.find(s, t, steps);
    std::size_t layer = 0;
    for (;; ++layer) {
      if (layer == kMaxVcClasses) refuse("lash");
      if (layer == layers.size()) layers.emplace_back(topology.channel_count(), pairs.step_count());
      if (layers[layer].add(pairs, steps)) break;
    }
    layer_of[s.index() * n + t.index()] = static_cast<std::uint8_t>(layer);
  });
  return layer_of;
}

// The search for cycles in the dependencies of one layer of DFSSSP.
class CycleSearch {
 public:
  // `paths` is the number of pairs that cause each step, which the caller reduces between calls.
  CycleSearch(const PairSteps& pairs, std::size_t channels, const std::vector<std::uint32_t>& paths)
      : pairs_(pairs), paths_(paths), marks_(channels, kNew) {}

  // Returns the steps of a cycle; empty if there is none. Since steps are only removed, a channel
  // from which no cycle was reached is never searched again.
  std::vector<Step> find() {
    for (; start_ < marks_.size(); ++start_) {
      if (marks_[start_] != kNew) continue;
      std::vector<Step> cycle = find_from(start_);
      if (!cycle.empty()) return cycle;
    }
    return {};
  }

 private:
  enum Mark : std::uint8_t { kNew, kOnPath, kDone };

  // Depth-first search.
  std::vector<Step> find_from(GrowingDag::Vertex start) {
    struct Visit {
      GrowingDag::Vertex channel;
      std::size_t port;  // of the step that is being searched
    };
    std::vector<Visit> stack = {{start, 0}};
    marks_[start] = kOnPath;
    while (!stack.empty()) {
      auto& [channel, port] = stack.back();
      if (port == pairs_.ports()) {
        marks_[channel] = kDone;
        stack.pop_back();
        if (!stack.empty()) ++stack.back().port;
        continue;
      }
      const auto step = static_cast<Step>(channel * pairs_.ports() + port);
      if (paths_[step] == 0) {
        ++port;
        continue;
      }
      const GrowingDag::Vertex next = pairs_.to(step);
      if (marks_[next] == kOnPath) {
        std::vector<Step> cycle;
        bool on_cycle = false;
        for (const Visit& visit : stack) {
          on_cycle = on_cycle || visit.channel == next;
          if (on_cycle)
            cycle.push_back(static_cast<Step>(visit.channel * pairs_.ports() + visit.port));
          marks_[visit.channel] = kNew;
        }
        return cycle;
      }
      if (marks_[next] == kDone) {
        ++port;
        continue;
      }
      marks_[next] = kOnPath;
      stack.push_back({next, 0});
    }
    return {};
  }

  const PairSteps& pairs_;
  const std::vector<std::uint32_t>& paths_;  // per step
  std::vector<Mark> marks_;                  // per channel
  GrowingDag::Vertex start_ = 0;
};

std::vector<std::uint8_t> dfsssp(const Topology& topology, const PairSteps& pairs) {
  const std::size_t n = topology.router_count();
  std::vector<std::uint8_t> layer_of(n * n, 0);
  for (std::uint8_t layer = 0;; ++layer) {
    if (layer == kMaxVcClasses) refuse("dfsssp");
    std::vector<std::uint32_t> paths(pairs.step_count(), 0);
    std::vector<std::vector<std::uint32_t>> causes(pairs.step_count());  // pairs of routers
    std::vector<Step> steps;
    pairs.for_each_pair([&](RouterId s, RouterId t) {
      const std::size_t pair = s.index() * n + t.index();
      if (layer_of[pair] != layer) return;
      pairs.find(s, t, steps);
      for (const Step step : steps) {
        ++paths[step];
        causes[step].push_back(static_cast<std::uint32_t>(pair));
      }
    });
    CycleSearch search(pairs, topology.channel_count(), paths);
    bool moved = false;
    for (auto cycle = search.find(); !cycle.empty(); cycle = search.find()) {
      const Step weakest = *std::ranges::min_element(cycle, {}, [&](Step s) { return paths[s]; });
      for (const std::uint32_t pair : causes[weakest]) {
        if (layer_of[pair] != layer) continue;
        layer_of[pair] = layer + 1;
        moved = true;
        pairs.find(RouterId{pair / n}, RouterId{pair % n}, steps);
        for (const Step step : steps) --paths[step];
      }
    }
    if (!moved) return layer_of;
  }
}

}  // namespace

std::unique_ptr<Routing> make_layered(const Topology& topology, std::unique_ptr<Routing> routing,
                                      Layers layers) {
  const PairSteps pairs(topology, *routing->oblivious());
  std::vector<std::uint8_t> layer_of =
      layers == Layers::kLash ? lash(topology, pairs) : dfsssp(topology, pairs);
  RoutingTraits traits = routing->traits();
  traits.theorem = DeadlockTheorem::kAcyclicDependencies;
  traits.vc_classes.clear();
  for (std::size_t layer = 0; layer <= *std::ranges::max_element(layer_of); ++layer)
    traits.vc_classes.push_back({.name = fmt::format("layer {}", layer)});
  return std::make_unique<LayeredPaths>(topology, std::move(routing), std::move(traits),
                                        std::move(layer_of));
}

}  // namespace orthant
