// Routings given by a table of weighted paths: `table`, read from a file, and `two_turn` and
// `two_turn_a`, whose paths have at most two turns and whose weights a linear program finds.
//
// Source: Towles, Dally & Boyd 2003, sections 5.2 and 5.4 (2TURN, 2TURNA); paths as weights of a
//   linear program: Towles & Dally 2002.
// VCs: the cheaper of two schemes, found when the table is built: sets of dateline classes, where a
//   path enters a new set wherever its dimensions do not rise (path_sets.hpp), or layers of its
//   channel dependencies (path_layers.hpp), which work on any network. `two_turn` and `two_turn_a`
//   always use sets, at most 2 of them: on a torus 4 classes with credits, 2 with bubble. Within
//   `interpolated`, a table uses sets if these need no more than kMaxVcClasses classes. Their order
//   then has dimension 0 first, so that the classes match those of the other routing.
// Deadlock: within a set a path's dimensions only rise, and runs are at most one ring long, so the
//   dateline classes form lines (grid_paths.cpp); a layer has no cycle; a path's sets or layers
//   only rise. With bubble every ring of each set or layer keeps a free slot, and the order in
//   which packets leave the rings has no cycle.
// Own node: no hops.
// Tested by: tests/routing/table_test.cpp
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <variant>

#include "base/error.hpp"
#include "routing/descriptions.hpp"
#include "routing/flow_control_words.hpp"
#include "routing/grid/dimension_orders.hpp"
#include "routing/table/path_layers.hpp"
#include "routing/table/path_sets.hpp"

namespace orthant {
namespace {

constexpr std::string_view kTableFile = "routing.table_file";

using Classes = std::variant<PathSets, PathLayers>;

std::size_t count(const Classes& classes) {
  return std::visit([](const auto& c) { return c.count(); }, classes);
}

// A table with more hops than this takes more than seconds to divide into layers, so only sets are
// tried if they suffice.
constexpr double kMaxHopsToWalk = 3e7;

Classes classes_of(const PathTable& table, const RoutingOptions& options, bool sets_only) {
  const Topology& topology = table.topology();
  const auto layers = [&] { return PathLayers(table, bubbles_of(options)); };
  if (topology.grid() == nullptr) return layers();
  PathSets sets(table, options,
                options.shares_vc_classes ? PathSets::Orders::kAscending : PathSets::Orders::kBest);
  const bool enough = sets.count() <= kMaxVcClasses;
  if (sets.count() == 1 || sets_only || (enough && options.shares_vc_classes)) return sets;
  if (enough && PathLayers::hops_to_walk(table) > kMaxHopsToWalk) return sets;
  PathLayers layered = layers();
  if (layered.count() < sets.count()) return layered;
  return sets;
}

RoutingTraits traits_of(const PathTable& table, const Classes& classes,
                        const RoutingOptions& options, std::string_view algorithm) {
  if (count(classes) > kMaxVcClasses) {
    key_error(std::string(kTableFile),
              "{} needs {} VC classes for these paths, more than the {} VCs that a port may have; "
              "allowed: paths with fewer turns",
              algorithm, count(classes), kMaxVcClasses);
  }
  RoutingTraits traits{.vc_classes = {}, .theorem = DeadlockTheorem::kAcyclicDependencies};
  if (const auto* sets = std::get_if<PathSets>(&classes)) {
    traits = traits_of_sets(table.topology(), sets->ring_classes(), sets->set_count(), algorithm);
  } else {
    if (table.topology().has_rings(bubbles_of(options))) {
      traits.theorem = DeadlockTheorem::kBubble;
    }
    for (std::size_t layer = 0; layer < count(classes); ++layer) {
      traits.vc_classes.push_back({.name = fmt::format("layer {}", layer)});
    }
  }
  traits.this_network_only = true;
  return traits;
}

class Table final : public ObliviousRouting {
 public:
  Table(std::shared_ptr<const PathTable> table, Classes classes, RoutingTraits traits)
      : ObliviousRouting(std::move(traits)),
        table_(std::move(table)),
        classes_(std::move(classes)),
        below_(table_->path_count() + 1) {
    const std::size_t n = table_->topology().router_count();
    for (std::size_t s = 0; s < (table_->by_translation() ? 1 : n); ++s) {
      for (std::size_t t = 0; t < n; ++t) accumulate(table_->paths(RouterId{s}, RouterId{t}));
    }
  }

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    const PathTable::Range range = table_->paths(s, t);
    double sum = 0;
    for (std::size_t i = 0; i < range.count; ++i) sum += table_->probability(range.first + i);
    Path path;
    for (std::size_t i = range.first; i < range.first + range.count; ++i) {
      build(s, i, path);
      visit(path, table_->probability(i) / sum);
    }
  }

  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    const PathTable::Range range = table_->paths(s, t);
    const auto begin = below_.begin() + range.first;
    const auto chosen = std::upper_bound(begin, begin + range.count, random.uniform());
    build(s, static_cast<std::size_t>(chosen - below_.begin()), path);
  }

  std::size_t max_legs() const override {
    return std::visit([](const auto& classes) { return classes.max_legs(); }, classes_);
  }

