// Converts nanoseconds to whole cycles, and Gbit/s to exact fractions of a flit per cycle.
//
// Tested by: tests/app/setup_test.cpp
#include "app/setup/units.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/keys/network_keys.hpp"
#include "base/counted.hpp"
#include "base/limits.hpp"

namespace orthant {
namespace {

constexpr std::string_view kFlitBytes = "channel.flit_bytes";

// channel.flit_bytes, which only conversions from bytes read.
std::int64_t flit_bytes(const Point& point) {
  ChannelKeys keys;
  channel_rows().read_one(point, keys, kFlitBytes);
  return keys.flit_bytes.value();
}

// Throws unless `needed`, without which `key` cannot be converted, is given.
void require(const Point& point, std::string_view key, std::string_view needed) {
  if (!point.has_value(needed)) {
    point.fail(key, "needs {}, which is missing", needed);
  }
}

std::uint32_t latency_from_ns(const Point& point, std::string_view key, double ns) {
  require(point, key, "time.cycle_ns");
  const double cycle = to_double(*cycle_ns(point));
  const double cycles = ns / cycle;
  const double whole = std::round(cycles);
  if (std::abs(cycles - whole) > 1e-9 * whole || whole < 1) {
    point.fail(key,
               "{:.10g} ns are {:.10g} cycles of {:.10g} ns; allowed: a multiple of "
               "time.cycle_ns",
               ns, cycles, cycle);
  }
  if (whole > limits::kDelay) {
    point.fail(key, "{:.10g} ns are {:.10g} cycles; allowed: at most {}", ns, whole,
               limits::kDelay);
  }
  return static_cast<std::uint32_t>(whole);
}

Wide greatest_common_divisor(Wide a, Wide b) {
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// Returns a * b / c exactly; nullopt if a part exceeds limits::kBandwidthPart.
std::optional<Rational> scaled(const Rational& a, const Rational& b, std::int64_t c) {
  // Overflow is impossible: parts are at most 10^12 each, c at most 10^7, products below 2^127.
  Wide above = Wide{a.numerator()} * b.numerator();
  Wide below = Wide{a.denominator()} * b.denominator() * c;
  const Wide divisor = greatest_common_divisor(above, below);
  above /= divisor;
  below /= divisor;
  if (above > limits::kBandwidthPart || below > limits::kBandwidthPart) return std::nullopt;
  return Rational(static_cast<std::int64_t>(above), static_cast<std::int64_t>(below));
}

Rational bandwidth_from_gbps(const Point& point, std::string_view key, const Rational& gbps) {
  require(point, key, "time.cycle_ns");
  require(point, key, kFlitBytes);
  const auto bandwidth = scaled(gbps, point.rational("time.cycle_ns"), 8 * flit_bytes(point));
  if (!bandwidth) {
    point.fail(key,
               "{} Gbit/s with this cycle and flit is no simple fraction of a flit per "
               "cycle; allowed: numerator and denominator of at most {}",
               point.text(key), limits::kBandwidthPart);
  }
  return *bandwidth;
}

}  // namespace

void check_per_dimension(const Point& point, std::string_view key, std::size_t dimensions,
                         std::size_t values) {
  if (values == 0) return;
  if (dimensions == 0) point.fail(key, "this network has no dimensions; allowed: to leave it out");
  if (values != dimensions)
    point.fail(key, "{} for {}; allowed: one per dimension", counted(values, "values"),
               counted(dimensions, "dimensions"));
}

std::optional<Rational> cycle_ns(const Point& point) {
  TimeKeys keys;
  time_rows().read_one(point, keys, "time.cycle_ns");
  return keys.cycle_ns;
}

void read_channels(const Point& point, bool input_queued, GridOptions& grid,
                   NodeChannelOptions& node_channels) {
  ChannelKeys keys;
  channel_rows().read_where(point, keys, [&](const Key& key) {
    return key.when.is_always() || (input_queued && key.when == kInputQueued);
  });
  const std::size_t dimensions = grid.radices.size();
  check_per_dimension(point, "channel.latency_cycles.by_dimension", dimensions,
                      keys.latency_by_dimension.size());
  check_per_dimension(point, "channel.bandwidth.by_dimension", dimensions,
                      keys.bandwidth_by_dimension.size());
  if (keys.latency_ns)
    keys.latency_cycles = latency_from_ns(point, "channel.latency_ns", *keys.latency_ns);
  if (keys.bandwidth_gbps)
    keys.bandwidth = bandwidth_from_gbps(point, "channel.bandwidth_gbps", *keys.bandwidth_gbps);
  grid.latency_cycles = keys.latency_by_dimension.empty() ? std::vector{keys.latency_cycles}
                                                          : keys.latency_by_dimension;
  grid.bandwidth = keys.bandwidth_by_dimension.empty() ? std::vector{keys.bandwidth}
                                                       : keys.bandwidth_by_dimension;
  node_channels = keys.node;
  if (keys.node_latency_ns)
    node_channels.injection_latency = node_channels.ejection_latency =
        latency_from_ns(point, "channel.node_latency_ns", *keys.node_latency_ns);
  if (keys.node_bandwidth_gbps)
    node_channels.bandwidth =
        bandwidth_from_gbps(point, "channel.node_bandwidth_gbps", *keys.node_bandwidth_gbps);
}

Rational ack_flits(const Point& point, std::int64_t ack_bytes) {
  if (ack_bytes == 0) return 0;
  require(point, "router.ack_bytes", kFlitBytes);
  return {ack_bytes, flit_bytes(point)};
}

std::optional<std::uint32_t> ticks_per_cycle(const Point& point) {
  constexpr auto key = "time.resolution_ns";
  const TimeKeys time = time_rows().read(point);
  if (!time.resolution_ns) return std::nullopt;
  require(point, key, "time.cycle_ns");
  const Rational ticks = *time.cycle_ns / *time.resolution_ns;
  if (ticks.denominator() != 1 || ticks.numerator() > limits::kTicksPerCycle) {
    point.fail(key,
               "{} ns go {:.10g} times into a cycle of {} ns; allowed: a whole "
               "number of times, at most {}",
               point.text(key), to_double(ticks), point.text("time.cycle_ns"),
               limits::kTicksPerCycle);
  }
  return static_cast<std::uint32_t>(ticks.numerator());
}

}  // namespace orthant
