// Tested by: tests/topology/random_graph_test.cpp
#include "topology/random_graph.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <vector>

#include "base/error.hpp"
#include "base/random.hpp"

namespace orthant {
namespace {

constexpr const char* kDegreeKey = "topology.degree";
// Limits on drawn graphs and pairs of routers: about a minute of attempts.
constexpr std::size_t kMaxAttempts = 200'000;
constexpr std::size_t kMaxDraws = 2'000'000'000;

// A hash set of links. Fast, since a sparse graph is drawn many times until it is connected.
class LinkSet {
 public:
  LinkSet(std::uint32_t routers, std::size_t links)
      : slots_(std::bit_ceil(2 * links + 2), kEmpty), links_of_(routers, 0) {}

  void clear() {
    std::ranges::fill(slots_, kEmpty);
    std::ranges::fill(links_of_, 0);
    pairs_.clear();
  }
  std::size_t size() const { return pairs_.size(); }
  bool contains(std::uint32_t a, std::uint32_t b) const {
    const std::uint64_t pair = encoded(a, b);
    return slots_[slot(pair)] == pair;
  }
  // Requires a != b; ignores a link that is there already.
  void insert(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t pair = encoded(a, b);
    std::uint64_t& place = slots_[slot(pair)];
    if (place == pair) return;
    place = pair;
    pairs_.push_back(pair);
    ++links_of_[a];
    ++links_of_[b];
  }
  bool has_isolated_router() const {
    return links_of_.size() > 1 && std::ranges::find(links_of_, 0u) != links_of_.end();
  }
  // The links are in ascending order.
  Graph graph() const {
    std::vector<std::uint64_t> sorted = pairs_;
    std::ranges::sort(sorted);
    Graph graph;
    graph.routers.resize(links_of_.size());
    for (const std::uint64_t pair : sorted)
      graph.links.push_back({.a = static_cast<std::uint32_t>(pair >> 32),
                             .b = static_cast<std::uint32_t>(pair & 0xffff'ffff)});
    return graph;
  }

 private:
  static constexpr std::uint64_t kEmpty = 0;  // never a link

  static std::uint64_t encoded(std::uint32_t a, std::uint32_t b) {
    return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
  }
  // Slot that holds the pair or would hold it.
  std::size_t slot(std::uint64_t pair) const {
    constexpr std::uint64_t kSpread = 0x9e37'79b9'7f4a'7c15;  // 2^64 / golden ratio
    std::size_t at = (pair * kSpread >> 20) & (slots_.size() - 1);
    while (slots_[at] != kEmpty && slots_[at] != pair) at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  std::vector<std::uint64_t> slots_;
  std::vector<std::uint64_t> pairs_;
  std::vector<std::uint32_t> links_of_;  // per router
};

// Adds uniformly random links until there are `links` of them.
void add_random_pairs(std::uint32_t routers, std::size_t links, RandomStream& random,
                      LinkSet& pairs) {
  while (pairs.size() < links) {
    const std::uint32_t a = random.below(routers), b = random.below(routers);
    if (a != b) pairs.insert(a, b);
  }
}

// Decodes a random Pruefer sequence of routers - 2 numbers (Pruefer 1918).
void add_random_tree(std::uint32_t routers, RandomStream& random, LinkSet& pairs) {
  if (routers < 2) return;
  std::vector<std::uint32_t> sequence(routers - 2), links_left(routers, 1);
  for (std::uint32_t& r : sequence) ++links_left[r = random.below(routers)];
  std::set<std::uint32_t> leaves;
  for (std::uint32_t r = 0; r < routers; ++r) {
    if (links_left[r] == 1) leaves.insert(r);
  }
  for (const std::uint32_t r : sequence) {
    const std::uint32_t leaf = leaves.extract(leaves.begin()).value();
    pairs.insert(leaf, r);
    if (--links_left[r] == 1) leaves.insert(r);
  }
  pairs.insert(*leaves.begin(), *leaves.rbegin());
}

// Joins random pairs of free link ends until none are left that may be joined.
void add_regular_pairs(std::uint32_t routers, std::uint32_t degree, RandomStream& random,
                       LinkSet& pairs) {
  std::vector<std::uint32_t> ends;
  for (std::uint32_t r = 0; r < routers; ++r) ends.insert(ends.end(), degree, r);
  const auto may_join = [&](std::uint32_t a, std::uint32_t b) {
    return a != b && !pairs.contains(a, b);
  };
  while (!ends.empty()) {
    const auto n = static_cast<std::uint32_t>(ends.size());
    // A pair that may be joined is found quickly, except among the last few ends.
    std::uint32_t i = 0, j = 0;
    int tries = 0;
    do {
      i = random.below(n);
      j = random.below(n);
    } while (!may_join(ends[i], ends[j]) && ++tries < 1000);
    if (!may_join(ends[i], ends[j])) return;
    pairs.insert(ends[i], ends[j]);
    for (const std::uint32_t removed : {std::max(i, j), std::min(i, j)}) {
      ends[removed] = ends.back();
      ends.pop_back();
    }
  }
}

std::size_t link_count(const RandomGraphOptions& options) {
  const double routers = options.routers;
  const double most = routers * (routers - 1) / 2;
  const double links = std::round(routers * options.degree / 2);
  if (links < routers - 1 || links > most || links > double{Graph::kMaxLinks})
    key_error(kDegreeKey,
              "{} routers with {} links each on the average are {} links; a connected graph has {} "
              "to {}",
              options.routers, options.degree, links, options.routers - 1,
              std::min(most, double{Graph::kMaxLinks}));
  return static_cast<std::size_t>(links);
}

std::uint32_t whole_degree(const RandomGraphOptions& options) {
  const auto degree = static_cast<std::uint32_t>(options.degree);
  if (degree != options.degree || degree >= options.routers ||
      std::size_t{degree} * options.routers % 2 != 0 || (degree < 2 && options.routers > 2) ||
      std::size_t{degree} * options.routers > 2 * Graph::kMaxLinks)
    key_error(kDegreeKey,
              "no connected graph of {} routers has {} links on each; allowed for regular: a whole "
              "number from 2, below the number of routers, one of the two even",
              options.routers, options.degree);
  return degree;
}

}  // namespace

Graph random_graph(const RandomGraphOptions& options) {
  RandomStream random(options.seed, 0, RandomPurpose::kTopology);
  const std::uint32_t routers = options.routers;
  const bool regular = options.generator == GraphGenerator::kRegular;
  const std::uint32_t degree = regular ? whole_degree(options) : 0;
  const std::size_t links = regular ? std::size_t{degree} * routers / 2 : link_count(options);
  LinkSet pairs(routers, links);
  std::size_t attempts = std::min(kMaxAttempts, kMaxDraws / (links + 1));
  // About routers * exp(-degree) routers have no link, and exp of minus that is the probability
  // that none is isolated.
  constexpr double kHopeless = 5;
  if (options.generator == GraphGenerator::kGnm &&
      routers * std::exp(-options.degree) > std::log(static_cast<double>(attempts)) + kHopeless)
    attempts = 0;
  for (std::size_t attempt = 0; attempt < attempts; ++attempt) {
    pairs.clear();
    if (options.generator == GraphGenerator::kTree) add_random_tree(routers, random, pairs);
    if (regular) {
      add_regular_pairs(routers, degree, random, pairs);
    } else {
      add_random_pairs(routers, links, random, pairs);
    }
    if (pairs.size() < links || pairs.has_isolated_router()) continue;
    Graph graph = pairs.graph();
    if (!unreachable_router(graph)) return graph;
  }
  key_error(kDegreeKey,
            "{} routers with {} links each on the average are hardly ever connected ({} graphs "
            "drawn); allowed: a larger degree, or topology.generator = tree",
            routers, options.degree, attempts);
}

}  // namespace orthant
