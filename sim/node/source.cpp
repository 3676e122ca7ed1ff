#include "sim/node/source.hpp"

#include <utility>

namespace orthant {

void Source::check_front(const Archive& archive, std::size_t nodes, std::uint16_t longest) const {
  archive.check(queued_ <= 1, "a queue at a node that sends one by one");
  if (queued_ == 0) return;
  archive.check_below(front_.destination.index(), nodes, "nodes");
  archive.check(front_.flits >= 1 && front_.flits <= longest, "a packet of no such length");
}

// Draws the queued packets again if the stream ends, or has ended as expired flows do, and checks
// their number. Any other stream always has another packet.
void Source::check(const Archive& archive, const SourceLags& lags, std::size_t nodes,
                   std::uint16_t longest, Cycle cycle) const {
  const auto check_packet = [&](const PacketStream::Packet& packet, Cycle least, Cycle most) {
    archive.check_below(packet.destination.index(), nodes, "nodes");
    archive.check(packet.flits >= 1 && packet.flits <= longest, "a packet of no such length");
    archive.check(packet.generated >= least && packet.generated <= most,
                  "packets that are generated out of order");
  };
  archive.check_below(lead_.destination().index(), nodes, "nodes");
  if (next_.generated != kNever) check_packet(next_, cycle, kNever - 1);
  PacketStream later = lead_;
  if (next_.generated != kNever)
    archive.check(later.next().generated >= next_.generated,
                  "a packet that is generated in the past");
  if (queued_ == 0) return;
  check_packet(front_, 0, cycle);
  if (queued_ == 1) return;
  const auto& [second, behind] = lags[lag_];
  archive.check_below(behind.destination().index(), nodes, "nodes");
  check_packet(second, front_.generated, cycle);
  PacketStream again = behind;
  PacketStream::Packet packet = again.next();
  if (!behind.ends() && next_.generated != kNever)
    return check_packet(packet, second.generated, kNever - 1);
  for (std::uint64_t left = queued_ - 2; left != 0; --left, packet = again.next())
    check_packet(packet, second.generated, cycle);
  archive.check(packet == next_ && again == lead_, "a source that has lost packets");
}

}  // namespace orthant
