// The linear programs of oblivious routing: costs and limits over a routing model, and a proof of a
// solution's quality that does not rely on the solver.
//
// Source: Towles, Dally & Boyd 2003, equations 6, 8, 9, 10 and 15.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/design/commodities.hpp"
#include "analysis/design/routing_model.hpp"
#include "solver/linear_program.hpp"

namespace orthant {

// A measure of the channel loads. Loads are relative to the channel's bandwidth, for one flit per
// cycle injected by every node.
struct LoadMeasure {
  enum class Kind {
    kMatrix,     // largest load under one matrix, which all symmetries in use must preserve
    kWorstCase,  // largest load under any permutation of the nodes
    kMean        // mean of the largest loads under each of the matrices, of any symmetry
  };
  Kind kind = Kind::kWorstCase;
  // Flits per cycle from router to router, row by row.
  std::vector<std::vector<double>> matrices = {};
};

// Path lengths are means over all pairs of nodes, pairs of a node with itself included, divided by
// the shortest possible mean. Idle pairs take shortest paths.
class DesignProgram {
 public:
  // Both must outlive the object.
  DesignProgram(const Commodities& commodities, const RoutingModel& model);

  // A program has one cost and any number of limits, of which at most one is on loads. The rows of
  // a mean load are added by add_violated().
  void minimize(const LoadMeasure& measure);
  void minimize_length();
  void limit(const LoadMeasure& measure, double load);
  void limit_length(double normalized);

  const LinearProgram& program() const { return program_; }
  // Number of columns that couple the pairs of a worst case.
  std::size_t potential_count() const { return potentials_; }

  // Adds rows for the channels whose load under a matrix of the mean exceeds the matrix's share in
  // the solution, at most a few per matrix. Returns their number.
  std::size_t add_violated(const LpSolution& solution);

  // Returns a lower bound on the cost of any routing of the model within the limits, by Lagrangian
  // relaxation: channel loads are priced by the multipliers of the solution (repaired if slightly
  // infeasible), and every pair takes its cheapest path. The largest load of a channel over all
  // permutations is bounded from below by its load under a matrix that is scaled to be doubly
  // substochastic.
  double bound(const LpSolution& solution) const;

  // Normalised mean path length of a solution.
  double length(const LpSolution& solution) const;
  // The flow over each hop of every orbit.
  std::vector<double> flows(const LpSolution& solution) const;

 private:
  // Rows that bound a load by a column of the program, or by a constant.
  struct LoadGroup {
    std::optional<std::uint32_t> column;
    double cost = 0;   // of the column
    double limit = 0;  // without a column
    struct Row {
      std::uint32_t row = 0;
      double bandwidth = 0;
    };
    std::vector<Row> rows;    // flow - bandwidth * load <= 0
    bool worst_case = false;  // the rows of worst_rows_
  };
  struct FlowEntry {
    std::uint32_t row = 0;
    std::uint32_t orbit = 0;  // orbit of hops
    double coefficient = 0;
  };

  void add_flow(std::uint32_t row, std::uint32_t orbit, double coefficient);
  void add_rows(const LoadMeasure& measure, LoadGroup group);
  void add_load_rows(Commodities::Matrix matrix, LoadGroup group);
  void add_worst_case_rows(LoadGroup group);
  void add_matrices(const LoadMeasure& measure, double column_cost);
  std::vector<double> loads(std::size_t matrix, std::span<const double> flow) const;
  void add_channel_row(std::size_t matrix, ChannelId c);
  void bound_load(std::uint32_t row, const LoadGroup& group, double bandwidth);
  double price_group(const LoadGroup& group, double column_cost, std::span<const double> multiplier,
                     std::vector<double>& row_scale, std::vector<double>& price) const;
  // Returns the weight of the worst-case load from the multipliers of its rows, one per orbit of
  // hops.
  double worst_case_weight(std::span<const double> multiplier) const;

  const Commodities& commodities_;
  const RoutingModel& model_;
  LinearProgram program_;
  double idle_length_ = 0;          // normalised length of the shortest paths of idle pairs
  std::vector<double> length_;      // per orbit of hops: coefficient of the normalised length
  std::vector<FlowEntry> entries_;  // all rows except those of the routing model
  std::vector<LoadGroup> groups_;
  std::vector<std::optional<std::uint32_t>> worst_rows_;  // per orbit of hops
  std::size_t potentials_ = 0;
  std::optional<std::uint32_t> length_row_;
  double length_limit_ = 0;
  bool length_is_cost_ = false;
  std::vector<std::vector<double>> matrices_;  // of the mean load, parallel to its groups_
  std::optional<std::uint32_t> mean_row_;
  double mean_limit_ = 0;
};

}  // namespace orthant
