// The widths of masks for which the input-queued router is compiled; make_input_queued_network
// picks the narrowest that holds the network's ports and VCs.
#pragma once

// clang-format off
#define ORTHANT_INSTANTIATE_INPUT_QUEUED \
  template class InputQueued<8, 1>;      /* up to 8 ports and 8 VCs: one word */ \
  template class InputQueued<8, 2>;      /* up to 8 ports and 16 VCs */ \
  template class InputQueued<16, 1>;     /* up to 16 ports and 4 VCs: one word */ \
  template class InputQueued<16, 4>;     /* up to 16 ports and 16 VCs */ \
  template class InputQueued<32, 1>;     /* up to 32 ports and 2 VCs: one word */ \
  template class InputQueued<64, 1>;     /* up to 64 ports and 1 VC: one word */ \
  template class InputQueued<64, 4>;     /* up to 64 ports and 4 VCs */ \
  template class InputQueued<64, 16>;    /* up to 64 ports and 16 VCs */
// clang-format on
