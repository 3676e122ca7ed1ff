// The part of a sweep that --shard I/N computes: every N-th point, from the I-th on.
//
// Tested by: tests/app/shard_test.py
#pragma once

#include <cstddef>

#include "app/config/command_line.hpp"

namespace orthant {

// Numbers of rows in a sweep and in one part of it; each point has `repetitions` consecutive rows.
// Without --shard the part is the whole sweep.
class ShardRows {
 public:
  ShardRows(Shard shard, std::size_t points, std::size_t repetitions)
      : shard_(shard),
        repetitions_(repetitions),
        points_((points + shard.of - shard.number) / shard.of) {}

  std::size_t size() const { return points_ * repetitions_; }
  // Converts the number of a row in the part to its number in the sweep, and back.
  std::size_t in_sweep(std::size_t row) const {
    return (row / repetitions_ * shard_.of + shard_.number - 1) * repetitions_ + row % repetitions_;
  }
  std::size_t in_part(std::size_t row) const {
    return row / repetitions_ / shard_.of * repetitions_ + row % repetitions_;
  }

 private:
  Shard shard_;
  std::size_t repetitions_, points_;
};

}  // namespace orthant
