// A permutation from `traffic.file`: one line per sending node with its destination, as written by
// `orthant analyze --permutation FILE` for the worst case of a routing. Thus one routing can be
// simulated under the worst-case permutation of another. A node without a line is idle. The numbers
// are separated by a comma or blanks, `#` starts a comment, and the first line may hold column
// names. Example for three nodes, of which the last one is idle:
//   source,destination
//   0,1
//   1,0
//
// Needs: a file of pairs of nodes, in which each node appears at most once per column.
//
// Tested by: tests/traffic/permutation_file_test.cpp, tests/app/flows_test.py
#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/file_kind.hpp"
#include "base/line_reader.hpp"
#include "traffic/descriptions.hpp"
#include "traffic/flow_list.hpp"

namespace orthant {
namespace {

constexpr std::string_view kAllowed = "lines of source,destination";

// Invariants:
// 1. Every node is the destination of at most one node.
class PartialPermutation final : public Pattern {
 public:
  explicit PartialPermutation(std::vector<std::optional<NodeId>> destinations)
      : destinations_(std::move(destinations)) {}

  std::optional<NodeId> destination(NodeId source, std::uint64_t, RandomStream&) const override {
    return destinations_[source.index()];
  }
  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    if (const auto destination = destinations_[source.index()]) visit(*destination, 1.0);
  }

 private:
  std::vector<std::optional<NodeId>> destinations_;  // nullopt: the node is idle
};

class PermutationReader {
 public:
  PermutationReader(const std::string& file, std::size_t nodes)
      : lines_("traffic.file", file, 2), of_source_(nodes), line_of_destination_(nodes) {}

  std::unique_ptr<Pattern> read() {
    bool first = true;
    while (lines_.next()) {
      const std::vector<std::string_view>& entries = lines_.entries();
      if (entries.empty()) continue;
      constexpr std::array<std::string_view, 2> kHead = {"source", "destination"};
      if (!first || !std::ranges::equal(entries, kHead)) add(entries);
      first = false;
    }
    if (std::ranges::none_of(of_source_, [](const Sent& sent) { return sent.line > 0; }))
      lines_.fail_file("no node sends anything; allowed: {}", kAllowed);
    std::vector<std::optional<NodeId>> destinations;
    for (const Sent& sent : of_source_) destinations.push_back(sent.destination);
    return std::make_unique<PartialPermutation>(std::move(destinations));
  }

 private:
  struct Sent {
    std::optional<NodeId> destination;
    std::size_t line = 0;
  };

  void add(std::span<const std::string_view> entries) {
    if (entries.size() != 2)
      lines_.fail("{}; allowed: {}", counted(entries.size(), "numbers"), kAllowed);
    const NodeId source = node_of_entry(lines_, entries[0], of_source_.size());
    const NodeId destination = node_of_entry(lines_, entries[1], of_source_.size());
    Sent& sent = of_source_[source.index()];
    if (sent.line > 0)
      lines_.fail("node {} sends in line {} already; allowed: once", source.value, sent.line);
    std::size_t& line = line_of_destination_[destination.index()];
    if (line > 0)
      lines_.fail("node {} is sent to in line {} already; allowed: once, or pattern = flows",
                  destination.value, line);
    sent = {destination, lines_.line_number()};
    line = lines_.line_number();
  }

  LineReader lines_;
  std::vector<Sent> of_source_;
  std::vector<std::size_t> line_of_destination_;  // 0: none
};

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions& options) {
  if (options.file.empty())
    key_error("traffic.file", "missing; permutation needs it; allowed: a file of {}", kAllowed);
  refuse_other_kinds("traffic.file", options.file, FileKind::kPermutation, kAllowed);
  return PermutationReader(options.file, topology.node_count()).read();
}

}  // namespace

PatternDescription permutation_pattern() {
  return {
      .name = "permutation",
      .summary =
          "source and destination per line in traffic.file, as written by analyze --permutation",
      .needs = "a file of pairs of nodes",
      .rows = {pattern_file_row()},
      .make = make};
}

}  // namespace orthant
