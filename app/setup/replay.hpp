// A collective communication as traffic: traffic.injection = schedule sends the transfers of
// [schedule], frame by frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/config/config.hpp"
#include "app/keys/schedule_keys.hpp"
#include "schedule/collective.hpp"
#include "schedule/transfers.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

bool replays(const Point& point);

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
