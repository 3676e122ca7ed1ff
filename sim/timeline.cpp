#include "sim/timeline.hpp"

#include <algorithm>
#include <utility>

namespace orthant {

Timeline::Timeline(Network& network, TimelineLog& log, Cycle every)
    : network_(network), log_(log), every_(every), next_(every), before_(totals()) {
  network_.count_deliveries();
}

void Timeline::add_until(Cycle cycle) {
  for (; next_ <= cycle; next_ += every_) add_row(next_);
}

void Timeline::finish(Cycle cycle) {
  add_until(cycle);
  if (last_ < cycle) add_row(cycle);
}

Timeline::Totals Timeline::totals() const {
  const Recorder& recorder = network_.recorder();
  return {.born = recorder.generated_flits(),
          .injected = recorder.ejected_flits() + network_.flits_inside(),
          .accepted = recorder.ejected_flits(),
          .packets = recorder.told_packets(),
          .latency = recorder.told_latency(),
          .channel_flits = network_.channel_flits()};
}

void Timeline::add_row(Cycle cycle) {
  Totals now = totals();
  TimelineRow row{.cycle = cycle,
                  .length = cycle - last_,
                  .born_flits = now.born - before_.born,
                  .injected_flits = now.injected - before_.injected,
                  .accepted_flits = now.accepted - before_.accepted,
                  .packets = now.packets - before_.packets,
                  .latency_mean = {},
                  .backlog_flits = now.born - now.injected,
                  .network_flits = now.injected - now.accepted,
                  .channel_load_mean = {},
                  .channel_load_max = {}};
  if (row.packets != 0)
    row.latency_mean = static_cast<double>(now.latency - before_.latency) /
                       static_cast<double>(row.packets) / network_.ticks_per_cycle();
  if (const std::size_t channels = now.channel_flits.size(); channels != 0) {
    std::uint64_t sum = 0;
    std::uint64_t most = 0;
    for (std::size_t c = 0; c < channels; ++c) {
      const std::uint64_t flits = now.channel_flits[c] - before_.channel_flits[c];
      sum += flits;
      most = std::max(most, flits);
    }
    const auto length = static_cast<double>(row.length);
    row.channel_load_mean = static_cast<double>(sum) / static_cast<double>(channels) / length;
    row.channel_load_max = static_cast<double>(most) / length;
  }
  log_.add(row);
  before_ = std::move(now);
  last_ = cycle;
}

}  // namespace orthant
