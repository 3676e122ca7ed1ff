// The packets of one node: a generation time from the injection process, a destination from the
// pattern, and lengths from the mix, drawn in this order from the node's random stream.
#include <cassert>

#include "traffic/traffic.hpp"

namespace orthant {
namespace {

constexpr std::uint64_t kEnded = ~std::uint64_t{0};  // more messages than any node sends

// Draws a destination other than the source from the source's row, given that the message is sent.
NodeId draw_from_row(const Traffic& traffic, NodeId source, RandomStream& random) {
  double sum = 0;
  traffic.row(source, [&](NodeId, double probability) { sum += probability; });
  double left = random.uniform() * sum;
  NodeId chosen = source;
  traffic.row(source, [&](NodeId node, double probability) {
    if (left >= 0) chosen = node;
    left -= probability;
  });
  return chosen;
}

// Redraws the destination of a message from a node to itself. The message is sent in any case, so
// that the share of messages that are sent does not change. If a node sends nearly everything to
// itself, rejection sampling would take long; drawing from the row has the same distribution.
NodeId redraw_destination(const Traffic& traffic, NodeId source, std::uint64_t message,
                          RandomStream& random) {
  constexpr int kDraws = 64;
  for (int i = 0; i < kDraws; ++i) {
    const auto destination = traffic.pattern->destination(source, message, random);
    if (destination && *destination != source) return *destination;
  }
  return draw_from_row(traffic, source, random);
}

}  // namespace

bool Traffic::sends(NodeId source) const { return pattern->sends(source, self); }

void Traffic::row(NodeId source, FunctionRef<void(NodeId, double)> visit) const {
  if (self) return pattern->row(source, visit);
  double own = 0;
  double others = 0;
  pattern->row(source, [&](NodeId destination, double probability) {
    (destination == source ? own : others) += probability;
  });
  const double factor = own > 0 ? (own + others) / others : 1.0;
  pattern->row(source, [&](NodeId destination, double probability) {
    if (destination != source) visit(destination, probability * factor);
  });
}

PacketStream::PacketStream(const Traffic& traffic, NodeId source)
    : traffic_(&traffic),
      source_(source),
      random_(traffic.seed, source.value, RandomPurpose::kTraffic),
      messages_(traffic.sends(source) ? 0 : kEnded) {
  assert(traffic.packets_per_message >= 1);
}

PacketStream::Packet PacketStream::next() {
  if (packets_left_ == 0 && !next_message()) return {};
  --packets_left_;
  return {packet_.generated, packet_.destination, traffic_->lengths.draw(random_)};
}

bool PacketStream::next_message() {
  const std::uint64_t limit = traffic_->messages_per_node.value_or(kEnded);
  while (messages_ < limit) {
    const Cycle generated = traffic_->injection->next(source_, state_, random_);
    if (generated == kNever) return false;
    const std::uint64_t message = messages_++;
    const auto destination =
        traffic_->pattern->destination_at(generated, source_, message, random_);
    if (!destination) continue;
    packet_.generated = generated;
    packet_.destination = *destination;
    if (!traffic_->self && *destination == source_) {
      packet_.destination = redraw_destination(*traffic_, source_, message, random_);
    }
    packets_left_ = traffic_->packets_per_message;
    return true;
  }
  return false;
}

// messages_ is kEnded from the start if the node sends nothing, and never otherwise.
void PacketStream::state(Archive& archive) {
  const bool silent = messages_ == kEnded;
  archive(random_, state_, packet_, messages_);
  archive.check((messages_ == kEnded) == silent &&
                    (silent || messages_ <= traffic_->messages_per_node.value_or(kEnded)),
                "more messages than a node sends");
  archive.within(packets_left_, std::uint32_t{0}, traffic_->packets_per_message,
                 "more packets than a message has");
}

}  // namespace orthant
