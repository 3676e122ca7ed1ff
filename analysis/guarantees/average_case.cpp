// Processes samples in blocks, so that the pair loads of a pair, once found, serve many samples.
// The channel loads of a sample are summed in the same order in any block: by source, then by
// destination.
#include "analysis/guarantees/average_case.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>

#include "analysis/guarantees/traffic_samples.hpp"
#include "analysis/loads/channel_load.hpp"
#include "base/parallel_for.hpp"

namespace orthant {
namespace {

// ---- sparse samples: a few permutations each ----------------------------------------------------

using NodePermutations = std::vector<std::vector<NodeId>>;  // averaged with equal weights

struct SampleDemand {
  RouterId destination;
  std::uint32_t sample;
  double flits;
};

// Returns the traffic of router s in every sample, by ascending destination.
std::vector<SampleDemand> demands_of(const Topology& topology, RouterId s,
                                     std::span<const NodePermutations> samples) {
  std::vector<SampleDemand> demands;
  for (std::size_t x = 0; x < samples.size(); ++x) {
    const double part = 1.0 / static_cast<double>(samples[x].size());
    for (const std::vector<NodeId>& permutation : samples[x]) {
      for (std::size_t i = 0; i < topology.node_count_of(s); ++i) {
        const NodeId target = permutation[topology.first_node_of(s).index() + i];
        demands.push_back({topology.router_of(target), static_cast<std::uint32_t>(x), part});
      }
    }
  }
  std::ranges::stable_sort(demands, {}, &SampleDemand::destination);
  return demands;
}

void evaluate_sparse(const PairLoads& loads, std::span<const NodePermutations> samples,
                     std::span<double> largest) {
  const Topology& topology = loads.topology();
  const std::size_t channels = topology.channel_count();
  std::vector<double> load(samples.size() * channels);
  PairLoads::Reader read(loads);
  for (std::size_t s = 0; s < topology.router_count(); ++s) {
    const std::vector<SampleDemand> demands = demands_of(topology, RouterId{s}, samples);
    std::span<const ChannelShare> shares;
    for (std::size_t i = 0; i < demands.size(); ++i) {
      const auto& [destination, sample, flits] = demands[i];
      if (i == 0 || destination != demands[i - 1].destination) {
        shares = read(RouterId{s}, destination);
      }
      double* const sum = load.data() + sample * channels;
      for (const ChannelShare& share : shares) sum[share.channel.index()] += flits * share.load;
    }
  }
  for (std::size_t x = 0; x < samples.size(); ++x)
    largest[x] = channel_max_relative(topology, std::span(load).subspan(x * channels, channels));
}

// ---- dense samples ------------------------------------------------------------------------------

std::vector<double> dense_matrix(const Topology& topology, const AverageOptions& options,
                                 std::size_t x) {
  const std::size_t nodes = topology.node_count(), routers = topology.router_count();
  const auto sample = sinkhorn_sample(nodes, options.seed, static_cast<std::uint32_t>(x));
  std::vector<double> matrix(routers * routers);
  for (std::size_t s = 0; s < nodes; ++s) {
    const std::size_t row = topology.router_of(NodeId{s}).index() * routers;
    for (std::size_t t = 0; t < nodes; ++t)
      matrix[row + topology.router_of(NodeId{t}).index()] += sample[s * nodes + t];
  }
  return matrix;
}

std::vector<double> bandwidths_of(const Topology& topology) {
  std::vector<double> bandwidths;
  for (const Channel& channel : topology.channels()) {
    bandwidths.push_back(to_double(channel.bandwidth));
  }
  return bandwidths;
}

// Number of samples per multiplication: fixed, for vector instructions.
constexpr std::size_t kLanes = 16;
using Lanes = std::array<double, kLanes>;

// A group of up to kLanes samples: their flits for every pair of routers, and their channel loads.
class DenseGroup {
 public:
  DenseGroup(const Topology& topology, const AverageOptions& options, std::size_t first,
             std::size_t count)
      : flits_(topology.router_count() * topology.router_count()),
        load_(topology.channel_count()),
        count_(count) {
    for (std::size_t lane = 0; lane < count; ++lane) {
      const std::vector<double> matrix = dense_matrix(topology, options, first + lane);
      for (std::size_t pair = 0; pair < matrix.size(); ++pair) flits_[pair][lane] = matrix[pair];
    }
  }

  void add(std::size_t pair, std::span<const ChannelShare> shares) {
    const Lanes flits = flits_[pair];
    for (const ChannelShare& share : shares) {
      Lanes& load = load_[share.channel.index()];
      for (std::size_t lane = 0; lane < kLanes; ++lane) load[lane] += flits[lane] * share.load;
    }
  }

  void largest(std::span<const double> bandwidths, std::span<double> out) const {
    for (std::size_t lane = 0; lane < count_; ++lane) {
      out[lane] = 0;
      for (std::size_t c = 0; c < load_.size(); ++c) {
        out[lane] = std::max(out[lane], load_[c][lane] / bandwidths[c]);
      }
    }
  }

