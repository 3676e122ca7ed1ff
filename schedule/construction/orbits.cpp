// The frames of a schedule are the images of a base frame under the group. If element g maps a
// transfer onto one in the base frame, then the transfer is in the image of the base frame under
// the inverse of g.
//
// Tested by: tests/schedule/orbits_test.cpp
#include "schedule/construction/orbits.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <span>

#include "topology/translations.hpp"

namespace orthant {
namespace {

constexpr std::size_t kMaxImages = 12'000'000;  // transfers times elements, over all groups

class Translating {
 public:
  Translating(const Topology& topology, const CollectiveTransfers& collective)
      : topology_(topology), translations_(topology), collective_(collective) {
    for (std::uint32_t t = 0; t < collective.pairs.size(); ++t)
      transfer_of_[ends(collective.pairs[t])] = t;
  }

  // True if no pair of nodes occurs twice, so that every transfer has its own image.
  bool has_unique_images() const { return transfer_of_.size() == collective_.pairs.size(); }

  // Adds the translation that maps router 0 to `by`; returns false if it is no symmetry.
  bool add(RouterId by, SymmetryGroup& group) const {
    std::vector<std::uint32_t> channels, transfers;
    for (std::size_t c = 0; c < topology_.channel_count(); ++c)
      channels.push_back(translations_.translated(ChannelId{c}, by).value);
    const std::size_t all = collective_.set.channels, network = channels.size();
    for (std::size_t c = network; c < all; ++c) {
      const std::size_t n = (c - network) % topology_.node_count();
      channels.push_back(static_cast<std::uint32_t>(c - n + shifted(NodeId{n}, by).index()));
    }
    for (std::size_t c = 0; c < all; ++c) {
      if (collective_.set.capacity(c) != collective_.set.capacity(channels[c])) return false;
    }
    for (std::size_t t = 0; t < collective_.pairs.size(); ++t) {
      const NodePair& pair = collective_.pairs[t];
      const auto image =
          transfer_of_.find(ends({shifted(pair.source, by), shifted(pair.destination, by)}));
      if (image == transfer_of_.end() || !takes(t, image->second, channels)) return false;
      transfers.push_back(image->second);
    }
    group.channels.push_back(std::move(channels));
    group.transfers.push_back(std::move(transfers));
    return true;
  }

 private:
  static std::pair<NodeId, NodeId> ends(const NodePair& pair) {
    return {pair.source, pair.destination};
  }
  NodeId shifted(NodeId n, RouterId by) const {
    const RouterId r = topology_.router_of(n);
    const std::size_t place = n.index() - topology_.first_node_of(r).index();
    return NodeId{topology_.first_node_of(translations_.add(r, by)).index() + place};
  }
  bool takes(std::size_t from, std::size_t to, const std::vector<std::uint32_t>& channels) const {
    const auto& transfers = collective_.set.transfers;
    std::vector<std::uint32_t> image, there = transfers[to].channels;
    for (const std::uint32_t c : transfers[from].channels) image.push_back(channels[c]);
    std::ranges::sort(image);
    std::ranges::sort(there);
    return image == there;
  }

