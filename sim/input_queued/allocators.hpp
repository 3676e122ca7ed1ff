// Allocators: matchings between the inputs and the outputs of a switch, and between packets and the
// VCs of ports.
//
// An allocator is a function template over masks: its arguments are requests, arbiters and a
// callback for each match, so that everything is inlined and nothing allocated. An arbiter picks
// one member of a set and learns which of its picks were granted. A new matching is a new function
// here; a new arbitration is a new struct with the members of RoundRobin.
//
// Source: McKeown 1999 (iSLIP); Dally and Towles 2004, chapter 19 (separable allocators); Tamir and
// Chi 1993 (wavefront); Kuhn 1955 (augmenting paths).
// Tested by: tests/sim/allocators_test.cpp
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "base/limits.hpp"
#include "sim/kernel/bits.hpp"

namespace orthant {

// The arbiters of a switch as pointers at its ports: an output's grant_pointer to an input, an
// input's accept_pointer to an output and its vc_pointer to one of its VCs. An arbiter picks the
// first request at or after its pointer; a pick that is accepted moves the pointer just beyond it.
template <std::size_t kPorts, class Port>
struct RoundRobin {
  Port* ports;
  std::uint32_t vcs;

  unsigned grant(unsigned out, std::uint64_t inputs) const {
    return round_robin_pick(inputs, ports[out].grant_pointer);
  }
  unsigned accept(unsigned in, std::uint64_t outputs) const {
    return round_robin_pick(outputs, ports[in].accept_pointer);
  }
  unsigned serve(unsigned in, std::uint64_t vcs_of_input) const {
    return round_robin_pick(vcs_of_input, ports[in].vc_pointer);
  }
  void granted(unsigned out, unsigned in) const { ports[out].grant_pointer = next_port(in); }
  void accepted(unsigned in, unsigned out) const { ports[in].accept_pointer = next_port(out); }
  void served(unsigned in, unsigned vc) const { ports[in].vc_pointer = next_vc(vc, vcs); }

  static std::uint8_t next_port(unsigned p) { return static_cast<std::uint8_t>((p + 1) % kPorts); }
  static std::uint8_t next_vc(unsigned vc, std::uint32_t vcs) {
    return static_cast<std::uint8_t>((vc + 1) * (vc + 1 != vcs));  // no branch
  }
};

// Returns the member of a nonempty set with the least rank; ties go to the lowest member.
template <class Rank>
unsigned least(std::uint64_t set, const Rank& rank) {
  auto best = static_cast<unsigned>(std::countr_zero(set));
  auto best_rank = rank(best);
  for_each_bit(set & (set - 1), [&](unsigned member) {
    const auto own = rank(member);
    if (own < best_rank) {
      best = member;
      best_rank = own;
    }
  });
  return best;
}

// Arbiters without a memory: they pick the least rank, rank(input, VC). vcs_asking(input, output):
// the VCs of the input that request the output, at least one where it is requested.
template <class Rank, class VcsAsking>
struct ByRank {
  Rank rank;
  VcsAsking vcs_asking;

  unsigned grant(unsigned out, std::uint64_t inputs) const {
    return least(inputs, [&](unsigned in) { return of_pair(in, out); });
  }
  unsigned accept(unsigned in, std::uint64_t outputs) const {
    return least(outputs, [&](unsigned out) { return of_pair(in, out); });
  }
  unsigned serve(unsigned in, std::uint64_t vcs_of_input) const {
    return least(vcs_of_input, [&](unsigned vc) { return rank(in, vc); });
  }
  void granted(unsigned, unsigned) const {}
  void accepted(unsigned, unsigned) const {}
  void served(unsigned, unsigned) const {}

 private:
  auto of_pair(unsigned in, unsigned out) const { return rank(in, serve(in, vcs_asking(in, out))); }
};
template <class Rank, class VcsAsking>
ByRank(Rank, VcsAsking) -> ByRank<Rank, VcsAsking>;

// Returns the members of a set with the highest level.
template <class Level>
std::uint64_t highest(std::uint64_t set, const Level& level) {
  std::uint64_t members = 0;
  unsigned most = 0;
  for_each_bit(set, [&](unsigned member) {
    const unsigned own = level(member);
    if (own > most) members = 0;
    most = std::max(most, own);
    if (own == most) members |= std::uint64_t{1} << member;
  });
  return members;
}

// Arbiters that pass only requests of the highest level to the arbiters `Under`. level(input, VC)
// is the level of a request; vcs_asking(input, output) is as in ByRank, but has only the VCs of the
// highest level.
template <class Under, class Level, class VcsAsking>
struct ByLevel {
  Under under;
  Level level;
  VcsAsking vcs_asking;

