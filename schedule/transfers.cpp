// Tested by: tests/schedule/transfers_test.cpp
#include "schedule/transfers.hpp"

#include <algorithm>

#include "base/rational.hpp"

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

bool TransferSet::has_capacities() const {
  return std::ranges::any_of(capacities, [](std::uint32_t capacity) { return capacity > 1; });
}

LiquidBound liquid_bound(const TransferSet& set) {
  LiquidBound bound;
  bound.loads.resize(set.channels);
  for (const Transfer& transfer : set.transfers) {
    for (const std::uint32_t channel : transfer.channels) ++bound.loads[channel];
  }
  const auto active_time = [&](std::uint32_t c) {
    return Rational(bound.loads[c], set.capacity(c));  // in frames
  };
  Rational longest = 0;
  for (std::uint32_t c = 0; c < set.channels; ++c) longest = std::max(longest, active_time(c));
  if (longest.numerator() == 0) return bound;
  bound.time = longest;
  bound.duration = static_cast<std::uint32_t>(
      (longest.numerator() + longest.denominator() - 1) / longest.denominator());
  std::vector<bool> is_bottleneck(set.channels);
  for (std::uint32_t c = 0; c < set.channels; ++c) {
    is_bottleneck[c] = active_time(c) == longest;
    if (is_bottleneck[c]) bound.bottlenecks.push_back(c);
  }
  for (std::uint32_t t = 0; t < set.transfers.size(); ++t) {
    const auto& channels = set.transfers[t].channels;
    if (std::ranges::any_of(channels, [&](std::uint32_t c) { return is_bottleneck[c]; }))
      bound.skeleton.push_back(t);
  }
  bound.liquid_throughput = static_cast<double>(set.transfers.size()) / to_double(longest);
  return bound;
}

}  // namespace orthant
