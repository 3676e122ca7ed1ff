#include "analysis/loads/pair_loads.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "base/parallel_for.hpp"
#include "routing/routing.hpp"

namespace orthant {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

}  // namespace

// ---- one pair -----------------------------------------------------------------------------------

PairEnumerator::PairEnumerator(const Topology& topology, const ObliviousRouting& routing)
    : routing_(routing),
      ports_(topology.max_port_count()),
      first_(topology.router_count() * ports_, kNone) {
  for (std::size_t c = 0; c < topology.channel_count(); ++c) {
    const Channel& channel = topology.channel(ChannelId{c});
    first_[channel.from.index() * ports_ + channel.from_port.index()] =
        static_cast<std::uint32_t>(c);
  }
  for (const Channel& channel : topology.channels()) {
    states_.push_back({.straight = first_[channel.to.index() * ports_ + channel.from_port.index()],
                       .to = channel.to.value});
  }
}

std::span<const ChannelShare> PairEnumerator::operator()(RouterId s, RouterId t) {
  shares_.clear();
  routing_.enumerate(s, t,
                     [&](const Path& path, double probability) { walk(s, path, probability); });
  for (ChannelShare& share : shares_) {
    share.load = std::exchange(states_[share.channel.index()].load, 0.0);
  }
  return shares_;
}

// The hot loop of the analysis: a Valiant-like routing has millions of hops per source.
void PairEnumerator::walk(RouterId s, const Path& path, double probability) {
  assert(probability > 0);
  std::uint32_t here = s.value;
  for (const Leg& leg : path) {
    std::uint32_t channel = first_[here * ports_ + leg.port.index()];
    for (std::uint32_t hop = 0; hop < leg.hops; ++hop) {
      assert(channel != kNone);
      ChannelState& state = states_[channel];
      if (state.load == 0) shares_.push_back({.channel = ChannelId{channel}});
      state.load += probability;
      here = state.to;
      channel = state.straight;
    }
    hops_ += leg.hops;
  }
}

// ---- traffic between routers --------------------------------------------------------------------

namespace {

// Sums the traffic of the nodes of one router, by destination.
class RowSum {
 public:
  explicit RowSum(const Topology& topology)
      : topology_(topology), flits_(topology.router_count()) {}

  void add(NodeId destination, double flits) {
    flits_[topology_.router_of(destination).index()] += flits;
  }

  std::vector<Demand> take() {
    std::vector<Demand> row;
    for (std::size_t t = 0; t < flits_.size(); ++t) {
      if (flits_[t] > 0) row.push_back({.destination = RouterId{t}, .flits = flits_[t]});
    }
    std::ranges::fill(flits_, 0.0);
    return row;
  }

 private:
  const Topology& topology_;
  std::vector<double> flits_;  // per router
};

template <class AddNode>
RouterTraffic sum_by_router(const Topology& topology, const AddNode& add_node) {
  RouterTraffic traffic;
  RowSum sum(topology);
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    for (std::size_t i = 0; i < topology.node_count_of(RouterId{r}); ++i) {
      add_node(NodeId{topology.first_node_of(RouterId{r}).index() + i}, sum);
    }
    traffic.add_row(sum.take());
  }
  return traffic;
}

}  // namespace

void RouterTraffic::add_row(std::vector<Demand> row) {
  if (rows_.empty() || rows_.back() != row) rows_.push_back(std::move(row));
  row_of_.push_back(rows_.size() - 1);
}

RouterTraffic router_traffic(const Topology& topology, const Traffic& traffic) {
  return sum_by_router(topology, [&](NodeId source, RowSum& sum) {
    traffic.row(source, [&](NodeId destination, double share) { sum.add(destination, share); });
  });
}

RouterTraffic router_traffic(const Topology& topology, std::span<const NodeId> permutation) {
  assert(permutation.size() == topology.node_count());
  return sum_by_router(
      topology, [&](NodeId source, RowSum& sum) { sum.add(permutation[source.index()], 1.0); });
}

// ---- all pairs ----------------------------------------------------------------------------------

std::vector<double> matrix_of(const RouterTraffic& traffic) {
  const std::size_t routers = traffic.size();
  std::vector<double> matrix(routers * routers);
  for (std::size_t s = 0; s < routers; ++s) {
    for (const Demand& demand : traffic[s])
      matrix[s * routers + demand.destination.index()] += demand.flits;
  }
  return matrix;
}

