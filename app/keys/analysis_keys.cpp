#include "app/keys/analysis_keys.hpp"

namespace orthant {

const KeyRows<AnalysisKeys>& analysis_rows() {
  constexpr auto average = &AnalysisKeys::average;
  constexpr ReadWhen kBoth = read_by("analyze", "design");
  static const KeyRows<AnalysisKeys> rows = {
      {"analysis.worst_case",
       &AnalysisKeys::worst_case,
       {.when = read_by("analyze"),
        .help = "Look for the worst permutation, which takes long on large networks without "
                "symmetries; no: the fields stay empty."}},
      {"analysis.capacity",
       &AnalysisKeys::capacity,
       {.when = read_by("analyze"),
        .help = "Compute the capacity of a network without a closed form, such as a graph or a "
                "broken torus, which takes a linear program; no: the fields that need it stay "
                "empty."}},
      {"analysis.capacity_seconds",
       &AnalysisKeys::capacity_seconds,
       {.low = 0,
        .high = 1e6,
        .when = kBoth,
        .help = "Time for the capacity of a larger network: for its linear program, estimated, or "
                "where that takes longer for bounds, which end when they are within 0.5 %. 0: only "
                "small networks."}},
      {"analysis.average_samples",
       &AnalysisKeys::average_samples,
       {.least = 1,
        .most = 1'000'000,
        .when = kBoth,
        .help = "Traffic matrices drawn for the average case; not given: no average case."}},
      {"analysis.average_sampling",
       in(average, &AverageOptions::sampling),
       {{"permutation", AverageSampling::kPermutation},
        {"sinkhorn", AverageSampling::kSinkhorn},
        {"birkhoff", AverageSampling::kBirkhoff},
        {"file", AverageSampling::kFile}},
       {.when = kBoth,
        .help = "How they are drawn: single permutations, uniform entries balanced to sums of 1, "
                "means of 4 permutations, or all permutations of analysis.average_file."}},
      {"analysis.average_seed",
       in(average, &AverageOptions::seed),
       {.when = kBoth, .help = "Seed of drawn traffic matrices."}},
      {"analysis.average_file",
       in(average, &AverageOptions::file),
       {.when = read_if("analysis.average_sampling", "file"),
        .help = "File of permutations, one a line: the destinations of nodes 0, 1, ..."}},
  };
  return rows;
}

const KeyRows<DesignKeys>& design_rows() {
  constexpr ReadWhen kWhen = read_by("design");
  static const KeyRows<DesignKeys> rows = {
      {"design.objective",
       &DesignKeys::objective,
       kObjectives,
       {.when = kWhen,
        .help = "What the designed routing is best for: uniform traffic, the worst permutation, "
                "the mean over the matrices of [analysis], or traffic.pattern."}},
      {"design.paths",
       &DesignKeys::paths,
       kDesignPaths,
       {.when = kWhen,
        .help = "Paths that it may use: all, the shortest, or those of at most design.turns "
                "turns."}},
      {"design.turns",
       &DesignKeys::turns,
       {.most = 64,
        .when = read_if("design.paths", "turns"),
        .help = "Most changes of dimension along a path; paths never turn back in a dimension."}},
      {"design.max_length",
       &DesignKeys::max_length,
       {.least = 1,
        .most = kMostDesignHops,
        .when = kWhen,
        .help = "Most hops of a path, as --max-length; paths are then listed one by one. Not "
                "given: any number."}},
      {"design.then",
       &DesignKeys::then_path_length,
       {{"none", false}, {"path_length", true}},
       {.when = kWhen, .help = "Second objective at the optimum of the first."}},
      {"design.locality",
       &DesignKeys::locality,
       {.low = 1,
        .when = kWhen,
        .help = "Most normalised mean path length; several values make a tradeoff curve. Not "
                "given: any length."}},
      {"design.throughput",
       &DesignKeys::throughput,
       {.low_allowed = false,
        .when = kWhen,
        .help = "Least throughput under the objective, as a fraction of capacity. Paths are then "
                "as short as it allows; nothing else is optimised. Several values make a tradeoff "
                "curve."}},
      {"design.symmetry",
       &DesignKeys::symmetry,
       {{"full", SymmetryUse::kFull},
        {"translations", SymmetryUse::kTranslations},
        {"none", SymmetryUse::kNone}},
       {.when = kWhen,
        .help = "Symmetries of the network that the routing is to have; they make the program "
                "small. For capacity, worst_case and pattern the optimum is the same with all of "
                "them."}},
      {"design.method",
       &DesignKeys::method,
       {{"auto", DesignMethod::kAuto},
        {"simplex", DesignMethod::kSimplex},
        {"interior_point", DesignMethod::kInteriorPoint}},
       {.when = kWhen,
        .help = "How the programs are solved: by simplex, which gives few paths, or by interior "
                "points, which is faster from about 8000 variables and constraints on."}},
      {"design.time_limit_seconds",
       &DesignKeys::time_limit_seconds,
       {.low_allowed = false,
        .when = kWhen,
        .help = "Time limit of the solver for one design, which then keeps the best routing so "
                "far. Not given: none."}},
  };
  return rows;
}

const KeyRows<PolicyKeys>& policy_rows() {
  static const KeyRows<PolicyKeys> rows = {
      {"policy.policies",
       &PolicyKeys::policy,
       kPolicies,
       {.when = read_by("policy"),
        .help = "Order in which a message tries the channels that lead closer: the best one, most "
                "shortest paths first, longest remaining way first, dimension order (with retries "
                "or one try only), or a random one."}},
      {"policy.p",
       &PolicyKeys::p,
       {.high = 1,
        .when = read_by("policy"),
        .help = "Probability that a link is healthy. Not given: no probabilities of delivery."}},
      {"policy.target",
       &PolicyKeys::target,
       {.high = 1,
        .low_allowed = false,
        .when = {.readers = {"policy"}, .option = "--means"},
        .help = "Mean probability of delivery for which the least p is found."}},
      {"policy.digits",
       &PolicyKeys::digits,
       {.least = 1,
        .most = 1000,
        .axis = false,
        .when = {.readers = {"policy"}, .option = "--thresholds, --counterexample, --certificate"},
        .help = "Decimal places of the probabilities between which an order is optimal."}},
      {"policy.trials",
       &PolicyKeys::trials,
       {.least = 1,
        .most = 1'000'000'000,
        .axis = false,
        .when = {.readers = {"policy"}, .option = "--faults"},
        .help = "Draws of all links, each with a message from every offset."}},
  };
  return rows;
}

}  // namespace orthant
