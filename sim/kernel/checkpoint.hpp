// Saves the state of a run from time to time, so that another run with the same parts and options
// can continue from it to the same results.
#pragma once

#include <cstdint>
#include <optional>

#include "base/archive.hpp"
#include "base/function_ref.hpp"

namespace orthant {

// Writes the state of a run, or reads it.
using RunState = FunctionRef<void(Archive&)>;

// The store of checkpoints. All calls come between two visits, on the thread that simulates.
class Checkpoints {
 public:
  virtual ~Checkpoints() = default;
  // Stepping::blocks of the saved run, which the resumed run must share; nullopt: no saved state,
  // the run begins at cycle 0.
  virtual std::optional<std::uint32_t> blocks() const = 0;
  // Reads the saved state. Throws ConfigError.
  virtual void load(RunState state) = 0;
  // Called from time to time: true if the state should be saved now.
  virtual bool is_due() = 0;
  virtual void save(std::uint32_t blocks, RunState state) = 0;
};

}  // namespace orthant