 private:
  void accumulate(PathTable::Range range) {
    if (range.count == 0) return;  // a router without nodes
    double sum = 0;
    for (std::size_t i = 0; i < range.count; ++i) sum += table_->probability(range.first + i);
    double below = 0;
    for (std::size_t i = range.first; i < range.first + range.count; ++i) {
      below += table_->probability(i);
      below_[i] = below / sum;
    }
    below_[range.first + range.count - 1] = 1;  // above every draw
  }

  void build(RouterId s, std::size_t index, Path& path) const {
    path.clear();
    std::visit([&](const auto& classes) { classes.append(s, index, path); }, classes_);
  }

  std::shared_ptr<const PathTable> table_;
  Classes classes_;
  std::vector<double> below_;  // per path: the pair's cumulative probability
};

std::shared_ptr<const PathTable> table_for(const Topology& topology, const RoutingOptions& options,
                                           std::string_view algorithm) {
  check_flow_control(options.switching, options.flow_control);
  std::shared_ptr<const PathTable> table;
  if (options.path_table) table = options.path_table(algorithm, topology);
  if (!table) {
    key_error(std::string(kTableFile), "missing; {} needs it; allowed: a file of paths", algorithm);
  }
  assert(&table->topology() == &topology);
  const std::string missing = table->incompleteness();
  if (!missing.empty()) key_error(std::string(kTableFile), "{}: {}", algorithm, missing);
  return table;
}

std::unique_ptr<Routing> make_of(std::shared_ptr<const PathTable> table,
                                 const RoutingOptions& options, std::string_view algorithm,
                                 bool sets_only) {
  Classes classes = classes_of(*table, options, sets_only);
  RoutingTraits traits = traits_of(*table, classes, options, algorithm);
  return std::make_unique<Table>(std::move(table), std::move(classes), std::move(traits));
}

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  // The layers of its paths would not be the classes of the other part.
  if (options.shares_vc_classes && topology.twisted_grid()) {
    key_error(
        "routing.algorithm",
        "interpolated with a table is not defined on a twisted torus; allowed: parts dor, val "
        "and ival");
  }
  return make_of(table_for(topology, options, "table"), options, "table", false);
}

// For a 2-D torus or mesh: paths that turn between dimensions at most twice.
std::unique_ptr<Routing> make_two_turn(const Topology& topology, const RoutingOptions& options,
                                       std::string_view algorithm) {
  const Grid& grid = required_grid(topology, options, algorithm);
  if (grid.dimensions() != 2) {
    key_error(
        "routing.algorithm",
        "{} needs a network of 2 dimensions, not {}; allowed: 2, or another routing, as table",
        algorithm, grid.dimensions());
  }
  auto table = table_for(topology, options, algorithm);
  table->for_each_pair([&](RouterId s, RouterId t) {
    table->for_each_path(s, t, [&](const Path& path, double) {
      const bool turns_round = std::ranges::adjacent_find(path, {}, [](const Leg& leg) {
                                 return Grid::dimension_of(leg.port);
                               }) != path.end();
      if (path.size() <= 3 && !turns_round) return;
      key_error(std::string(kTableFile), "{}: a path of the pair {} {} {}; allowed: {}", algorithm,
                s.value, t.value,
                turns_round ? "turns round" : fmt::format("turns {} times", path.size() - 1),
                "at most 2 turns, each to the other dimension");
    });
  });
  return make_of(std::move(table), options, algorithm, true);
}

RoutingDescription two_turn(std::string_view name, std::string_view summary) {
  return {.name = name,
          .summary = summary,
          .source = "Towles, Dally & Boyd 2003",
          .topologies = "torus, mesh of 2 dimensions",
          .vc_classes = "torus: 4 (credit), 2 (bubble); mesh: 2",
          .deadlock =
              "acyclic channel dependencies (datelines, a set per turn into a lower dimension); "
              "bubble on rings",
          .adaptive = false,
          .minimal = false,
          .keys = {kTableFile},
          .make = nullptr};
}

}  // namespace

RoutingDescription describe_table() {
  return {
      .name = "table",
      .summary = "weighted paths read from routing.table_file, or the routes of a cluster",
      .source = "Towles & Dally 2002",
      .topologies = "all; each table is for one network",
      .vc_classes = "as few as are found for the paths",
      .deadlock = "acyclic channel dependencies (sets of datelines, or layers); bubble on rings",
      .adaptive = false,
      .minimal = false,
      .keys = {kTableFile},
      .make = make};
}

RoutingDescription describe_two_turn() {
  RoutingDescription description = two_turn(
      "two_turn",
      "paths of at most two turns, weighted for the best worst case, then for short paths");
  description.make = [](const Topology& topology, const RoutingOptions& options) {
    return make_two_turn(topology, options, "two_turn");
  };
  return description;
}

RoutingDescription describe_two_turn_a() {
  RoutingDescription description =
      two_turn("two_turn_a", "paths of at most two turns, weighted for the best average case");
  description.make = [](const Topology& topology, const RoutingOptions& options) {
    return make_two_turn(topology, options, "two_turn_a");
  };
  return description;
}

}  // namespace orthant
