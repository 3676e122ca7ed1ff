// Traces of a run: a file for each rank, whose names differ in a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace orthant {

class RankFiles {
 public:
  // `first`: the file of rank 0, whose name ends in -0000.txt, .0.et or another number of zeros
  // with a suffix. The others are those beside it with the numbers 1, 2, ... up to the first one
  // that is not there. Throws KeyError where the name has no such number, where the first file is
  // not there and where there are more files than nodes.
  RankFiles(const std::string& key, const std::string& first, std::size_t nodes);

  std::uint32_t ranks() const { return ranks_; }
  std::string of(std::uint32_t rank) const;

 private:
  std::string before_, behind_;  // the number
  std::size_t digits_ = 0;       // at least
  std::uint32_t ranks_ = 0;
};

}  // namespace orthant
