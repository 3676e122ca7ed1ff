// Bounds on lines of output.packets: a seed of at most 20 characters, four numbers of at most 10,
// four times of at most 24, two words of at most 32, a packet of at most 31.
//
// Tested by: tests/app/packet_file_test.cpp, tests/app/sweep_test.py
#include "app/records/packet_file.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <string_view>

namespace orthant {
namespace {

char* put_line(char* out, std::uint64_t seed, const DeliveredPacket& packet,
               const PacketColumns& columns) {
  const std::uint32_t scale = packet.ticks_per_cycle;
  const Cycle latency = packet.arrival - packet.generated_at;
  out = fmt::format_to(out, FMT_COMPILE("{},{},{},{},"), seed, packet.source.value,
                       packet.destination.value, packet.flits);
  out = put_cycles(out, packet.generated_at, scale);
  out = put_cycles(out, packet.arrival, scale);
  out = put_cycles(out, latency, scale);
  out = fmt::format_to(out, FMT_COMPILE("{},{}"), packet.hops, packet.detour);
  if (columns.cycle_ns)
    out = fmt::format_to(out, FMT_COMPILE(",{}"),
                         static_cast<double>(latency) / scale * to_double(*columns.cycle_ns));
  if (!columns.traffic_classes.empty())
    out = fmt::format_to(out, FMT_COMPILE(",{}"), columns.traffic_classes[packet.traffic_class]);
  *out++ = ',';
  out = put_name(out, {packet.source, packet.number});
  *out++ = '\n';
  return out;
}

}  // namespace

std::vector<Column> packet_columns(const PacketColumns& columns) {
  constexpr std::string_view kCycles = "cycles";
  std::vector<Column> all = {
      {"seed", false, {}, "Seed of the run."},
      {"source", false, {}, "Node that sent it."},
      {"destination", false, {}, "Node that it was for."},
      {"flits", false, "flits", "Length."},
      {"birth", false, kCycles, "Cycle in which its node generated it."},
      {"arrival", false, kCycles, "Cycle in which its last flit arrived."},
      {"latency", false, kCycles, "Cycles from its generation to its arrival."},
      {"hops", false, "hops", "Channels between routers that it crossed."},
      {"detour", true, {}, "none, orthant, outflank or wraparound; empty where none are counted."}};
  if (columns.cycle_ns)
    all.push_back({"latency_ns", false, "ns", "Latency in nanoseconds, with time.cycle_ns only."});
  if (!columns.traffic_classes.empty())
    all.push_back(
        {"traffic_class", true, {}, "Class of traffic of the packet, with [traffic.NAME] only."});
  all.push_back({"packet", true, {}, kPacketName});
  return all;
}

void PacketLines::add(const DeliveredPacket& packet) {
  add_line([&](char* out) { return put_line(out, seed(), packet, columns_); });
}

}  // namespace orthant
