// The messages that one block of a network sends another: flits, credits and heads of packets that
// cross the boundary between them during one visit. The sender writes during a visit and the
// receiver reads during the next one, so neither waits for the other: a message buffer is double,
// and its halves change sides between two visits. The sender clears its new half, so that the
// receiver writes nothing that the sender would have to fetch from the receiver's core.
#pragma once

#include <array>
#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/archive.hpp"
#include "sim/kernel/cut.hpp"
#include "sim/kernel/packets.hpp"

namespace orthant {

// An event that reaches a router at an input or output VC.
struct RouterEvent {
  enum class Kind : std::uint8_t {
    kFlit,
    kCredit,
    kHead,
    kSwitched,
    kReadyFlit,
    kTail,
    kMark,          // to a sender, with a slot: the slot is the marked one
    kTokenRequest,  // to a sender: to take the mark for a free slot, which it lends
    kSlotLoan,      // to a receiver: the free slot on loan
    kSlotReturn     // the lent slot: a packet's credit may come back in the same tick
  };

  LocalRouter router;
  std::uint16_t bit;  // bit of the router's masks
  Kind kind;

  void state(Archive& archive) {
    archive(router, bit);
    archive.within(kind, Kind::kFlit, Kind::kSlotReturn, "an event of no kind");
  }
};

// Distance that keeps writes of two cores apart.
inline constexpr std::size_t kCacheLines = 128;

// An event at a router of the receiver.
struct BoundaryMessage {
  RouterEvent event;
  std::uint32_t delay = 0;               // delay in ticks
  std::uint32_t ticks_to_visit_end = 0;  // from the tick of sending
};

// A packet that leaves the block: its head enters a slot of a buffer of the receiver, which keeps
// the record of the packet from now on. The flit itself is a BoundaryMessage.
struct CrossingHead {
  std::uint64_t slot = 0;  // index into all descriptors of the receiver
  PacketDescriptor packet;
  PacketRecord record;
};

// Inline space for a visit of a small block is prefetched before the size is known.
struct alignas(kCacheLines) BoundaryMessages {
  boost::container::small_vector<BoundaryMessage, 28> events;  // by the tick of sending
  boost::container::small_vector<CrossingHead, 3> heads;
  boost::container::small_vector<Leg, 12> legs;  // [head][leg]
  std::vector<std::uint64_t> numbers;            // [head]: packet numbers, where they are kept

  void clear() {
    numbers.clear();
    events.clear();
    heads.clear();
    legs.clear();
  }
  // Prefetches the messages from the core that used them last.
  template <bool kToWrite>
  void fetch() const {
    constexpr std::size_t kLine = 64;
    const auto* at = reinterpret_cast<const char*>(this);
    for (std::size_t i = 0; i < sizeof(*this); i += kLine) __builtin_prefetch(at + i, kToWrite);
  }
};

// The messages from one block to another.
class MessageBuffer {
 public:
  // The half that the sender writes in this visit, and the half that the receiver reads.
  BoundaryMessages& written(std::uint64_t visit) { return halves_[visit % 2]; }
  const BoundaryMessages& read(std::uint64_t visit) const { return halves_[(visit + 1) % 2]; }
  // The half that will be read, for messages from another process.
  BoundaryMessages& delivered(std::uint64_t visit) { return halves_[(visit + 1) % 2]; }

 private:
  std::array<BoundaryMessages, 2> halves_;
};

// The channels from and to one neighbouring block.
struct NeighborLink {
  const MessageBuffer* incoming;
  MessageBuffer* outgoing;
};

// Appends the messages to a text as bytes, and removes them from the front of the text.
void pack(const BoundaryMessages& messages, std::string& text);
void unpack(std::string_view& text, BoundaryMessages& messages);

}  // namespace orthant
