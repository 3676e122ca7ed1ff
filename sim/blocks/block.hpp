// The interface of a block to its coordinator (sim/blocks/block_network.hpp), independent of the
// width of the masks of its routers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/blocks/message_buffer.hpp"
#include "sim/kernel/cut.hpp"
#include "sim/node/network.hpp"

namespace orthant {

// The state that a block exports to its neighbour, for one VC at its end of the channels between
// them. "Local" is the importing block, "remote" the exporting one.
struct BorderVc {
  LocalRouter router;  // router of the local end
  std::uint8_t port = 0, vc = 0;
  std::uint64_t buffer = 0;      // number of the remote buffer
  std::uint32_t flit_delay = 0;  // of the channel from remote to local
  // For inspection: flits under way to the remote buffer and in it, and the front of its ring.
  std::uint16_t flits = 0, buffered = 0;
  std::uint16_t ring_read = 0, front_left = 0;
  std::uint16_t lent = 0;                    // slots that the local end lent for a mark, under way
  std::uint16_t credits = 0;                 // of the remote output VC, including those under way
  std::uint16_t ring_write = 0, unsent = 0;  // state of that output VC
};

// A census of all that is under way or waits in a block, [slot]: router, then bit.
struct Census {
  std::vector<std::uint16_t> flits;     // under way to the input VC
  std::vector<std::uint16_t> buffered;  // flits
  std::vector<std::uint16_t> credits;   // under way to the output VC
  // [border][VC]
  std::vector<std::uint16_t> lent;  // under way to here
  std::vector<BorderVc> behind;     // as imported from the neighbours
};

class Block : public Network {
 public:
  // Simulates the ticks before `to`, at most lookahead() of them. Requires that all neighbours have
  // made as many visits. Reads the messages of their last visit.
  virtual void visit(Tick to) = 0;
  virtual Tick lookahead() const = 0;  // ticks
  virtual std::uint64_t visits() const = 0;
  // Drains the message buffers and brings all counts up to now.
  virtual void flush_counts() = 0;
  // True if nothing has happened for long and nothing will before next_generation(), unless a
  // neighbour sends something.
  virtual bool idles() const = 0;
  // Requires that the block idles up to `to` and generates nothing before.
  virtual void skip_to(Tick to) = 0;
  virtual Tick next_generation() const = 0;  // tick of the next packet; kNever: there is none
  virtual Recorder& own_recorder() = 0;

  // The boundaries with other blocks, exchanged once before the first visit.
  virtual std::vector<std::uint32_t> neighbors() const = 0;  // blocks, ascending
  virtual std::vector<BorderVc> export_boundary(std::uint32_t to) const = 0;
  virtual void import_boundary(std::span<const BorderVc> ends) = 0;
  virtual MessageBuffer& outbox(std::uint32_t to) = 0;
  virtual void connect(std::uint32_t neighbor, const MessageBuffer& inbox) = 0;

  // Inspection. A census at first lacks the state beyond the boundaries; the other functions
  // require that it has been imported.
  virtual Census census() const = 0;
  virtual std::vector<BorderVc> export_boundary(std::uint32_t to, const Census& found) const = 0;
  virtual void import_boundary(std::span<const BorderVc> ends, Census& found) const = 0;
  virtual void add_to(Snapshot& snapshot, const Census& found) const = 0;
  virtual std::vector<std::uint64_t> port_flits() const = 0;         // sent, [router][port]
  virtual std::vector<std::uint64_t> backlogs_of_block() const = 0;  // flits, [node][source]

  // Archives the state of the block; restore() derives the rest once all blocks have read theirs.
  virtual void block_state(Archive& archive) = 0;
  virtual void restore(const Archive& archive, const Census& found) = 0;
};

}  // namespace orthant
