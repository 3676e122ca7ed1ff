// Switches of kN ports around the allocators of sim/input_queued/allocators.hpp, as the papers have
// them: cells of one size, a slot per cell, no pipeline and no network. What theory says of them
// stands beside.
//
// Source: McKeown 1999 (virtual output queues); Karol, Hluchyj and Morgan 1987 (input and output
// queueing); Anderson et al. 1993 (parallel iterative matching).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "sim/input_queued/allocators.hpp"

namespace orthant::switches {

template <std::size_t kN>
using Asking = std::array<std::uint64_t, kN>;  // [output]: inputs that ask for it

// The pairs (input, output) that a slot matches.
template <std::size_t kN>
class Matches {
 public:
  struct Pair {
    unsigned in, out;
  };
  void add(unsigned in, unsigned out) { pairs_[size_++] = {in, out}; }
  std::size_t size() const { return size_; }
  const Pair* begin() const { return pairs_.data(); }
  const Pair* end() const { return pairs_.data() + size_; }

 private:
  std::array<Pair, kN> pairs_;
  std::size_t size_ = 0;
};

// What an allocator remembers from slot to slot. All pointers begin at random places.
template <std::size_t kN>
class State {
 public:
  explicit State(std::uint64_t seed) : random(seed, 0, RandomPurpose::kArbitration) { shuffle(); }

  void shuffle() {
    for (Pointers& port : ports)
      for (std::uint8_t Pointers::*pointer :
           {&Pointers::grant_pointer, &Pointers::accept_pointer, &Pointers::vc_pointer})
        port.*pointer = static_cast<std::uint8_t>(random.below(kN));
    turn = random.below(kN);
  }

  struct Pointers {
    std::uint8_t grant_pointer, accept_pointer, vc_pointer;
  };
  std::array<Pointers, kN> ports;
  unsigned turn;  // the diagonal of the wavefront, the output that the maximum begins with
  RandomStream random;
};

template <std::size_t kN>
std::uint64_t asked(const Asking<kN>& asking) {
  std::uint64_t outputs = 0;
  for (unsigned out = 0; out < kN; ++out) outputs |= std::uint64_t{asking[out] != 0} << out;
  return outputs;
}

// One slot of an allocator: those of the pairs that ask which it matches.
template <std::size_t kN>
using Allocate = Matches<kN> (*)(State<kN>&, const Asking<kN>&);

template <std::size_t kN, unsigned kIterations>
Matches<kN> by_islip(State<kN>& state, const Asking<kN>& asking) {
  Matches<kN> matches;
  const RoundRobin<kN, typename State<kN>::Pointers> arbiters{state.ports.data(), kN};
  const auto match = [&](unsigned in, unsigned out) { matches.add(in, out); };
  const std::uint64_t outputs = asked<kN>(asking);
  const Matching first = islip(asking, outputs, arbiters, match);
  islip_again(asking, outputs, arbiters, first, kIterations - 1, match);
  return matches;
}

// Without a memory: pointers that are drawn anew in every slot.
template <std::size_t kN, Allocate<kN> kAllocate>
Matches<kN> by_shuffled(State<kN>& state, const Asking<kN>& asking) {
  state.shuffle();
  return kAllocate(state, asking);
}

// Parallel iterative matching, one iteration: every grant and every accept is drawn.
template <std::size_t kN>
Matches<kN> by_pim(State<kN>& state, const Asking<kN>& asking) {
  Matches<kN> matches;
  const ByRank arbiters{[&](unsigned, unsigned) { return state.random.next_u32(); },
                        [](unsigned, unsigned out) { return std::uint64_t{1} << out; }};
  islip(asking, asked<kN>(asking), arbiters,
        [&](unsigned in, unsigned out) { matches.add(in, out); });
  return matches;
}

// With kOnGrant a pick moves no pointer of its input.
template <bool kOnGrant, class Arbiters>
struct Picks : Arbiters {
  void served(unsigned in, unsigned vc) const {
    if constexpr (!kOnGrant) Arbiters::served(in, vc);
  }
};

// Input first, with a VC per output at every input.
template <std::size_t kN, bool kOnGrant = false>
Matches<kN> by_separable(State<kN>& state, const Asking<kN>& asking) {
  static_assert(kN <= 16, "a mask of VCs has 16 bits");
  Matches<kN> matches;
  std::array<std::uint16_t, kN> vcs{};
  std::uint64_t inputs = 0;
  for (unsigned out = 0; out < kN; ++out) {
    inputs |= asking[out];
    for_each_bit(asking[out],
                 [&](unsigned in) { vcs[in] = static_cast<std::uint16_t>(vcs[in] | 1u << out); });
  }
  using Rotating = RoundRobin<kN, typename State<kN>::Pointers>;
  const Picks<kOnGrant, Rotating> arbiters{{state.ports.data(), kN}};
  separable(
      vcs, inputs, arbiters, [](unsigned, unsigned vc) { return vc; },
      [&](unsigned in, unsigned vc) {
        matches.add(in, vc);
        if constexpr (kOnGrant) arbiters.Rotating::served(in, vc);
      });
  return matches;
}

template <std::size_t kN>
Matches<kN> by_wavefront(State<kN>& state, const Asking<kN>& asking) {
  Matches<kN> matches;
  wavefront(asking, asked<kN>(asking), kN, state.turn++ % kN,
            [&](unsigned in, unsigned out) { matches.add(in, out); });
  return matches;
}

template <std::size_t kN>
Matches<kN> by_maximum(State<kN>& state, const Asking<kN>& asking) {
  Matches<kN> matches;
  maximum(asking, asked<kN>(asking), state.turn++ % kN,
          [&](unsigned in, unsigned out) { matches.add(in, out); });
  return matches;
}

template <std::size_t kN>
struct Method {
  std::string_view name;
  Allocate<kN> allocate;
};

// Those of the library, and variations of one thing: pointers that are drawn anew (..._shuffled),
// and an input that moves on when its pick is granted alone (..._on_grant).
template <std::size_t kN>
inline constexpr auto kMethods = std::to_array<Method<kN>>({
    {"pim_1", by_pim<kN>},
    {"separable", by_separable<kN>},
    {"islip_1", by_islip<kN, 1>},
    {"islip_2", by_islip<kN, 2>},
    {"islip_4", by_islip<kN, 4>},
    {"wavefront", by_wavefront<kN>},
    {"maximum", by_maximum<kN>},
    {"islip_1_shuffled", by_shuffled<kN, by_islip<kN, 1>>},
    {"separable_shuffled", by_shuffled<kN, by_separable<kN>>},
    {"separable_on_grant", by_separable<kN, true>},
});

// Every pair asks with this probability, drawn anew.
template <std::size_t kN>
Asking<kN> random_requests(RandomStream& random, double probability) {
  Asking<kN> asking{};
  for (std::uint64_t& inputs : asking)
    for (unsigned in = 0; in < kN; ++in)
      inputs |= std::uint64_t{random.bernoulli(probability)} << in;
  return asking;
}

// ---- switches in slots: what arrives in a slot may leave in it --------------------------------

// Virtual output queues: a queue per pair, so that no cell waits behind one for another output.
template <std::size_t kN>
class VirtualOutputQueues {
 public:
  explicit VirtualOutputQueues(Allocate<kN> allocate, std::uint64_t seed)
      : allocate_(allocate), state_(seed) {}

