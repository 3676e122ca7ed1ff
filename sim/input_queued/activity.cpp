// Activity of the parts of an input-queued router, derived from existing counts: a flit that was
// sent to a router and is no longer on its way was written; a written flit that is no longer in the
// buffer was read. Only heads are counted for this purpose, on request.
//
// Tested by: tests/sim/activity_test.cpp, tests/sim/life_of_a_flit_test.cpp
#include "sim/input_queued/input_queued.hpp"
#include "sim/input_queued/shapes.hpp"

namespace orthant {

template <MaskShape kShape>
void InputQueued<kShape>::count_activity() {
  heads_.resize(routers_.size());
  sees_heads_ = true;
}

// Adds each count together with the counts that are derived from it, since other blocks add to the
// same sums.
template <MaskShape kShape>
void InputQueued<kShape>::add_activity(const Census& found, std::span<RouterActivity> all) const {
  const bool counts_heads = holds_ || kWholePackets;
  const auto add_reads = [&](RouterActivity& to, std::uint64_t flits) {
    to.buffer_reads += flits;
    if (immediate_ejection_) return;
    to.crossbar_flits += flits;
    if (!counts_heads) to.switch_allocations += flits;
  };
  // Counts flits written into a buffer as also read from it. Those still in it are subtracted
  // below.
  const auto add_writes = [&](RouterActivity& to, std::uint64_t flits) {
    to.buffer_writes += flits;
    add_reads(to, flits);
  };
  const std::vector<std::uint64_t> sent = port_flits();
  for (const Router& router : routers_) {
    RouterActivity& own = all[id_of(number_of(router)).index()];
    for (unsigned p = 0; p < router.channel_ports; ++p) {
      const std::uint64_t flits = sent[router.first_port + p];
      if (!info(router, p).exists) continue;
      add_writes(all[peer_id(router, p).index()], flits);
      own.link_flits += flits;
      if (!immediate_ejection_) continue;
      own.crossbar_flits += flits;
      if (!counts_heads) own.switch_allocations += flits;
    }
    std::uint64_t waiting = 0;  // heads counted that have no VC yet
    std::uint64_t granted = 0;  // heads that have a VC and are still in the buffer
    for (unsigned p = 0; p < router.port_count; ++p) {
      for (unsigned vc = 0; vc < vcs_; ++vc) {
        const unsigned bit = bit_of(p, vc);
        const InputVc& in = input(router, bit);
        add_writes(own, -std::uint64_t{found.flits[slot(router, bit)]});
        add_reads(own, -std::uint64_t{found.buffered[slot(router, bit)]});
        granted += in.out_vc != kNoVc && in.front_left == in.front_length;
        waiting += in.front_left != 0 && in.out_vc == kNoVc && !router.arrived.test(bit);
      }
    }
    const std::uint64_t allocated = heads_.at(number_of(router).index()) - waiting;
    own.vc_allocations += allocated;
    if (counts_heads) own.switch_allocations += allocated - granted;
  }
  for (const InputQueuedSender& sender : senders_)
    add_writes(all[id_of(sender.router).index()], sender.source.sent_flits());
}

ORTHANT_INSTANTIATE_INPUT_QUEUED

}  // namespace orthant
