// The source queue of a node, or of a class of its traffic: packets that are born and have not yet
// left, in the order of their births. Shared by the node models, which differ in what it takes to
// leave.
//
// However long the queue, it takes no memory: its head is drawn again by a copy of the stream that
// stays behind by the length of the queue.
#pragma once

#include <cstdint>

#include "base/archive.hpp"
#include "sim/measure/recorder.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

class Source {
 public:
  Source(const Traffic& traffic, NodeId node, std::uint8_t traffic_class)
      : traffic_class_(traffic_class), lead_(traffic, node), lag_(lead_), next_(lead_.next()) {}

  std::uint8_t traffic_class() const { return traffic_class_; }

  // Cycle of the next birth; kNever: there is none, or none before the next release.
  Cycle next_birth() const { return next_.birth; }
  // Releases the messages of a plan up to this frame. Requires that the queue is empty and no birth
  // is due; then the stream that lags has nothing to draw from before the release.
  void release(std::uint32_t frame, Cycle cycle) {
    lead_.release(frame, cycle);
    next_ = lead_.next();
  }

  // Queues the packets born in the cycle next_birth(), which begins at `tick`. Each is shown to
  // `born` with its number.
  template <class Born>
  void take_births(NodeId node, Cycle tick, Recorder& recorder, const Born& born) {
    const Cycle cycle = next_.birth;
    while (next_.birth == cycle) {
      recorder.generated(node, tick, next_.flits, traffic_class_);
      born(next_, [this] { return lead_.number(); });
      generated_flits_ += next_.flits;
      if (queued_++ == 0) {
        front_ = next_;
        lag_ = lead_;
      }
      next_ = lead_.next();
    }
  }

  void take_births(NodeId node, Cycle tick, Recorder& recorder) {
    take_births(node, tick, recorder, [](const auto&, const auto&) {});
  }

  // Of a workload, whose packets come one by one: an empty queue gets this one.
  void put(const PacketStream::Packet& packet) {
    front_ = packet;
    queued_ = 1;
  }
  void generated(std::uint64_t flits) { generated_flits_ += flits; }
  // Of a workload: the cycle in which something happens at its rank.
  void expect(Cycle cycle) { next_.birth = cycle; }

  bool empty() const { return queued_ == 0; }
  // Requires that the queue is not empty.
  const PacketStream::Packet& front() const { return front_; }
  // Of that packet; not of a workload.
  std::uint64_t front_number() const { return lag_.number(); }
  void pop() {
    if (--queued_ != 0) front_ = lag_.next();
  }

  void sent(std::uint64_t flits) { sent_flits_ += flits; }
  std::uint64_t sent_flits() const { return sent_flits_; }
  std::uint64_t backlog_flits() const { return generated_flits_ - sent_flits_; }

  void state(Archive& archive) {
    archive(front_, queued_, sent_flits_, generated_flits_, lead_, lag_, next_);
  }

 private:
  std::uint8_t traffic_class_;
  PacketStream::Packet front_;
  std::uint64_t queued_ = 0;
  std::uint64_t sent_flits_ = 0, generated_flits_ = 0;
  PacketStream lead_;          // births
  PacketStream lag_;           // packets in the order in which they leave
  PacketStream::Packet next_;  // next birth
};

}  // namespace orthant
