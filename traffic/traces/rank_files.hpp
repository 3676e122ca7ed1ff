// Trace files of a run: one per rank, with names that differ in a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace orthant {

class RankFiles {
 public:
  // `first`: the file of rank 0, whose name ends in -0000.txt, .0.et or another number of zeros
  // with a suffix. The other files have the numbers 1, 2, ... up to the first one that does not
  // exist. Throws KeyError if the name has no such number, if the first file does not exist, or if
  // there are more files than nodes.
  RankFiles(const std::string& key, const std::string& first, std::size_t nodes);

  std::uint32_t ranks() const { return ranks_; }
  std::string of(std::uint32_t rank) const;

 private:
  std::string before_, after_;  // around the number
  std::size_t digits_ = 0;      // least number of digits
  std::uint32_t ranks_ = 0;
};

}  // namespace orthant
