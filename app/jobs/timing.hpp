// --timing: the cost of rows.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/command_line.hpp"
#include "app/jobs/workers.hpp"
#include "app/output/files.hpp"
#include "app/output/table.hpp"

namespace orthant {

std::vector<Column> timing_columns();

// Cost of the rows computed by this run, for --timing FILE and the closing line on stderr.
class Timing {
 public:
  // `ini`: text of the FILE.ini beside the timing file.
  Timing(const CommandLine& command, const std::string& ini);
  void add(std::size_t index, const ItemResult& result);
  // "12 points in 34 s (31 million flit-hops, 0.9 million/s per thread)"
  std::string summary(std::string_view what) const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::unique_ptr<LineFile> file_;
  std::size_t items_ = 0;
  double seconds_ = 0;
  std::uint64_t flit_hops_ = 0;
};

}  // namespace orthant
