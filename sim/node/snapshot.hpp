// The state of a network at one instant, as reported by its engine. The checks on it are the same
// for all engines: whether flits and slots are conserved, and which packets wait for which.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/archive.hpp"
#include "base/ids.hpp"
#include "sim/measure/activity.hpp"
#include "sim/node/wait_graph.hpp"

namespace orthant {

// The slots of a buffer, flits or packets, as its sender and its receiver account for them.
struct BufferSlots {
  RouterId router;  // the sender's
  PortId port;
  Vc vc;
  std::uint32_t all = 0;
  std::uint32_t free = 0;       // by the sender's count
  std::uint32_t taken = 0;      // in the buffer or under way to it
  std::uint32_t returning = 0;  // under way to the sender
};

// Parts of a network report their own snapshots, which are then added up.
class Snapshot {
 public:
  // The purpose of a snapshot, which contains only the data for it.
  enum class Purpose : std::uint8_t { kConservation, kWaits, kActivity };

  Snapshot(Purpose purpose, Cycle cycle) : purpose_(purpose), cycle_(cycle) {}
  Purpose purpose() const { return purpose_; }

  // Adds the flits in this part: entered minus left, by its counts, and those found in it. The
  // counts are modulo 2^64, since flits may enter through one part and leave through another.
  void add_flits(std::uint64_t counted, std::uint64_t found) {
    counted_flits_ += counted;
    found_flits_ += found;
  }
  void add(const BufferSlots& slots);
  // Adds the marked slots found, [ring][VC], and the number of marked slots that a ring must have
  // in each VC.
  void add_marks(std::span<const std::uint32_t> found, std::span<const std::uint32_t> of_vcs);
  // Adds another condition that must hold; "cycle 7, " comes before the text.
  template <class... Args>
  void expect(bool holds, fmt::format_string<Args...> format, Args&&... args) {
    if (!holds && violation_.empty())
      violation_ =
          fmt::format("cycle {}, {}", cycle_, fmt::format(format, std::forward<Args>(args)...));
  }

  WaitGraph& waits() { return waits_; }
  // Per router; empty if the model has no such counts.
  std::vector<RouterActivity>& activity() { return activity_; }

  // Adds another part.
  void add(Snapshot&& part);
  void state(Archive& archive) {
    std::vector<char> text(violation_.begin(), violation_.end());
    archive(counted_flits_, found_flits_, marks_, marks_of_vcs_, text, waits_, activity_);
    violation_.assign(text.begin(), text.end());
  }

  // Aborts with a message (sim/kernel/require.hpp) unless the snapshot is consistent.
  void require_conserved() const;

 private:
  Purpose purpose_;
  Cycle cycle_;
  std::uint64_t counted_flits_ = 0, found_flits_ = 0;
  std::vector<std::uint32_t> marks_, marks_of_vcs_;
  std::string violation_;  // the first one
  WaitGraph waits_;
  std::vector<RouterActivity> activity_;
};

}  // namespace orthant
