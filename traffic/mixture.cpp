// Several traffic classes as one: destinations are weighted by flits, lengths by packets. Thus
// exact calculations of channel loads, node loads and lengths cover all classes.
//
// Tested by: tests/traffic/mixture_test.cpp
#include <algorithm>
#include <cassert>
#include <map>
#include <set>

#include "traffic/traffic.hpp"

namespace orthant {
namespace {

class Mixture : public Pattern {
 public:
  explicit Mixture(const std::vector<TrafficClass>& classes) : classes_(classes) {}

  // Draws a class by its share, then its destination.
  std::optional<NodeId> destination(NodeId source, std::uint64_t message,
                                    RandomStream& random) const override {
    double left = random.uniform();
    auto drawn = classes_.begin();
    while (drawn + 1 != classes_.end() && left >= drawn->load_share) left -= (drawn++)->load_share;
    return drawn->traffic.pattern->destination(source, message, random);
  }

  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    visit_sum(visit,
              [source](const Traffic& traffic, const auto& add) { traffic.row(source, add); });
  }

  void row_at(Cycle cycle, NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    visit_sum(visit, [cycle, source](const Traffic& traffic, const auto& add) {
      traffic.at(cycle).row(source, add);
    });
  }

  // An upper bound: the busiest nodes of the classes may differ.
  double largest_rate() const override {
    double sum = 0;
    for (const TrafficClass& part : classes_)
      sum += part.load_share * part.traffic.pattern->largest_rate();
    return sum;
  }

  std::vector<Cycle> changes() const override {
    std::set<Cycle> all;
    for (const TrafficClass& part : classes_)
      for (const Cycle cycle : part.traffic.pattern->changes()) all.insert(cycle);
    return {all.begin(), all.end()};
  }

  // Every class applies its own Traffic::self.
  bool sends(NodeId source, bool) const override {
    return std::ranges::any_of(
        classes_, [&](const TrafficClass& part) { return part.traffic.sends(source); });
  }

 private:
  // row_of(traffic, add) must call add(destination, share) for each entry of the row of a class's
  // traffic.
  template <class RowOf>
  void visit_sum(FunctionRef<void(NodeId, double)> visit, const RowOf& row_of) const {
    std::map<NodeId, double> shares;
    for (const TrafficClass& part : classes_)
      row_of(part.traffic, [&](NodeId destination, double share) {
        shares[destination] += part.load_share * share;
      });
    for (const auto& [destination, share] : shares) visit(destination, share);
  }

  std::vector<TrafficClass> classes_;
};

// Packets of all classes that a node sends until it is silent; nullopt: no limit.
std::optional<std::uint64_t> packets_per_node(const std::vector<TrafficClass>& classes) {
  std::uint64_t packets = 0;
  for (const TrafficClass& part : classes) {
    if (!part.traffic.messages_per_node) return std::nullopt;
    packets += *part.traffic.messages_per_node * part.traffic.packets_per_message;
  }
  return packets;
}

PacketLengths mixed_lengths(const std::vector<TrafficClass>& classes) {
  std::map<std::uint16_t, double> packets;
  for (const TrafficClass& part : classes)
    for (const PacketLengths::Part& length : part.traffic.lengths.parts())
      packets[length.flits] += length.share * part.load_share / part.traffic.lengths.mean();
  std::vector<PacketLengths::Part> parts;
  for (const auto& [flits, share] : packets) parts.push_back({flits, share});
  return PacketLengths(std::move(parts), true);
}

}  // namespace

Traffic mixed_traffic(std::vector<TrafficClass> classes) {
  assert(!classes.empty());
  double sum = 0;
  for (const TrafficClass& part : classes) sum += part.load_share;
  for (TrafficClass& part : classes) part.load_share /= sum;
  Traffic traffic;
  traffic.pattern = std::make_shared<Mixture>(classes);
  traffic.injection = classes.front().traffic.injection;
  traffic.lengths = mixed_lengths(classes);
  traffic.messages_per_node = packets_per_node(classes);
  traffic.classes = std::move(classes);
  return traffic;
}

void Traffic::set_seed(std::uint64_t new_seed) {
  seed = new_seed;
  for (std::size_t c = 0; c < classes.size(); ++c)
    classes[c].traffic.set_seed(
        c == 0 ? seed
               : RandomStream(seed, static_cast<std::uint32_t>(c), RandomPurpose::kTrafficClass)
                     .next_u64());
}

}  // namespace orthant
