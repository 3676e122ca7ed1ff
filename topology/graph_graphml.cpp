// GraphML: nodes are routers. Data of a node named "nodes", "name" or "label" and data of an edge
// named "latency", "latency_back", "bandwidth" or "message_classes" are read. Other data are
// ignored, those of edges with a warning.
//
// A directed edge is one direction of a link and requires the opposite edge.
// Source: Brandes et al. 2002 (GraphML); the library Expat, which reports the line of a mistake.
// Tested by: tests/topology/graph_files_test.cpp
#include <fmt/format.h>

#include <deque>
#include <map>
#include <utility>

#include "base/line_reader.hpp"
#include "base/xml_reader.hpp"
#include "topology/graph_builder.hpp"

namespace orthant {
namespace {

constexpr const char* kFileKey = "topology.file";

class GraphmlReader : private XmlReader {
 public:
  explicit GraphmlReader(const std::string& file)
      : XmlReader(kFileKey, file),
        graph_([this](std::size_t line, const std::string& what) { fail_at(line, "{}", what); }) {}

  Graph read() {
    read_elements();
    add_links();
    drop_default_names();
    return graph_.finish(line());
  }

 private:
  struct Edge {
    std::size_t line = 0;
    std::string source, target;
    bool directed = false;
    Graph::Link link;
  };

  static std::string attribute(const XmlAttributes& attributes, std::string_view name) {
    const char* const value = attributes.find(name);
    return value == nullptr ? "" : value;
  }

  void text(std::string_view part) override { text_ += part; }

  void begin(std::string_view element, const XmlAttributes& attributes) override {
    text_.clear();
    if (element == "key") {
      std::string name = attribute(attributes, "attr.name");
      const std::string id = required(attributes, element, "id");
      names_[id] = name.empty() ? id : name;
      key_of_default_ = names_[id];
      of_nodes_ = attribute(attributes, "for") == "node";
      of_edges_ = attribute(attributes, "for") == "edge";
    } else if (element == "graph") {
      if (std::exchange(has_graph_, true)) fail_at(line(), "a second <graph>; allowed: one");
      directed_ = attribute(attributes, "edgedefault") == "directed";
    } else if (element == "node") {
      begin_node(required(attributes, element, "id"));
    } else if (element == "edge") {
      begin_edge(attributes);
    } else if (element == "data") {
      const std::string key = required(attributes, element, "key");
      data_ = names_.contains(key) ? names_[key] : key;
    } else if (element == "hyperedge") {
      fail_at(line(), "a <hyperedge>; allowed: edges, which have two ends");
    }
  }

  void begin_node(const std::string& id) {
    if (graph_.find(id))
      fail_at(line(), "the node {} is there twice; allowed: once", LineReader::printable(id));
    node_ = graph_.router_named(id, line());
  }

  void begin_edge(const XmlAttributes& attributes) {
    // Checked before the names are resolved, since nodes may follow edges.
    if (edges_.size() == 2 * Graph::kMaxLinks)
      fail_at(line(), "more than {0} edges; allowed: at most {0}", 2 * Graph::kMaxLinks);
    Edge edge{.line = line(),
              .source = required(attributes, "edge", "source"),
              .target = required(attributes, "edge", "target"),
              .directed = directed_,
              .link = default_};
    if (default_back_) edge.link.latency_cycles[1] = default_back_;
    has_latency_back_ = default_back_.has_value();
    const std::string own = attribute(attributes, "directed");
    if (!own.empty()) edge.directed = own == "true";
    edges_.push_back(std::move(edge));
    in_edge_ = true;
  }

  void end(std::string_view element) override {
    if (element == "data") take_data();
    if (element == "default") apply_default();
    if (element == "node") end_node();
    if (element == "edge") in_edge_ = false;
  }

  void end_node() {
    const std::optional<std::uint32_t> nodes = own_nodes_ ? own_nodes_ : default_nodes_;
    if (node_ && nodes) graph_.set_nodes(*node_, *nodes, line());
    own_nodes_.reset();
    node_.reset();
  }

  // Applies to nodes and edges without their own data; these follow all keys.
  void apply_default() {
    const std::string& name = key_of_default_;
    if (has_graph_)
      fail_at(line(), "a <default> within or after <graph>; allowed: in a <key> before it");
    if (of_nodes_ && name == "nodes") default_nodes_ = nodes_in_text();
    if (of_nodes_) return;
    if (of_edges_) note_attribute(name);
    if (name == "latency") default_.latency_cycles.fill(graph_.latency(text_, line()));
    if (name == "latency_back") default_back_ = graph_.latency(text_, line());
    if (name == "bandwidth") default_.bandwidth = graph_.bandwidth(text_, line());
    if (name == "message_classes") default_.message_classes = graph_.message_classes(text_, line());
  }

