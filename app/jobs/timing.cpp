// Tested by: tests/app/sweep_test.py
#include "app/jobs/timing.hpp"

#include <fmt/format.h>

#include "app/output/output.hpp"
#include "base/counted.hpp"
#include "base/progress_timer.hpp"

namespace orthant {

std::vector<Column> timing_columns() {
  return {{"row", false, {}, "Number of the row, from 1."},
          {"seconds", false, "seconds", "Wall time that it took."},
          {"flit_hops", false, {}, "Flits that crossed a channel between routers in it."},
          {"flit_hops_per_second", false, "1/s", "Speed of the simulation."}};
}

Timing::Timing(const CommandLine& command, const std::string& ini) {
  if (!command.timing_file) return;
  write_with_config(*command.timing_file, csv_header(timing_columns()) + '\n', ini);
  file_ = std::make_unique<LineFile>(*command.timing_file, LineFile::Lock::kNone);
}

void Timing::add(std::size_t index, const ItemResult& result) {
  ++items_;
  seconds_ += result.seconds;
  flit_hops_ += result.flit_hops;
  if (!file_) return;
  const double speed =
      result.seconds > 0 ? static_cast<double>(result.flit_hops) / result.seconds : 0;
  file_->append(fmt::format("{},{},{},{}\n", index + 1, result.seconds, result.flit_hops, speed));
}

std::string Timing::summary(std::string_view what) const {
  const auto hops = static_cast<double>(flit_hops_);
  std::string text = fmt::format("{} in {:.3g} s", counted(items_, what), seconds_since(start_));
  if (seconds_ > 0 && flit_hops_ > 0)
    text += fmt::format(" ({:.3g} million flit-hops, {:.3g} million/s per thread)", hops / 1e6,
                        hops / seconds_ / 1e6);
  return text;
}

}  // namespace orthant
