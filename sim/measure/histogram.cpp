#include "sim/measure/histogram.hpp"

#include <bit>

namespace orthant {
namespace {
constexpr unsigned kExactBits = 8;  // values below 2^8 have a bin each
constexpr std::size_t kBinsPerOctave = 1u << (kExactBits - 1);
}  // namespace

std::size_t Histogram::bin_of(Tick value) {
  const unsigned width = static_cast<unsigned>(std::bit_width(value));
  if (width <= kExactBits) return value;
  const unsigned shift = width - kExactBits;
  return (std::size_t{shift} + 1) * kBinsPerOctave + ((value >> shift) - kBinsPerOctave);
}

Tick Histogram::lower_edge(std::size_t bin) {
  if (bin < 2 * kBinsPerOctave) return bin;
  const std::size_t shift = bin / kBinsPerOctave - 1;
  return (Tick{bin % kBinsPerOctave} + kBinsPerOctave) << shift;
}

double Histogram::middle(std::size_t bin) {
  const Tick from = lower_edge(bin);
  const Tick last = lower_edge(bin + 1) - 1;
  return (static_cast<double>(from) + static_cast<double>(last)) / 2;
}

std::optional<double> Histogram::quantile(double q, std::uint64_t beyond) const {
  const auto bin =
      quantile_place(q, beyond, total_, counts_.size(), [&](std::size_t i) { return counts_[i]; });
  return bin ? std::optional(middle(*bin)) : std::nullopt;
}

std::vector<LatencyBin> Histogram::bins() const {
  std::vector<LatencyBin> result;
  for (std::size_t bin = 0; bin < counts_.size(); ++bin) {
    if (counts_[bin] != 0) result.push_back({lower_edge(bin), lower_edge(bin + 1), counts_[bin]});
  }
  return result;
}

}  // namespace orthant