  unsigned grant(unsigned out, std::uint64_t inputs) const {
    return under.grant(out, highest(inputs, [&](unsigned in) { return of_pair(in, out); }));
  }
  unsigned accept(unsigned in, std::uint64_t outputs) const {
    return under.accept(in, highest(outputs, [&](unsigned out) { return of_pair(in, out); }));
  }
  unsigned serve(unsigned in, std::uint64_t vcs_of_input) const {
    return under.serve(in, highest(vcs_of_input, [&](unsigned vc) { return level(in, vc); }));
  }
  void granted(unsigned out, unsigned in) const { under.granted(out, in); }
  void accepted(unsigned in, unsigned out) const { under.accepted(in, out); }
  void served(unsigned in, unsigned vc) const { under.served(in, vc); }

 private:
  unsigned of_pair(unsigned in, unsigned out) const {
    return level(in, static_cast<unsigned>(std::countr_zero(vcs_asking(in, out))));
  }
};
template <class Under, class Level, class VcsAsking>
ByLevel(Under, Level, VcsAsking) -> ByLevel<Under, Level, VcsAsking>;

// Ports that are matched.
struct Matching {
  std::uint64_t inputs = 0, outputs = 0;

  Matching& operator|=(const Matching& other) {
    inputs |= other.inputs;
    outputs |= other.outputs;
    return *this;
  }
};

// One iteration of iSLIP. asking[output] has the inputs that request an output, for the requested
// `outputs`. Every output grants one of these inputs; every input accepts one of its grants.
// Pointers move on an accepted grant alone: so a request that persists is served within kPorts^2
// matchings, and outputs under load come to grant different inputs. Calls match(input, output) for
// every pair.
template <std::size_t kPorts, class Arbiters, class Match>
Matching islip(const std::array<std::uint64_t, kPorts>& asking, std::uint64_t outputs,
               const Arbiters& arbiters, const Match& match) {
  std::array<std::uint64_t, kPorts> grants{};  // [input]: outputs
  Matching matching;
  for_each_bit(outputs, [&](unsigned out) {
    const unsigned in = arbiters.grant(out, asking[out]);
    grants[in] |= std::uint64_t{1} << out;
    matching.inputs |= std::uint64_t{1} << in;
  });
  for_each_bit(matching.inputs, [&](unsigned in) {
    const unsigned out = arbiters.accept(in, grants[in]);
    arbiters.accepted(in, out);
    arbiters.granted(out, in);
    matching.outputs |= std::uint64_t{1} << out;
    match(in, out);
  });
  return matching;
}

// The arbiters of later iterations. They move no pointer of a port, so that their matches cannot
// delay a pair that waits to be granted in the first iteration. The pointers among the VCs of an
// input move all the same.
template <class Arbiters>
struct FrozenPointers {
  const Arbiters& of;

