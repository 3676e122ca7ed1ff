// Exports the state of a block to its neighbours and imports theirs: where the network is built,
// and where it is inspected.
//
// Tested by: tests/sim/blocks_test.cpp, tests/sim/ranks_test.cpp
#include <set>

#include "sim/input_queued/input_queued.hpp"
#include "sim/input_queued/shapes.hpp"

namespace orthant {

// Calls f(router, p) for every border, in the order of their numbers.
template <MaskShape kShape>
template <class F>
void InputQueued<kShape>::for_each_border(const F& f) const {
  for (const Router& router : routers_)
    for (unsigned p = 0; p < router.channel_ports; ++p)
      if (port(router, p).leads_out()) f(router, p);
}

template <MaskShape kShape>
std::vector<std::uint32_t> InputQueued<kShape>::neighbors() const {
  std::set<std::uint32_t> blocks;
  for (const Border& border : borders_) blocks.insert(border.block);
  return {blocks.begin(), blocks.end()};
}

template <MaskShape kShape>
std::vector<BorderVc> InputQueued<kShape>::export_boundary(std::uint32_t to) const {
  std::vector<BorderVc> ends;
  for_each_border([&](const Router& router, unsigned p) {
    const Port& out = port(router, p);
    if (border(out).block != to) return;
    for (unsigned vc = 0; vc < vcs_; ++vc)
      ends.push_back({.router = out.peer,
                      .port = out.peer_port,
                      .vc = static_cast<std::uint8_t>(vc),
                      .buffer = buffer(router, bit_of(p, vc)),
                      .flit_delay = border(out).flit_delay});
  });
  return ends;
}

template <MaskShape kShape>
void InputQueued<kShape>::import_boundary(std::span<const BorderVc> ends) {
  for (const BorderVc& end : ends) {
    Border& border =
        borders_[border_number(port(routers_[end.router.index()], end.port).flit_delay)];
    if (end.vc == 0) border.buffer = end.buffer;
    border.delay_from = end.flit_delay;
  }
}

template <MaskShape kShape>
std::vector<BorderVc> InputQueued<kShape>::export_boundary(std::uint32_t to,
                                                           const Census& found) const {
  std::vector<BorderVc> ends = export_boundary(to);
  auto end = ends.begin();
  for_each_border([&](const Router& router, unsigned p) {
    if (border(port(router, p)).block != to) return;
    for (unsigned vc = 0; vc < vcs_; ++vc, ++end) {
      const unsigned bit = bit_of(p, vc);
      const InputVc& in = input(router, bit);
      end->flits = found.flits[slot(router, bit)];
      end->buffered = found.buffered[slot(router, bit)];
      end->ring_read = in.ring_read;
      end->front_left = in.front_left;
      end->lent = found.lent[border_vc(port(router, p), vc)];
      end->credits = output(router, p, vc).credits + found.credits[slot(router, bit)];
      end->ring_write = output(router, p, vc).ring_write;
      end->unsent = unsent(router, p, vc);
    }
  });
  return ends;
}

template <MaskShape kShape>
void InputQueued<kShape>::import_boundary(std::span<const BorderVc> ends, Census& found) const {
  found.behind.resize(borders_.size() * vcs_);
  for (const BorderVc& end : ends) {
    const Router& router = routers_[end.router.index()];
    found.behind[border_vc(port(router, end.port), end.vc)] = end;
    found.credits[slot(router, bit_of(end.port, end.vc))] += end.lent;
  }
}

ORTHANT_INSTANTIATE_INPUT_QUEUED

}  // namespace orthant
