// How virtual channels are shared among the classes of a routing algorithm, and the combination
// that no algorithm allows.
#include "routing/routing.hpp"

#include <algorithm>
#include <cassert>

#include "base/error.hpp"
#include "routing/option_rows.hpp"

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
              "flit_bubble leaves room for a flit, which is not enough for whole packets; allowed: "
              "credit, bubble, critical_bubble, or router.switching = wormhole");
  }
}

void refuse_vc_reuse_with_bubble(VcReuse vc_reuse, FlowControl flow_control) {
  if (has_bubble(flow_control) && vc_reuse != VcReuse::kSafe) {
    key_error("router.vc_reuse", "{} is for credits, and router.flow_control is {}; allowed: safe",
              vc_reuse == VcReuse::kAtomic ? "atomic" : "any", bubble_name(flow_control));
  }
}

std::vector<VcRange> split_vcs(std::span<const VcClass> classes, std::uint32_t vcs) {
  assert(vcs >= 1 && std::ranges::count_if(classes, &VcClass::adaptive) <= 1);
  const auto count = static_cast<std::uint32_t>(classes.size());
  const bool any_adaptive = std::ranges::any_of(classes, &VcClass::adaptive);
  // What each class gets, and how many classes get one more.
  const std::uint32_t each = any_adaptive ? 1 : (count == 0 ? 0 : vcs / count);
  const std::uint32_t one_more = any_adaptive || count == 0 ? 0 : vcs % count;

  std::vector<VcRange> ranges;
  std::uint32_t next = 0;
  std::uint32_t fixed_left = any_adaptive ? count - 1 : 0;
  for (std::uint32_t c = 0; c < count; ++c) {
    const std::uint32_t left = vcs - next;
    std::uint32_t share = std::min(left, each + (c < one_more ? 1 : 0));
    if (classes[c].adaptive) {
      share = left > fixed_left ? left - fixed_left : 0;
    } else if (any_adaptive) {
      --fixed_left;
    }
    const bool shared = share == 0;
    ranges.push_back({.first = static_cast<std::uint8_t>(shared ? c % vcs : next),
                      .count = static_cast<std::uint8_t>(shared ? 1 : share),
                      .shared = shared});
    next += share;
  }
  return ranges;
}

}  // namespace orthant
