// Average case of an oblivious routing: how it does on a sample of random traffic matrices.
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
  kPermutation,  // single permutations of the nodes
  kSinkhorn,     // uniformly random entries, balanced
  kBirkhoff,     // kBirkhoffParts permutations in equal parts
  kFile          // the permutations of a file, all of them
};

struct AverageOptions {
  AverageSampling sampling = AverageSampling::kPermutation;
  std::size_t samples = 100;  // >= 1; not read for a file
  std::uint64_t seed = 1;     // sample i depends on seed and i alone
  std::string file = {};
  std::size_t threads = 1;  // does not change the result
};

// Throughputs in flits per node and cycle; infinite where no packet crosses a channel.
struct AverageCase {
  double throughput = 0;       // 1 / mean of the largest loads (equation 9)
  double throughput_true = 0;  // mean of 1 / largest load
  // Half-width of the 95 % confidence interval of `throughput`, by the delta method with Student's
  // t. nullopt for a single sample, or where the throughput is infinite.
  std::optional<double> half_width;
  // Per sample: the largest load over bandwidth when every node injects one flit per cycle.
  std::vector<double> channel_max_relative;
};

// Throws KeyError("analysis.average_file", ...) as read_permutations().
AverageCase average_case(const PairLoads& loads, const AverageOptions& options);

// The sample itself: per matrix the flits per cycle from router to router, row by row. Throws as
// average_case().
std::vector<std::vector<double>> sample_matrices(const Topology& topology,
                                                 const AverageOptions& options);

// The two means and the half-width of given largest loads, at least one.
AverageCase summarize(std::vector<double> channel_max_relative);

}  // namespace orthant
