// The widths of masks for which the input-queued router is compiled; make_input_queued_network
// picks the first that holds the network's ports and VCs.
#pragma once

#include <array>

#include "sim/input_queued/input_queued.hpp"

namespace orthant {

// X(ports, words, whole_packets, traced): see MaskShape. Builds with sanitizers have few shapes.
#ifdef ORTHANT_FEW_SHAPES
#define ORTHANT_UNTRACED_SHAPES(X) \
  X(8, 2, true, false) X(8, 1, false, false) X(64, 16, false, false)
#define ORTHANT_TRACED_SHAPES(X) X(64, 16, false, true)
#else
#define ORTHANT_UNTRACED_SHAPES(X)                                     \
  /* packets that move in one piece, for the sizes of most networks */ \
  X(8, 1, true, false)                                                 \
  X(8, 2, true, false)                                                 \
  X(16, 1, true, false)                                                \
  /* flit by flit */                                                   \
  X(8, 1, false, false)   /* up to 8 ports and 8 VCs: one word */      \
  X(8, 2, false, false)   /* up to 8 ports and 16 VCs */               \
  X(16, 1, false, false)  /* up to 16 ports and 4 VCs: one word */     \
  X(16, 4, false, false)  /* up to 16 ports and 16 VCs */              \
  X(32, 1, false, false)  /* up to 32 ports and 2 VCs: one word */     \
  X(64, 1, false, false)  /* up to 64 ports and 1 VC: one word */      \
  X(64, 4, false, false)  /* up to 64 ports and 4 VCs */               \
  X(64, 16, false, false) /* up to 64 ports and 16 VCs */
#define ORTHANT_TRACED_SHAPES(X) X(16, 4, false, true) X(64, 16, false, true)
#endif

#define ORTHANT_SHAPE(...) MaskShape{__VA_ARGS__},
inline constexpr std::array kShapes = {ORTHANT_UNTRACED_SHAPES(ORTHANT_SHAPE)};
inline constexpr std::array kTracedShapes = {ORTHANT_TRACED_SHAPES(ORTHANT_SHAPE)};
#undef ORTHANT_SHAPE

#define ORTHANT_INSTANTIATE(...) template class InputQueued<MaskShape{__VA_ARGS__}>;
#define ORTHANT_INSTANTIATE_UNTRACED ORTHANT_UNTRACED_SHAPES(ORTHANT_INSTANTIATE)
#define ORTHANT_INSTANTIATE_TRACED ORTHANT_TRACED_SHAPES(ORTHANT_INSTANTIATE)
#define ORTHANT_INSTANTIATE_INPUT_QUEUED \
  ORTHANT_INSTANTIATE_UNTRACED           \
  ORTHANT_INSTANTIATE_TRACED

}  // namespace orthant
