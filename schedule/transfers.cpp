// Tested by: tests/schedule/transfers_test.cpp
#include "schedule/transfers.hpp"

#include <algorithm>

namespace orthant {

std::string TransferSet::channel_name(std::size_t channel) const {
  const std::string number = std::to_string(channel);
  return channel_names.empty() ? number : number + " (" + channel_names[channel] + ")";
}

std::string TransferSet::transfer_name(std::size_t transfer) const {
  const std::string number = std::to_string(transfer);
  const std::string& name = transfers[transfer].name;
  return name.empty() ? number : number + " (" + name + ")";
}

LiquidBound liquid_bound(const TransferSet& set) {
  LiquidBound bound;
  bound.loads.resize(set.channels);
  for (const Transfer& transfer : set.transfers) {
    for (const std::uint32_t channel : transfer.channels) ++bound.loads[channel];
  }
  for (const std::uint32_t load : bound.loads) bound.duration = std::max(bound.duration, load);
  if (bound.duration == 0) return bound;
  for (std::uint32_t c = 0; c < set.channels; ++c) {
    if (bound.loads[c] == bound.duration) bound.bottlenecks.push_back(c);
  }
  for (std::uint32_t t = 0; t < set.transfers.size(); ++t) {
    const auto& channels = set.transfers[t].channels;
    if (std::ranges::any_of(channels, [&](auto c) { return bound.loads[c] == bound.duration; }))
      bound.skeleton.push_back(t);
  }
  bound.liquid_throughput =
      static_cast<double>(set.transfers.size()) / static_cast<double>(bound.duration);
  return bound;
}

}  // namespace orthant
