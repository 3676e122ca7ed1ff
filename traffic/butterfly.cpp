// The stages of a butterfly exchange: message m of a node goes to the node whose id differs only in
// bit m mod n. Each node counts its own messages, so under random injection the nodes reach a stage
// at different times. The traffic matrix is the average over n messages of a node.
//
// Needs: N = 2^n nodes.
#include "base/error.hpp"
#include "traffic/descriptions.hpp"
#include "traffic/permutation.hpp"

namespace orthant {
namespace {

constexpr std::string_view kName = "butterfly";

class Butterfly : public Pattern {
 public:
  explicit Butterfly(unsigned bits) : bits_(bits) {}

  std::optional<NodeId> destination(NodeId source, std::uint64_t message,
                                    RandomStream&) const override {
    if (bits_ == 0) return source;
    return NodeId{source.value ^ 1u << message % bits_};
  }

  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    if (bits_ == 0) return visit(source, 1.0);
    const double share = 1.0 / bits_;
    // Ascending destinations: clearing the highest bit gives the lowest id; setting a bit gives an
    // id above the source.
    for (unsigned b = bits_; b-- > 0;) {
      if (source.value >> b & 1u) visit(NodeId{source.value ^ 1u << b}, share);
    }
    for (unsigned b = 0; b < bits_; ++b) {
      if (!(source.value >> b & 1u)) visit(NodeId{source.value ^ 1u << b}, share);
    }
  }

 private:
  unsigned bits_;
};

}  // namespace

PatternDescription butterfly_pattern() {
  return {.name = kName,
          .summary = "one id bit inverted, the next one after each message of a node",
          .needs = "N = 2^n",
          .make = [](const Topology& topology, const PatternOptions&) -> std::unique_ptr<Pattern> {
            const unsigned bits = require_id_bits(kName, topology);
            if (topology.node_count() != topology.whole_node_count())
              key_error("traffic.pattern",
                        "butterfly sends to every node, and some are down; allowed: another pattern, "
                        "as uniform");
            return std::make_unique<Butterfly>(bits);
          }};
}

}  // namespace orthant
