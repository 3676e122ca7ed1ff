// Samples of the flits that wait at the sources of the nodes.
//
// Tested by: tests/sim/backlogs_test.cpp
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/kernel/checkpoint.hpp"
#include "sim/measure/statistics.hpp"

namespace orthant {

// Constant numbers, each in as few bytes as the largest needs: 1, 2, 4 or 8.
class NarrowNumbers {
 public:
  NarrowNumbers() = default;
  explicit NarrowNumbers(std::span<const std::uint64_t> numbers);

  std::size_t size() const { return bytes_.size() / width_; }
  std::uint64_t operator[](std::size_t i) const;
  std::size_t memory_bytes() const { return bytes_.size(); }

  void state(Archive& archive) {
    archive(width_, bytes_);
    archive.check(
        (width_ == 1 || width_ == 2 || width_ == 4 || width_ == 8) && bytes_.size() % width_ == 0,
        "numbers of no such width");
  }

 private:
  std::uint8_t width_ = 1;
  std::vector<std::uint8_t> bytes_;
};

// Samples of the backlogs of all sources, in flits. A node has one source for each class of
// traffic.
class Backlogs {
 public:
  explicit Backlogs(std::size_t sources_per_node) : per_node_(sources_per_node) {}

  // Adds one sample, [node][source].
  void add(std::span<const std::uint64_t> sample) { samples_.emplace_back(sample); }
  std::size_t size() const { return samples_.size(); }

  // Returns the backlog of each node in one sample, [node]: of this source of the node, or of all
  // its sources together.
  std::vector<std::uint64_t> of_nodes(std::size_t sample,
                                      std::optional<std::size_t> source = {}) const;
  std::uint64_t of_node(std::size_t sample, std::size_t node,
                        std::optional<std::size_t> source) const;
  // The backlogs of all nodes in all samples: of one source of each node, or of all its sources
  // together. The Backlogs object must outlive the series.
  struct Series {
    const Backlogs& backlogs;
    std::optional<std::size_t> source;
  };
  Series of_all_nodes(std::optional<std::size_t> source = {}) const { return {*this, source}; }
  // Returns the backlog of all nodes together, [sample].
  std::vector<double> totals() const;

  // Archives samples of `nodes` nodes.
  void state(Archive& archive, std::size_t nodes) {
    archive(samples_);
    for (const NarrowNumbers& sample : samples_)
      archive.check(sample.size() == nodes * per_node_, "samples of other nodes");
  }

 private:
  std::size_t per_node_;
  std::vector<NarrowNumbers> samples_;
};

BacklogGrowth find_growth(const Backlogs::Series& series,
                          std::span<const std::uint64_t> generated_flits);

}  // namespace orthant
