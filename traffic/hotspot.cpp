// Hot spots: the share `traffic.hotspot_share` of the messages goes to the nodes of
// `traffic.hotspot_nodes`, each with equal probability; the rest is uniform over all nodes, hot
// ones included.
//
// Source: Pfister and Norton 1985.
// Needs: `traffic.hotspot_nodes`, `traffic.hotspot_share`.
#include <algorithm>

#include "base/error.hpp"
#include "traffic/descriptions.hpp"

namespace orthant {
namespace {

class Hotspot : public Pattern {
 public:
  // `hot` ascending.
  Hotspot(std::size_t nodes, std::vector<NodeId> hot, double share)
      : nodes_(static_cast<std::uint32_t>(nodes)), hot_(std::move(hot)), share_(share) {}

  std::optional<NodeId> destination(NodeId, std::uint64_t, RandomStream& random) const override {
    if (random.bernoulli(share_)) {
      return hot_[random.below(static_cast<std::uint32_t>(hot_.size()))];
    }
    return NodeId{random.below(nodes_)};
  }

  void row(NodeId, FunctionRef<void(NodeId, double)> visit) const override {
    const double cool = (1 - share_) / nodes_;
    const double extra = share_ / static_cast<double>(hot_.size());
    auto next_hot = hot_.begin();
    for (std::uint32_t id = 0; id < nodes_; ++id) {
      const bool is_hot = next_hot != hot_.end() && next_hot->value == id;
      if (is_hot) ++next_hot;
      const double probability = is_hot ? cool + extra : cool;
      if (probability > 0) visit(NodeId{id}, probability);
    }
  }

  bool sends(NodeId source, bool self) const override {
    if (self) return true;
    return (share_ < 1 && nodes_ > 1) || hot_.size() > 1 || hot_[0] != source;
  }

 private:
  std::uint32_t nodes_;
  std::vector<NodeId> hot_;
  double share_;
};

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions& options) {
  auto hot = options.hotspot_nodes;
  if (hot.empty())
    key_error("traffic.hotspot_nodes", "hotspot needs at least one node id; allowed: 0 to {}",
              topology.node_count() - 1);
  std::sort(hot.begin(), hot.end());
  if (hot.back().index() >= topology.node_count()) {
    key_error("traffic.hotspot_nodes", "node {} does not exist; allowed: 0 to {}", hot.back().value,
              topology.node_count() - 1);
  }
  if (const auto twice = std::adjacent_find(hot.begin(), hot.end()); twice != hot.end()) {
    key_error("traffic.hotspot_nodes", "node {} is listed twice; allowed: once", twice->value);
  }
  if (!(options.hotspot_share >= 0 && options.hotspot_share <= 1)) {
    key_error("traffic.hotspot_share", "{:.10g} is no share; allowed: 0 to 1",
              options.hotspot_share);
  }
  return std::make_unique<Hotspot>(topology.node_count(), std::move(hot), options.hotspot_share);
}

}  // namespace

PatternDescription hotspot_pattern() {
  constexpr std::int64_t kMostNode = 0xffff'ffff;
  constexpr std::string_view kWhen = "traffic.pattern = hotspot";
  return {.name = "hotspot",
          .summary = "hotspot_share of the messages to hotspot_nodes, the rest uniform",
          .needs = "hotspot_nodes and hotspot_share",
          .rows = {{"traffic.hotspot_nodes",
                    &PatternOptions::hotspot_nodes,
                    {.type = KeyType::kDistinct,
                     .most = kMostNode,
                     .has_default = false,
                     .when = kWhen,
                     .help = "Ids of the hot nodes, separated by blanks."}},
                   {"traffic.hotspot_share",
                    &PatternOptions::hotspot_share,
                    {.high = 1,
                     .has_default = false,
                     .when = kWhen,
                     .help = "Share of the messages that go to the hot nodes."}}},
          .make = make};
}

}  // namespace orthant
