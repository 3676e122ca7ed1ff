// Tested by: tests/schedule/judge_test.cpp
#include "schedule/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace orthant {
namespace {

std::string congestion_text(const TransferSet& set, std::size_t frame, std::uint32_t channel,
                            std::uint32_t last, std::uint32_t transfer) {
  if (const std::uint32_t capacity = set.capacity(channel); capacity > 1)
    return fmt::format("transfer {} is one more than the {} that link {} carries in frame {}",
                       set.transfer_name(transfer), capacity, set.channel_name(channel), frame);
  return fmt::format("transfers {} and {} congest at link {} in frame {}", set.transfer_name(last),
                     set.transfer_name(transfer), set.channel_name(channel), frame);
}

std::string problem_of(const TransferSet& set, const Frames& frames) {
  constexpr std::size_t kNever = ~std::size_t{0};
  std::vector<std::size_t> frame_of(set.transfers.size(), kNever);
  std::vector<std::size_t> used_in(set.channels, kNever);  // last frame that uses the channel
  std::vector<std::uint32_t> user(set.channels);           // last transfer over it in that frame
  std::vector<std::uint32_t> uses(set.channels);           // transfers over it in that frame
  for (std::size_t f = 0; f < frames.size(); ++f) {
    if (frames[f].empty()) return fmt::format("frame {} is empty", f);
    for (const std::uint32_t transfer : frames[f]) {
      if (transfer >= frame_of.size()) return fmt::format("transfer {} does not exist", transfer);
      if (frame_of[transfer] != kNever)
        return fmt::format("transfer {} repeated, in frames {} and {}", set.transfer_name(transfer),
                           frame_of[transfer], f);
      frame_of[transfer] = f;
      for (const std::uint32_t channel : set.transfers[transfer].channels) {
        if (used_in[channel] != f) uses[channel] = 0;
        if (uses[channel] == set.capacity(channel))
          return congestion_text(set, f, channel, user[channel], transfer);
        used_in[channel] = f;
        user[channel] = transfer;
        ++uses[channel];
      }
    }
  }
  for (std::uint32_t t = 0; t < frame_of.size(); ++t) {
    if (frame_of[t] == kNever) return fmt::format("transfer {} missing", set.transfer_name(t));
  }
  return "";
}

}  // namespace

Judgement judge(const TransferSet& set, const Frames& frames) {
  Judgement judgement{.problem = problem_of(set, frames), .frames = frames.size()};
  std::vector<std::uint32_t> load(set.channels);
  for (const Transfer& transfer : set.transfers) {
    for (const std::uint32_t channel : transfer.channels) ++load[channel];
  }
  for (std::size_t c = 0; c < set.channels; ++c) {
    const std::uint32_t capacity = set.capacity(c);
    judgement.duration = std::max(judgement.duration, (load[c] + capacity - 1) / capacity);
  }
  return judgement;
}

}  // namespace orthant
