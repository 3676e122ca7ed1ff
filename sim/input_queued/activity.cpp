// What the parts of an input-queued router did, from what is counted anyhow: a flit that was sent
// to a router and is not on its way there was written, and one that was written and is not in the
// buffer any more was read. Only the heads are counted for this, where somebody asks.
//
// Tested by: tests/sim/activity_test.cpp, tests/sim/life_of_a_flit_test.cpp
#include "sim/input_queued/input_queued.hpp"
#include "sim/input_queued/shapes.hpp"

namespace orthant {

template <MaskShape kShape>
void InputQueued<kShape>::count_activity() {
  for (InputQueued* block : blocks_) {
    block->heads_.resize(block->routers_.size());
    block->sees_heads_ = true;
  }
}

template <MaskShape kShape>
std::vector<RouterActivity> InputQueued<kShape>::activity() const {
  std::vector<RouterActivity> all(parts_.topology.router_count());
  for (const InputQueued* block : blocks_) block->add_sent(all);
  const Census found = census();
  for (const InputQueued* block : blocks_) block->add_done(found, all);
  return all;
}

// What was sent, by the senders and to the receivers.
template <MaskShape kShape>
void InputQueued<kShape>::add_sent(std::vector<RouterActivity>& all) const {
  const std::vector<std::uint64_t> sent = port_flits();
  for (const Router& router : routers_) {
    for (unsigned p = 0; p < router.channel_ports; ++p) {
      const std::uint64_t flits = sent[router.first_port + p];
      const Neighbor peer = neighbor(port(router, p));
      all[id_of(number_of(router)).index()].link_flits += flits;
      all[peer.block.id_of(peer.block.number_of(peer.router)).index()].buffer_writes += flits;
    }
  }
  for (const InputQueuedSender& sender : senders_)
    all[id_of(sender.router).index()].buffer_writes += sender.source.sent_flits();
}

// All else, which follows from it.
template <MaskShape kShape>
void InputQueued<kShape>::add_done(const Census& found, std::vector<RouterActivity>& all) const {
  for (std::size_t number = 0; number < routers_.size(); ++number) {
    const Router& router = routers_[number];
    RouterActivity& done = all[id_of(LocalRouter{number}).index()];
    std::uint64_t buffered = 0;
    std::uint64_t waiting = 0;  // heads that were counted and have no VC yet
    std::uint64_t granted = 0;  // those that have one and are still there
    for (unsigned p = 0; p < router.port_count; ++p) {
      for (unsigned vc = 0; vc < vcs_; ++vc) {
        const unsigned bit = bit_of(p, vc);
        const InputVc& in = input(router, bit);
        done.buffer_writes -= found.flits[network_slot(router, bit)];
        buffered += found.buffered[network_slot(router, bit)];
        granted += in.out_vc != kNoVc && in.front_left == in.front_length;
        waiting += in.front_left != 0 && in.out_vc == kNoVc && !router.arrived.test(bit);
      }
    }
    done.buffer_reads = done.buffer_writes - buffered;
    done.crossbar_flits = immediate_ejection_ ? done.link_flits : done.buffer_reads;
    done.vc_allocations = heads_.at(number) - waiting;
    done.switch_allocations =
        holds_ || kWholePackets ? done.vc_allocations - granted : done.crossbar_flits;
  }
}

ORTHANT_INSTANTIATE_INPUT_QUEUED

}  // namespace orthant
