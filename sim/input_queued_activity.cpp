// What the parts of an input-queued router did, from what is counted anyhow: a flit that was sent
// to a router and is not on its way there was written, and one that was written and is not in the
// buffer any more was read. Only the heads are counted for this, where somebody asks.
//
// Tested by: tests/sim/activity_test.cpp, tests/sim/life_of_a_flit_test.cpp
#include "sim/input_queued.hpp"
#include "sim/input_queued_shapes.hpp"

namespace orthant {

template <MaskShape kShape>
void InputQueued<kShape>::count_activity() {
  heads_.resize(routers_.size());
  sees_heads_ = true;
}

template <MaskShape kShape>
std::vector<RouterActivity> InputQueued<kShape>::activity() const {
  std::vector<RouterActivity> all(routers_.size());
  const std::vector<std::uint64_t> sent = port_flits();
  for (std::size_t r = 0; r < routers_.size(); ++r) {
    for (unsigned p = 0; p < routers_[r].channel_ports; ++p) {
      const std::uint64_t flits = sent[routers_[r].first_port + p];
      all[r].link_flits += flits;
      all[port(routers_[r], p).peer].buffer_writes += flits;
    }
  }
  for (std::size_t s = 0; s < senders_.size(); ++s)
    all[parts_.topology.router_of(NodeId{s / sources_per_node_}).index()].buffer_writes +=
        senders_[s].source.sent_flits();
  const Census found = census();
  for (std::size_t r = 0; r < routers_.size(); ++r) {
    const Router& router = routers_[r];
    std::uint64_t buffered = 0;
    std::uint64_t waiting = 0;  // heads that were counted and have no VC yet
    std::uint64_t granted = 0;  // those that have one and are still there
    for (unsigned p = 0; p < router.port_count; ++p) {
      for (unsigned vc = 0; vc < vcs_; ++vc) {
        const unsigned bit = bit_of(p, vc);
        const InputVc& in = input(router, bit);
        all[r].buffer_writes -= found.flits[slot(router, bit)];
        buffered += found.buffered[slot(router, bit)];
        granted += in.out_vc != kNoVc && in.front_left == in.front_length;
        waiting += in.front_left != 0 && in.out_vc == kNoVc && !router.arrived.test(bit);
      }
    }
    all[r].buffer_reads = all[r].buffer_writes - buffered;
    all[r].crossbar_flits = immediate_ejection_ ? all[r].link_flits : all[r].buffer_reads;
    all[r].vc_allocations = heads_.at(r) - waiting;
    all[r].switch_allocations =
        holds_ || kPackets ? all[r].vc_allocations - granted : all[r].crossbar_flits;
  }
  return all;
}

ORTHANT_INSTANTIATE_INPUT_QUEUED

}  // namespace orthant
