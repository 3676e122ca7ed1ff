#include "sim/measure/flows.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "sim/measure/histogram.hpp"

namespace orthant {

void Flow::deliver(Tick latency) {
  ++packets_;
  latency_sum_ += latency;
  latency_max_ = std::max(latency_max_, latency);
  const auto bin = static_cast<std::uint32_t>(Histogram::bin_of(latency));
  const auto place =
      std::ranges::lower_bound(bins_, bin, {}, [](const auto& entry) { return entry.first; });
  if (place != bins_.end() && place->first == bin)
    ++place->second;
  else
    bins_.insert(place, {bin, 1});
}

std::optional<double> Flow::percentile(double q) const {
  const auto place =
      quantile_place(q, 1, packets_, bins_.size(), [&](std::size_t i) { return bins_[i].second; });
  if (!place) return std::nullopt;
  return std::min(Histogram::middle(bins_[*place].first), static_cast<double>(latency_max_));
}

void FlowCounts::add(const PacketRecord& packet, Tick latency, bool accepted, bool measured) {
  if (!accepted && !measured) return;
  Flow& flow = of_source_[packet.source.index()][packet.destination];
  if (accepted) flow.accept(packet.length);
  if (measured) flow.deliver(latency);
}

void refuse_too_many_flows(const Traffic& traffic, std::size_t nodes) {
  std::size_t pairs = 0;
  for (std::size_t node = 0; node < nodes && pairs <= kMostFlows; ++node)
    traffic.row(NodeId{node}, [&](NodeId, double) { ++pairs; });
  if (pairs > kMostFlows)
    key_error("output.flows",
              "more than {} pairs of nodes have traffic; allowed: fewer nodes, a pattern of fewer "
              "pairs, or output.packets",
              kMostFlows);
}

}  // namespace orthant
