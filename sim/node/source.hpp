// The source queue of a node, or of a class of its traffic: packets that are generated and have not
// yet left, in the order of their generation. Shared by the node models, which differ in when
// packets leave.
//
// A queue takes the same memory at any length: packets after its first one are drawn again by a
// copy of the stream that lags by the length of the queue. Queues of one packet, the most common
// below saturation, have no such copy.
//
// Tested by: tests/app/damaged_checkpoint_test.py, for the check of a queue that is read
#pragma once

#include <cstdint>
#include <vector>

#include "base/archive.hpp"
#include "sim/measure/recorder.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

// Lagging streams of all sources of a network; slots are reused.
class SourceLags {
 public:
  // The lag of a queue of two packets or more.
  struct Lag {
    PacketStream::Packet second;
    PacketStream stream;  // positioned after `second`
  };

  std::uint32_t add(const Lag& lag) {
    if (free_.empty()) {
      lags_.push_back(lag);
      return static_cast<std::uint32_t>(lags_.size() - 1);
    }
    const std::uint32_t id = free_.back();
    free_.pop_back();
    lags_[id] = lag;
    return id;
  }
  Lag& operator[](std::uint32_t id) { return lags_[id]; }
  const Lag& operator[](std::uint32_t id) const { return lags_[id]; }
  void release(std::uint32_t id) { free_.push_back(id); }
  void clear() {
    lags_.clear();
    free_.clear();
  }

 private:
  std::vector<Lag> lags_;
  std::vector<std::uint32_t> free_;
};

class Source {
 public:
  Source(const Traffic& traffic, NodeId node, std::uint8_t traffic_class)
      : traffic_class_(traffic_class), lead_(traffic, node), next_(lead_.next()) {}

  std::uint8_t traffic_class() const { return traffic_class_; }

  // Cycle of the next generation, or for a workload of the next event of the node's rank; kNever:
  // there is none, or none before the next release.
  Cycle next_generation() const { return next_.generated; }
  // Releases the messages of a plan up to this frame. Requires that the queue is empty and no
  // generation is due.
  void release(std::uint32_t frame, Cycle cycle) {
    lead_.release(frame, cycle);
    next_ = lead_.next();
  }

  // Queues the packets generated in the cycle next_generation(), which begins at `tick`. Calls
  // `observe` for each with its number.
  template <class Observe>
  void generate_packets(NodeId node, Tick tick, Recorder& recorder, SourceLags& lags,
                        const Observe& observe) {
    const Cycle cycle = next_.generated;
    while (next_.generated == cycle) {
      recorder.generated(node, tick, next_.flits, traffic_class_);
      observe(next_, [this] { return lead_.number(); });
      generated_flits_ += next_.flits;
      if (queued_ == 0) {
        front_ = next_;
        front_number_ = lead_.number();
      } else if (queued_ == 1) {
        lag_ = lags.add({next_, lead_});
      }
      ++queued_;
      next_ = lead_.next();
    }
  }

  void generate_packets(NodeId node, Tick tick, Recorder& recorder, SourceLags& lags) {
    generate_packets(node, tick, recorder, lags, [](const auto&, const auto&) {});
  }

  // Puts the next packet of a workload into the queue, which must be empty.
  void put(const PacketStream::Packet& packet) {
    front_ = packet;
    queued_ = 1;
  }
  void generated(std::uint64_t flits) { generated_flits_ += flits; }
  // Sets the cycle of the next event of a workload's rank.
  void expect(Cycle cycle) { next_.generated = cycle; }

  bool empty() const { return queued_ == 0; }
  // Requires that the queue is not empty.
  const PacketStream::Packet& front() const { return front_; }
  // Returns the number of front(); not for a workload.
  std::uint64_t front_number() const { return front_number_; }
  void pop(SourceLags& lags) {
    if (--queued_ != 0) advance(lags);
  }

  void sent(std::uint64_t flits) { sent_flits_ += flits; }
  std::uint64_t sent_flits() const { return sent_flits_; }
  std::uint64_t backlog_flits() const { return generated_flits_ - sent_flits_; }

  void state(Archive& archive) {
    archive(front_, front_number_, queued_, sent_flits_, generated_flits_, lead_, next_);
  }
  // Checks a source that was read, between two cycles: nothing is generated before `cycle`.
  void check(const Archive& archive, const SourceLags& lags, std::size_t nodes,
             std::uint16_t longest, Cycle cycle) const;
  // Checks the first packet of a workload's source.
  void check_front(const Archive& archive, std::size_t nodes, std::uint16_t longest) const;
  // Archives the lagging stream.
  void lag_state(Archive& archive, SourceLags& lags) {
    if (queued_ < 2) return;
    if (archive.reads()) lag_ = lags.add({next_, lead_});
    archive(lags[lag_].second, lags[lag_].stream);
  }

 private:
  // Moves the second packet to the front.
  void advance(SourceLags& lags) {
    SourceLags::Lag& lag = lags[lag_];
    front_ = lag.second;
    front_number_ = lag.stream.number();
    if (queued_ == 1) {
      lags.release(lag_);
    } else {
      lag.second = lag.stream.next();
    }
  }

  PacketStream::Packet front_;
  std::uint64_t front_number_ = 0;
  std::uint64_t queued_ = 0;
  std::uint64_t sent_flits_ = 0, generated_flits_ = 0;
  std::uint32_t lag_ = 0;  // valid while two packets or more are queued
  std::uint8_t traffic_class_;
  PacketStream lead_;          // position of the next generation
  PacketStream::Packet next_;  // next generation
};

}  // namespace orthant
