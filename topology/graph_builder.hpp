// Builds a Graph line by line for the readers of graph files, and reports mistakes with their line.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "topology/graph.hpp"

namespace orthant {

class GraphBuilder {
 public:
  // Must throw the KeyError for a mistake in a line.
  using Fail = std::function<void(std::size_t line, const std::string& what)>;
  explicit GraphBuilder(Fail fail) : fail_(std::move(fail)) {}

  // The router with this name, added if new.
  std::uint32_t router_named(std::string_view name, std::size_t line);
  // Does not add a router.
  std::optional<std::uint32_t> find(std::string_view name) const;
  // The router with this number, added together with all below it if new.
  std::uint32_t router_numbered(std::size_t number, std::size_t line);
  std::uint32_t router_numbered(std::string_view number, std::size_t line);

  Graph::Router& router(std::uint32_t r) { return graph_.routers[r]; }
  void set_nodes(std::uint32_t r, std::uint32_t nodes, std::size_t line);
  void set_nodes(std::uint32_t r, std::string_view nodes, std::size_t line);
  void add(const Graph::Link& link, std::size_t line);
  // Parses "a b [latency [bandwidth [latency back]]]", routers by their numbers.
  void add_link(std::span<const std::string_view> entries, std::size_t line,
                MessageClasses classes = kAllMessageClasses);
  const std::vector<Graph::Link>& links() const { return graph_.links; }
  Graph::Link& link(std::size_t i) { return graph_.links[i]; }

  // Parse and check the values of a link.
  std::uint32_t latency(std::string_view text, std::size_t line) const;
  Rational bandwidth(std::string_view text, std::size_t line) const;
  MessageClasses message_classes(std::string_view text, std::size_t line) const;  // as in "0,2"
  // Parses an integer of at most `most`.
  std::size_t number(std::string_view text, std::string_view what, std::size_t most,
                     std::size_t line) const;

  // Records an attribute of a link; finish() warns if no reader uses it.
  void note_attribute(const std::string& file, std::string_view name);

  // Returns the graph after checking that it is connected and not empty. `last_line` is the file's.
  Graph finish(std::size_t last_line);
  void fail(std::size_t line, const std::string& what) const { fail_(line, what); }

 private:
  void warn_of_unread();
  void check_router_limit(std::size_t routers, std::size_t line) const;
  std::string name_of(std::size_t router) const;

  Fail fail_;
  Graph graph_;
  std::map<std::string, std::uint32_t, std::less<>> numbers_;  // of named routers
  std::vector<std::size_t> first_line_;  // per router: the first that mentions it; 0: none
  std::vector<std::uint32_t> ports_;     // per router
  std::string file_;                     // that has the unread attributes
  std::set<std::string, std::less<>> unread_;
};

// The readers, each in its own file. They throw KeyError("topology.file").
Graph read_edges(const std::string& file);
Graph read_anynet(const std::string& file);
Graph read_ibnetdiscover(const std::string& file);
Graph read_graphml(const std::string& file);

}  // namespace orthant
