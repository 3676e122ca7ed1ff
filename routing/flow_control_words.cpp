// Rejects combinations with flow control that no algorithm allows.
#include "routing/flow_control_words.hpp"

#include "base/error.hpp"

namespace orthant {

std::string_view bubble_name(FlowControl flow_control) {
  return kFlowControls.name_of(flow_control);
}

void check_flow_control(Switching switching, FlowControl flow_control) {
  const bool wormhole = switching == Switching::kWormhole;
  if (counts_packets(flow_control) && wormhole) {
    key_error("router.flow_control",
              "{} does not go with router.switching = wormhole; allowed: credit, flit_bubble, or "
              "virtual_cut_through or store_and_forward switching",
              bubble_name(flow_control));
  }
  if (flow_control == FlowControl::kFlitBubble && !wormhole) {
    key_error("router.flow_control",
              "flit_bubble keeps one flit free, which is not enough for whole packets; allowed: "
              "credit, bubble, critical_bubble, or router.switching = wormhole");
  }
}

void refuse_vc_reuse_with_bubble(VcReuse vc_reuse, FlowControl flow_control) {
  if (has_bubble(flow_control) && vc_reuse != VcReuse::kSafe) {
    key_error("router.vc_reuse", "{} is for credits, and router.flow_control is {}; allowed: safe",
              vc_reuse == VcReuse::kAtomic ? "atomic" : "any", bubble_name(flow_control));
  }
}

}  // namespace orthant
