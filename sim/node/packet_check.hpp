// Checks the packets of a network whose state was read (base/archive.hpp): each packet is in one
// place, and from there its path or its header leads to its destination.
//
// Tested by: tests/app/damaged_checkpoint_test.py
#pragma once

#include <cstdint>
#include <vector>

#include "base/archive.hpp"
#include "sim/kernel/packets.hpp"
#include "sim/options.hpp"

namespace orthant {

class PacketCheck {
 public:
  // Its arguments must outlive it.
  PacketCheck(const Archive& archive, const NetworkParts& parts, const PacketPool& pool);

  // Checks that the packet is under way here, and nowhere else, and that its record is sound.
  void at(std::uint32_t id);
  // Does the same for a packet with this descriptor.
  void at(const PacketDescriptor& packet);
  // Checks that the packet leads from `here` to its destination. Requires its descriptor
  // from before the packet is routed here.
  void goes_on(RouterId here, const PacketDescriptor& packet);

 private:
  void check_record(const PacketRecord& record) const;
  void check_message(const PacketRecord& record) const;
  void follow_path(RouterId here, PacketProgress packet) const;
  void follow_header(RouterId here, Header header);
  // Returns the router downstream of the port; refuses a port without a channel.
  RouterId behind(RouterId here, PortId port, std::size_t vc_class) const;

  const Archive& archive_;
  const NetworkParts& parts_;
  const PacketPool& pool_;
  std::size_t vc_classes_;
  std::vector<bool> known_;  // [packet]: found already, or a free record
  CandidateList candidates_;
};

}  // namespace orthant
