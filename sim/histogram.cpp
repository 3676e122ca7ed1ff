#include "sim/histogram.hpp"

#include <bit>
#include <cmath>

namespace orthant {
namespace {
constexpr unsigned kExactBits = 8;  // values below 2^8 have a bin each
constexpr std::size_t kBinsPerOctave = 1u << (kExactBits - 1);
}  // namespace

std::size_t Histogram::bin_of(Cycle value) {
  const unsigned width = static_cast<unsigned>(std::bit_width(value));
  if (width <= kExactBits) return value;
  const unsigned shift = width - kExactBits;
  return (std::size_t{shift} + 1) * kBinsPerOctave + ((value >> shift) - kBinsPerOctave);
}

Cycle Histogram::lower_edge(std::size_t bin) {
  if (bin < 2 * kBinsPerOctave) return bin;
  const std::size_t shift = bin / kBinsPerOctave - 1;
  return (Cycle{bin % kBinsPerOctave} + kBinsPerOctave) << shift;
}

std::optional<double> Histogram::quantile(double q, std::uint64_t beyond) const {
  if (static_cast<double>(total_) * (1 - q) < static_cast<double>(beyond)) return std::nullopt;
  const auto rank = static_cast<std::uint64_t>(std::ceil(q * static_cast<double>(total_)));
  std::uint64_t seen = 0;
  for (std::size_t bin = 0; bin < counts_.size(); ++bin) {
    seen += counts_[bin];
    if (seen >= rank && seen > 0) {
      const Cycle from = lower_edge(bin);
      const Cycle last = lower_edge(bin + 1) - 1;
      return (static_cast<double>(from) + static_cast<double>(last)) / 2;
    }
  }
  return std::nullopt;
}

std::vector<LatencyBin> Histogram::bins() const {
  std::vector<LatencyBin> result;
  for (std::size_t bin = 0; bin < counts_.size(); ++bin) {
    if (counts_[bin] != 0) result.push_back({lower_edge(bin), lower_edge(bin + 1), counts_[bin]});
  }
  return result;
}

}  // namespace orthant
