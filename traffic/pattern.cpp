// Default members of all patterns, and traffic frozen at a given cycle.
#include "traffic/traffic.hpp"

namespace orthant {
namespace {

// A time-varying pattern frozen at one cycle.
class Snapshot final : public Pattern {
 public:
  Snapshot(std::shared_ptr<const Pattern> pattern, Cycle cycle)
      : pattern_(std::move(pattern)), cycle_(cycle) {}

  std::optional<NodeId> destination(NodeId source, std::uint64_t message,
                                    RandomStream& random) const override {
    return pattern_->destination_at(cycle_, source, message, random);
  }
  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    pattern_->row_at(cycle_, source, visit);
  }
  std::optional<double> mean_rate() const override { return pattern_->mean_rate(); }

 private:
  std::shared_ptr<const Pattern> pattern_;
  Cycle cycle_;
};

}  // namespace

std::optional<NodeId> Pattern::destination_at(Cycle, NodeId source, std::uint64_t message,
                                              RandomStream& random) const {
  return destination(source, message, random);
}

bool Pattern::sends(NodeId source, bool self) const {
  bool any = false;
  row(source, [&](NodeId destination, double) { any = any || self || destination != source; });
  return any;
}

std::vector<RateStep> Pattern::rates_of(NodeId) const { return {{}}; }

void Pattern::row_at(Cycle, NodeId source, FunctionRef<void(NodeId, double)> visit) const {
  row(source, visit);
}

Traffic Traffic::at(Cycle cycle) const {
  Traffic traffic = *this;
  traffic.pattern = std::make_shared<Snapshot>(pattern, cycle);
  for (TrafficClass& part : traffic.classes) part.traffic = part.traffic.at(cycle);
  return traffic;
}

std::vector<Traffic> Traffic::phases() const {
  const std::vector<Cycle> changes = pattern->changes();
  if (changes.empty()) return {*this};
  std::vector<Traffic> phases = {at(0)};
  for (const Cycle cycle : changes) phases.push_back(at(cycle));
  return phases;
}

}  // namespace orthant