 private:
  std::vector<Lanes> flits_;  // [source][destination]
  std::vector<Lanes> load_;   // per channel
  std::size_t count_;
};

void evaluate_dense(const PairLoads& loads, const AverageOptions& options, std::size_t first,
                    std::span<double> largest) {
  const Topology& topology = loads.topology();
  std::vector<DenseGroup> groups;
  for (std::size_t x = 0; x < largest.size(); x += kLanes) {
    groups.emplace_back(topology, options, first + x, std::min(kLanes, largest.size() - x));
  }
  PairLoads::Reader read(loads);
  const std::size_t routers = topology.router_count();
  for (std::size_t pair = 0; pair < routers * routers; ++pair) {
    const auto shares = read(RouterId{pair / routers}, RouterId{pair % routers});
    for (DenseGroup& group : groups) group.add(pair, shares);
  }
  const std::vector<double> bandwidths = bandwidths_of(topology);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::size_t begin = g * kLanes;
    groups[g].largest(bandwidths, largest.subspan(begin, std::min(kLanes, largest.size() - begin)));
  }
}

// ---- blocks -------------------------------------------------------------------------------------

// Returns the number of samples per block. If pair loads are cheap, blocks are small, so that the
// sums stay in the cache. If every block enumerates all pairs, blocks are as large as memory
// allows, up to 8 * kLanes samples.
std::size_t block_size(const PairLoads& loads) {
  if (loads.from_one_source()) return kLanes;
  constexpr std::size_t kDoubles = std::size_t{1} << 25;
  const std::size_t routers = loads.topology().router_count();
  return std::clamp(kDoubles / (routers * routers) / kLanes, std::size_t{1}, std::size_t{8}) *
         kLanes;
}

// Samples that consist of few permutations each.
class SparseSamples {
 public:
  SparseSamples(std::size_t nodes, const AverageOptions& options)
      : nodes_(nodes), options_(options) {
    if (options.sampling == AverageSampling::kFile)
      from_file_ = read_permutations(options.file, nodes);
  }
  std::size_t count() const { return from_file_.empty() ? options_.samples : from_file_.size(); }
  NodePermutations operator[](std::size_t x) const {
    const auto number = static_cast<std::uint32_t>(x);
    if (options_.sampling == AverageSampling::kFile) return {from_file_[x]};
    if (options_.sampling == AverageSampling::kBirkhoff)
      return birkhoff_sample(nodes_, options_.seed, number);
    return {random_permutation_sample(nodes_, options_.seed, number)};
  }

 private:
  std::size_t nodes_;
  const AverageOptions& options_;
  std::vector<std::vector<NodeId>> from_file_;
};

std::vector<double> largest_loads(const PairLoads& loads, const AverageOptions& options) {
  const SparseSamples samples(loads.topology().node_count(), options);
  std::vector<double> largest(samples.count());
  const std::size_t size = block_size(loads);
  parallel_for((largest.size() + size - 1) / size, options.threads, [&] {
    return [&](std::size_t block) {
      const std::size_t first = block * size;
      const auto out = std::span(largest).subspan(first, std::min(size, largest.size() - first));
      if (options.sampling == AverageSampling::kSinkhorn) {
        return evaluate_dense(loads, options, first, out);
      }
      std::vector<NodePermutations> drawn;
      for (std::size_t x = 0; x < out.size(); ++x) drawn.push_back(samples[first + x]);
      evaluate_sparse(loads, drawn, out);
    };
  });
  return largest;
}

// Returns the 97.5 % point, rounded because its last bits differ between mathematics libraries.
double student_t_975(std::size_t degrees_of_freedom) {
  const boost::math::students_t law(static_cast<double>(degrees_of_freedom));
  return std::round(boost::math::quantile(law, 0.975) * 0x1p32) * 0x1p-32;
}

}  // namespace

std::vector<std::vector<double>> sample_matrices(const Topology& topology,
                                                 const AverageOptions& options) {
  const SparseSamples samples(topology.node_count(), options);
  std::vector<std::vector<double>> matrices;
  for (std::size_t x = 0; x < samples.count(); ++x) {
    if (options.sampling == AverageSampling::kSinkhorn) {
      matrices.push_back(dense_matrix(topology, options, x));
      continue;
    }
    const NodePermutations parts = samples[x];
    std::vector<double>& sum =
        matrices.emplace_back(topology.router_count() * topology.router_count());
    for (const std::vector<NodeId>& part : parts) {
      const std::vector<double> matrix = matrix_of(router_traffic(topology, part));
      for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] += matrix[i] / static_cast<double>(parts.size());
    }
  }
  return matrices;
}

AverageCase summarize(std::vector<double> channel_max_relative) {
  assert(!channel_max_relative.empty());
  const auto n = static_cast<double>(channel_max_relative.size());
  double sum = 0;
  double sum_of_inverses = 0;
  for (const double load : channel_max_relative) {
    sum += load;
    sum_of_inverses += throughput_of(load);
  }
  const double mean = sum / n;
  AverageCase result;
  result.throughput = throughput_of(mean);
  result.throughput_true = sum_of_inverses / n;
  if (n > 1 && mean > 0) {
    double squares = 0;
    for (const double load : channel_max_relative) squares += (load - mean) * (load - mean);
    const double error = std::sqrt(squares / (n - 1) / n);  // of the mean load
    result.half_width =
        student_t_975(channel_max_relative.size() - 1) * error / (mean * mean);  // d(1/m) = -dm/m^2
  }
  result.channel_max_relative = std::move(channel_max_relative);
  return result;
}

AverageCase average_case(const PairLoads& loads, const AverageOptions& options) {
  return summarize(largest_loads(loads, options));
}

}  // namespace orthant
