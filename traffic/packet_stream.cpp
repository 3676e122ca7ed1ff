// The packets of one node: a birth from the injection process, a destination from the pattern, the
// lengths from the mix, always drawn in this order from one random stream of the node.
#include <cassert>

#include "traffic/traffic.hpp"

namespace orthant {
namespace {

constexpr std::uint64_t kEnded = ~std::uint64_t{0};  // more messages than any node sends

// One destination by the source's row without the own node, given that the message is sent.
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

// Another destination for a sent message that went to the own node, again given that it is sent:
// what share of the messages is sent does not change. Where the own node takes nearly the whole
// row, drawing until it differs would take long; the law of the draw is the same from the row.
NodeId draw_again(const Traffic& traffic, NodeId source, std::uint64_t message,
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
  return {packet_.birth, packet_.destination, traffic_->lengths.draw(random_)};
}

bool PacketStream::next_message() {
  const std::uint64_t limit = traffic_->messages_per_node.value_or(kEnded);
  while (messages_ < limit) {
    const Cycle birth = traffic_->injection->next(source_, state_, random_);
    if (birth == kNever) return false;
    const std::uint64_t message = messages_++;
    const auto destination = traffic_->pattern->destination_at(birth, source_, message, random_);
    if (!destination) continue;
    packet_.birth = birth;
    packet_.destination = *destination;
    if (!traffic_->self && *destination == source_) {
      packet_.destination = draw_again(*traffic_, source_, message, random_);
    }
    packets_left_ = traffic_->packets_per_message;
    return true;
  }
  return false;
}

// A node that sends nothing has ended from the start; another one never does so.
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
