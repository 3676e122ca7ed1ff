// Tested by: tests/topology/cluster_file_test.cpp
#include "topology/cluster_file.hpp"

#include <span>

#include "base/line_reader.hpp"
#include "topology/graph_builder.hpp"

namespace orthant {

Graph read_cluster(const std::string& file) {
  LineReader reader("topology.file", file, kMaxSwitchesOnARoute);
  GraphBuilder graph(
      [&](std::size_t line, const std::string& what) { reader.fail_at(line, "{}", what); });
  while (reader.next()) {
    const std::vector<std::string_view>& entries = reader.entries();
    const std::size_t line = reader.line_number();
    if (entries.empty() || entries[0] == "route") continue;
    if (entries[0] == "link") {
      graph.add_link(std::span(entries).subspan(1), line);
    } else if (entries[0] == "nodes") {
      if (entries.size() != 3)
        reader.fail("not two numbers after nodes; allowed: nodes, a switch, how many it has");
      graph.set_nodes(graph.router_numbered(entries[1], line), entries[2], line);
    } else {
      reader.fail("{} begins no line; allowed: nodes, link, route",
                  LineReader::printable(entries[0]));
    }
  }
  return graph.finish(reader.line_number());
}

}  // namespace orthant
