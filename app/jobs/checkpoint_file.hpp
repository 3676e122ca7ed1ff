// The checkpoint of a simulation, which stands beside its result until that is whole.
//
// It begins with lines of text: the format, the version of the program and the id of its simulator,
// which follows from the sources, the seed, the blocks of the
// network, the bytes of the config and of the state, and a checksum of all that. Then come the
// config, as in FILE.ini, and the state, which is for the same program and config only.
//
// Invariant (at every moment, so also after SIGKILL): the file is not there or whole.
//
// Tested by: tests/app/checkpoint_test.py
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "sim/kernel/checkpoint.hpp"

namespace orthant {

struct CheckpointOptions {
  std::string path;
  double minutes = 0;  // between two of them
  std::string config;  // FILE.ini
  std::uint64_t seed = 0;
  bool resume = false;     // go on from the one that is there
  bool overwrite = false;  // remove it
};

class CheckpointFile final : public Checkpoints {
 public:
  // Throws ConfigError where there is one that is damaged or of another simulation, with `resume`,
  // or, without both, where there is any; nothing is changed then.
  explicit CheckpointFile(CheckpointOptions options);

  const std::string& path() const { return options_.path; }

  std::optional<std::uint32_t> blocks() const override { return blocks_; }
  void load(RunState state) override;
  bool is_due() override { return Clock::now() >= next_; }
  // Where it cannot be written, that is said and nothing else: the simulation goes on, and the one
  // before is still there.
  void save(std::uint32_t blocks, RunState state) override;

  void remove();  // the result is whole

 private:
  using Clock = std::chrono::steady_clock;

  [[noreturn]] void fail(const std::string& what) const;
  void read();
  void check(const std::string& config, std::uint64_t seed) const;
  void write(std::uint32_t blocks, RunState state) const;
  Clock::time_point next() const;

  CheckpointOptions options_;
  std::optional<std::uint32_t> blocks_;
  std::size_t state_at_ = 0;  // byte of the file that was read
  Clock::time_point next_;
};

}  // namespace orthant
