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
  while (reader.next()) {
    const std::vector<std::string_view>& entries = reader.entries();
    const std::size_t line = reader.line_number();
    if (entries.empty()) continue;
    if (entries[0] == "nodes") {
      if (entries.size() != 3) reader.fail("allowed: nodes, a router, how many it has");
      graph.set_nodes(graph.numbered(entries[1], line), entries[2], line);
      continue;
    }
    graph.add_link(entries, line);
  }
  return graph.finish(reader.line_number());
}

}  // namespace orthant
