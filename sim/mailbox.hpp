// What one block of a network sends another: the flits, credits and heads of packets that cross the
// border between them in one visit. The sender writes while the visit lasts, the receiver reads in
// the next one, so that nobody waits for anybody: a mailbox has a sheet for each of them, which
// change sides between two visits.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/packets.hpp"

namespace orthant {

// A message to a router of the receiver.
template <class Event>
struct Letter {
  Event event;
  std::uint32_t delay = 0;  // ticks
  Cycle sent = 0;           // tick
};

// A packet that leaves the block: its head goes into a slot of a buffer of the receiver, which has
// a record for it from now on. The flit itself is a letter.
struct CrossingHead {
  std::uint64_t slot = 0;  // of all descriptors of the receiver
  PacketDescriptor packet;
  PacketRecord record;
};

template <class Event>
struct Sheet {
  std::vector<Letter<Event>> letters;  // by the tick in which they were sent
  std::vector<CrossingHead> heads;
  std::vector<Leg> legs;  // [head][leg]

  bool empty() const { return letters.empty(); }
  void clear() {
    letters.clear();
    heads.clear();
    legs.clear();
  }
};

// From one block to another.
template <class Event>
class Mailbox {
 public:
  Sheet<Event>& written(std::uint64_t visit) { return sheets_[visit % 2]; }
  Sheet<Event>& read(std::uint64_t visit) { return sheets_[(visit + 1) % 2]; }

 private:
  std::array<Sheet<Event>, 2> sheets_;
};

}  // namespace orthant
