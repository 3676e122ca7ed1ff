// All that a run reports, as one text: for tests of what may change no result.
#pragma once

#include <fmt/format.h>

#include <string>

#include "sim/measure/flows.hpp"
#include "sim/timeline.hpp"
#include "tests/sim/network_fixture.hpp"

namespace orthant::test {

// Writes down all that a run reports, in the order in which it does.
class Notes final : public PacketLog, public TimelineLog {
 public:
  void add(const DeliveredPacket& p) override {
    text_ += fmt::format("packet {} {} {} {} {} {} {} {}\n", p.source.value, p.number,
                         p.destination.value, p.generated_at, p.arrival, p.flits, p.hops, p.detour);
  }
  void add(const TimelineRow& row) override {
    text_ += fmt::format("span {} {} {} {} {} {} {} {} {} {}\n", row.cycle, row.generated_flits,
                         row.injected_flits, row.accepted_flits, row.packets,
                         row.latency_mean.value_or(-1), row.backlog_flits, row.network_flits,
                         row.channel_load_mean.value_or(-1), row.channel_load_max.value_or(-1));
  }
  void add(const FlowCounts& flows) {
    flows.for_each([&](NodeId source, NodeId destination, const Flow& flow) {
      text_ += fmt::format("flow {} {} {} {} {}\n", source.value, destination.value,
                           flow.accepted_flits(), flow.latency_sum(), flow.latency_max());
    });
  }
  void add(const std::vector<std::uint64_t>& channel_flits) {
    text_ += "channels";
    for (const std::uint64_t flits : channel_flits) text_ += fmt::format(" {}", flits);
    text_ += '\n';
  }
  void add(const std::vector<RouterActivity>& activity) {
    for (const RouterActivity& a : activity)
      text_ += fmt::format("activity {} {} {} {} {} {}\n", a.buffer_writes, a.buffer_reads,
                           a.crossbar_flits, a.link_flits, a.vc_allocations, a.switch_allocations);
  }
  void add(const SimulationResult& r) {
    text_ += fmt::format("run {} {} {} {} {} {} {}\n", verdict_name(r.verdict), r.packets, r.cycles,
                         r.warmup_cycles, r.offered_flits, r.accepted_flits, r.flit_hops);
    for (const auto& value :
         {r.latency_mean, r.latency_ci95, r.latency_p99, r.latency_max, r.network_latency_mean,
          r.hops_mean, r.channel_load_max, r.jain_accepted, r.source_accepted_min,
          r.wanted_free_fraction, r.derouted_fraction})
      text_ += fmt::format("{} ", value.value_or(-1));
    text_ += fmt::format("{} {} {} {}\n", r.knots.size(), r.stuck_behind, r.deadlock_cycle,
                         r.wait_cycle_seen.value_or(0));
    for (const auto& knot : r.knots)
      for (const BlockedVc& at : knot)
        text_ += fmt::format("stuck {} {} {}\n", at.router.value, at.port.value, at.vc.value);
    for (const LatencyBin& bin : r.histogram)
      text_ += fmt::format("bin {} {} {}\n", bin.from, bin.to, bin.packets);
    for (const NodeId node : r.growing_sources) text_ += fmt::format("grows {}\n", node.value);
    add(r.channel_flits);
    add(r.activity);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

inline std::string all_reported_of(const Scenario& s) {
  const Built built = build(s);
  Notes notes;
  FlowCounts flows(built.topology->node_count());
  notes.add(simulate(built.parts(s), s.run,
                     {.packets = &notes,
                      .flows = &flows,
                      .timelines = {&notes},
                      .timeline_cycles = 137,
                      .activity = true}));
  notes.add(flows);
  return notes.text();
}

}  // namespace orthant::test
