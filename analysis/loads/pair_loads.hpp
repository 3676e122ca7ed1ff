// Pair loads: the expected number of times that a packet from router s to router t crosses each
// channel. All exact analysis is linear in them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/function_ref.hpp"
#include "routing/path.hpp"
#include "topology/topology.hpp"
#include "topology/translations.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

class ObliviousRouting;

struct ChannelShare {
  ChannelId channel;
  double load = 0;  // > 0: flits on the channel per flit of the pair
};

// Pair loads from walking the paths of a routing. Reuses its buffers: one object per thread.
class PairEnumerator {
 public:
  // Both must outlive the object.
  PairEnumerator(const Topology& topology, const ObliviousRouting& routing);
  // The channels that paths from s to t use, each once, in the order of first use. Valid until the
  // next call.
  std::span<const ChannelShare> operator()(RouterId s, RouterId t);
  // Hops walked so far, over all paths.
  std::uint64_t hops() const { return hops_; }

 private:
  struct ChannelState {
    double load = 0;             // zero between calls
    std::uint32_t straight = 0;  // the next channel through the same port
    std::uint32_t to = 0;        // the router where it ends
  };

  void walk(RouterId s, const Path& path, double probability);

  const ObliviousRouting& routing_;
  std::size_t ports_;
  std::vector<std::uint32_t> first_;  // [router][port]: the channel that leaves there
  std::vector<ChannelState> states_;  // per channel
  std::vector<ChannelShare> shares_;
  std::uint64_t hops_ = 0;
};

// Flits per cycle from one router to a destination.
struct Demand {
  RouterId destination;
  double flits = 0;
  bool operator==(const Demand&) const = default;
};
// Traffic between routers: a list of demands for every source. Consecutive equal rows are stored
// once, so uniform traffic has a single row.
class RouterTraffic {
 public:
  void add_row(std::vector<Demand> row);  // of the next source
  std::size_t size() const { return row_of_.size(); }
  std::span<const Demand> operator[](std::size_t s) const { return rows_[row_of_[s]]; }

 private:
  std::vector<std::vector<Demand>> rows_;
  std::vector<std::size_t> row_of_;  // per source
};

// Sums the rows of the traffic matrix over the nodes of each router. Every destination is listed
// once, by ascending id.
RouterTraffic router_traffic(const Topology& topology, const Traffic& traffic);
// The same if node n sends only to permutation[n].
RouterTraffic router_traffic(const Topology& topology, std::span<const NodeId> permutation);

// The same as a dense matrix: flits[s * routers + t].
std::vector<double> matrix_of(const RouterTraffic& traffic);

// The pair loads of all pairs. If the translations map the pair loads onto each other, the table of
// one source (at most routers x channels entries) serves all sources; otherwise pairs are
// enumerated on every access. Thread-safe.
class PairLoads {
 public:
  // Limit in bytes for matrices of pair loads in memory at a time.
  static constexpr std::size_t kMatrixBytes = std::size_t{1} << 30;

  // With `translations`, the pair loads of router 0 serve all sources: the translations must be
  // known to hold (see find_symmetry()) or are being checked. Both references must outlive the
  // object.
  PairLoads(const Topology& topology, const ObliviousRouting& routing, bool translations);

  const Topology& topology() const { return topology_; }
  bool from_one_source() const { return translations_.has_value(); }
  // Hops walked by the constructor: 0 without translations.
  std::uint64_t hops() const { return hops_; }

  // Reads pairs; one object per thread, which the PairLoads must outlive. Fastest if the pairs of a
  // source are consecutive.
  class Reader {
   public:
    explicit Reader(const PairLoads& loads);
    // Valid until the next call.
    std::span<const ChannelShare> operator()(RouterId s, RouterId t);

   private:
    const PairLoads& loads_;
    std::optional<PairEnumerator> enumerate_;
    std::optional<RouterId> source_;  // of shifted_
    std::vector<ChannelId> shifted_;  // per channel: image of source 0's
    std::vector<ChannelShare> shares_;
  };

  // Calls visit(i, w) for every channels[i] with its matrix of pair loads: w[s * routers + t].
  // Calls come from at most `threads` threads, in any order. Without translations, all pairs are
  // enumerated once for every batch of matrices that fits into `matrix_bytes` (at least one).
  void for_each_matrix(std::span<const ChannelId> channels, std::size_t threads,
                       FunctionRef<void(std::size_t, std::span<const double>)> visit,
                       std::size_t matrix_bytes = kMatrixBytes) const;

  // Flits per cycle on every channel; equal to expected_channel_loads().
  std::vector<double> channel_loads(const RouterTraffic& traffic) const;

 private:
  std::span<const ChannelShare> of_source_0(std::size_t t) const {
    return std::span(table_).subspan(first_[t], first_[t + 1] - first_[t]);
  }
  void fill_by_translation(ChannelId channel, std::vector<double>& matrix) const;
  void fill_batch(std::span<const ChannelId> channels, std::size_t threads,
                  std::vector<double>& matrices) const;

  const Topology& topology_;
  const ObliviousRouting& routing_;
  std::optional<Translations> translations_;
  std::vector<std::size_t> first_;   // per destination: its entries in table_; routers + 1 entries
  std::vector<ChannelShare> table_;  // of source 0
  std::uint64_t hops_ = 0;
};

}  // namespace orthant
