// Edge lists: a link a line, as "a b [latency [bandwidth [latency back]]]", routers numbered from
// 0; "nodes r n": router r has n nodes.
//
// Tested by: tests/topology/graph_files_test.cpp
#include "base/line_reader.hpp"
#include "topology/graph_collector.hpp"

namespace orthant {

Graph read_edges(const std::string& file) {
  LineReader reader("topology.file", file, 5);
  GraphCollector graph(
      [&](std::size_t line, const std::string& what) { reader.fail_at(line, "{}", what); });
  const auto router = [&](std::string_view text) {
    const std::size_t line = reader.line_number();
    return graph.numbered(graph.number(text, "router", Graph::kMostRouters - 1, line), line);
  };
  while (reader.next()) {
    const std::vector<std::string_view>& entries = reader.entries();
    const std::size_t line = reader.line_number();
    if (entries.empty()) continue;
    if (entries[0] == "nodes") {
      if (entries.size() != 3) reader.fail("allowed: nodes, a router, how many it has");
      const std::size_t nodes = graph.number(entries[2], "number of nodes", 256, line);
      graph.set_nodes(router(entries[1]), static_cast<std::uint32_t>(nodes), line);
      continue;
    }
    if (entries.size() < 2 || entries.size() > 5)
      reader.fail("{} entries; allowed: two routers, then latency, bandwidth and the latency back",
                  entries.size());
    Graph::Link link{.a = router(entries[0]), .b = router(entries[1])};
    if (entries.size() > 2) link.latency_cycles.fill(graph.latency(entries[2], line));
    if (entries.size() > 3) link.bandwidth = graph.bandwidth(entries[3], line);
    if (entries.size() > 4) link.latency_cycles[1] = graph.latency(entries[4], line);
    graph.add(link, line);
  }
  return graph.finish(reader.line_number());
}

}  // namespace orthant
