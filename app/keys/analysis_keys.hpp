// The keys of the exact verbs: [analysis], [design], [policy] and [faults].
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analysis/design/design.hpp"
#include "analysis/guarantees/average_case.hpp"
#include "analysis/loads/offsets.hpp"
#include "base/key_rows.hpp"

namespace orthant {

inline constexpr Words<DesignObjective, 4> kObjectives = {
    {{{"capacity", DesignObjective::kCapacity},
      {"worst_case", DesignObjective::kWorstCase},
      {"average_case", DesignObjective::kAverageCase},
      {"pattern", DesignObjective::kPattern}}}};
inline constexpr Words<DesignPaths, 3> kDesignPaths = {{{{"any", DesignPaths::kAny},
                                                         {"minimal", DesignPaths::kMinimal},
                                                         {"turns", DesignPaths::kTurns}}}};
inline constexpr Words<Policy, 6> kPolicies = {{{{"optimal", Policy::kOptimal},
                                                 {"mp", Policy::kMp},
                                                 {"z2", Policy::kZ2},
                                                 {"dor_retry", Policy::kDorRetry},
                                                 {"dor_strict", Policy::kDorStrict},
                                                 {"random", Policy::kRandom}}}};

struct AnalysisKeys {
  bool worst_case = true;
  bool capacity = true;
  double capacity_seconds = 10;
  std::optional<std::size_t> average_samples;
  AverageOptions average;  // without its samples
};
const KeyRows<AnalysisKeys>& analysis_rows();

inline constexpr std::int64_t kMostDesignHops = 65'535;  // design.max_length and --max-length

struct DesignKeys : DesignOptions {
  std::optional<double> throughput;  // as a fraction of capacity; DesignOptions has a load
  std::optional<double> time_limit_seconds;
};
const KeyRows<DesignKeys>& design_rows();

struct PolicyKeys {
  Policy policy = Policy::kOptimal;
  std::optional<double> p;
  double target = 0.99;
  unsigned digits = 12;
  std::uint32_t trials = 10'000;
};
const KeyRows<PolicyKeys>& policy_rows();

}  // namespace orthant
