#include "sim/backlogs.hpp"

#include <algorithm>
#include <cstring>

namespace orthant {
namespace {

template <class Number>
std::uint64_t number_at(const std::uint8_t* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof(number));
  return number;
}

template <class Number>
void append(std::span<const std::uint64_t> numbers, std::vector<std::uint8_t>& bytes) {
  bytes.resize(numbers.size() * sizeof(Number));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = static_cast<Number>(numbers[i]);
    std::memcpy(&bytes[i * sizeof(Number)], &number, sizeof(number));
  }
}

}  // namespace

NarrowNumbers::NarrowNumbers(std::span<const std::uint64_t> numbers) {
  const std::uint64_t most = numbers.empty() ? 0 : std::ranges::max(numbers);
  while (width_ < 8 && most >> (8 * width_) != 0) width_ = static_cast<std::uint8_t>(2 * width_);
  if (width_ == 1) append<std::uint8_t>(numbers, bytes_);
  if (width_ == 2) append<std::uint16_t>(numbers, bytes_);
  if (width_ == 4) append<std::uint32_t>(numbers, bytes_);
  if (width_ == 8) append<std::uint64_t>(numbers, bytes_);
}

std::uint64_t NarrowNumbers::operator[](std::size_t i) const {
  const std::uint8_t* const bytes = &bytes_[i * width_];
  if (width_ == 1) return *bytes;
  if (width_ == 2) return number_at<std::uint16_t>(bytes);
  return width_ == 4 ? number_at<std::uint32_t>(bytes) : number_at<std::uint64_t>(bytes);
}

std::uint64_t Backlogs::of_node(std::size_t sample, std::size_t node,
                                std::optional<std::size_t> source) const {
  const NarrowNumbers& backlog = samples_[sample];
  if (source) return backlog[node * per_node_ + *source];
  std::uint64_t flits = 0;
  for (std::size_t s = 0; s < per_node_; ++s) flits += backlog[node * per_node_ + s];
  return flits;
}

std::vector<std::uint64_t> Backlogs::of_nodes(std::size_t sample,
                                              std::optional<std::size_t> source) const {
  std::vector<std::uint64_t> nodes(samples_[sample].size() / per_node_);
  for (std::size_t n = 0; n < nodes.size(); ++n) nodes[n] = of_node(sample, n, source);
  return nodes;
}

std::vector<double> Backlogs::totals() const {
  std::vector<double> totals;
  for (const NarrowNumbers& sample : samples_) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < sample.size(); ++i) total += sample[i];
    totals.push_back(static_cast<double>(total));
  }
  return totals;
}

BacklogGrowth find_growth(const Backlogs::Series& series,
                          std::span<const std::uint64_t> generated_flits) {
  return find_growth(series.backlogs.size(), generated_flits,
                     [&](std::size_t sample, std::size_t node) {
                       return series.backlogs.of_node(sample, node, series.source);
                     });
}

}  // namespace orthant
