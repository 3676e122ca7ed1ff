// Finds the best oblivious routing of a network for a given cost by linear programming.
//
// Source: Towles, Dally & Boyd 2003.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/design/commodities.hpp"
#include "analysis/design/flow_paths.hpp"
#include "analysis/design/measured_routing.hpp"
#include "routing/table/path_table.hpp"
#include "solver/linear_program.hpp"
#include "topology/topology.hpp"

namespace orthant {

enum class DesignObjective {
  kCapacity,     // largest load under uniform traffic (equation 6)
  kWorstCase,    // largest load under any permutation (equation 8)
  kAverageCase,  // mean of the largest loads of a sample (equation 9)
  kPattern       // largest load under a given matrix
};
enum class DesignPaths { kAny, kMinimal, kTurns };
enum class DesignMethod {
  kAuto,          // simplex for small programs and averages, else interior point
  kSimplex,       // ends in a vertex: few paths
  kInteriorPoint  // ends inside the optimal face: many paths; much faster for large networks
};

struct DesignOptions {
  DesignObjective objective = DesignObjective::kCapacity;
  DesignPaths paths = DesignPaths::kAny;
  std::size_t turns = 2;                       // for kTurns
  std::optional<std::size_t> max_length = {};  // hops; lists paths one by one
  std::optional<double> locality = {};         // largest normalised path length
  bool then_path_length = false;               // then minimises the path length
  // An allowed load of the objective. Paths are then as short as this load permits, and nothing
  // else is optimised. Not allowed together with `locality`.
  std::optional<double> load_limit = {};
  SymmetryUse symmetry = SymmetryUse::kFull;
  DesignMethod method = DesignMethod::kAuto;
  // kPattern: flits per cycle from router to router, row by row. kAverageCase: one such matrix per
  // sample.
  std::vector<std::vector<double>> matrices = {};
  LpOptions solver = {};
  std::string mps_file = {};  // receives the last program, with all its rows; empty: none
};

// The result of a linear program, with a lower bound on its optimum that our own code derives from
// the multipliers only (DesignProgram::bound()).
struct SolvedProgram {
  LpStatus status = LpStatus::kFailed;
  double objective = 0;  // of the optimum or, where it was stopped, of the routing kept
  double bound = 0;
  std::size_t variables = 0, constraints = 0;
  std::uint64_t iterations = 0;

  // (objective - bound) / objective; 0 if both are 0.
  double gap() const;
};

struct Design {
  std::string symmetries;       // symmetries that reduced the programs
  std::size_t pairs = 0;        // orbits of pairs of routers
  std::optional<double> known;  // optimal largest load known from theory (known_worst_case())
  // `load` is the program of the objective; it is not set if `known` or a limit replaces it.
  // `length` is the program of the path length, if requested. Loads are for one flit injected by
  // every node, relative to bandwidth.
  std::optional<SolvedProgram> load, length;
  std::string reason;       // why a program was not started; else empty
  double largest_load = 0;  // of the program `load`, or the limit that replaces it
  // The routing, without paths from routers to themselves: that of the optimum, or the best one
  // found before the solver was stopped. Empty if there is none.
  bool by_translation = false;
  PairPaths paths;

  LpStatus status() const;
  bool was_stopped() const;  // by a limit
  double gap() const;        // the larger of the two programs
  const SolvedProgram& last() const { return length ? *length : *load; }
};

// The routing of a design that has one. The topology must outlive the table.
inline PathTable table_of(const Topology& topology, const Design& design) {
  return table_of(topology, design.paths, design.by_translation);
}

// Throws KeyError like make_path_model() and Commodities.
Design design_routing(const Topology& topology, const DesignOptions& options);

// Returns the options of 2TURN: the best worst case, then the shortest paths. With `average`, those
// of 2TURNA: the best average case of a hundred matrices, then the shortest paths.
DesignOptions two_turn_design(const Topology& topology, bool average);

// Returns the smallest worst-case load of any routing of a torus, if it is known without solving
// for the whole network. It is then twice the largest load of the best routing under uniform
// traffic: VAL attains this load, and the program of a single ring shows that no routing does
// better. Returns nullopt if no ring shows that, for other networks, for a single ring, and if the
// solver was stopped.
std::optional<double> known_worst_case(const Topology& topology, const LpOptions& options = {});

}  // namespace orthant
