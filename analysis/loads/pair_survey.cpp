// Tested by: tests/analysis/pair_survey_test.cpp
#include "analysis/loads/pair_survey.hpp"

#include <algorithm>
#include <mutex>

#include "analysis/loads/pair_blocks.hpp"
#include "analysis/loads/shortest_paths.hpp"
#include "base/parallel_for.hpp"
#include "base/reorder_buffer.hpp"

namespace orthant {
namespace {

// Up to this many routers one thread is fast enough, and sums are added pair by pair.
constexpr std::size_t kOneBlock = 256;

PairBlocks blocks_of(std::size_t routers) {
  return PairBlocks(routers, routers <= kOneBlock ? routers : PairBlocks::kDestinations);
}

// Sums over one block of pairs.
class BlockSums {
 public:
  BlockSums(const Topology& topology, std::size_t traffics)
      : lengths_(topology), loads_(traffics, std::vector<double>(topology.channel_count())) {}

  void walk(const Topology& topology, std::span<const RouterTraffic> traffics,
            PairLoads::Reader& read, std::size_t first, std::size_t end) {
    std::vector<std::vector<std::uint32_t>> distance;  // from each destination; symmetric
    for (std::size_t t = first; t < end; ++t)
      distance.push_back(shortest_paths(topology, RouterId{t}).hops);
    std::vector<std::span<const Demand>> rows(traffics.size());
    for (std::size_t s = 0; s < topology.router_count(); ++s) {
      for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = from(first, traffics[i][s]);
      for (std::size_t t = first; t < end; ++t) {
        const auto shares = read(RouterId{s}, RouterId{t});
        lengths_.add({.source = RouterId{s},
                      .destination = RouterId{t},
                      .mean = mean_hops(shares),
                      .minimum = distance[t - first][s]});
        for (std::size_t i = 0; i < rows.size(); ++i) {
          if (rows[i].empty() || rows[i].front().destination != RouterId{t}) continue;
          for (const ChannelShare& share : shares)
            loads_[i][share.channel.index()] += rows[i].front().flits * share.load;
          rows[i] = rows[i].subspan(1);
        }
      }
    }
  }

  void add(const BlockSums& other) {
    lengths_.add(other.lengths_);
    for (std::size_t i = 0; i < loads_.size(); ++i) {
      for (std::size_t c = 0; c < loads_[i].size(); ++c) loads_[i][c] += other.loads_[i][c];
    }
  }

  PairSurvey take() { return {.lengths = lengths_.means(), .channel_loads = std::move(loads_)}; }

 private:
  // The part of a row from destination `first` on.
  static std::span<const Demand> from(std::size_t first, std::span<const Demand> row) {
    const auto begin = std::ranges::lower_bound(row, RouterId{first}, {}, &Demand::destination);
    return row.subspan(static_cast<std::size_t>(begin - row.begin()));
  }

  PathLengthSum lengths_;
  std::vector<std::vector<double>> loads_;  // per traffic and channel
};

}  // namespace

PairSurvey survey_pairs(const PairLoads& loads, std::span<const RouterTraffic> traffics,
                        std::size_t threads) {
  if (loads.from_one_source()) {
    PairSurvey survey{.lengths = path_length(loads), .channel_loads = {}};
    for (const RouterTraffic& traffic : traffics)
      survey.channel_loads.push_back(loads.channel_loads(traffic));
    return survey;
  }
  const Topology& topology = loads.topology();
  const PairBlocks blocks = blocks_of(topology.router_count());
  std::mutex mutex;  // guards `finished` and `sums`
  ReorderBuffer<BlockSums> finished;
  BlockSums sums(topology, traffics.size());
  parallel_for(blocks.count(), threads, [&] {
    return [&, read = PairLoads::Reader(loads)](std::size_t block) mutable {
      BlockSums own(topology, traffics.size());
      own.walk(topology, traffics, read, blocks.first(block), blocks.end(block));
      const std::lock_guard lock(mutex);
      finished.put(block, std::move(own));
      for (const BlockSums& next : finished.take()) sums.add(next);
    };
  });
  return sums.take();
}

}  // namespace orthant
