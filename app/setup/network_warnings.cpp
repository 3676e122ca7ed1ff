// Tested by: tests/app/irregular_test.py
#include "app/setup/network_warnings.hpp"

#include <fmt/format.h>

#include "topology/graph_files.hpp"
#include "topology/neighbors.hpp"

namespace orthant {

std::optional<std::string> anynet_warning(const Point& point, const Topology& topology) {
  if (topology.kind() != "graph") return std::nullopt;
  const std::string format = point.text("topology.format");
  const bool by_ending =
      format == "auto" && format_of_ending(point.text("topology.file")) == GraphFormat::kAnynet;
  if (format != "anynet" && !by_ending) return std::nullopt;
  const std::size_t links = links_with_unequal_latencies(topology);
  if (links == 0) return std::nullopt;
  return fmt::format(
      "{} of {} links have another latency back: in an anynet file a latency is that of one "
      "direction, and where none is given it is channel.latency_cycles",
      links, topology.channel_count() / 2);
}

}  // namespace orthant
