// The anynet files of BookSim 2: "router 0 node 0 node 1 router 2 5 router 3", where a number
// behind a router is the latency of the link to it.
//
// A link may be given from both sides, and is one link. A latency holds for both directions unless
// the other side gives one of its own.
// Source: Jiang et al. 2013 (BookSim 2), networks/anynet.
// Tested by: tests/topology/graph_files_test.cpp
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/line_reader.hpp"
#include "topology/graph_collector.hpp"

namespace orthant {
namespace {

class AnynetReader {
 public:
  explicit AnynetReader(const std::string& file)
      : reader_("topology.file", file, kMostWords),
        graph_([this](std::size_t line, const std::string& what) {
          reader_.fail_at(line, "{}", what);
        }) {}

  Graph read() {
    while (reader_.next()) {
      words_ = reader_.entries();
      if (!words_.empty()) read_line();
    }
    for (const auto& [node, router] : router_of_node_) {
      std::optional<std::uint32_t>& nodes = graph_.router(router).nodes;
      nodes = nodes.value_or(0) + 1;
    }
    return graph_.finish(reader_.line_number());
  }

 private:
  static constexpr std::size_t kMostWords = 1000;
  static constexpr std::size_t kMostNodes = 10'000'000;
  struct End {
    bool is_router = false;
    std::uint32_t number = 0;
  };

  std::size_t line() const { return reader_.line_number(); }

  // "router 3" or "node 3" at `at`, which moves behind it.
  End read_end(std::size_t& at) {
    const std::string_view kind = words_[at++];
    if (kind != "router" && kind != "node")
      reader_.fail("{}; allowed: router or node, each with its number",
                   LineReader::printable(kind));
    if (at == words_.size()) reader_.fail("the line ends where the number of a {} should be", kind);
    const bool is_router = kind == "router";
    const std::size_t number =
        graph_.number(words_[at++], kind, is_router ? Graph::kMostRouters - 1 : kMostNodes, line());
    if (!is_router) return {false, static_cast<std::uint32_t>(number)};
    const std::uint32_t router = graph_.numbered(number, line());
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
    if (latency)
      reader_.fail(
          "a latency between router and node; allowed: none here, since "
          "channel.injection_latency_cycles and channel.ejection_latency_cycles are those "
          "of all nodes");
    const std::uint32_t node = from.is_router ? to.number : from.number;
    const std::uint32_t router = from.is_router ? from.number : to.number;
    const auto [known, added] = router_of_node_.emplace(node, router);
    if (!added && known->second != router)
      reader_.fail("node {} is on router {} already", node, known->second);
  }

  void link(std::uint32_t from, std::uint32_t to, std::optional<std::uint32_t> latency) {
    const auto ends = std::minmax(from, to);
    const auto [known, added] = links_.emplace(ends, Known{graph_.links().size(), {}});
    if (added) graph_.add({.a = from, .b = to}, line());
    if (!latency) return;
    Known& now = known->second;
    Graph::Link& link = graph_.link(now.index);
    const std::size_t way = link.a == from ? 0 : 1;
    link.latency_cycles[way] = latency;
    now.given[way] = true;
    if (!now.given[1 - way]) link.latency_cycles[1 - way] = latency;
  }

  struct Known {
    std::size_t index;
    std::array<bool, 2> given;  // the latency of this direction
  };

  LineReader reader_;
  GraphCollector graph_;
  std::vector<std::string_view> words_;
  std::map<std::uint32_t, std::uint32_t> router_of_node_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Known> links_;
};

}  // namespace

Graph read_anynet(const std::string& file) { return AnynetReader(file).read(); }

}  // namespace orthant