  void arrive(unsigned in, unsigned out) {
    if (cells_[in][out]++ == 0) asking_[out] |= std::uint64_t{1} << in;
  }
  // Number of cells that leave.
  std::size_t serve() {
    const Matches<kN> matches = allocate_(state_, asking_);
    for (const auto& [in, out] : matches)
      if (--cells_[in][out] == 0) asking_[out] &= ~(std::uint64_t{1} << in);
    return matches.size();
  }

 private:
  Allocate<kN> allocate_;
  State<kN> state_;
  Asking<kN> asking_{};
  std::array<std::array<std::uint32_t, kN>, kN> cells_{};
};

// One queue per input, of which the first cell alone can leave; outputs serve inputs round robin.
template <std::size_t kN>
class Fifo {
 public:
  explicit Fifo(std::uint64_t seed) : state_(seed) {}

  void arrive(unsigned in, unsigned out) {
    if (queues_[in].empty()) asking_[out] |= std::uint64_t{1} << in;
    queues_[in].push_back(static_cast<std::uint8_t>(out));
  }
  std::size_t serve() {
    const Matches<kN> matches = by_islip<kN, 1>(state_, asking_);
    for (const auto& [in, out] : matches) {
      asking_[out] &= ~(std::uint64_t{1} << in);
      queues_[in].pop_front();
    }
    for (const auto& [in, out] : matches)
      if (!queues_[in].empty()) asking_[queues_[in].front()] |= std::uint64_t{1} << in;
    return matches.size();
  }

 private:
  State<kN> state_;
  Asking<kN> asking_{};
  std::array<std::deque<std::uint8_t>, kN> queues_;
};

// All cells of a slot reach the queue of their output at once: no switch waits less.
template <std::size_t kN>
class OutputQueues {
 public:
  void arrive(unsigned, unsigned out) { ++cells_[out]; }
  std::size_t serve() {
    std::size_t left = 0;
    for (std::uint32_t& cells : cells_) {
      left += cells != 0;
      cells -= cells != 0;
    }
    return left;
  }

