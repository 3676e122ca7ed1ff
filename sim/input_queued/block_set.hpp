// The blocks of a network: those of this process, and what all of them say, wherever they are.
//
// Each rank (sim/kernel/ranks.hpp) has consecutive blocks. What is gathered is at rank 0, which
// says to the others what they are to do.
//
// Tested by: tests/sim/blocks_test.cpp, tests/sim/ranks_test.cpp
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "sim/input_queued/rank_links.hpp"
#include "sim/kernel/cut.hpp"
#include "sim/options.hpp"

namespace orthant {

// `Block`: a node model whose inspection takes a Census.
template <class Block>
class Blocks {
 public:
  // To be filled with those that are here, in all(), then to be connected.
  Blocks(const NetworkParts& parts, const Cut& cut)
      : cut_(cut),
        ranks_(parts.stepping.ranks),
        first_here_(ranks_ == nullptr ? 0 : first_of(ranks_->rank())),
        here_(ranks_ == nullptr ? cut.blocks() : first_of(ranks_->rank() + 1) - first_here_) {
    if (ranks_ != nullptr) links_.emplace(*ranks_);
  }

  // Those of this process.
  std::size_t size() const { return here_.size(); }
  std::size_t first_here() const { return first_here_; }  // its number in the network
  std::span<std::unique_ptr<Block>> all() { return here_; }
  auto begin() const { return here_.begin(); }
  auto end() const { return here_.end(); }
  Block& operator[](std::size_t i) const { return *here_[i]; }
  Block& first() const { return *here_.front(); }

  Ranks* ranks() const { return ranks_; }
  bool lead() const { return ranks_ == nullptr || ranks_->rank() == 0; }
  // At rank 0, to the others.
  void say(Instruction::Kind kind, std::uint64_t a = 0, std::uint64_t b = 0,
           std::uint64_t c = 0) const {
    if (ranks_ != nullptr && lead()) ranks_->say({kind, {a, b, c}});
  }

  // Makes the blocks known to each other.
  void connect();
  // After a visit, where there are ranks: what was sent to other ones is there.
  void exchange_mail() { links_->exchange_mail(); }
  // A look at each block that is here, with what is behind its borders.
  std::vector<Census> look() const;

  // The texts that ranks write, each of its blocks; where there are no ranks the one of this
  // process. Empty but at rank 0.
  template <class Write>
  std::vector<std::string> gather(const Write& write) const {
    ArchiveWriter writer;
    write(writer);
    if (ranks_ == nullptr) return {writer.text()};
    return ranks_->gather(writer.text());
  }
  // What of(block) says of all blocks, one behind the other; `of` gives a vector.
  template <class Of>
  auto tell(const Of& of) const {
    decltype(of(first())) told;
    const auto add = [&](const auto& part) { told.insert(told.end(), part.begin(), part.end()); };
    for (const auto& block : here_) add(of(*block));
    if (ranks_ == nullptr) return told;
    const std::vector<std::string> texts = gather([&](Archive& archive) { archive(told); });
    told.clear();
    for (const std::string& text : texts) {
      decltype(told) part;
      ArchiveReader reader(text);
      reader(part);
      add(part);
    }
    return told;
  }
  // Runs `read` on every rank, which may refuse what it reads with a ConfigError. Where any rank
  // does, rank 0 throws the first refusal and the others return false, so that none of them waits
  // for a rank that has given up. Without ranks the ConfigError just passes.
  template <class Read>
  bool all_accept(const Read& read) const {
    if (ranks_ == nullptr) return read(), true;
    std::optional<std::string> refusal;
    try {
      read();
    } catch (const ConfigError& error) {
      refusal = error.what();
    }
    if (ranks_->least(refusal ? 0 : 1) == 1) return true;
    const std::vector<std::string> refusals = ranks_->gather(refusal.value_or(std::string()));
    if (!lead()) return false;
    const auto first = std::ranges::find_if(refusals, [](const auto& text) { return text != ""; });
    config_error("{}", *first);
  }
  template <class Of>
  std::uint64_t sum(const Of& of) const {
    const std::vector<std::uint64_t> told =
        tell([&](Block& block) { return std::vector<std::uint64_t>{of(block)}; });
    return std::accumulate(told.begin(), told.end(), std::uint64_t{0});
  }
  // Calls f(r) for every router of the network, in the order of blocks.
  template <class F>
  void for_each_router(const F& f) const {
    for (std::size_t b = 0; b < cut_.blocks(); ++b)
      for (std::size_t r = 0; r < cut_.size(b); ++r) f(cut_.router(b, LocalRouter{r}));
  }
  bool have_ranges() const { return cut_.has_ranges(); }  // of consecutive routers

 private:
  std::size_t first_of(std::size_t rank) const { return cut_.blocks() * rank / ranks_->size(); }
  std::size_t rank_of(std::size_t block) const {
    std::size_t rank = 0;
    while (first_of(rank + 1) <= block) ++rank;
    return rank;
  }
  bool is_here(std::size_t block) const { return block - first_here_ < here_.size(); }
  Block& here(std::size_t block) const { return *here_[block - first_here_]; }
  // tell(own, far), a BorderVc for each VC of their borders, and hear(far, told) of all blocks.
  template <class Tell, class Hear>
  void exchange_borders(const Tell& tell, const Hear& hear) const;

  Cut cut_;
  Ranks* ranks_;
  std::size_t first_here_;
  std::vector<std::unique_ptr<Block>> here_;
  mutable std::optional<RankLinks<Block>> links_;  // where there are ranks
};

template <class Block>
void Blocks<Block>::connect() {
  for (std::size_t b = first_here_; is_here(b); ++b) {
    const auto own = static_cast<std::uint32_t>(b);
    for (const std::uint32_t far : here(b).neighbors()) {
      if (is_here(far))
        here(b).correspond(far, here(far).mail_to(own));
      else
        links_->add(here(b), own, far, rank_of(far));
    }
  }
  exchange_borders(
      [&](std::size_t own, std::uint32_t far) { return here(own).borders_to(far); },
      [&](std::size_t own, std::span<const BorderVc> told) { here(own).hear_of_borders(told); });
}

template <class Block>
template <class Tell, class Hear>
void Blocks<Block>::exchange_borders(const Tell& tell, const Hear& hear) const {
  for (std::size_t b = first_here_; is_here(b); ++b)
    for (const std::uint32_t far : here(b).neighbors())
      if (is_here(far)) hear(b, tell(far, static_cast<std::uint32_t>(b)));
  if (links_) links_->exchange_borders(tell, hear);
}

template <class Block>
std::vector<Census> Blocks<Block>::look() const {
  std::vector<Census> found;
  for (const auto& block : here_) found.push_back(block->census());
  std::vector<std::vector<BorderVc>> heard(here_.size());  // counts change once all have told
  exchange_borders(
      [&](std::size_t own, std::uint32_t far) {
        return here(own).borders_to(far, found[own - first_here_]);
      },
      [&](std::size_t own, std::span<const BorderVc> told) {
        auto& of_block = heard[own - first_here_];
        of_block.insert(of_block.end(), told.begin(), told.end());
      });
  for (std::size_t i = 0; i < here_.size(); ++i) here_[i]->hear_of_borders(heard[i], found[i]);
  return found;
}

}  // namespace orthant
