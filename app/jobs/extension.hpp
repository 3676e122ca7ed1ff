// Finds the rows of an earlier sweep in a longer one, whose axes have gained values since.
//
// Tested by: tests/app/extension_test.py
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/config/config.hpp"

namespace orthant {

// The rows of an earlier sweep as rows of the longer one.
struct EarlierRows {
  // Why the longer sweep is no extension, as "made with A, now B"; empty if it is one.
  std::string difference;
  std::vector<std::size_t> places;  // row number in the longer sweep, by earlier number
};

// The extended sweep.
struct LongerSweep {
  const Config& beside;           // the config in FILE.ini
  const Config& points;           // the same, with one value for each axis that makes no points
  std::uint32_t repetitions = 1;  // rows per point
  // Axes with a column of their own, which the earlier file must already have.
  const std::vector<std::string>& own_columns;
};

// Finds the rows of the sweep of `old_ini` in the sweep of `new_ini`; both are texts of FILE.ini
// without the line of a finished file. An extension keeps every point with all its settings, and
// has more rows. Throws ConfigError if `old_ini`, from `ini_path`, is no config.
EarlierRows earlier_rows(const std::string& old_ini, const std::string& ini_path,
                         const std::string& new_ini, const LongerSweep& longer);

}  // namespace orthant
