// Processes that simulate one network together, each with blocks of its own (sim/kernel/cut.hpp).
// Rank 0 has the run: it announces each instruction, and the others execute it on their blocks.
// They share no memory; the creator of the ranks provides messages (MPI, or threads in tests).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace orthant {

// The next instruction of all ranks, with up to three numbers.
struct Instruction {
  static constexpr std::size_t kNumbers = 3;
  enum class Kind : std::uint32_t {
    // Instructions of the program (app/jobs).
    kPoint,  // the first number: the point
    kPointIsOver,
    kEnd,
    // Instructions of a network.
    kBuild,
    kCall,  // sim/blocks/block_network.cpp
    kDestroy
  };
  Kind kind = Kind::kEnd;
  std::uint64_t numbers[kNumbers] = {};
  std::uint32_t call = 0;  // argument of kCall
};

class Ranks {
 public:
  struct Exchange {
    std::size_t rank = 0;  // the other rank
    std::string sent, received;
  };

  virtual ~Ranks() = default;
  virtual std::size_t size() const = 0;
  virtual std::size_t rank() const = 0;

  // Called by rank 0.
  virtual void broadcast(const Instruction& instruction) = 0;
  // Called by all other ranks; waits for an instruction.
  virtual Instruction next_instruction() = 0;

  // All ranks call the functions below, in the same order.
  // Exchanges with each of these ranks, which exchange with this one.
  virtual void exchange(std::span<Exchange> with) = 0;
  // Returns the texts of all ranks at rank 0; elsewhere nothing.
  virtual std::vector<std::string> gather(std::string text) = 0;
  // Rank 0 gives each rank its text.
  virtual std::string scatter(std::vector<std::string> texts) = 0;
  virtual std::uint64_t least(std::uint64_t number) = 0;
};

}  // namespace orthant
