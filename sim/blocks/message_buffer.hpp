// The messages that one block of a network sends another: flits, credits and heads of packets that
// cross the boundary between them during one visit. The sender writes during a visit, the receiver
// reads during the next one, so that neither waits for the other: a message buffer is double, and
// its halves change sides between two visits. The sender clears the half that it turns to, so that
// the receiver writes nothing that the sender would have to fetch from the receiver's core.
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

// What reaches a router, with the input or output VC at which it does.
struct RouterEvent {
  enum class Kind : std::uint8_t {
    kFlit,
    kCredit,
    kHead,
    kSwitched,
    kReadyFlit,
    kTail,
    kMark,          // to a sender, with a slot: it is the marked one
    kTokenRequest,  // to a sender: to take the mark for a free slot, which it lends
    kSlotLoan,      // that slot
    kSlotReturn     // and back again, since a credit of a packet may come in the same tick
  };

  LocalRouter router;
  std::uint16_t bit;  // of the masks of its router
  Kind kind;

  void state(Archive& archive) {
    archive(router, bit);
    archive.within(kind, Kind::kFlit, Kind::kSlotReturn, "an event of no kind");
  }
};

// Distance between what two cores write at once.
inline constexpr std::size_t kCacheLines = 128;

// An event at a router of the receiver.
struct BoundaryMessage {
  RouterEvent event;
  std::uint32_t delay = 0;               // ticks
  std::uint32_t ticks_to_visit_end = 0;  // from the tick of sending
};

// A packet that leaves the block: its head enters a slot of a buffer of the receiver, which keeps
// the record of the packet from now on. The flit itself is a BoundaryMessage.
struct CrossingHead {
  std::uint64_t slot = 0;  // of all descriptors of the receiver
  PacketDescriptor packet;
  PacketRecord record;
};

// What a visit of a small block sends fits into the object itself, so that all of it can be
// prefetched before its size is known.
struct alignas(kCacheLines) BoundaryMessages {
  boost::container::small_vector<BoundaryMessage, 28> events;  // by the tick of sending
  boost::container::small_vector<CrossingHead, 3> heads;
  boost::container::small_vector<Leg, 12> legs;  // [head][leg]
  std::vector<std::uint64_t> numbers;            // [head], of packets, where they are kept

  void clear() {
    numbers.clear();
    events.clear();
    heads.clear();
    legs.clear();
  }
  // Prefetches it from the core that used it last.
  template <bool kToWrite>
  void fetch() const {
    constexpr std::size_t kLine = 64;
    const auto* at = reinterpret_cast<const char*>(this);
    for (std::size_t i = 0; i < sizeof(*this); i += kLine) __builtin_prefetch(at + i, kToWrite);
  }
};

// From one block to another.
class MessageBuffer {
 public:
  // The half that the sender writes in this visit, and the one that the receiver reads in it.
  BoundaryMessages& written(std::uint64_t visit) { return halves_[visit % 2]; }
  const BoundaryMessages& read(std::uint64_t visit) const { return halves_[(visit + 1) % 2]; }
  // The half to be read, for messages that come from another process.
  BoundaryMessages& delivered(std::uint64_t visit) { return halves_[(visit + 1) % 2]; }

 private:
  std::array<BoundaryMessages, 2> halves_;
};

// The channels from and to one neighbouring block.
struct NeighborLink {
  const MessageBuffer* incoming;
  MessageBuffer* outgoing;
};

// Appends the messages to a text as bytes; takes them from the front of the text again.
void pack(const BoundaryMessages& messages, std::string& text);
void unpack(std::string_view& text, BoundaryMessages& messages);

}  // namespace orthant