PairLoads::PairLoads(const Topology& topology, const ObliviousRouting& routing, bool translations)
    : topology_(topology), routing_(routing) {
  if (!translations) return;
  translations_.emplace(topology);
  PairEnumerator enumerate(topology, routing);
  for (std::size_t t = 0; t < topology.router_count(); ++t) {
    first_.push_back(table_.size());
    const auto shares = enumerate(RouterId{0}, RouterId{t});
    table_.insert(table_.end(), shares.begin(), shares.end());
  }
  first_.push_back(table_.size());
  hops_ = enumerate.hops();
}

PairLoads::Reader::Reader(const PairLoads& loads) : loads_(loads) {
  if (!loads.from_one_source()) enumerate_.emplace(loads.topology_, loads.routing_);
}

std::span<const ChannelShare> PairLoads::Reader::operator()(RouterId s, RouterId t) {
  if (enumerate_) return (*enumerate_)(s, t);
  if (source_ != s) {
    source_ = s;
    shifted_.resize(loads_.topology_.channel_count());
    for (std::size_t c = 0; c < shifted_.size(); ++c) {
      shifted_[c] = loads_.translations_->translated(ChannelId{c}, s);
    }
  }
  shares_.clear();
  for (const auto& [channel, load] :
       loads_.of_source_0(loads_.translations_->subtract(t, s).index())) {
    shares_.push_back({.channel = shifted_[channel.index()], .load = load});
  }
  return shares_;
}

void PairLoads::for_each_matrix(std::span<const ChannelId> channels, std::size_t threads,
                                FunctionRef<void(std::size_t, std::span<const double>)> visit,
                                std::size_t matrix_bytes) const {
  const std::size_t size = topology_.router_count() * topology_.router_count();
  if (from_one_source()) {
    parallel_for(channels.size(), threads, [&] {
      return [&, matrix = std::vector<double>()](std::size_t i) mutable {
        matrix.assign(size, 0.0);
        fill_by_translation(channels[i], matrix);
        visit(i, matrix);
      };
    });
    return;
  }
  const std::size_t most = std::max<std::size_t>(1, matrix_bytes / (size * sizeof(double)));
  std::vector<double> matrices;
  for (std::size_t done = 0; done < channels.size(); done += most) {
    const auto batch = channels.subspan(done, std::min(most, channels.size() - done));
    matrices.assign(batch.size() * size, 0.0);
    fill_batch(batch, threads, matrices);
    parallel_for(batch.size(), threads, [&] {
      return [&](std::size_t i) { visit(done + i, std::span(matrices).subspan(i * size, size)); };
    });
  }
}

// If source 0 loads a channel that a translation maps to `channel`, then the image of source 0
// loads `channel` equally.
void PairLoads::fill_by_translation(ChannelId channel, std::vector<double>& matrix) const {
  const std::size_t routers = topology_.router_count();
  std::vector<std::uint32_t> source(topology_.channel_count(), kNone);
  for (std::size_t s = 0; s < routers; ++s) {
    const RouterId back = translations_->subtract(RouterId{0}, RouterId{s});
    source[translations_->translated(channel, back).index()] = static_cast<std::uint32_t>(s);
  }
  for (std::size_t t = 0; t < routers; ++t) {
    for (const ChannelShare& share : of_source_0(t)) {
      const std::uint32_t s = source[share.channel.index()];
      if (s == kNone) continue;
      matrix[s * routers + translations_->add(RouterId{t}, RouterId{s}).index()] = share.load;
    }
  }
}

void PairLoads::fill_batch(std::span<const ChannelId> channels, std::size_t threads,
                           std::vector<double>& matrices) const {
  const std::size_t routers = topology_.router_count();
  std::vector<std::uint32_t> index(topology_.channel_count(), kNone);
  for (std::size_t i = 0; i < channels.size(); ++i) {
    index[channels[i].index()] = static_cast<std::uint32_t>(i);
  }
  parallel_for(routers, threads, [&] {
    return [&, read = Reader(*this)](std::size_t s) mutable {
      for (std::size_t t = 0; t < routers; ++t) {
        for (const ChannelShare& share : read(RouterId{s}, RouterId{t})) {
          const std::uint32_t i = index[share.channel.index()];
          if (i != kNone) matrices[(i * routers + s) * routers + t] = share.load;
        }
      }
    };
  });
}

std::vector<double> PairLoads::channel_loads(const RouterTraffic& traffic) const {
  std::vector<double> loads(topology_.channel_count());
  Reader read(*this);
  for (std::size_t s = 0; s < traffic.size(); ++s) {
    for (const auto& [t, flits] : traffic[s]) {
      for (const ChannelShare& share : read(RouterId{s}, t)) {
        loads[share.channel.index()] += flits * share.load;
      }
    }
  }
  return loads;
}

}  // namespace orthant
