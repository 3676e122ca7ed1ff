// The events that a run records of its packets, for tests.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "tests/sim/network_fixture.hpp"

namespace orthant::test {

class Events final : public TraceLog {
 public:
  void add(const TraceEvent& event, std::uint32_t ticks_per_cycle) override {
    all.push_back(event);
    scale = ticks_per_cycle;
  }
  void end(const std::vector<PacketName>& never) override { missing = never; }

  // Cycles of a kind of event of a flit of a packet.
  std::vector<Cycle> cycles(TraceKind kind, std::uint16_t flit, std::uint32_t source = 0) const {
    std::vector<Cycle> found;
    for (const TraceEvent& event : all)
      if (event.kind == kind && event.flit == flit && event.packet.source.value == source)
        found.push_back(event.tick / scale);
    return found;
  }
  // "CYCLE SOURCE.FLIT CAUSE by SOURCE" of all that is blocked.
  std::vector<std::string> waits() const {
    std::vector<std::string> found;
    for (const TraceEvent& event : all)
      if (event.kind == TraceKind::kBlocked)
        found.push_back(fmt::format("{} {}.{} {} by {}", event.tick, event.packet.source.value,
                                    event.flit, static_cast<int>(event.cause),
                                    event.by ? fmt::format("{}", event.by->source.value) : ""));
    return found;
  }

  std::vector<TraceEvent> all;
  std::vector<PacketName> missing;
  std::uint32_t scale = 1;
};

inline Events events_of(const Scenario& s, const TraceFilter& filter = {}) {
  const Built built = build(s);
  Events events;
  orthant::simulate(built.parts(s), s.run, {.trace = &events, .trace_filter = filter});
  return events;
}

}  // namespace orthant::test
