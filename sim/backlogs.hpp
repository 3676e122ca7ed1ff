// What waits at the sources of the nodes, looked at again and again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/kernel/checkpoint.hpp"

namespace orthant {

// Samples in flits. A node has one source for each class of traffic.
class Backlogs {
 public:
  explicit Backlogs(std::size_t sources_per_node) : per_node_(sources_per_node) {}

  // One sample, [node][source].
  void add(std::vector<std::uint64_t> sample) { samples_.push_back(std::move(sample)); }
  std::size_t size() const { return samples_.size(); }

  // [node] of one sample, or of one class in it.
  std::vector<std::uint64_t> of_nodes(std::size_t sample,
                                      std::optional<std::size_t> source = {}) const;
  // [sample][node].
  std::vector<std::vector<std::uint64_t>> of_all_nodes(
      std::optional<std::size_t> source = {}) const;
  // [sample]: of all nodes together.
  std::vector<double> totals() const;

  void state(Archive& archive) { archive(samples_); }

 private:
  std::size_t per_node_;
  std::vector<std::vector<std::uint64_t>> samples_;
};

}  // namespace orthant
