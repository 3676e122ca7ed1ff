#include "base/partition.hpp"

#include <scotch/scotch.h>

#include <algorithm>
#include <type_traits>

namespace orthant {
namespace {

static_assert(std::is_same_v<SCOTCH_Num, std::int32_t>);

// The random state of one call: single-threaded, and independent of concurrent calls.
struct OwnContext {
  OwnContext() {
    ready = SCOTCH_contextInit(&context) == 0 && SCOTCH_contextRandomClone(&context) == 0 &&
            SCOTCH_contextOptionSetNum(&context, SCOTCH_OPTIONNUMDETERMINISTIC, 1) == 0 &&
            SCOTCH_contextThreadSpawn(&context, 1, nullptr) == 0;
    SCOTCH_contextRandomSeed(&context, 1);
  }
  ~OwnContext() { SCOTCH_contextExit(&context); }
  OwnContext(const OwnContext&) = delete;

  SCOTCH_Context context;
  bool ready;
};

struct BuiltGraph {
  BuiltGraph() { SCOTCH_graphInit(&graph); }
  ~BuiltGraph() { SCOTCH_graphExit(&graph); }
  BuiltGraph(const BuiltGraph&) = delete;

  SCOTCH_Graph graph;
};

struct Strategy {
  explicit Strategy(std::uint32_t parts) {
    // Allowed excess of a part's weight over its share, if achievable.
    constexpr double kImbalance = 0.01;
    SCOTCH_stratInit(&strategy);
    ready = SCOTCH_stratGraphMapBuild(&strategy, SCOTCH_STRATQUALITY | SCOTCH_STRATBALANCE,
                                      static_cast<SCOTCH_Num>(parts), kImbalance) == 0;
  }
  ~Strategy() { SCOTCH_stratExit(&strategy); }
  Strategy(const Strategy&) = delete;

  SCOTCH_Strat strategy;
  bool ready;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> partition(const WeightedGraph& graph,
                                                    std::uint32_t parts) {
  OwnContext own;
  BuiltGraph built, bound;
  Strategy strategy(parts);
  std::vector<SCOTCH_Num> found(graph.weights.size());
  const bool done =
      own.ready && strategy.ready &&
      SCOTCH_graphBuild(&built.graph, 0, static_cast<SCOTCH_Num>(graph.weights.size()),
                        graph.first.data(), nullptr, graph.weights.data(), nullptr,
                        static_cast<SCOTCH_Num>(graph.ends.size()), graph.ends.data(),
                        graph.edge_weights.data()) == 0 &&
      SCOTCH_contextBindGraph(&own.context, &built.graph, &bound.graph) == 0 &&
      SCOTCH_graphPart(&bound.graph, static_cast<SCOTCH_Num>(parts), &strategy.strategy,
                       found.data()) == 0;
  std::vector<bool> filled(parts);
  for (const SCOTCH_Num part : found) filled[static_cast<std::size_t>(part)] = true;
  if (!done || !std::ranges::all_of(filled, [](bool is_filled) { return is_filled; }))
    return std::nullopt;
  return std::vector<std::uint32_t>(found.begin(), found.end());
}

}  // namespace orthant
