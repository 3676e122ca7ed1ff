// The keys of [analysis] and [design]: what the exact verbs compute.
#include "app/keys.hpp"

namespace orthant {
namespace {

std::vector<Key> average_keys() {
  return {
      {.name = "analysis.worst_case",
       .type = KeyType::kFlag,
       .fallback = "yes",
       .when = "analyze",
       .help = "Look for the worst permutation, which takes long on large networks without "
               "symmetries; no: the fields stay empty."},
      {.name = "analysis.capacity",
       .type = KeyType::kFlag,
       .fallback = "yes",
       .when = "analyze",
       .help = "Compute the capacity of a small graph, which takes a linear program; no: the "
               "fields that need it stay empty."},
      {.name = "analysis.average_samples",
       .type = KeyType::kInteger,
       .least = 1,
       .most = 1'000'000,
       .when = "analyze and design",
       .help = "Traffic matrices drawn for the average case; not given: no average case."},
      {.name = "analysis.average_sampling",
       .type = KeyType::kWord,
       .fallback = "permutation",
       .words = {"permutation", "sinkhorn", "birkhoff", "file"},
       .when = "analyze and design",
       .help = "How they are drawn: single permutations, uniform entries balanced to sums of 1, "
               "means of 4 permutations, or all permutations of analysis.average_file."},
      {.name = "analysis.average_seed",
       .type = KeyType::kInteger,
       .fallback = "1",
       .when = "analyze and design",
       .help = "Seed of drawn traffic matrices."},
      {.name = "analysis.average_file",
       .when = "analysis.average_sampling = file",
       .help = "File of permutations, one a line: the destinations of nodes 0, 1, ..."},
  };
}

std::vector<Key> design_keys() {
  return {
      {.name = "design.objective",
       .type = KeyType::kWord,
       .fallback = "capacity",
       .words = {"capacity", "worst_case", "average_case", "pattern"},
       .when = "design",
       .help = "What the designed routing is best for: uniform traffic, the worst permutation, the "
               "mean over the matrices of [analysis], or traffic.pattern."},
      {.name = "design.paths",
       .type = KeyType::kWord,
       .fallback = "any",
       .words = {"any", "minimal", "turns"},
       .when = "design",
       .help = "Paths that it may use: all, the shortest, or those of at most design.turns turns."},
      {.name = "design.turns",
       .type = KeyType::kInteger,
       .fallback = "2",
       .most = 64,
       .when = "design.paths = turns",
       .help = "Most changes of dimension along a path; paths never turn back in a dimension."},
      {.name = "design.max_length",
       .type = KeyType::kInteger,
       .least = 1,
       .most = 65535,
       .when = "design",
       .help = "Most hops of a path, as --max-length; paths are then listed one by one. Not given: "
               "any number."},
      {.name = "design.then",
       .type = KeyType::kWord,
       .fallback = "none",
       .words = {"none", "path_length"},
       .when = "design",
       .help = "Second objective at the optimum of the first."},
      {.name = "design.locality",
       .type = KeyType::kReal,
       .low = 1,
       .when = "design",
       .help = "Most normalised mean path length; several values make a tradeoff curve. Not given: "
               "any length."},
      {.name = "design.throughput",
       .type = KeyType::kReal,
       .low_allowed = false,
       .when = "design",
       .help = "Least throughput under the objective, as a fraction of capacity. Paths are then as "
               "short as it allows; nothing else is optimised. Several values make a tradeoff "
               "curve."},
      {.name = "design.symmetry",
       .type = KeyType::kWord,
       .fallback = "full",
       .words = {"full", "translations", "none"},
       .when = "design",
       .help =
           "Symmetries of the network that the routing is to have; they make the program small. "
           "For capacity, worst_case and pattern the optimum is the same with all of them."},
      {.name = "design.method",
       .type = KeyType::kWord,
       .fallback = "auto",
       .words = {"auto", "simplex", "interior_point"},
       .when = "design",
       .help = "How the programs are solved: by simplex, which gives few paths, or by interior "
               "points, which is faster from about 8000 variables and constraints on."},
      {.name = "design.time_limit_seconds",
       .type = KeyType::kReal,
       .low_allowed = false,
       .when = "design",
       .help = "Time limit of the solver for one design. Not given: none."},
  };
}

std::vector<Key> policy_keys() {
  return {
      {.name = "policy.policies",
       .type = KeyType::kWord,
       .fallback = "optimal",
       .words = {"optimal", "mp", "z2", "dor_retry", "dor_strict", "random"},
       .when = "policy",
       .help = "Order in which a message tries the channels that lead closer: the best one, most "
               "shortest paths first, longest remaining way first, dimension order (with retries "
               "or one try only), or a random one."},
      {.name = "policy.p",
       .type = KeyType::kReal,
       .high = 1,
       .when = "policy",
       .help = "Probability that a link is healthy. Not given: no probabilities of delivery."},
      {.name = "policy.target",
       .type = KeyType::kReal,
       .fallback = "0.99",
       .high = 1,
       .low_allowed = false,
       .when = "policy --means",
       .help = "Mean probability of delivery for which the least p is found."},
      {.name = "policy.digits",
       .type = KeyType::kInteger,
       .fallback = "12",
       .least = 1,
       .most = 1000,
       .axis = false,
       .when = "policy --thresholds, --counterexample, --certificate",
       .help = "Decimal places of the probabilities between which an order is optimal."},
      {.name = "policy.trials",
       .type = KeyType::kInteger,
       .fallback = "10000",
       .least = 1,
       .most = 1'000'000'000,
       .axis = false,
       .when = "policy --faults",
       .help = "Draws of all links, each with a message from every offset."},
  };
}

std::vector<Key> fault_keys() {
  return {
      {.name = "faults.links",
       .type = KeyType::kText,
       .axis = false,
       .when = "policy --faults",
       .help = "Failed links: pairs of neighbouring routers as in 0-1 5-6, or a file with one a "
               "line, as "
               "in 0-1 or 0 1. Not given: drawn with policy.p."},
      {.name = "faults.fault_seed",
       .type = KeyType::kInteger,
       .fallback = "1",
       .axis = false,
       .when = "policy --faults",
       .help = "Seed of failed links, and of random orders."},
  };
}

}  // namespace

std::vector<Key> analysis_keys() {
  std::vector<Key> keys;
  for (auto part : {average_keys(), design_keys(), fault_keys(), policy_keys()})
    for (Key& key : part) keys.push_back(std::move(key));
  return keys;
}

}  // namespace orthant
