#include "sim/measure/report.hpp"

#include <algorithm>
#include <numeric>

#include "sim/measure/limit.hpp"
#include "sim/measure/statistics.hpp"

namespace orthant {
namespace {

constexpr std::uint64_t kPacketsBeyond = 20;  // packets that a percentile needs above it

double ratio(std::uint64_t part, std::uint64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

void report_latency(const Measurement& measured, const WindowCounts& counts,
                    TrafficResult& result) {
  // Packets still under way are the slow ones: means over the others would mislead.
  if (counts.delivered_packets == 0 || counts.outstanding_packets() != 0) return;
  const Cycle scale = measured.ticks_per_cycle;
  const auto cycles = [&](double ticks) { return ticks / static_cast<double>(scale); };
  result.latency_mean = cycles(ratio(counts.latency_sum, counts.delivered_packets));
  result.network_latency_mean = cycles(ratio(counts.network_latency_sum, counts.delivered_packets));
  result.latency_max = cycles(static_cast<double>(counts.latency_max));
  result.hops_mean = ratio(counts.hops_sum, counts.delivered_packets);
  if (result.verdict != Verdict::kStable && result.verdict != Verdict::kDrained) return;
  const auto percentile = [&](double q) -> std::optional<double> {
    const auto ticks = counts.histogram.quantile(q, kPacketsBeyond);
    return ticks ? std::optional(cycles(*ticks)) : std::nullopt;
  };
  result.latency_p50 = percentile(0.5);
  result.latency_p95 = percentile(0.95);
  result.latency_p99 = percentile(0.99);
  result.latency_p999 = percentile(0.999);
  if (measured.until_drained) return;
  result.latency_ci95 = cycles(confidence_half_width(counts.batches).value());
}

void report_detours(const Measurement& measured, SimulationResult& result) {
  const std::vector<DetourKind>& kinds = measured.parts.routing.traits().detours;
  const WindowCounts& counts = measured.counts;
  if (kinds.empty() || counts.delivered_packets == 0) return;
  std::uint64_t straight = counts.delivered_packets;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const DetourCount& count = counts.detours[k];
    straight -= count.packets;
    DetourResult& detour = result.detours.emplace_back();
    detour.kind = kinds[k].name;
    detour.fraction = ratio(count.packets, counts.delivered_packets);
    if (!kinds[k].max_extra_hops || count.packets == 0) continue;
    detour.max_extra_hops = count.max_extra_hops;
    detour.beyond_fraction = ratio(count.beyond, count.packets);
  }
  result.derouted_fraction = 1 - ratio(straight, counts.delivered_packets);
}

void report_channels(SimulationResult& result) {
  const std::vector<std::uint64_t>& flits = result.channel_flits;
  if (flits.empty()) return;
  const auto window = static_cast<double>(result.window_cycles);
  const std::uint64_t sum = std::accumulate(flits.begin(), flits.end(), std::uint64_t{0});
  result.channel_load_mean = ratio(sum, flits.size()) / window;
  result.channel_load_max = static_cast<double>(std::ranges::max(flits)) / window;
}

void report_histogram(const Measurement& measured, SimulationResult& result) {
  if (!result.latency_mean) return;
  const Cycle scale = measured.ticks_per_cycle;
  for (const LatencyBin& bin : measured.counts.histogram.bins())
    result.histogram.push_back({bin.from / scale, (bin.to + scale - 1) / scale, bin.packets});
}

void report_fairness(const WindowCounts& counts, TrafficResult& result) {
  std::vector<double> shares;
  for (std::size_t n = 0; n < counts.offered_by_source.size(); ++n) {
    if (counts.offered_by_source[n] != 0)
      shares.push_back(ratio(counts.accepted_by_source[n], counts.offered_by_source[n]));
  }
  if (shares.empty()) return;
  result.jain_accepted = jain_index(shares);
  result.source_accepted_min = std::ranges::min(shares);
}

void report_limit(const Measurement& measured, SimulationResult& result) {
  if (result.verdict != Verdict::kSaturated) return;
  // Flits sent: backlog before the window, plus flits generated, minus backlog after it.
  std::vector<std::uint64_t> sent = measured.counts.offered_by_source;
  for (std::size_t n = 0; n < sent.size(); ++n)
    sent[n] += measured.backlog_before[n] - measured.backlog_after[n];
  result.limit = binding_limit(measured.parts, {.window_cycles = result.window_cycles,
                                                .sent = sent,
                                                .received = measured.counts.accepted_by_destination,
                                                .between_routers = result.channel_flits,
                                                .growing = result.growing_sources});
}

// Fills in what the results of all packets and of one class have in common.
void report_traffic(const Measurement& measured, const WindowCounts& counts,
                    std::uint64_t accepted_flits, Cycle window_cycles, TrafficResult& result) {
  result.packets = counts.delivered_packets;
  const double node_cycles =
      static_cast<double>(measured.sending_nodes) * static_cast<double>(window_cycles);
  if (node_cycles > 0) {
    result.offered_flits = static_cast<double>(counts.offered_flits) / node_cycles;
    result.accepted_flits = static_cast<double>(accepted_flits) / node_cycles;
  }
  report_latency(measured, counts, result);
  report_fairness(counts, result);
}

void report_classes(const Measurement& measured, SimulationResult& result) {
  for (std::size_t c = 0; c < result.classes.size(); ++c) {
    const WindowCounts& counts = measured.class_counts[c];
    const std::uint64_t accepted = std::accumulate(
        counts.accepted_by_source.begin(), counts.accepted_by_source.end(), std::uint64_t{0});
    report_traffic(measured, counts, accepted, result.window_cycles, result.classes[c]);
  }
}

}  // namespace

void report(const Measurement& measured, SimulationResult& result) {
  const WindowCounts& counts = measured.counts;
  report_traffic(measured, counts, counts.ejected_flits, result.window_cycles, result);
  report_classes(measured, result);
  report_histogram(measured, result);
  if (counts.wanted_channels != 0)
    result.wanted_free_fraction = ratio(counts.wanted_free, counts.wanted_channels);
  report_detours(measured, result);
  report_channels(result);
  report_limit(measured, result);
}

}  // namespace orthant
