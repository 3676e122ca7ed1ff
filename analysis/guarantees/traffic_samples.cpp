#include "analysis/guarantees/traffic_samples.hpp"

#include <charconv>
#include <cmath>
#include <numeric>
#include <system_error>

#include "base/line_reader.hpp"
#include "base/random.hpp"

namespace orthant {
namespace {

// Fisher and Yates, in the order of Durstenfeld 1964.
std::vector<NodeId> draw_permutation(std::size_t nodes, RandomStream& random) {
  std::vector<NodeId> permutation;
  for (std::size_t n = 0; n < nodes; ++n) permutation.emplace_back(n);
  for (std::size_t left = nodes; left > 1; --left) {
    std::swap(permutation[left - 1], permutation[random.below(static_cast<std::uint32_t>(left))]);
  }
  return permutation;
}

// Scales rows, then columns; returns the largest deviation of a row sum from 1.
double balance(std::vector<double>& matrix, std::size_t n) {
  double farthest = 0;
  std::vector<double> column(n);
  for (std::size_t i = 0; i < n; ++i) {
    double* const row = matrix.data() + i * n;
    const double sum = std::accumulate(row, row + n, 0.0);
    farthest = std::max(farthest, std::abs(sum - 1));
    for (std::size_t j = 0; j < n; ++j) column[j] += row[j] /= sum;
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) matrix[i * n + j] /= column[j];
  }
  return farthest;
}

class PermutationReader {
 public:
  PermutationReader(const std::string& file, std::size_t nodes)
      : lines_("analysis.average_file", file, nodes), nodes_(nodes) {}

  std::vector<std::vector<NodeId>> read() {
    std::vector<std::vector<NodeId>> permutations;
    while (lines_.next()) {
      const auto& entries = lines_.entries();
      if (!entries.empty()) permutations.push_back(permutation_of(entries));
    }
    if (permutations.empty()) lines_.fail_file("no permutation in the file");
    return permutations;
  }

 private:
  std::vector<NodeId> permutation_of(const std::vector<std::string_view>& entries) const {
    std::vector<NodeId> permutation;
    std::vector<bool> taken(nodes_, false);
    for (const std::string_view entry : entries) {
      const NodeId node = node_of(entry);
      if (taken[node.index()]) {
        lines_.fail("node {} is the destination of two nodes; a line is a permutation",
                    node.index());
      }
      taken[node.index()] = true;
      permutation.push_back(node);
    }
    if (permutation.size() != nodes_) {
      lines_.fail("{} destinations; the network has {} nodes", permutation.size(), nodes_);
    }
    return permutation;
  }

  NodeId node_of(std::string_view entry) const {
    std::size_t node = 0;
    const auto [end, error] = std::from_chars(entry.data(), entry.data() + entry.size(), node);
    if (error != std::errc{} || end != entry.data() + entry.size() || node >= nodes_) {
      lines_.fail("'{}' is no node; allowed: 0 to {}", LineReader::printable(entry), nodes_ - 1);
    }
    return NodeId{node};
  }

  LineReader lines_;
  std::size_t nodes_;
};

}  // namespace

std::vector<NodeId> random_permutation_sample(std::size_t nodes, std::uint64_t seed,
                                              std::uint32_t sample) {
  RandomStream random(seed, sample, RandomPurpose::kAnalysis);
  return draw_permutation(nodes, random);
}

std::vector<std::vector<NodeId>> birkhoff_sample(std::size_t nodes, std::uint64_t seed,
                                                 std::uint32_t sample) {
  RandomStream random(seed, sample, RandomPurpose::kAnalysis);
  std::vector<std::vector<NodeId>> parts;
  for (std::size_t i = 0; i < kBirkhoffParts; ++i) parts.push_back(draw_permutation(nodes, random));
  return parts;
}

std::vector<double> sinkhorn_sample(std::size_t nodes, std::uint64_t seed, std::uint32_t sample) {
  RandomStream random(seed, sample, RandomPurpose::kAnalysis);
  std::vector<double> matrix(nodes * nodes);
  for (double& entry : matrix)
    entry = 1 - random.uniform();  // positive entries, so that the iteration converges
  while (balance(matrix, nodes) > 1e-12) {
  }
  return matrix;
}

std::vector<std::vector<NodeId>> read_permutations(const std::string& file, std::size_t nodes) {
  return PermutationReader(file, nodes).read();
}

}  // namespace orthant
