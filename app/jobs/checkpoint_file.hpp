// The checkpoint of a simulation; it lies beside the result until the result is complete.
//
// It begins with lines of text: the format, the version of the program and the id of its simulator
// (a digest of the sources), the seed, the number of blocks of the network, the sizes of the config
// and of the state in bytes, and a checksum. The config follows as in FILE.ini, then the state,
// which only the same simulator and config can load.
//
// Invariant (at every moment, so also after SIGKILL): the file is missing or whole.
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
  double minutes = 0;  // between two checkpoints
  std::string config;  // FILE.ini
  std::uint64_t seed = 0;
  bool resume = false;     // go on from the existing checkpoint
  bool overwrite = false;  // remove the existing checkpoint
};

class CheckpointFile final : public Checkpoints {
 public:
  // Throws ConfigError and changes nothing if, with `resume`, the checkpoint is damaged or of
  // another simulation, or if, without `resume` and `overwrite`, there is a checkpoint at all.
  explicit CheckpointFile(CheckpointOptions options);

  const std::string& path() const { return options_.path; }

  std::optional<std::uint32_t> blocks() const override { return blocks_; }
  void load(RunState state) override;
  bool is_due() override { return Clock::now() >= next_; }
  // If the checkpoint cannot be written, only warns: the simulation goes on, and the previous
  // checkpoint stays.
  void save(std::uint32_t blocks, RunState state) override;

  void remove();  // once the result is complete

 private:
  using Clock = std::chrono::steady_clock;

  [[noreturn]] void fail(const std::string& what) const;
  void read();
  void check(const std::string& config, std::uint64_t seed) const;
  void write(std::uint32_t blocks, RunState state) const;
  Clock::time_point next() const;

  CheckpointOptions options_;
  std::optional<std::uint32_t> blocks_;
  std::size_t state_at_ = 0;  // offset of the state in the file
  Clock::time_point next_;
};

}  // namespace orthant