  const Topology& topology_;
  Translations translations_;
  const CollectiveTransfers& collective_;
  std::map<std::pair<NodeId, NodeId>, std::uint32_t> transfer_of_;
};

CosetPartition single_cosets(std::size_t size) {
  CosetPartition partition{.coset = std::vector<std::uint32_t>(size), .cosets = size};
  std::iota(partition.coset.begin(), partition.coset.end(), 0u);
  return partition;
}

std::vector<std::uint32_t> one_of_each_coset(const CosetPartition& partition) {
  std::vector<std::uint32_t> elements(partition.cosets);
  for (std::size_t g = partition.coset.size(); g-- > 0;)
    elements[partition.coset[g]] = static_cast<std::uint32_t>(g);
  return elements;
}

// Per channel: the smallest image under the elements of coset 0.
std::vector<std::uint32_t> channel_classes(const SymmetryGroup& group,
                                           const CosetPartition& partition) {
  std::vector<std::uint32_t> classes = group.channels.front();
  for (std::size_t g = 0; g < group.size(); ++g) {
    if (partition.coset[g] != 0) continue;
    for (std::size_t c = 0; c < classes.size(); ++c)
      classes[c] = std::min(classes[c], group.channels[g][c]);
  }
  return classes;
}

// True if no transfer shares a channel with its other images in the same frame.
bool is_congestion_free(const TransferSet& set, const std::vector<std::uint32_t>& classes) {
  return std::ranges::all_of(set.transfers, [&](const Transfer& transfer) {
    std::vector<std::uint32_t> used;
    for (const std::uint32_t c : transfer.channels) used.push_back(classes[c]);
    std::ranges::sort(used);
    return std::ranges::adjacent_find(used) == used.end();
  });
}

// Lists the coefficients of at most 32 sums to try: 1 for dimension 0, and from 1 to m/2 for every
// other dimension. By symmetry these coefficients represent all others.
std::vector<std::vector<std::uint32_t>> coefficients(std::size_t dimensions, std::uint32_t m) {
  constexpr std::size_t kMax = 32;
  std::vector<std::vector<std::uint32_t>> all{{1}};
  for (std::size_t d = 1; d < dimensions; ++d) {
    std::vector<std::vector<std::uint32_t>> longer;
    for (const auto& known : all) {
      for (std::uint32_t b = 1; b <= std::max(m / 2, 1u) && longer.size() < kMax; ++b) {
        longer.push_back(known);
        longer.back().push_back(b);
      }
    }
    all = std::move(longer);
  }
  return all;
}

// Adds partitions of the group of all translations, whose elements are in the order of the routers.
void add_partitions(const Grid& grid, const TransferSet& set, SymmetryGroup& group) {
  std::uint32_t common = 0;
  for (const std::uint32_t k : grid.radices()) common = std::gcd(common, k);
  for (std::uint32_t m = common; m > 1; --m) {
    if (common % m != 0 || m == group.size()) continue;
    for (const auto& factors : coefficients(grid.dimensions(), m)) {
      CosetPartition partition{.coset = {}, .cosets = m};
      for (std::size_t r = 0; r < group.size(); ++r) {
        std::uint32_t sum = 0;
        for (std::size_t d = 0; d < factors.size(); ++d)
          sum += factors[d] * grid.coordinate(RouterId{r}, d);
        partition.coset.push_back(sum % m);
      }
      if (is_congestion_free(set, channel_classes(group, partition)))
        group.partitions.push_back(partition);
    }
  }
}

// Returns all lists that hold one divisor of each radix.
std::vector<std::vector<std::uint32_t>> all_steps(std::span<const std::uint32_t> radices) {
  std::vector<std::vector<std::uint32_t>> all(1);
  for (const std::uint32_t k : radices) {
    std::vector<std::vector<std::uint32_t>> longer;
    for (const auto& steps : all) {
      for (std::uint32_t step = 1; step <= k; ++step) {
        if (k % step != 0) continue;
        longer.push_back(steps);
        longer.back().push_back(step);
      }
    }
    all = std::move(longer);
  }
  return all;
}

}  // namespace

SymmetryGroup trivial_group(const TransferSet& set) {
  const auto identity = [](std::size_t size) {
    std::vector<std::uint32_t> images(size);
    std::iota(images.begin(), images.end(), 0u);
    return images;
  };
  return {.transfers = {identity(set.transfers.size())},
          .channels = {identity(set.channels)},
          .partitions = {single_cosets(1)}};
}

std::vector<SymmetryGroup> translation_groups(const Topology& topology,
                                              const CollectiveTransfers& collective,
                                              const Stopwatch& watch) {
  std::vector<SymmetryGroup> groups;
  std::size_t images = 0;
  if (topology.grid() == nullptr || !Translations::exist_for(topology)) return groups;
  const Grid& grid = *topology.grid();
  const Translating translating(topology, collective);
  if (!translating.has_unique_images()) return groups;
  for (const std::vector<std::uint32_t>& steps : all_steps(grid.radices())) {
    SymmetryGroup group;
    std::size_t size = 1;
    for (std::size_t d = 0; d < steps.size(); ++d) size *= grid.radix(d) / steps[d];
    if (images + size * collective.pairs.size() > kMaxImages) continue;
    bool good = true;
    for (std::size_t r = 0; r < topology.router_count() && good; ++r) {
      bool element = true;
      for (std::size_t d = 0; d < steps.size(); ++d)
        element = element && grid.coordinate(RouterId{r}, d) % steps[d] == 0;
      good = !element || (!watch.over() && translating.add(RouterId{r}, group));
    }
    images += group.size() * collective.pairs.size();
    if (!good || group.size() == 1) continue;
    group.partitions.push_back(single_cosets(group.size()));
    if (group.size() == topology.router_count()) add_partitions(grid, collective.set, group);
    groups.push_back(std::move(group));
  }
  std::ranges::stable_sort(groups, std::greater(), &SymmetryGroup::size);
  return groups;
}

bool is_searchable(const TransferSet& set, std::size_t frames) {
  // Limits transfers times frames, and channels times frames.
  constexpr std::size_t kMaxPlaces = 20'000'000;
  return set.transfers.size() * frames <= kMaxPlaces && set.channels * frames <= kMaxPlaces;
}

std::optional<Frames> search_orbits(const TransferSet& set, const SymmetryGroup& group,
                                    const CosetPartition& partition, std::size_t frames,
                                    std::uint64_t seed, const Stopwatch& watch) {
  assert(frames % partition.cosets == 0);
  const std::vector<std::uint32_t> classes = channel_classes(group, partition);
  const std::vector<std::uint32_t> elements = one_of_each_coset(partition);
  PlacementProblem problem{
      .frames = frames / partition.cosets, .capacity = set.capacities, .items = {}};
  problem.capacity.resize(set.channels, 1);
  std::vector<std::uint32_t> first;  // per item: the representative of its orbit
  std::vector<bool> seen(set.transfers.size());
  for (std::uint32_t t = 0; t < seen.size(); ++t) {
    if (seen[t]) continue;
    first.push_back(t);
    auto& item = problem.items.emplace_back();
    for (const auto& images : group.transfers) {
      assert(!seen[images[t]]);
      seen[images[t]] = true;
    }
    for (const std::uint32_t g : elements) {
      auto& channels = item.variants.emplace_back(set.transfers[group.transfers[g][t]].channels);
      for (std::uint32_t& c : channels) c = classes[c];
    }
  }
  const auto placed = place(problem, seed, watch);
  if (!placed) return std::nullopt;
  Frames result(frames);
  for (std::size_t i = 0; i < first.size(); ++i) {
    const Placement& at = (*placed)[i];
    const std::uint32_t in_base = group.transfers[elements[at.variant]][first[i]];
    for (std::size_t g = 0; g < group.size(); ++g)
      result[at.frame * partition.cosets + partition.coset[g]].push_back(
          group.transfers[g][in_base]);
  }
  for (auto& frame : result) std::ranges::sort(frame);
  return result;
}

}  // namespace orthant
