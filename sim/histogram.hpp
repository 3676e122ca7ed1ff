// Counts of latencies in bounded memory: exact below 256, then 128 bins per factor of two, so that
// a percentile is off by at most 1/256 (0.4 %) of its value.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/result.hpp"

namespace orthant {

class Histogram {
 public:
  void add(Cycle value) {
    const std::size_t bin = bin_of(value);
    if (bin >= counts_.size()) counts_.resize(bin + 1);
    ++counts_[bin];
    ++total_;
  }
  // The value below which the share q of all entries lies, 0 < q < 1; the middle of its bin. Empty
  // when fewer than `beyond` entries lie above it.
  std::optional<double> quantile(double q, std::uint64_t beyond) const;
  // Bins with at least one entry, ascending.
  std::vector<LatencyBin> bins() const;

 private:
  static std::size_t bin_of(Cycle value);
  static Cycle lower_edge(std::size_t bin);

  std::vector<std::uint64_t> counts_;
  std::uint64_t total_ = 0;
};

}  // namespace orthant
