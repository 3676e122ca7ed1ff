// Edge lists: one link per line, "a b [latency [bandwidth [latency back]]] [classes=0,2]", routers
// numbered from 0; "nodes r n" puts n nodes on router r. The dictionary that NetworkX appends to a
// link, "a b {'latency': 2}", is read like the data of a GraphML edge.
//
// Tested by: tests/topology/graph_files_test.cpp
#include <fmt/format.h>

#include <algorithm>

#include "base/counted.hpp"
#include "base/line_reader.hpp"
#include "topology/graph_builder.hpp"

namespace orthant {
namespace {

std::string_view without(std::string_view text, std::string_view around) {
  const std::size_t first = text.find_first_not_of(around);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(around) - first + 1);
}

constexpr std::string_view kClasses = "classes=";

// The text of "'latency': 2, 'message_classes': '0,2'" up to the first comma between two values.
std::string_view first_item(std::string_view data) {
  char quote = 0;
  int open = 0;  // nesting depth of brackets
  for (std::size_t i = 0; i < data.size(); ++i) {
    const char c = data[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '[' || c == '(') {
      ++open;
    } else if (c == ']' || c == ')') {
      --open;
    } else if (c == ',' && open == 0) {
      return data.substr(0, i);
    }
  }
  return data;
}

class EdgesReader {
 public:
  explicit EdgesReader(const std::string& file)
      : reader_("topology.file", file, 5),
        graph_([this](std::size_t line, const std::string& what) {
          reader_.fail_at(line, "{}", what);
        }) {}

  Graph read() {
    while (reader_.next()) read_line();
    return graph_.finish(reader_.line_number());
  }

 private:
  void read_line() {
    const std::string_view text = reader_.text().substr(0, reader_.text().find('#'));
    const std::size_t brace = text.find('{');
    const std::size_t classes = std::min(text.find(kClasses), text.size());
    const std::vector<std::string_view>& entries = reader_.entries(std::min(brace, classes));
    const std::size_t line = reader_.line_number();
    if (entries.empty() && brace == text.npos && classes == text.size()) return;
    if (!entries.empty() && entries[0] == "nodes") {
      if (entries.size() != 3 || classes != text.size())
        reader_.fail("not two numbers after nodes; allowed: nodes, a router, how many it has");
      graph_.set_nodes(graph_.router_numbered(entries[1], line), entries[2], line);
      return;
    }
    if (classes < std::min(brace, text.size()))
      graph_.add_link(entries, line,
                      graph_.message_classes(text.substr(classes + kClasses.size()), line));
    else if (brace == text.npos)
      graph_.add_link(entries, line);
    else
      add_link(entries, text.substr(brace));
  }

  // Uses the known keys of "{'latency': 2, 'weight': 0.5}".
  void add_link(const std::vector<std::string_view>& entries, std::string_view data) {
    const std::size_t line = reader_.line_number();
    if (entries.size() != 2)
      reader_.fail("{} before the data of a link; allowed: two routers",
                   counted(entries.size(), "entries"));
    if (!without(data, " \t").ends_with('}'))
      reader_.fail(
          "the data of a link without their end; allowed: two routers, then data between "
          "{{ and }}");
    Graph::Link link{.a = graph_.router_numbered(entries[0], line),
                     .b = graph_.router_numbered(entries[1], line)};
    std::optional<std::uint32_t> back;
    data = without(data, " \t{}");
    while (!data.empty()) {
      const std::string_view item = first_item(data);
      data.remove_prefix(std::min(item.size() + 1, data.size()));
      const std::size_t colon = std::min(item.find(':'), item.size());
      const std::string_view name = without(item.substr(0, colon), " \t'\"");
      const std::string_view value = without(item.substr(colon), ": \t'\"");
      graph_.note_attribute(reader_.file(), name);
      if (name == "latency") link.latency_cycles.fill(graph_.latency(value, line));
      if (name == "latency_back") back = graph_.latency(value, line);
      if (name == "bandwidth") link.bandwidth = graph_.bandwidth(value, line);
      if (name == "message_classes")
        link.message_classes = graph_.message_classes(without(value, "[]() \t"), line);
    }
    if (back) link.latency_cycles[1] = back;
    graph_.add(link, line);
  }

  LineReader reader_;
  GraphBuilder graph_;
};

}  // namespace

Graph read_edges(const std::string& file) { return EdgesReader(file).read(); }

}  // namespace orthant
