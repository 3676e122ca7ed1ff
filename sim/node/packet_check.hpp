// What has to hold of the packets of a network whose state was read (base/archive.hpp): everyone is
// in one place, and from there its path, or what its header says, leads to its destination.
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

  // Such a packet is under way here, and nowhere else; its record is sound.
  void at(std::uint32_t id);
  // So is a packet with this descriptor.
  void at(const PacketDescriptor& packet);
  // It comes from `here` to its destination: the descriptor is as it is when it has to be routed
  // there.
  void goes_on(RouterId here, const PacketDescriptor& packet);

 private:
  void check_record(const PacketRecord& record) const;
  void check_message(const PacketRecord& record) const;
  void follow_path(RouterId here, PacketProgress packet) const;
  void follow_header(RouterId here, Header header);
  // The router behind the port; refuses what has none.
  RouterId behind(RouterId here, PortId port, std::size_t vc_class) const;

  const Archive& archive_;
  const NetworkParts& parts_;
  const PacketPool& pool_;
  std::size_t vc_classes_;
  std::vector<bool> known_;  // [packet]: seen, or free
  CandidateList candidates_;
};

}  // namespace orthant
