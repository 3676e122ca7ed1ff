// How packets use buffers: switching, flow control, and the reuse of virtual channels.
#pragma once

#include "topology/grid.hpp"

namespace orthant {

enum class Switching { kWormhole, kVirtualCutThrough, kStoreAndForward };
enum class FlowControl {
  kCredit,
  kBubble,  // counts packet slots; entering a ring must leave one free (Puente et al. 2001)
  // Counts slots of the longest packet. One free slot of every ring is marked, and a packet that
  // enters the ring must leave that slot free (Chen et al. 2011).
  kCriticalBubble,
  kFlitBubble  // counts flits; entering a ring must leave one free (Ma et al. 2015)
};
// True if one VC class is enough for every ring.
constexpr bool has_bubble(FlowControl flow_control) { return flow_control != FlowControl::kCredit; }
// Returns the dimensions whose rings, if there are any, use bubbles.
template <class Options>
DimensionMask bubbles_of(const Options& options) {
  return has_bubble(options.flow_control) ? options.bubble_dimensions : 0;
}
// True if free space is counted in slots of the longest packet, one per packet of any length.
constexpr bool counts_packets(FlowControl flow_control) {
  return flow_control == FlowControl::kBubble || flow_control == FlowControl::kCriticalBubble;
}
// router.vc_reuse: when a VC may be granted to another packet, with credits.
enum class VcReuse {
  kSafe,    // as the proofs require: wormhole grants an adaptive VC if it is empty or has space for
            // the whole packet, any other VC once its last packet has left the upstream router
  kAtomic,  // when empty: a buffer holds one packet at a time
  kAny      // once released by its last packet, whatever it contains: worms queue behind each other
};

}  // namespace orthant
