// The words of router.switching and router.flow_control, and the combinations that no algorithm
// allows.
#pragma once

#include <string_view>

#include "base/key_rows.hpp"
#include "routing/flow_control.hpp"

namespace orthant {

inline constexpr Words<Switching, 3> kSwitchings = {
    {{{"wormhole", Switching::kWormhole},
      {"virtual_cut_through", Switching::kVirtualCutThrough},
      {"store_and_forward", Switching::kStoreAndForward}}}};
inline constexpr Words<FlowControl, 4> kFlowControls = {
    {{{"credit", FlowControl::kCredit},
      {"bubble", FlowControl::kBubble},
      {"critical_bubble", FlowControl::kCriticalBubble},
      {"flit_bubble", FlowControl::kFlitBubble}}}};

// The word of router.flow_control for a flow control that has_bubble().
std::string_view bubble_name(FlowControl flow_control);
// Throws KeyError("router.flow_control") for packet bubbles with wormhole switching, and for
// flit_bubble without it.
void check_flow_control(Switching switching, FlowControl flow_control);
// Throws KeyError("router.vc_reuse") for a rule about credits combined with bubbles.
void refuse_vc_reuse_with_bubble(VcReuse vc_reuse, FlowControl flow_control);

}  // namespace orthant
