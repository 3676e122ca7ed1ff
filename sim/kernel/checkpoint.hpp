// Saves the state of a run now and then, so that another run with the same parts and options can go
// on from it to the same results.
#pragma once

#include <cstdint>
#include <optional>

#include "base/archive.hpp"
#include "base/function_ref.hpp"

namespace orthant {

// Writes the state of a run, or reads it.
using RunState = FunctionRef<void(Archive&)>;

// Where they are kept. All is called between two visits, on the thread that simulates.
class Checkpoints {
 public:
  virtual ~Checkpoints() = default;
  // Stepping::blocks of the saved run, which the resumed run must share; nullopt: no saved state,
  // the run begins at cycle 0.
  virtual std::optional<std::uint32_t> blocks() const = 0;
  // Reads that state. Throws ConfigError.
  virtual void load(RunState state) = 0;
  // Asked now and then: whether the state is to be kept now.
  virtual bool is_due() = 0;
  virtual void save(std::uint32_t blocks, RunState state) = 0;
};

}  // namespace orthant
