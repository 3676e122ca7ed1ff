// The allocators of sim/input_queued/allocators.hpp side by side, as CSV on standard output.
//   scripts/build.sh allocator_study && build/bench/allocator_study matching|voq|settling|fairness
//   [SEED]
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <initializer_list>
#include <span>
#include <string_view>

#include "bench/switch_models.hpp"

namespace {

using namespace orthant;
using namespace orthant::bench;

constexpr std::size_t kN = 16;

// Every pair asks with probability p, independently in every trial; pointers go on from trial to
// trial, and begin anew in every block, after which they are left to find their places.
void matching(std::uint64_t seed) {
  constexpr unsigned kBlocks = 200, kWarmup = 300, kTrials = 500;
  fmt::print("ports,p,method,block,trials,matches,drawn_theory\n");
  for (const double p :
       {0.02, 0.04, 0.0625, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0}) {
    for (const Method<kN>& method : kMethods<kN>) {
      for (unsigned block = 0; block < kBlocks; ++block) {
        RandomStream random(seed, block, RandomPurpose::kTraffic);
        State<kN> state(seed * kBlocks + block);
        std::size_t matches = 0;
        for (unsigned trial = 0; trial < kWarmup + kTrials; ++trial) {
          const std::size_t size = method.allocate(state, random_requests<kN>(random, p)).size();
          if (trial >= kWarmup) matches += size;
        }
        fmt::print("{},{},{},{},{},{},{:.6f}\n", kN, p, method.name, block, kTrials,
                   static_cast<double>(matches) / kTrials, drawn_matches(kN, p));
      }
    }
  }
}

// Mean wait over load of a switch with one of the disciplines, several times.
void voq(std::uint64_t seed) {
  constexpr unsigned kRepetitions = 5, kWarmup = 40'000, kSlots = 160'000;
  fmt::print("ports,load,method,repetition,slots,accepted,wait_slots,saturated,output_theory\n");
  for (const double load : {0.1, 0.2, 0.3, 0.4, 0.5, 0.58, 0.6, 0.62, 0.64, 0.7, 0.75, 0.8, 0.85,
                            0.9, 0.95, 0.97, 0.99, 1.0}) {
    for (unsigned repetition = 0; repetition < kRepetitions; ++repetition) {
      const std::uint64_t own = seed * kRepetitions + repetition;
      const auto row = [&](std::string_view name, auto queues) {
        const Served served = run_switch<kN>(queues, load, kWarmup, kSlots, own);
        fmt::print("{},{},{},{},{},{:.6f},{:.6g},{:d},{:.6g}\n", kN, load, name, repetition, kSlots,
                   served.accepted, served.wait_slots, served.saturated,
                   output_queue_wait(kN, load));
      };
      row("fifo", Fifo<kN>(own));
      for (const Method<kN>& method : kMethods<kN>)
        row(method.name, VirtualOutputQueues<kN>(method.allocate, own));
      row("output", OutputQueues<kN>());
    }
  }
}

// Whether waits at high loads depend on how long a switch has run before they are measured.
void settling(std::uint64_t seed) {
  constexpr unsigned kRepetitions = 5, kSlots = 160'000;
  fmt::print("ports,load,method,warmup,repetition,wait_slots\n");
  for (const double load : {0.97, 0.99}) {
    for (const Method<kN>& method : std::span(kMethods<kN>).subspan(2, 5)) {  // those that carry it
      for (const unsigned warmup : {40'000u, 160'000u}) {
        for (unsigned repetition = 0; repetition < kRepetitions; ++repetition) {
          const std::uint64_t own = seed * kRepetitions + repetition;
          VirtualOutputQueues<kN> queues(method.allocate, own);
          fmt::print("{},{},{},{},{},{:.6g}\n", kN, load, method.name, warmup, repetition,
                     run_switch<kN>(queues, load, warmup, kSlots, own).wait_slots);
        }
      }
    }
  }
}

// Shares of pairs that always ask: `asking` per output, as masks of inputs.
template <std::size_t kPorts>
void shares(std::string_view pattern, const Asking<kPorts>& asking, std::uint64_t seed) {
  constexpr unsigned kSlots = 100'000;
  for (const Method<kPorts>& method : kMethods<kPorts>) {
    const Shares served = serve_persistent(method.allocate, asking, kSlots, seed);
    std::size_t pair = 0;
    for (unsigned in = 0; in < kPorts; ++in) {
      for (unsigned out = 0; out < kPorts; ++out) {
        if (((asking[out] >> in) & 1) == 0) continue;
        fmt::print("{},{},{},{},{},{},{},{},{:.6f}\n", pattern, kPorts, method.name, in, out,
                   kSlots, served.share[pair], served.longest[pair], served.jain());
        ++pair;
      }
    }
  }
}

void fairness(std::uint64_t seed) {
  fmt::print("pattern,ports,method,input,output,slots,share,longest_slots,jain\n");
  shares<2>("corner", {0b11, 0b01}, seed);                        // input 1 asks for output 0 alone
  shares<4>("triangle", {0b1111, 0b1110, 0b1100, 0b1000}, seed);  // input i for outputs 0 to i
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view experiment = argc > 1 ? argv[1] : "";
  std::uint64_t seed = 1;
  bool understood = argc == 2 || argc == 3;
  if (argc == 3) {
    const std::string_view text = argv[2];
    const auto read = std::from_chars(text.data(), text.data() + text.size(), seed);
    understood = read.ec == std::errc() && read.ptr == text.data() + text.size();
  }
  if (understood && experiment == "matching") {
    matching(seed);
  } else if (understood && experiment == "voq") {
    voq(seed);
  } else if (understood && experiment == "settling") {
    settling(seed);
  } else if (understood && experiment == "fairness") {
    fairness(seed);
  } else {
    fmt::print(stderr, "usage: allocator_study matching|voq|settling|fairness [SEED]\n");
    return 2;
  }
  return 0;
}
