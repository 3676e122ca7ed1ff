// Hot spots: the share `traffic.hotspot_share` of the messages goes to `traffic.hotspot_nodes`, in
//   proportion to `traffic.hotspot_weights` or evenly; the rest is uniform over all nodes, hot ones
//   included.
//
// Source: Pfister and Norton 1985.
// Needs: `traffic.hotspot_nodes`, `traffic.hotspot_share`.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "traffic/descriptions.hpp"

namespace orthant {
namespace {

struct HotNode {
  NodeId node;
  std::uint32_t weight = 1;
  std::uint32_t cumulative_weight = 1;  // sum of the weights of all hot nodes up to this one
};

class Hotspot : public Pattern {
 public:
  // `hot` must be sorted by node.
  Hotspot(std::size_t nodes, std::vector<HotNode> hot, double share)
      : nodes_(static_cast<std::uint32_t>(nodes)), hot_(std::move(hot)), share_(share) {
    for (std::uint32_t sum = 0; HotNode & one : hot_) one.cumulative_weight = sum += one.weight;
  }

  std::optional<NodeId> destination(NodeId, std::uint64_t, RandomStream& random) const override {
    if (!random.bernoulli(share_)) return NodeId{random.below(nodes_)};
    const std::uint32_t drawn = random.below(hot_.back().cumulative_weight);
    return std::ranges::upper_bound(hot_, drawn, {}, &HotNode::cumulative_weight)->node;
  }

  void row(NodeId, FunctionRef<void(NodeId, double)> visit) const override {
    const double cool = (1 - share_) / nodes_;
    const double extra = share_ / hot_.back().cumulative_weight;
    auto next_hot = hot_.begin();
    for (std::uint32_t id = 0; id < nodes_; ++id) {
      const bool is_hot = next_hot != hot_.end() && next_hot->node.value == id;
      const double probability = is_hot ? cool + extra * next_hot->weight : cool;
      if (is_hot) ++next_hot;
      if (probability > 0) visit(NodeId{id}, probability);
    }
  }

  bool sends(NodeId source, bool self) const override {
    if (self) return true;
    return (share_ < 1 && nodes_ > 1) || hot_.size() > 1 || hot_[0].node != source;
  }

 private:
  std::uint32_t nodes_;
  std::vector<HotNode> hot_;
  double share_;
};

// Sorted by node.
std::vector<HotNode> hot_nodes(const PatternOptions& options) {
  const std::vector<std::uint32_t>& weights = options.hotspot_weights;
  if (!weights.empty() && weights.size() != options.hotspot_nodes.size())
    key_error("traffic.hotspot_weights",
              "{} of {} hot nodes; allowed: one for each, in their order",
              weights.size() == 1 ? "1 weight" : fmt::format("{} weights", weights.size()),
              options.hotspot_nodes.size());
  std::vector<HotNode> hot;
  for (const NodeId node : options.hotspot_nodes)
    hot.push_back({.node = node, .weight = weights.empty() ? 1 : weights[hot.size()]});
  std::ranges::sort(hot, {}, &HotNode::node);
  return hot;
}

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions& options) {
  std::vector<HotNode> hot = hot_nodes(options);
  if (hot.empty())
    key_error("traffic.hotspot_nodes", "hotspot needs at least one node id; allowed: 0 to {}",
              topology.node_count() - 1);
  if (hot.back().node.index() >= topology.node_count()) {
    key_error("traffic.hotspot_nodes", "node {} does not exist; allowed: 0 to {}",
              hot.back().node.value, topology.node_count() - 1);
  }
  const auto twice = std::ranges::adjacent_find(hot, {}, &HotNode::node);
  if (twice != hot.end()) {
    key_error("traffic.hotspot_nodes", "node {} is listed twice; allowed: once", twice->node.value);
  }
  if (!(options.hotspot_share >= 0 && options.hotspot_share <= 1)) {
    key_error("traffic.hotspot_share", "{:.10g} is no share; allowed: 0 to 1",
              options.hotspot_share);
  }
  return std::make_unique<Hotspot>(topology.node_count(), std::move(hot), options.hotspot_share);
}

}  // namespace

PatternDescription hotspot_pattern() {
  constexpr std::int64_t kMaxNode = 0xffff'ffff;
  constexpr std::int64_t kMaxWeight = 1000;
  constexpr ReadWhen kWhen = read_if("traffic.pattern", "hotspot");
  return {.name = "hotspot",
          .summary = "hotspot_share of the messages to hotspot_nodes, the rest uniform",
          .needs = "hotspot_nodes and hotspot_share",
          .rows = {{"traffic.hotspot_nodes",
                    &PatternOptions::hotspot_nodes,
                    {.type = KeyType::kDistinct,
                     .most = kMaxNode,
                     .has_default = false,
                     .when = kWhen,
                     .help = "Ids of the hot nodes, separated by blanks."}},
                   {"traffic.hotspot_weights",
                    &PatternOptions::hotspot_weights,
                    {.least = 1,
                     .most = kMaxWeight,
                     .when = kWhen,
                     .help = "Weights of traffic.hotspot_nodes, in their order, separated by "
                             "blanks; default: equal."}},
                   {"traffic.hotspot_share",
                    &PatternOptions::hotspot_share,
                    {.high = 1,
                     .has_default = false,
                     .when = kWhen,
                     .help = "Share of the messages that go to the hot nodes."}}},
          .make = make};
}

}  // namespace orthant
