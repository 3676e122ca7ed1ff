// The blocks of this process, and collective operations over the blocks of all processes.
//
// Each rank (sim/kernel/ranks.hpp) has consecutive blocks. Rank 0 gathers all results.
//
// Tested by: tests/sim/blocks_test.cpp, tests/sim/ranks_test.cpp
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/archive.hpp"
#include "sim/blocks/block.hpp"
#include "sim/blocks/rank_links.hpp"
#include "sim/kernel/cut.hpp"
#include "sim/options.hpp"

namespace orthant {

class BlockSet {
 public:
  // Starts without blocks: fill all(), then connect() them.
  BlockSet(const NetworkParts& parts, const Cut& cut);

  // The blocks of this process.
  std::size_t size() const { return here_.size(); }
  std::size_t first_here() const { return first_here_; }  // its number in the network
  std::span<std::unique_ptr<Block>> all() { return here_; }
  auto begin() const { return here_.begin(); }
  auto end() const { return here_.end(); }
  Block& operator[](std::size_t i) const { return *here_[i]; }
  Block& first() const { return *here_.front(); }

  Ranks* ranks() const { return ranks_; }
  bool is_root() const { return ranks_ == nullptr || ranks_->rank() == 0; }

  // Links neighbours and exchanges their boundaries.
  void connect();
  // Called after a visit, where there are ranks: delivers messages to blocks of other ranks.
  void exchange_messages() { links_->exchange_messages(); }
  // Returns a census of each block of this process, with the state beyond its boundaries.
  std::vector<Census> take_census() const;

  // Returns, at rank 0, the texts that each rank writes of its blocks; elsewhere nothing. Without
  // ranks it returns one text, of this process.
  std::vector<std::string> gather(FunctionRef<void(Archive&)> write) const;
  // Returns, at rank 0, the vectors that get(block) gives for all blocks, joined in the order of
  // the blocks; at other ranks an empty vector.
  template <class Get>
  auto concatenate(const Get& get) const {
    decltype(get(first())) all;
    const auto append = [&](const auto& part) { all.insert(all.end(), part.begin(), part.end()); };
    for (const auto& block : here_) append(get(*block));
    if (ranks_ == nullptr) return all;
    const std::vector<std::string> texts = gather([&](Archive& archive) { archive(all); });
    all.clear();
    for (const std::string& text : texts) {
      decltype(all) part;
      ArchiveReader reader(text);
      reader(part);
      append(part);
    }
    return all;
  }
  template <class Get>
  std::uint64_t sum(const Get& get) const {
    const std::vector<std::uint64_t> parts =
        concatenate([&](Block& block) { return std::vector<std::uint64_t>{get(block)}; });
    return std::accumulate(parts.begin(), parts.end(), std::uint64_t{0});
  }
  // Runs `read` on every rank, which may refuse its input with a ConfigError. If any rank does,
  // rank 0 throws the first refusal and the others return false, so that none of them waits for a
  // rank that has given up. Without ranks the ConfigError just passes.
  bool all_accept(FunctionRef<void()> read) const;
  // Calls f(r) for every router of the network, in the order of blocks.
  template <class F>
  void for_each_router(const F& f) const {
    for (std::size_t b = 0; b < cut_.blocks(); ++b)
      for (std::size_t r = 0; r < cut_.size(b); ++r) f(cut_.router(b, LocalRouter{r}));
  }
  bool have_ranges() const { return cut_.has_ranges(); }  // of consecutive routers

 private:
  std::size_t first_of(std::size_t rank) const { return cut_.blocks() * rank / ranks_->size(); }
  std::size_t rank_of(std::size_t block) const;
  bool is_here(std::size_t block) const { return block - first_here_ < here_.size(); }
  Block& here(std::size_t block) const { return *here_[block - first_here_]; }
  void exchange_boundaries(ExportBoundary export_boundary, ImportBoundary import_boundary) const;

  Cut cut_;
  Ranks* ranks_;
  std::size_t first_here_;
  std::vector<std::unique_ptr<Block>> here_;
  mutable std::optional<RankLinks> links_;  // where there are ranks
};

}  // namespace orthant
