// The best oblivious routing of a network for a given cost, found as a linear program.
//
// Source: Towles, Dally & Boyd 2003.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/design/commodities.hpp"
#include "analysis/design/flow_paths.hpp"
#include "routing/table/path_table.hpp"
#include "solver/linear_program.hpp"
#include "topology/topology.hpp"

namespace orthant {

enum class DesignObjective {
  kCapacity,     // the largest load under uniform traffic (equation 6)
  kWorstCase,    // the largest load under any permutation (equation 8)
  kAverageCase,  // the mean of the largest loads of a sample (equation 9)
  kPattern       // the largest load under a given matrix
};
enum class DesignPaths { kAny, kMinimal, kTurns };
enum class DesignMethod {
  kAuto,          // simplex for small programs and averages, else interior point
  kSimplex,       // ends in a vertex: few paths
  kInteriorPoint  // ends inside of the best face: many paths; much faster for large networks
};

struct DesignOptions {
  DesignObjective objective = DesignObjective::kCapacity;
  DesignPaths paths = DesignPaths::kAny;
  std::size_t turns = 2;                       // of kTurns
  std::optional<std::size_t> max_length = {};  // hops; makes paths be listed one by one
  std::optional<double> locality = {};         // most normalised path length
  bool then_path_length = false;               // shortest paths at the optimum
  // The objective's load that is allowed; then paths are as short as it lets them be, and nothing
  // else is optimised. Not together with `locality`.
  std::optional<double> load_limit = {};
  SymmetryUse symmetry = SymmetryUse::kFull;
  DesignMethod method = DesignMethod::kAuto;
  // kPattern: flits per cycle from router to router, row by row. kAverageCase: one such matrix per
  // sample.
  std::vector<std::vector<double>> matrices = {};
  LpOptions solver = {};
  std::string mps_file =
      {};  // where the last program goes, rows of averages included; empty: nowhere
};

// A linear program that was solved, with a lower bound of its optimum that our own code derives
// from the multipliers alone (DesignProgram::bound()).
struct SolvedProgram {
  LpStatus status = LpStatus::kFailed;
  double objective = 0;  // of the last point, which need not be feasible unless it is optimal
  double bound = 0;
  std::size_t variables = 0, constraints = 0;
  std::uint64_t iterations = 0;

  // (objective - bound) / objective; 0 where both are 0.
  double gap() const;
};

struct Design {
  std::string symmetries;       // those that reduced the programs
  std::size_t pairs = 0;        // orbits of pairs of routers
  std::optional<double> known;  // optimal largest load that theory gave (known_worst_case())
  // The program of the objective, unless `known` or a limit took its place, and that of the path
  // length, where asked for. Loads are per flit that every node injects, relative to bandwidth.
  std::optional<SolvedProgram> load, length;
  std::string reason;       // why a program was not even begun; else empty
  double largest_load = 0;  // the objective's at the end, or its limit
  // The routing, without paths from routers to themselves; empty unless all programs are optimal.
  bool by_translation = false;
  PairPaths paths;

  LpStatus status() const;
  double gap() const;  // the larger one of the two programs
  const SolvedProgram& last() const { return length ? *length : *load; }
};

// The routing of a design, which must be optimal. The topology must outlive the table.
PathTable table_of(const Topology& topology, const Design& design);

// Throws KeyError as make_path_model(), and as Commodities does.
Design design_routing(const Topology& topology, const DesignOptions& options);

// How 2TURN is designed: for the worst case, then for short paths; `average`: 2TURNA, for the
// average case of a hundred matrices.
DesignOptions two_turn_design(const Topology& topology, bool average);

// The smallest worst-case load that a routing of a torus can have, where it is known without
// solving for the whole network: twice the largest load of the best routing under uniform traffic,
// which VAL attains, if a routing of one of the rings can have no less. nullopt for other networks,
// a single ring, and where the solver was stopped.
std::optional<double> known_worst_case(const Topology& topology, const LpOptions& options = {});

}  // namespace orthant
