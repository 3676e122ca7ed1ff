// A collective communication as traffic: traffic.injection = schedule sends the transfers of
// [schedule] frame by frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "schedule/collective.hpp"
#include "schedule/timetable.hpp"
#include "schedule/transfers.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

// The assignment of transfers to frames.
enum class SendOrder {
  kLiquid,      // the frames of a schedule that was found or read
  kRoundRobin,  // the round-robin steps of TransferSet
  kRandom  // a random order per node from run.seed; the i-th transfer of every node goes in frame i
};

// When a transfer is released.
enum class Release {
  kBarrier,  // when all transfers of the previous frame are delivered
  kNode,     // after the previous transfers of its source
  kRolling   // at rolling_starts(): when previous transfers have left its channels
};

// All inputs of a replay except random draws.
struct Replay {
  std::size_t nodes = 0;
  CollectiveTransfers transfers;  // only kRolling uses the set
  SendOrder order = SendOrder::kLiquid;
  Frames frames;  // unused by kRandom
  Release release = Release::kBarrier;
  MessageTimes times = {};  // for kRolling

  const std::vector<NodePair>& pairs() const { return transfers.pairs; }

  // Sets pattern and injection of the traffic.
  void send(std::uint64_t seed, Traffic& traffic) const;
};

}  // namespace orthant
