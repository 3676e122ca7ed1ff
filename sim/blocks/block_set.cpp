// Links the blocks of a network and gathers from all of them.
#include "sim/blocks/block_set.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace orthant {

BlockSet::BlockSet(const NetworkParts& parts, const Cut& cut)
    : cut_(cut),
      ranks_(parts.stepping.ranks),
      first_here_(ranks_ == nullptr ? 0 : first_of(ranks_->rank())),
      here_(ranks_ == nullptr ? cut.blocks() : first_of(ranks_->rank() + 1) - first_here_) {
  if (ranks_ != nullptr) links_.emplace(*ranks_);
}

std::size_t BlockSet::rank_of(std::size_t block) const {
  std::size_t rank = 0;
  while (first_of(rank + 1) <= block) ++rank;
  return rank;
}

void BlockSet::connect() {
  for (std::size_t b = first_here_; is_here(b); ++b) {
    const auto own = static_cast<std::uint32_t>(b);
    for (const std::uint32_t far : here(b).neighbors()) {
      if (is_here(far))
        here(b).connect(far, here(far).outbox(own));
      else
        links_->add(here(b), own, far, rank_of(far));
    }
  }
  exchange_boundaries(
      [&](std::size_t own, std::uint32_t far) { return here(own).export_boundary(far); },
      [&](std::size_t own, std::span<const BorderVc> ends) { here(own).import_boundary(ends); });
}

void BlockSet::exchange_boundaries(ExportBoundary export_boundary,
                                   ImportBoundary import_boundary) const {
  for (std::size_t b = first_here_; is_here(b); ++b)
    for (const std::uint32_t far : here(b).neighbors())
      if (is_here(far)) import_boundary(b, export_boundary(far, static_cast<std::uint32_t>(b)));
  if (links_) links_->exchange_boundaries(export_boundary, import_boundary);
}

std::vector<Census> BlockSet::take_census() const {
  std::vector<Census> found;
  for (const auto& block : here_) found.push_back(block->census());
  // Imports change a census, so all exports come first.
  std::vector<std::vector<BorderVc>> imports(here_.size());
  exchange_boundaries(
      [&](std::size_t own, std::uint32_t far) {
        return here(own).export_boundary(far, found[own - first_here_]);
      },
      [&](std::size_t own, std::span<const BorderVc> ends) {
        auto& of_block = imports[own - first_here_];
        of_block.insert(of_block.end(), ends.begin(), ends.end());
      });
  for (std::size_t i = 0; i < here_.size(); ++i) here_[i]->import_boundary(imports[i], found[i]);
  return found;
}

std::vector<std::string> BlockSet::gather(FunctionRef<void(Archive&)> write) const {
  ArchiveWriter writer;
  write(writer);
  if (ranks_ == nullptr) return {writer.text()};
  return ranks_->gather(writer.text());
}

bool BlockSet::all_accept(FunctionRef<void()> read) const {
  if (ranks_ == nullptr) return read(), true;
  std::optional<std::string> refusal;
  try {
    read();
  } catch (const ConfigError& error) {
    refusal = error.what();
  }
  if (ranks_->least(refusal ? 0 : 1) == 1) return true;
  const std::vector<std::string> refusals = ranks_->gather(refusal.value_or(std::string()));
  if (!is_root()) return false;
  const auto first = std::ranges::find_if(refusals, [](const auto& text) { return text != ""; });
  config_error("{}", *first);
}

}  // namespace orthant
