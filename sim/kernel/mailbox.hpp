// What one block of a network sends another: the flits, credits and heads of packets that cross the
// border between them in one visit. The sender writes while the visit lasts, the receiver reads in
// the next one, so that nobody waits for anybody: a mailbox has a sheet for each of them, which
// change sides between two visits; the sender empties the one that it turns to. So the receiver
// writes nothing that the sender would have to fetch from the receiver's core.
#pragma once

#include <array>
#include <boost/container/small_vector.hpp>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "sim/kernel/packets.hpp"

namespace orthant {

// One is written while the other is read: what two cores use at once is so far apart.
inline constexpr std::size_t kCacheLines = 128;

// A message to a router of the receiver.
template <class Event>
struct Letter {
  Event event;
  std::uint32_t delay = 0;   // ticks
  std::uint32_t before = 0;  // ticks from when it was sent to the end of the visit
};

// A packet that leaves the block: its head goes into a slot of a buffer of the receiver, which has
// a record for it from now on. The flit itself is a letter.
struct CrossingHead {
  std::uint64_t slot = 0;  // of all descriptors of the receiver
  PacketDescriptor packet;
  PacketRecord record;
};

// What a visit of a small block sends fits into the sheet itself, so that all of it can be fetched
// before it is known how much there is.
template <class Event>
struct alignas(kCacheLines) Sheet {
  boost::container::small_vector<Letter<Event>, 28> letters;  // by the tick in which they were sent
  boost::container::small_vector<CrossingHead, 3> heads;
  boost::container::small_vector<Leg, 12> legs;  // [head][leg]
  std::vector<std::uint64_t> numbers;            // [head], of packets, where they are kept

  void clear() {
    numbers.clear();
    letters.clear();
    heads.clear();
    legs.clear();
  }
  // Begins to fetch it from where it was used last.
  template <bool kToWrite>
  void fetch() const {
    constexpr std::size_t kLine = 64;
    const auto* at = reinterpret_cast<const char*>(this);
    for (std::size_t i = 0; i < sizeof(*this); i += kLine) __builtin_prefetch(at + i, kToWrite);
  }
};

// From one block to another.
template <class Event>
class Mailbox {
 public:
  Sheet<Event>& written(std::uint64_t visit) { return sheets_[visit % 2]; }
  const Sheet<Event>& read(std::uint64_t visit) const { return sheets_[(visit + 1) % 2]; }
  // The same, of mail that comes from another process.
  Sheet<Event>& delivered(std::uint64_t visit) { return sheets_[(visit + 1) % 2]; }

 private:
  std::array<Sheet<Event>, 2> sheets_;
};

// Of a block with another one that has channels to it.
template <class Event>
struct Correspondence {
  const Mailbox<Event>* incoming;
  Mailbox<Event>* outgoing;
};

// A sheet as bytes, behind those that are there already; and back, from the front of the text.
template <class Event>
void pack(const Sheet<Event>& sheet, std::string& text) {
  const auto add = [&](const auto& elements) {
    const std::uint64_t count = elements.size();
    text.append(reinterpret_cast<const char*>(&count), sizeof(count));
    text.append(reinterpret_cast<const char*>(elements.data()), count * sizeof(elements[0]));
  };
  add(sheet.letters);
  add(sheet.heads);
  add(sheet.legs);
  add(sheet.numbers);
}
template <class Event>
void unpack(std::string_view& text, Sheet<Event>& sheet) {
  const auto take = [&](void* to, std::size_t bytes) {
    assert(bytes <= text.size());
    if (bytes != 0) std::memcpy(to, text.data(), bytes);
    text.remove_prefix(bytes);
  };
  const auto read = [&](auto& elements) {
    std::uint64_t count = 0;
    take(&count, sizeof(count));
    elements.resize(count);
    take(elements.data(), count * sizeof(elements[0]));
  };
  read(sheet.letters);
  read(sheet.heads);
  read(sheet.legs);
  read(sheet.numbers);
}

}  // namespace orthant
