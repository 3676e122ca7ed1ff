// A collective communication as traffic: traffic.injection = schedule sends the transfers of
// [schedule], frame by frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "schedule/collective.hpp"
#include "schedule/timetable.hpp"
#include "schedule/transfers.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

// In which frames transfers are sent.
enum class SendOrder {
  kLiquid,      // of the schedule that is found, or read
  kRoundRobin,  // the rounds of TransferSet
  kRandom       // every node its own in an order drawn from run.seed, the i-th of all in frame i
};

// What a transfer waits for.
enum class Release {
  kBarrier,  // all of the frame before are delivered
  kNode,     // those before it at its node
  kRolling   // its channels are free of those before it, by a timetable: rolling_starts()
};

// Everything but what is drawn.
struct Replay {
  std::size_t nodes = 0;
  CollectiveTransfers transfers;  // the set: of kRolling
  SendOrder order = SendOrder::kLiquid;
  Frames frames;  // not of kRandom
  Release release = Release::kBarrier;
  MessageTimes times = {};  // of kRolling

  const std::vector<NodePair>& pairs() const { return transfers.pairs; }

  // Lets the traffic send it: pattern and injection.
  void send(std::uint64_t seed, Traffic& traffic) const;
};

}  // namespace orthant
