#include "sim/backlogs.hpp"

#include <numeric>

namespace orthant {

std::vector<std::uint64_t> Backlogs::of_nodes(std::size_t sample,
                                              std::optional<std::size_t> source) const {
  const std::vector<std::uint64_t>& backlog = samples_[sample];
  std::vector<std::uint64_t> nodes(backlog.size() / per_node_);
  for (std::size_t i = 0; i < backlog.size(); ++i)
    if (!source || i % per_node_ == *source) nodes[i / per_node_] += backlog[i];
  return nodes;
}

std::vector<std::vector<std::uint64_t>> Backlogs::of_all_nodes(
    std::optional<std::size_t> source) const {
  std::vector<std::vector<std::uint64_t>> all;
  for (std::size_t sample = 0; sample < size(); ++sample) all.push_back(of_nodes(sample, source));
  return all;
}

std::vector<double> Backlogs::totals() const {
  std::vector<double> totals;
  for (const std::vector<std::uint64_t>& sample : samples_)
    totals.push_back(
        static_cast<double>(std::accumulate(sample.begin(), sample.end(), std::uint64_t{0})));
  return totals;
}

}  // namespace orthant
