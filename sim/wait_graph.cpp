#include "sim/wait_graph.hpp"

#include <unordered_map>
#include <utility>

namespace orthant {

void WaitGraph::add(Vertex vertex, BlockedVc place, std::vector<Vertex> blockers) {
  entries_.push_back({vertex, place, std::move(blockers)});
}

std::vector<bool> WaitGraph::remaining(bool need_all) const {
  constexpr std::size_t kFree = ~std::size_t{0};
  std::unordered_map<Vertex, std::size_t> position;  // looked up only, never iterated
  for (std::size_t i = 0; i < entries_.size(); ++i) position[entries_[i].vertex] = i;
  std::vector<std::vector<std::size_t>> waiters(
      entries_.size());                               // entry -> entries that it blocks
  std::vector<std::size_t> support(entries_.size());  // blockers still in the set
  std::vector<bool> in_set(entries_.size(), true);
  std::vector<std::size_t> leaving;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    bool all_inside = true;
    for (const Vertex blocker : entries_[i].blockers) {
      const auto found = position.find(blocker);
      const std::size_t j = found == position.end() ? kFree : found->second;
      if (j == kFree) {
        all_inside = false;
      } else {
        waiters[j].push_back(i);
        ++support[i];
      }
    }
    if (need_all ? !all_inside : support[i] == 0) {
      in_set[i] = false;
      leaving.push_back(i);
    }
  }
  while (!leaving.empty()) {
    const std::size_t gone = leaving.back();
    leaving.pop_back();
    for (const std::size_t i : waiters[gone]) {
      --support[i];
      if (!in_set[i] || (!need_all && support[i] != 0)) continue;
      in_set[i] = false;
      leaving.push_back(i);
    }
  }
  return in_set;
}

std::vector<BlockedVc> WaitGraph::knot() const {
  const auto in_set = remaining(true);
  std::vector<BlockedVc> result;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (in_set[i]) result.push_back(entries_[i].place);
  }
  return result;
}

bool WaitGraph::has_cycle() const {
  for (const bool stays : remaining(false)) {
    if (stays) return true;
  }
  return false;
}

}  // namespace orthant
