// Processes that simulate one network together, each with blocks of its own
// (sim/kernel/cut.hpp). Rank 0 has the run: it says what is done next, and the others do the same
// with their blocks. They share no memory; how messages go is for whoever makes them (MPI, or
// threads in tests).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace orthant {

// What all ranks do next, with up to three numbers.
struct Instruction {
  enum class Kind : std::uint32_t {
    // Of the program (app/jobs).
    kPoint,  // the first number: which one
    kPointIsOver,
    kEnd,
    // Of a network: calls of Network (sim/node/network.hpp).
    kBuild,
    kAdvance,
    kRelease,
    kAddTimes,
    kTellUnderWay,
    kTellNextBirth,
    kCount,
    kOpenWindow,
    kListen,
    kCountDeliveries,
    kCountActivity,
    kTellPortFlits,
    kTellHops,
    kTellInside,
    kTellActivity,
    kTellBacklogs,
    kCheckConservation,
    kLookForStalledHeads,
    kLookForWaits,
    kGiveState,
    kTakeState,
    kDestroy
  };
  Kind kind = Kind::kEnd;
  std::uint64_t numbers[3] = {};
};

class Ranks {
 public:
  // What goes to another rank and what comes from it.
  struct Letters {
    std::size_t rank = 0;
    std::string sent, received;
  };

  virtual ~Ranks() = default;
  virtual std::size_t size() const = 0;
  virtual std::size_t rank() const = 0;

  // Rank 0.
  virtual void say(const Instruction& instruction) = 0;
  // All others; waits for it.
  virtual Instruction next_instruction() = 0;

  // The rest is called by all ranks, in the same order.
  // With each of these ranks, which exchange with this one.
  virtual void exchange(std::span<Letters> with) = 0;
  // The texts of all ranks, at rank 0; elsewhere nothing.
  virtual std::vector<std::string> gather(std::string text) = 0;
  // Rank 0 gives each rank its text.
  virtual std::string scatter(std::vector<std::string> texts) = 0;
  virtual std::uint64_t least(std::uint64_t number) = 0;
};

}  // namespace orthant
