#include "sim/measure/packet_trace.hpp"

#include <tuple>

namespace orthant {
namespace {

auto order_of(const TraceEvent& event) {
  return std::tuple(event.tick, event.router, event.kind, event.port, event.vc, event.out_port,
                    event.out_vc, event.packet, event.flit);
}

}  // namespace

void PacketTracer::flush_before(Tick tick) {
  const auto later = std::ranges::partition(
      waiting_, [tick](const TraceEvent& event) { return event.tick < tick; });
  std::sort(waiting_.begin(), later.begin(),
            [](const TraceEvent& a, const TraceEvent& b) { return order_of(a) < order_of(b); });
  for (auto event = waiting_.begin(); event != later.begin(); ++event)
    log_.add(*event, ticks_per_cycle_);
  waiting_.erase(waiting_.begin(), later.begin());
}

}  // namespace orthant