  // Records an attribute of an edge that has a value.
  void note_attribute(const std::string& name) {
    if (text_.find_first_not_of(" \t\r\n") != text_.npos) graph_.note_attribute(file(), name);
  }

  std::uint32_t nodes_in_text() {
    return static_cast<std::uint32_t>(graph_.number(text_, "number of nodes", 256, line()));
  }

  void take_data() {
    if (in_edge_) {
      Graph::Link& link = edges_.back().link;
      note_attribute(data_);
      if (data_ == "latency") {
        link.latency_cycles[0] = graph_.latency(text_, line());
        if (!has_latency_back_) link.latency_cycles[1] = link.latency_cycles[0];
      }
      if (data_ == "latency_back") {
        link.latency_cycles[1] = graph_.latency(text_, line());
        has_latency_back_ = true;
      }
      if (data_ == "bandwidth") link.bandwidth = graph_.bandwidth(text_, line());
      if (data_ == "message_classes") link.message_classes = graph_.message_classes(text_, line());
    } else if (node_) {
      if (data_ == "nodes") own_nodes_ = nodes_in_text();
      if (data_ == "name" || data_ == "label") graph_.router(*node_).name = text_;
    }
  }

  std::uint32_t router(const std::string& id, const Edge& edge) const {
    const auto known = graph_.find(id);
    if (!known)
      fail_at(edge.line, "an edge of the node {}, which is not there; allowed: the id of a <node>",
              LineReader::printable(id));
    return *known;
  }

  void add_links() {
    // Directed edges whose opposite edge has not been found yet, by their ends.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<Edge*>> unmatched;
    for (Edge& edge : edges_) {
      edge.link.a = router(edge.source, edge);
      edge.link.b = router(edge.target, edge);
      if (!edge.directed) continue;
      std::deque<Edge*>& others = unmatched[{edge.link.b, edge.link.a}];
      if (others.empty()) {
        unmatched[{edge.link.a, edge.link.b}].push_back(&edge);
        continue;
      }
      join(*others.front(), edge);
      others.pop_front();
      edge.line = 0;
    }
    for (const auto& [ends, edges] : unmatched) {
      if (!edges.empty())
        fail_at(edges.front()->line,
                "a directed edge without one back; allowed: links, which go both "
                "ways");
    }
    for (const Edge& edge : edges_) {
      if (edge.line != 0) graph_.add(edge.link, edge.line);
    }
  }

  void join(Edge& there, const Edge& back) {
    there.link.latency_cycles[1] = back.link.latency_cycles[0];
    if (there.link.bandwidth != back.link.bandwidth)
      fail_at(back.line,
              "another bandwidth than the edge back has, in line {}; allowed: "
              "one for both ways",
              there.line);
    if (there.link.message_classes != back.link.message_classes)
      fail_at(back.line,
              "other message classes than the edge back has, in line {}; allowed: the same both "
              "ways",
              there.line);
  }

  // Drops the names that graph_text() and other writers give to unnamed nodes: "n0" or "0", ...
  void drop_default_names() {
    for (const std::string_view prefix : {"", "n"}) {
      std::uint32_t r = 0;
      while (true) {
        const auto known = graph_.find(fmt::format("{}{}", prefix, r));
        if (!known || *known != r) break;
        if (graph_.router(r).name == fmt::format("{}{}", prefix, r)) graph_.router(r).name.clear();
        ++r;
      }
    }
  }

  GraphBuilder graph_;
  std::map<std::string, std::string> names_;  // of data, by key
  bool has_graph_ = false;
  bool directed_ = false;  // default of edges
  std::vector<Edge> edges_;
  std::optional<std::uint32_t> node_;  // set inside <node>
  std::optional<std::uint32_t> own_nodes_, default_nodes_;
  Graph::Link default_;
  std::optional<std::uint32_t> default_back_;
  bool has_latency_back_ = false;
  std::string key_of_default_;  // of the current <key>
  bool of_nodes_ = false;       // for nodes only
  bool of_edges_ = false;       // for edges only
  bool in_edge_ = false;
  std::string data_, text_;  // inside <data>
};

}  // namespace

Graph read_graphml(const std::string& file) { return GraphmlReader(file).read(); }

}  // namespace orthant
