// Anynet files of BookSim 2: "router 0 node 0 node 1 router 2 5 router 3", where a number after a
// router is the latency of the link to it.
//
// A link may be given from both sides and is one link. A latency applies to the direction in which
// it is given; the last mention of a direction wins.
// Source: Jiang et al. 2013 (BookSim 2), networks/anynet.
// Tested by: tests/topology/graph_files_test.cpp
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/line_reader.hpp"
#include "topology/graph_builder.hpp"
#include "topology/graph_files.hpp"

namespace orthant {
namespace {

class AnynetReader {
 public:
  explicit AnynetReader(const std::string& file)
      : reader_("topology.file", file, kMaxWords),
        graph_([this](std::size_t line, const std::string& what) {
          reader_.fail_at(line, "{}", what);
        }) {}

  Graph read() {
    while (reader_.next()) {
      words_ = reader_.entries();
      if (!words_.empty()) read_line();
    }
    for (const std::uint32_t router : routers_of_nodes()) {
      std::optional<std::uint32_t>& nodes = graph_.router(router).nodes;
      nodes = nodes.value_or(0) + 1;
    }
    Graph graph = graph_.finish(reader_.line_number());
    graph.one_way_latencies = true;
    return graph;
  }
  // Indexed by the node numbers of the file.
  std::vector<std::uint32_t> routers_of_nodes() const {
    std::vector<std::uint32_t> routers;
    for (const auto& [node, router] : router_of_node_) {
      if (node != routers.size())
        reader_.fail(
            "the file ends, and there is a node {} but no node {}; allowed: nodes "
            "numbered from 0 without a gap",
            node, routers.size());
      routers.push_back(router);
    }
    return routers;
  }

 private:
  static constexpr std::size_t kMaxWords = 1000;
  static constexpr std::size_t kMaxNodes = 10'000'000;
  struct End {
    bool is_router = false;
    std::uint32_t number = 0;
  };

  std::size_t line() const { return reader_.line_number(); }

  // Reads "router 3" or "node 3" at `at` and advances past it.
  End read_end(std::size_t& at) {
    const std::string_view kind = words_[at++];
    if (kind != "router" && kind != "node")
      reader_.fail("'{}' is neither router nor node; allowed: router or node, each with its number",
                   LineReader::printable(kind));
    if (at == words_.size())
      reader_.fail("the line ends where the number of a {} should be; allowed: 0 or more", kind);
    const bool is_router = kind == "router";
    const std::size_t number =
        graph_.number(words_[at++], kind, is_router ? Graph::kMaxRouters - 1 : kMaxNodes, line());
    if (!is_router) return {false, static_cast<std::uint32_t>(number)};
    const std::uint32_t router = graph_.router_numbered(number, line());
    if (!graph_.router(router).nodes) graph_.router(router).nodes = 0;
    return {true, router};
  }

  void read_line() {
    std::size_t at = 0;
    const End head = read_end(at);
    while (at < words_.size()) {
      const End end = read_end(at);
      std::optional<std::uint32_t> latency;
      const bool more = at < words_.size() && words_[at] != "router" && words_[at] != "node";
      if (more) latency = graph_.latency(words_[at++], line());
      connect(head, end, latency);
    }
  }

  void connect(End from, End to, std::optional<std::uint32_t> latency) {
    if (from.is_router && to.is_router) return link(from.number, to.number, latency);
    if (!from.is_router && !to.is_router)
      reader_.fail("node {} on node {}; allowed: nodes on routers", to.number, from.number);
    if (latency.value_or(1) != 1)
      reader_.fail(
          "a latency of {} between router and node; allowed: 1 or none, since "
          "channel.injection_latency_cycles and channel.ejection_latency_cycles are those "
          "of all nodes",
          *latency);
    const std::uint32_t node = from.is_router ? to.number : from.number;
    const std::uint32_t router = from.is_router ? from.number : to.number;
    const auto [known, added] = router_of_node_.emplace(node, router);
    if (!added && known->second != router)
      reader_.fail("node {} is on router {} already; allowed: one router for each node", node,
                   known->second);
  }

  void link(std::uint32_t from, std::uint32_t to, std::optional<std::uint32_t> latency) {
    const auto ends = std::minmax(from, to);
    const auto [known, added] = links_.emplace(ends, graph_.links().size());
    if (added) graph_.add({.a = from, .b = to}, line());
    Graph::Link& link = graph_.link(known->second);
    link.latency_cycles[link.a == from ? 0 : 1] = latency;
  }

  LineReader reader_;
  GraphBuilder graph_;
  std::vector<std::string_view> words_;
  std::map<std::uint32_t, std::uint32_t> router_of_node_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> links_;  // indexed by their ends
};

}  // namespace

Graph read_anynet(const std::string& file) { return AnynetReader(file).read(); }

std::vector<std::uint32_t> anynet_routers_of_nodes(const std::string& file) {
  AnynetReader reader(file);
  reader.read();
  return reader.routers_of_nodes();
}

}  // namespace orthant
