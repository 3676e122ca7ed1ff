// Nanoseconds become whole cycles, Gbit/s become exact fractions of a flit per cycle.
//
// Tested by: tests/app/setup_test.cpp
#include "app/units.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/words.hpp"
#include "base/counted.hpp"
#include "base/limits.hpp"

namespace orthant {
namespace {

__extension__ using Wide = __int128;

// `key` needs `needed` to be converted.
void require(const Point& point, std::string_view key, std::string_view needed) {
  if (!point.has_value(needed)) {
    point.fail(key, fmt::format("needs {}, which is missing", needed));
  }
}

std::uint32_t latency_from_ns(const Point& point, std::string_view key) {
  require(point, key, "time.cycle_ns");
  const double ns = point.real(key), cycle = point.real("time.cycle_ns");
  const double cycles = ns / cycle;
  const double whole = std::round(cycles);
  if (std::abs(cycles - whole) > 1e-9 * whole || whole < 1) {
    point.fail(key,
               fmt::format("{:.10g} ns are {:.10g} cycles of {:.10g} ns; allowed: a multiple of "
                           "time.cycle_ns",
                           ns, cycles, cycle));
  }
  if (whole > limits::kDelay) {
    point.fail(key, fmt::format("{:.10g} ns are {:.10g} cycles; allowed: at most {}", ns, whole,
                                limits::kDelay));
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

// a * b / c, exactly; nullopt where a part is beyond limits::kBandwidthPart.
std::optional<Rational> scaled(const Rational& a, const Rational& b, std::int64_t c) {
  // Parts are at most 10^12 each, c at most 10^7: the products stay below 2^127.
  Wide above = Wide{a.numerator()} * b.numerator();
  Wide below = Wide{a.denominator()} * b.denominator() * c;
  const Wide divisor = greatest_common_divisor(above, below);
  above /= divisor;
  below /= divisor;
  if (above > limits::kBandwidthPart || below > limits::kBandwidthPart) return std::nullopt;
  return Rational(static_cast<std::int64_t>(above), static_cast<std::int64_t>(below));
}

Rational bandwidth_from_gbps(const Point& point, std::string_view key) {
  require(point, key, "time.cycle_ns");
  require(point, key, "channel.flit_bytes");
  const auto bandwidth = scaled(point.rational(key), point.rational("time.cycle_ns"),
                                8 * point.integer("channel.flit_bytes"));
  if (!bandwidth) {
    point.fail(key,
               fmt::format("{} Gbit/s with this cycle and flit is no simple fraction of a flit per "
                           "cycle; allowed: numerator and denominator of at most {}",
                           point.text(key), limits::kBandwidthPart));
  }
  return *bandwidth;
}

// The entries of a per-dimension key, whose number must be that of the dimensions.
template <class Values>
Values per_dimension(const Point& point, std::string_view key, std::size_t dimensions,
                     Values values) {
  if (values.size() != dimensions) {
    point.fail(
        key, fmt::format("{} for {}; allowed: one per dimension", counted(values.size(), "values"),
                         counted(dimensions, "dimensions")));
  }
  return values;
}

}  // namespace

std::optional<double> cycle_ns(const Point& point) {
  if (!point.has_value("time.cycle_ns")) return std::nullopt;
  return point.real("time.cycle_ns");
}

void read_channels(const Point& point, GridOptions& grid) {
  const std::size_t dimensions = grid.radices.size();
  for (const auto key : {"channel.latency_cycles.by_dimension", "channel.bandwidth.by_dimension"}) {
    if (dimensions == 0 && point.is_set(key))
      point.fail(key, "this network has no dimensions; allowed: to leave it out");
  }
  grid.latency_cycles.clear();
  if (constexpr auto key = "channel.latency_cycles.by_dimension"; point.is_set(key)) {
    for (const auto value : per_dimension(point, key, dimensions, point.integers(key))) {
      grid.latency_cycles.push_back(static_cast<std::uint32_t>(value));
    }
  } else if (point.is_set("channel.latency_ns")) {
    grid.latency_cycles = {latency_from_ns(point, "channel.latency_ns")};
  } else {
    grid.latency_cycles = {static_cast<std::uint32_t>(point.integer("channel.latency_cycles"))};
  }
  if (constexpr auto key = "channel.bandwidth.by_dimension"; point.is_set(key)) {
    grid.bandwidth = per_dimension(point, key, dimensions, point.rationals(key));
  } else if (point.is_set("channel.bandwidth_gbps")) {
    grid.bandwidth = {bandwidth_from_gbps(point, "channel.bandwidth_gbps")};
  } else {
    grid.bandwidth = {point.rational("channel.bandwidth")};
  }
}

Rational ack_flits(const Point& point) {
  constexpr auto key = "router.ack_bytes";
  if (point.integer(key) == 0) return 0;
  require(point, key, "channel.flit_bytes");
  return {point.integer(key), point.integer("channel.flit_bytes")};
}

std::optional<std::uint32_t> ticks_per_cycle(const Point& point) {
  constexpr auto key = "time.resolution_ns";
  if (!point.has_value(key)) return std::nullopt;
  require(point, key, "time.cycle_ns");
  const Rational ticks = point.rational("time.cycle_ns") / point.rational(key);
  if (ticks.denominator() != 1 || ticks.numerator() > limits::kTicksPerCycle) {
    point.fail(key, fmt::format("{} ns go {:.10g} times into a cycle of {} ns; allowed: a whole "
                                "number of times, at most {}",
                                point.text(key), to_double(ticks), point.text("time.cycle_ns"),
                                limits::kTicksPerCycle));
  }
  return static_cast<std::uint32_t>(ticks.numerator());
}

void read_node_channels(const Point& point, NodeChannelOptions& nodes) {
  if (constexpr auto key = "channel.node_latency_ns"; point.is_set(key)) {
    nodes.injection_latency = nodes.ejection_latency = latency_from_ns(point, key);
  } else {
    nodes.injection_latency =
        static_cast<std::uint32_t>(point.integer("channel.injection_latency_cycles"));
    nodes.ejection_latency =
        static_cast<std::uint32_t>(point.integer("channel.ejection_latency_cycles"));
  }
  nodes.bandwidth = point.is_set("channel.node_bandwidth_gbps")
                        ? bandwidth_from_gbps(point, "channel.node_bandwidth_gbps")
                        : point.rational("channel.node_bandwidth");
  if (kRouterModels.value_of(point.text("router.model")) == RouterModel::kInputQueued)
    nodes.ejection = kEjections.value_of(point.text("channel.ejection"));
}

}  // namespace orthant
