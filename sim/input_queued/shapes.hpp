// The widths of masks for which the input-queued router is compiled; make_input_queued_network
// picks the first that holds the network's ports and VCs.
#pragma once

#include <array>

#include "sim/input_queued/input_queued.hpp"

namespace orthant {

inline constexpr std::array kShapes = {
    // packets that move in one piece, for the sizes of most networks
    MaskShape{8, 1, true}, MaskShape{8, 2, true}, MaskShape{16, 1, true},
    // flit by flit
    MaskShape{8, 1},   // up to 8 ports and 8 VCs: one word
    MaskShape{8, 2},   // up to 8 ports and 16 VCs
    MaskShape{16, 1},  // up to 16 ports and 4 VCs: one word
    MaskShape{16, 4},  // up to 16 ports and 16 VCs
    MaskShape{32, 1},  // up to 32 ports and 2 VCs: one word
    MaskShape{64, 1},  // up to 64 ports and 1 VC: one word
    MaskShape{64, 4},  // up to 64 ports and 4 VCs
    MaskShape{64, 16}  // up to 64 ports and 16 VCs
};

// The same for networks whose packets are traced.
inline constexpr std::array kTracedShapes = {
    MaskShape{16, 4, false, true},  // up to 16 ports and 16 VCs
    MaskShape{64, 16, false, true}  // up to 64 ports and 16 VCs
};

#define ORTHANT_INSTANTIATE_TRACED              \
  template class InputQueued<kTracedShapes[0]>; \
  template class InputQueued<kTracedShapes[1]>; \
  static_assert(kTracedShapes.size() == 2);

#define ORTHANT_INSTANTIATE_UNTRACED       \
  template class InputQueued<kShapes[0]>;  \
  template class InputQueued<kShapes[1]>;  \
  template class InputQueued<kShapes[2]>;  \
  template class InputQueued<kShapes[3]>;  \
  template class InputQueued<kShapes[4]>;  \
  template class InputQueued<kShapes[5]>;  \
  template class InputQueued<kShapes[6]>;  \
  template class InputQueued<kShapes[7]>;  \
  template class InputQueued<kShapes[8]>;  \
  template class InputQueued<kShapes[9]>;  \
  template class InputQueued<kShapes[10]>; \
  static_assert(kShapes.size() == 11);

#define ORTHANT_INSTANTIATE_INPUT_QUEUED \
  ORTHANT_INSTANTIATE_UNTRACED           \
  ORTHANT_INSTANTIATE_TRACED

}  // namespace orthant