 private:
  std::array<std::uint32_t, kN> cells_{};
};

struct Served {
  double accepted = 0;     // cells per output and slot
  double wait_slots = 0;   // mean, 0 for a cell that leaves in the slot in which it arrives
  bool saturated = false;  // less than 0.995 of what arrived has left
};

// Cells at every input with probability `load` a slot, to outputs drawn evenly. The mean wait is
// the number of cells that stay queued, summed over the slots, per cell that arrives: Little's law.
template <std::size_t kN, class Switch>
Served run_switch(Switch& network, double load, unsigned warmup, unsigned slots,
                  std::uint64_t seed) {
  RandomStream random(seed, 1, RandomPurpose::kTraffic);
  std::uint64_t inside = 0, arrived = 0, left = 0, waits = 0;
  for (unsigned slot = 0; slot < warmup + slots; ++slot) {
    if (slot == warmup) arrived = left = waits = 0;
    for (unsigned in = 0; in < kN; ++in) {
      if (!random.bernoulli(load)) continue;
      network.arrive(in, random.below(kN));
      ++arrived;
      ++inside;
    }
    const std::size_t served = network.serve();
    left += served;
    inside -= served;
    waits += inside;
  }
  const auto cells = static_cast<double>(arrived);
  return {static_cast<double>(left) / kN / slots, static_cast<double>(waits) / cells,
          static_cast<double>(left) < 0.995 * cells};
}

// ---- pairs that ask for ever -------------------------------------------------------------------

struct Shares {
  std::vector<double> share;      // of the slots, per pair
  std::vector<unsigned> longest;  // slots from one service of the pair to the next, per pair
  double jain() const {           // (sum x)^2 / (n sum x^2)
    double sum = 0, squares = 0;
    for (const double x : share) {
      sum += x;
      squares += x * x;
    }
    return sum * sum / (static_cast<double>(share.size()) * squares);
  }
};

template <std::size_t kN>
Shares serve_persistent(Allocate<kN> allocate, const Asking<kN>& asking, unsigned slots,
                        std::uint64_t seed) {
  State<kN> state(seed);
  std::array<std::array<unsigned, kN>, kN> served{}, waited{}, longest{};
  for (unsigned slot = 0; slot < slots; ++slot) {
    for (auto& row : waited)
      for (unsigned& wait : row) ++wait;
    for (const auto& [in, out] : allocate(state, asking)) {
      ++served[in][out];
      longest[in][out] = std::max(longest[in][out], waited[in][out]);
      waited[in][out] = 0;
    }
  }
  Shares shares;
  for (unsigned in = 0; in < kN; ++in)
    for (unsigned out = 0; out < kN; ++out) {
      if (((asking[out] >> in) & 1) == 0) continue;
      shares.share.push_back(served[in][out] / static_cast<double>(slots));
      shares.longest.push_back(std::max(longest[in][out], waited[in][out]));
    }
  return shares;
}

// ---- theory ------------------------------------------------------------------------------------

// Mean matches of one iteration in which every output draws one of the inputs that ask for it, each
// pair asking with probability p: an output draws a given input with probability (1-(1-p)^N)/N, and
// an input is matched if any output draws it. The same where inputs draw outputs first.
inline double drawn_matches(double n, double p) {
  return n * (1 - std::pow(1 - (1 - std::pow(1 - p, n)) / n, n));
}

// Mean wait of output queues (Karol, Hluchyj and Morgan 1987).
inline double output_queue_wait(double n, double load) {
  return (n - 1) / n * load / (2 * (1 - load));
}

// Largest matching of a random bipartite graph of N + N nodes with N p = c, per N, for N to
// infinity (Karp and Sipser 1981): 2 - (a + b + a b) / c with a the least root of x = c exp(-c
// exp(-x)) and b = c exp(-a).
inline double largest_matching_share(double c) {
  double a = 0;  // the iteration rises to the least root
  for (int i = 0; i < 100'000; ++i) a = c * std::exp(-c * std::exp(-a));
  const double b = c * std::exp(-a);
  return 2 - (a + b + a * b) / c;
}

// Size of the largest matching by Hall's theorem, without looking for one: N less the most by which
// a set of outputs is larger than the set of the inputs that ask for any of it. All 2^N sets.
template <std::size_t kN>
std::size_t largest_by_hall(const Asking<kN>& asking) {
  std::vector<std::uint64_t> around(std::size_t{1} << kN);
  int deficiency = 0;
  for (std::size_t set = 1; set < around.size(); ++set) {
    around[set] = around[set & (set - 1)] | asking[static_cast<unsigned>(std::countr_zero(set))];
    deficiency = std::max(deficiency, std::popcount(set) - std::popcount(around[set]));
  }
  return kN - static_cast<std::size_t>(deficiency);
}

}  // namespace orthant::switches
