// The common tick of all durations of an output-queued network.
#include "sim/output_queued/timing.hpp"

#include <numeric>

#include "base/limits.hpp"
#include "sim/node/channel_kinds.hpp"

namespace orthant {
namespace {

constexpr std::int64_t kMostTicks = limits::kTicksPerCycle;

}  // namespace

OutputQueuedTiming::OutputQueuedTiming(const NetworkParts& parts)
    : ack_flits_(parts.router.output_queue.ack_flits),
      source_interval_(parts.router.output_queue.source_interval) {
  if (source_interval_.numerator() == 0)
    source_interval_ = parts.traffic.lengths.shortest() / parts.node_channels.bandwidth;
  ticks_per_cycle_ = parts.router.output_queue.ticks_per_cycle.value_or(common_ticks(parts));
}

std::uint32_t OutputQueuedTiming::common_ticks(const NetworkParts& parts) const {
  std::int64_t common = 1;
  const auto include = [&](const Rational& cycles) {
    const std::int64_t factor = cycles.denominator() / std::gcd(common, cycles.denominator());
    common = common > kMostTicks / factor ? kMostTicks : common * factor;
  };
  const auto include_channel = [&](const Rational& bandwidth) {
    include(1 / bandwidth);
    include(ack_flits_ / bandwidth);
  };
  for (const ChannelKind& kind : channel_kinds(parts.topology)) include_channel(kind.bandwidth);
  include_channel(parts.node_channels.bandwidth);
  include(source_interval_);
  return static_cast<std::uint32_t>(common);
}

Tick OutputQueuedTiming::ticks(const Rational& cycles) const {
  const std::int64_t scaled = cycles.numerator() * ticks_per_cycle_;
  return static_cast<Tick>(scaled / cycles.denominator());
}

}  // namespace orthant
