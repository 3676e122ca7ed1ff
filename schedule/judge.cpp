// Tested by: tests/schedule/judge_test.cpp
#include "schedule/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace orthant {
namespace {

std::string problem_of(const TransferSet& set, const Frames& frames) {
  std::map<std::uint32_t, std::size_t> frame_of;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    if (frames[f].empty()) return fmt::format("frame {} is empty", f);
    std::map<std::uint32_t, std::uint32_t> user;  // of a channel in this frame
    for (const std::uint32_t transfer : frames[f]) {
      if (transfer >= set.transfers.size())
        return fmt::format("transfer {} does not exist", transfer);
      if (const auto [first, fresh] = frame_of.emplace(transfer, f); !fresh)
        return fmt::format("transfer {} repeated, in frames {} and {}", set.transfer_name(transfer),
                           first->second, f);
      for (const std::uint32_t channel : set.transfers[transfer].channels) {
        if (const auto [first, fresh] = user.emplace(channel, transfer); !fresh)
          return fmt::format("transfers {} and {} congest at link {} in frame {}",
                             set.transfer_name(first->second), set.transfer_name(transfer),
                             set.channel_name(channel), f);
      }
    }
  }
  for (std::uint32_t t = 0; t < set.transfers.size(); ++t) {
    if (!frame_of.contains(t)) return fmt::format("transfer {} missing", set.transfer_name(t));
  }
  return "";
}

}  // namespace

Judgement judge(const TransferSet& set, const Frames& frames) {
  Judgement judgement{.problem = problem_of(set, frames), .frames = frames.size()};
  std::map<std::uint32_t, std::uint32_t> load;
  for (const Transfer& transfer : set.transfers) {
    for (const std::uint32_t channel : transfer.channels)
      judgement.duration = std::max(judgement.duration, ++load[channel]);
  }
  return judgement;
}

}  // namespace orthant
