// Tested by: tests/schedule/full_teams_test.cpp
#include "schedule/teams/congestion.hpp"

namespace orthant {

Congestion::Congestion(const TransferSet& set)
    : set_(set), users_(set.channels, TransferBits(set.transfers.size())) {
  for (std::size_t t = 0; t < transfers(); ++t) {
    for (const std::uint32_t channel : set.transfers[t].channels) users_[channel].set(t);
  }
  for (std::size_t t = 0; t < transfers(); ++t) {
    TransferBits& all = with_.emplace_back(transfers());
    all.set(t);
    for (const std::uint32_t channel : set.transfers[t].channels) all |= users_[channel];
  }
}

}  // namespace orthant
