// Rows of tests/data/towles/values.csv, and its permutations.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace orthant {

inline const std::string kSeed1Permutations =
    ORTHANT_SOURCE_DIR "/tests/data/towles/permutations_seed1.csv";

struct ReferenceRow {
  std::string quantity;
  unsigned k = 0;
  unsigned n = 0;
  std::string algorithm;
  std::string alpha;
  double value = 0;
};

// The rows of a quantity and algorithm, at least one.
inline std::vector<ReferenceRow> reference_rows(std::string_view quantity,
                                                std::string_view algorithm) {
  std::ifstream in(ORTHANT_SOURCE_DIR "/tests/data/towles/values.csv");
  std::vector<ReferenceRow> rows;
  std::string line;
  std::getline(in, line);  // the header
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    std::string k, n, value;
    ReferenceRow row;
    std::getline(fields, row.quantity, ',');
    std::getline(fields, k, ',');
    std::getline(fields, n, ',');
    std::getline(fields, row.algorithm, ',');
    std::getline(fields, row.alpha, ',');
    std::getline(fields, value, ',');
    if (row.quantity != quantity || row.algorithm != algorithm) continue;
    row.k = static_cast<unsigned>(std::stoul(k));
    row.n = static_cast<unsigned>(std::stoul(n));
    row.value = std::stod(value);
    rows.push_back(std::move(row));
  }
  EXPECT_FALSE(rows.empty()) << quantity << ' ' << algorithm;
  return rows;
}

}  // namespace orthant