  unsigned grant(unsigned out, std::uint64_t inputs) const { return of.grant(out, inputs); }
  unsigned accept(unsigned in, std::uint64_t outputs) const { return of.accept(in, outputs); }
  unsigned serve(unsigned in, std::uint64_t vcs) const { return of.serve(in, vcs); }
  void granted(unsigned, unsigned) const {}
  void accepted(unsigned, unsigned) const {}
  void served(unsigned in, unsigned vc) const { of.served(in, vc); }
};
template <class Arbiters>
FrozenPointers(const Arbiters&) -> FrozenPointers<Arbiters>;

// Runs at most this many further iterations of iSLIP between the ports that `matching` leaves over.
template <std::size_t kPorts, class Arbiters, class Match>
Matching islip_again(const std::array<std::uint64_t, kPorts>& asking, std::uint64_t outputs,
                     const Arbiters& arbiters, Matching matching, unsigned iterations,
                     const Match& match) {
  for (unsigned i = 0; i < iterations; ++i) {
    std::array<std::uint64_t, kPorts> left{};
    std::uint64_t open = 0;
    for_each_bit(outputs & ~matching.outputs, [&](unsigned out) {
      left[out] = asking[out] & ~matching.inputs;
      if (left[out] != 0) open |= std::uint64_t{1} << out;
    });
    if (open == 0) break;
    matching |= islip(left, open, FrozenPointers{arbiters}, match);
  }
  return matching;
}

// Input-first allocation. asking[input] has the requesting VCs of an input, for the `inputs` with
// any. Every input picks one of its VCs; every output grants one of the inputs that picked a VC for
// it. The pointer of an input moves on whether it is granted or not. Calls match(input, VC) for
// every pair; output_of(input, VC) is the output that a VC requests.
template <std::size_t kPorts, class Arbiters, class OutputOf, class Match>
Matching separable(const std::array<std::uint16_t, kPorts>& asking, std::uint64_t inputs,
                   const Arbiters& arbiters, const OutputOf& output_of, const Match& match) {
  std::array<unsigned, kPorts> picked;            // [input]: VC
  std::array<std::uint64_t, kPorts> wanted_by{};  // [output]: inputs that picked it
  Matching matching;
  for_each_bit(inputs, [&](unsigned in) {
    picked[in] = arbiters.serve(in, asking[in]);
    arbiters.served(in, picked[in]);
    const unsigned out = output_of(in, picked[in]);
    wanted_by[out] |= std::uint64_t{1} << in;
    matching.outputs |= std::uint64_t{1} << out;
  });
  for_each_bit(matching.outputs, [&](unsigned out) {
    const unsigned in = arbiters.grant(out, wanted_by[out]);
    arbiters.granted(out, in);
    matching.inputs |= std::uint64_t{1} << in;
    match(in, picked[in]);
  });
  return matching;
}

// Wavefront allocation: cells (input, output) of the request matrix with equal sums modulo the
// number of ports form a diagonal and never conflict. Matches requests with free ports diagonal by
// diagonal, from `first` on. Calls match(input, output) for every pair.
template <std::size_t kPorts, class Match>
Matching wavefront(const std::array<std::uint64_t, kPorts>& asking, std::uint64_t outputs,
                   unsigned ports, unsigned first, const Match& match) {
  Matching matching;
  for (unsigned diagonal = first; diagonal < first + ports; ++diagonal) {
    for_each_bit(outputs & ~matching.outputs, [&](unsigned out) {
      const unsigned in = (diagonal + ports - out) % ports;
      if ((((asking[out] & ~matching.inputs) >> in) & 1) == 0) return;
      matching.inputs |= std::uint64_t{1} << in;
      matching.outputs |= std::uint64_t{1} << out;
      match(in, out);
    });
  }
  return matching;
}

// Maximum matching: each output, from `first` on, takes a free input that requests it, or frees one
// by moving other matches along an augmenting path. Not fair: a pair may wait for ever. Calls
// match(input, output) for every pair.
template <std::size_t kPorts, class Match>
Matching maximum(const std::array<std::uint64_t, kPorts>& asking, std::uint64_t outputs,
                 unsigned first, const Match& match) {
  std::array<std::uint8_t, kPorts> output_of{};  // [matched input]
  Matching matching;
  std::uint64_t seen = 0;  // inputs that the path for this output has visited
  const auto take = [&](const auto& again, unsigned out) -> bool {
    const auto place = [&](unsigned in) {
      output_of[in] = static_cast<std::uint8_t>(out);
      matching.inputs |= std::uint64_t{1} << in;
      return true;
    };
    const std::uint64_t free = asking[out] & ~matching.inputs;
    if (free != 0) return place(round_robin_pick(free, first));
    for (std::uint64_t taken = asking[out] & ~seen; taken != 0; taken = asking[out] & ~seen) {
      const auto in = static_cast<unsigned>(std::countr_zero(taken));
      seen |= std::uint64_t{1} << in;
      if (again(again, output_of[in])) return place(in);
    }
    return false;
  };
  std::uint64_t left = outputs;
  while (left != 0) {
    const unsigned out = round_robin_pick(left, first);
    left &= ~(std::uint64_t{1} << out);
    seen = 0;
    if (take(take, out)) matching.outputs |= std::uint64_t{1} << out;
  }
  for_each_bit(matching.inputs, [&](unsigned in) { match(in, output_of[in]); });
  return matching;
}

// One iteration of iSLIP between packets and VCs. A request names a `port` and a mask of its
// `vcs`; every VC grants its first request, where comes_first(VC, a, b) is true if request a
// precedes request b. Calls accept(request, granted VCs), in the order of the requests, for every
// request that was granted a VC.
template <std::size_t kPorts, class Request, class ComesFirst, class Accept>
void islip_vcs(std::span<const Request> requests, const ComesFirst& comes_first,
               const Accept& accept) {
  std::array<const Request*, kPorts * limits::kVcs> winner;  // [port][VC]
  std::array<std::uint16_t, kPorts> asked{};                 // [port]: VCs with a winner
  for (const Request& request : requests) {
    for_each_bit(request.vcs, [&](unsigned vc) {
      const Request*& best = winner[request.port * limits::kVcs + vc];
      if (((asked[request.port] >> vc) & 1) == 0 || comes_first(vc, request, *best))
        best = &request;
    });
    asked[request.port] |= request.vcs;
  }
  for (const Request& request : requests) {
    unsigned granted = 0;
    for_each_bit(request.vcs, [&](unsigned vc) {
      if (winner[request.port * limits::kVcs + vc] == &request) granted |= 1u << vc;
    });
    if (granted != 0) accept(request, granted);
  }
}

}  // namespace orthant
