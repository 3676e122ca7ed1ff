// The packets in the buffers of a block: a ring of descriptors for every buffer, in one array; with
// adaptive routing, a second array holds their headers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/archive.hpp"
#include "sim/kernel/packets.hpp"

namespace orthant {

class BufferedPackets {
 public:
  explicit BufferedPackets(std::uint16_t ring_slots) : ring_slots_(ring_slots) {}
  // Called once; headers: as many as descriptors, or none.
  void resize(std::size_t descriptors, std::size_t headers) {
    descriptors_.resize(descriptors);
    headers_.resize(headers);
  }

  std::uint16_t ring_slots() const { return ring_slots_; }
  std::size_t place(std::size_t buffer, unsigned ring_slot) const {
    return buffer * ring_slots_ + ring_slot;
  }
  PacketProgress& operator[](std::size_t place) { return descriptors_[place]; }
  const PacketProgress& operator[](std::size_t place) const { return descriptors_[place]; }
  Header& header(std::size_t place) { return headers_[place]; }  // requires adaptive routing
  PacketDescriptor get(std::size_t place) const {
    return {descriptors_[place], headers_.empty() ? Header() : headers_[place]};
  }
  void set(std::size_t place, const PacketDescriptor& packet) {
    descriptors_[place] = packet;
    if (!headers_.empty()) headers_[place] = packet.header;
  }

  std::size_t bytes() const {
    return descriptors_.size() * sizeof(PacketProgress) + headers_.size() * sizeof(Header);
  }
  void state(Archive& archive) { archive.filled(descriptors_, headers_); }

 private:
  std::uint16_t ring_slots_;
  std::vector<PacketProgress> descriptors_;  // [buffer][ring slot]
  std::vector<Header> headers_;              // likewise; adaptive routing only
};

}  // namespace orthant
