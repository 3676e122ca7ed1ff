// Average case of an oblivious routing: its throughput on a sample of random traffic matrices.
//
// Source: Towles, Dally & Boyd 2003, equation 9.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/loads/pair_loads.hpp"

namespace orthant {

enum class AverageSampling {
  kPermutation,  // one permutation of the nodes
  kSinkhorn,     // uniformly random entries, scaled to be doubly stochastic
  kBirkhoff,     // mean of kBirkhoffParts permutations
  kFile          // all permutations of a file
};

struct AverageOptions {
  AverageSampling sampling = AverageSampling::kPermutation;
  std::size_t samples = 100;  // >= 1; ignored for a file
  std::uint64_t seed = 1;     // sample i depends only on seed and i
  std::string file = {};
  std::size_t threads = 1;  // the result does not depend on it
};

// Throughputs in flits per node and cycle; infinite if no packet crosses a channel.
struct AverageCase {
  double throughput = 0;       // 1 / mean of the largest loads (equation 9)
  double throughput_true = 0;  // mean of 1 / largest load
  // Half-width of the 95 % confidence interval of `throughput`, by the delta method with Student's
  // t. nullopt for a single sample, or if the throughput is infinite.
  std::optional<double> half_width;
  // Per sample: the largest ratio of load to bandwidth if every node injects one flit per cycle.
  std::vector<double> channel_max_relative;
};

// Throws KeyError("analysis.average_file", ...) like read_permutations().
AverageCase average_case(const PairLoads& loads, const AverageOptions& options);

// Returns the matrices of the sample: flits per cycle from router to router, row by row. Throws
// like average_case().
std::vector<std::vector<double>> sample_matrices(const Topology& topology,
                                                 const AverageOptions& options);

// Computes the two throughputs and the half-width from the largest loads of at least one sample.
AverageCase summarize(std::vector<double> channel_max_relative);

}  // namespace orthant
