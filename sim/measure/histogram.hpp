// Counts of latencies in bounded memory: exact below 256, then 128 bins per factor of two, so that
// a percentile is off by at most 1/256 (0.4 %) of its value.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "base/archive.hpp"
#include "sim/result.hpp"

namespace orthant {

// Returns the first place at which the share q of `total` entries is reached, 0 < q < 1; place i of
// `places` holds entries(i). Empty if fewer than `beyond` entries lie above.
template <class Entries>
std::optional<std::size_t> quantile_place(double q, std::uint64_t beyond, std::uint64_t total,
                                          std::size_t places, const Entries& entries) {
  if (static_cast<double>(total) * (1 - q) < static_cast<double>(beyond)) return std::nullopt;
  const auto rank = static_cast<std::uint64_t>(std::ceil(q * static_cast<double>(total)));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < places; ++i) {
    seen += entries(i);
    if (seen >= rank && seen > 0) return i;
  }
  return std::nullopt;
}

class Histogram {
 public:
  void add(Tick value) {
    const std::size_t bin = bin_of(value);
    if (bin >= counts_.size()) counts_.resize(bin + 1);
    ++counts_[bin];
    ++total_;
  }
  Histogram& operator+=(const Histogram& other) {
    counts_.resize(std::max(counts_.size(), other.counts_.size()));
    for (std::size_t i = 0; i < other.counts_.size(); ++i) counts_[i] += other.counts_[i];
    total_ += other.total_;
    return *this;
  }
  // Returns the value below which the share q of all entries lies, 0 < q < 1; the middle of its
  // bin. Empty if fewer than `beyond` entries lie above it.
  std::optional<double> quantile(double q, std::uint64_t beyond) const;
  // Bins with at least one entry, ascending.
  std::vector<LatencyBin> bins() const;

  void state(Archive& archive) {
    archive(counts_);
    archive.check(counts_.size() <= bin_of(kNever) + 1, "a latency that is too large");
    if (archive.reads()) total_ = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
  }

  // The bin of a value, and the middle of a bin.
  static std::size_t bin_of(Tick value);
  static double middle(std::size_t bin);

 private:
  static Tick lower_edge(std::size_t bin);

  std::vector<std::uint64_t> counts_;
  std::uint64_t total_ = 0;
};

}  // namespace orthant
