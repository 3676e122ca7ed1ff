#include "sim/timeline.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace orthant {

Timeline::Timeline(Network& network, std::vector<TimelineLog*> logs, Cycle every)
    : network_(network), logs_(std::move(logs)), every_(every), next_(every), before_(totals()) {
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
  return {.generated = recorder.generated_flits(),
          .injected = recorder.ejected_flits() + network_.flits_inside(),
          .accepted = recorder.ejected_flits(),
          .packets = recorder.delivered_packets(),
          .latency = recorder.delivered_latency(),
          .channel_flits = network_.channel_flits()};
}

void Timeline::add_row(Cycle cycle) {
  Totals now = totals();
  TimelineRow row{.cycle = cycle,
                  .length = cycle - last_,
                  .generated_flits = now.generated - before_.generated,
                  .injected_flits = now.injected - before_.injected,
                  .accepted_flits = now.accepted - before_.accepted,
                  .packets = now.packets - before_.packets,
                  .latency_mean = {},
                  .backlog_flits = now.generated - now.injected,
                  .network_flits = now.injected - now.accepted,
                  .channel_load_mean = {},
                  .channel_load_max = {},
                  .channel_flits = {}};
  if (row.packets != 0)
    row.latency_mean = static_cast<double>(now.latency - before_.latency) /
                       static_cast<double>(row.packets) / network_.ticks_per_cycle();
  std::vector<std::uint64_t> flits(now.channel_flits.size());
  std::ranges::transform(now.channel_flits, before_.channel_flits, flits.begin(), std::minus());
  if (!flits.empty()) {
    const double sum = std::accumulate(flits.begin(), flits.end(), 0.0);
    const auto length = static_cast<double>(row.length);
    row.channel_load_mean = sum / static_cast<double>(flits.size()) / length;
    row.channel_load_max = static_cast<double>(std::ranges::max(flits)) / length;
  }
  row.channel_flits = flits;
  for (TimelineLog* log : logs_) log->add(row);
  before_ = std::move(now);
  last_ = cycle;
}

}  // namespace orthant
