// Rows of the files in tests/data/wu.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace orthant {

// The fields of every row but the header, at least one row.
inline std::vector<std::vector<std::string>> wu_reference(const char* name) {
  std::ifstream in(std::string(ORTHANT_SOURCE_DIR "/tests/data/wu/") + name);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(in, line);  // the header
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    rows.emplace_back();
    for (std::string field; std::getline(fields, field, ',');) rows.back().push_back(field);
  }
  EXPECT_FALSE(rows.empty()) << name;
  return rows;
}

}  // namespace orthant
