// Trace files, one per rank, that are removed at the end of a test.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "traffic/goal_file.hpp"

namespace orthant {

// Normalises GOAL text as goal_text() writes it.
inline std::string goal_of(const std::string& text) {
  return goal_text(parse_goal("k", "FILE", text));
}

class RankTexts {
 public:
  RankTexts(const std::vector<std::string>& texts, const std::string& suffix)
      : first_(testing::TempDir() + "orthant_" + std::to_string(::getpid()) + "_" +
               std::to_string(next_++) + suffix) {
    for (std::uint32_t rank = 0; rank < texts.size(); ++rank) write(rank, texts[rank]);
  }
  ~RankTexts() {
    for (const std::string& file : files_) std::remove(file.c_str());
  }
  RankTexts(const RankTexts&) = delete;
  RankTexts& operator=(const RankTexts&) = delete;

  // The file of rank 0.
  const std::string& first() const { return first_; }
  // The error of `read` with each file's name replaced by its rank; empty if there is none.
  template <class Read>
  std::string error_of(const Read& read) const {
    try {
      read();
    } catch (const KeyError& error) {
      std::string what =
          error.key() == "workload.file" ? error.what() : error.key() + ": " + error.what();
      EXPECT_EQ(what.find('\n'), what.npos) << what;
      for (std::size_t rank = 0; rank < files_.size(); ++rank)
        for (std::size_t at = what.find(files_[rank]); at != what.npos;
             at = what.find(files_[rank]))
          what.replace(at, files_[rank].size(), std::to_string(rank));
      return what;
    }
    return "";
  }

 private:
  void write(std::uint32_t rank, const std::string& text) {
    const std::size_t point = first_.rfind('.');
    std::size_t zeros = point;
    while (first_[zeros - 1] == '0') --zeros;
    std::string number = std::to_string(rank);
    if (number.size() < point - zeros) number.insert(0, point - zeros - number.size(), '0');
    files_.push_back(first_.substr(0, zeros) + number + first_.substr(point));
    std::ofstream(files_.back(), std::ios::binary) << text;
  }

  static inline int next_ = 0;
  std::string first_;
  std::vector<std::string> files_;
};

}  // namespace orthant
