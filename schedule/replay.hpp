// A collective communication as traffic: traffic.injection = schedule sends the transfers of
// [schedule], frame by frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "schedule/collective.hpp"
#include "schedule/transfers.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

// In which frames transfers are sent.
enum class SendOrder {
  kLiquid,      // of the schedule that is found, or read
  kRoundRobin,  // the rounds of TransferSet
  kRandom       // every node its own in an order drawn from run.seed, the i-th of all in frame i
};

// Everything but what is drawn.
struct Replay {
  std::size_t nodes = 0;
  std::vector<NodePair> pairs;  // of every transfer
  SendOrder order = SendOrder::kLiquid;
  Frames frames;        // not of kRandom
  bool barrier = true;  // false: all are in one frame, but every node keeps their order

  // Lets the traffic send it: pattern and injection.
  void send(std::uint64_t seed, Traffic& traffic) const;
};

}  // namespace orthant
