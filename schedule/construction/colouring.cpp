// Tested by: tests/schedule/colouring_test.cpp
#include "schedule/construction/colouring.hpp"

#include <algorithm>
#include <tuple>

#include "schedule/teams/congestion.hpp"

namespace orthant {
namespace {

using FrameBits = boost::dynamic_bitset<std::uint64_t>;

class Dsatur {
 public:
  explicit Dsatur(const TransferSet& set)
      : set_(set), congestion_(set), left_(set.transfers.size()), busy_(set.transfers.size()) {
    left_.set();
    for (std::size_t t = 0; t < left_.size(); ++t) degree_.push_back(congestion_.with(t).count());
  }

  Frames colour() {
    while (left_.any()) place(most_constrained());
    return std::move(frames_);
  }

 private:
  std::size_t most_constrained() const {
    std::size_t best = left_.find_first();
    const auto rank = [&](std::size_t t) { return std::tuple(busy_[t].count(), degree_[t]); };
    for (std::size_t t = left_.find_next(best); t != TransferBits::npos; t = left_.find_next(t)) {
      if (rank(t) > rank(best)) best = t;
    }
    return best;
  }

  void place(std::size_t t) {
    std::size_t frame = 0;
    while (frame < busy_[t].size() && busy_[t].test(frame)) ++frame;
    if (frame == frames_.size()) {
      frames_.emplace_back();
      uses_.emplace_back(set_.channels);
    }
    frames_[frame].push_back(static_cast<std::uint32_t>(t));
    left_.reset(t);
    const TransferBits others = excluded_by(t, frame) & left_;
    for (std::size_t o = others.find_first(); o != TransferBits::npos; o = others.find_next(o)) {
      --degree_[o];
      if (busy_[o].size() <= frame) busy_[o].resize(frame + 1);
      busy_[o].set(frame);
    }
  }

  // Transfers that t, just added to the frame, excludes from it.
  TransferBits excluded_by(std::size_t t, std::size_t frame) {
    TransferBits out(set_.transfers.size());
    for (const std::uint32_t channel : set_.transfers[t].channels) {
      if (++uses_[frame][channel] == set_.capacity(channel)) out |= congestion_.users(channel);
    }
    return out;
  }

  const TransferSet& set_;
  Congestion congestion_;
  TransferBits left_;
  std::vector<FrameBits> busy_;      // per transfer: frames that it does not fit into
  std::vector<std::size_t> degree_;  // per transfer: 1 + unscheduled congesting transfers
  Frames frames_;
  std::vector<std::vector<std::uint32_t>> uses_;  // [frame][channel]
};

}  // namespace

Frames colour(const TransferSet& set) { return Dsatur(set).colour(); }

Frames first_fit(const TransferSet& set) {
  std::vector<std::vector<std::uint32_t>> steps = set.steps;
  std::vector<bool> placed(set.transfers.size());
  for (const auto& step : steps) {
    for (const std::uint32_t t : step) placed[t] = true;
  }
  std::vector<std::uint32_t> rest;
  for (std::uint32_t t = 0; t < placed.size(); ++t) {
    if (!placed[t]) rest.push_back(t);
  }
  steps.push_back(rest);

  Frames frames;
  for (const auto& step : steps) {
    const std::size_t first = frames.size();
    std::vector<std::vector<std::uint32_t>> uses;  // [frame of this step][channel]
    for (const std::uint32_t t : step) {
      const auto& channels = set.transfers[t].channels;
      std::size_t frame = 0;
      const auto congests = [&](const std::vector<std::uint32_t>& used) {
        return std::ranges::any_of(channels,
                                   [&](std::uint32_t c) { return used[c] == set.capacity(c); });
      };
      while (frame < uses.size() && congests(uses[frame])) ++frame;
      if (frame == uses.size()) {
        uses.emplace_back(set.channels);
        frames.emplace_back();
      }
      frames[first + frame].push_back(t);
      for (const std::uint32_t channel : channels) ++uses[frame][channel];
    }
  }
  return frames;
}

}  // namespace orthant
