// Processes that simulate one network together, each with blocks of its own
// (sim/kernel/cut.hpp). Rank 0 has the run: it announces what is done next, and the others do the
// same with their blocks. They share no memory; how messages travel is up to whoever makes the
// ranks (MPI, or threads in tests).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace orthant {

// What all ranks do next, with up to three numbers.
struct Instruction {
  static constexpr std::size_t kNumbers = 3;
  enum class Kind : std::uint32_t {
    // Of the program (app/jobs).
    kPoint,  // the first number: which one
    kPointIsOver,
    kEnd,
    // Of a network.
    kBuild,
    kCall,  // sim/blocks/block_network.cpp
    kDestroy
  };
  Kind kind = Kind::kEnd;
  std::uint64_t numbers[kNumbers] = {};
  std::uint32_t call = 0;  // of kCall
};

class Ranks {
 public:
  struct Exchange {
    std::size_t rank = 0;  // the other one
    std::string sent, received;
  };

  virtual ~Ranks() = default;
  virtual std::size_t size() const = 0;
  virtual std::size_t rank() const = 0;

  // Rank 0.
  virtual void broadcast(const Instruction& instruction) = 0;
  // All others; waits for it.
  virtual Instruction next_instruction() = 0;

  // The rest is called by all ranks, in the same order.
  // With each of these ranks, which exchange with this one.
  virtual void exchange(std::span<Exchange> with) = 0;
  // The texts of all ranks, at rank 0; elsewhere nothing.
  virtual std::vector<std::string> gather(std::string text) = 0;
  // Rank 0 gives each rank its text.
  virtual std::string scatter(std::vector<std::string> texts) = 0;
  virtual std::uint64_t least(std::uint64_t number) = 0;
};

}  // namespace orthant
