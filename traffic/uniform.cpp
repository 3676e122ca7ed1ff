// Uniform random traffic: every node, the source included, is the destination with probability 1/N.
//
// Needs: nothing.
#include <memory>

#include "traffic/descriptions.hpp"

namespace orthant {
namespace {

class Uniform : public Pattern {
 public:
  explicit Uniform(std::size_t nodes) : nodes_(static_cast<std::uint32_t>(nodes)) {}

  std::optional<NodeId> destination(NodeId, std::uint64_t, RandomStream& random) const override {
    return NodeId{random.below(nodes_)};
  }

  void row(NodeId, FunctionRef<void(NodeId, double)> visit) const override {
    const double share = 1.0 / nodes_;
    for (std::uint32_t node = 0; node < nodes_; ++node) visit(NodeId{node}, share);
  }

  bool sends(NodeId, bool self) const override { return self || nodes_ > 1; }

 private:
  std::uint32_t nodes_;
};

}  // namespace

PatternDescription uniform_pattern() {
  return {.name = "uniform",
          .summary = "every node with equal probability, the own one included",
          .needs = "",
          .make = [](const Topology& topology, const PatternOptions&) -> std::unique_ptr<Pattern> {
            return std::make_unique<Uniform>(topology.node_count());
          }};
}

}  // namespace orthant
