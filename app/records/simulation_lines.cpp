// A run may deliver ten million packets: lines are formatted into a buffer, which is written to the
// simulation's own file when it is full.
//
// Tested by: tests/app/packet_file_test.cpp, tests/app/run_test.py
#include "app/records/simulation_lines.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string_view>
#include <utility>

#include "app/output/csv.hpp"
#include "base/error.hpp"

namespace orthant {

char* put_name(char* out, const PacketName& packet) {
  return fmt::format_to(out, FMT_COMPILE("{}:{}"), packet.source.value, packet.number);
}

char* put_cycles(char* out, Cycle ticks, std::uint32_t ticks_per_cycle) {
  if (ticks % ticks_per_cycle == 0)
    return fmt::format_to(out, FMT_COMPILE("{},"), ticks / ticks_per_cycle);
  return fmt::format_to(out, FMT_COMPILE("{},"), static_cast<double>(ticks) / ticks_per_cycle);
}

SimulationLines::SimulationLines(const std::string& path, std::uint64_t seed,
                                 const std::vector<Column>& columns)
    : SimulationLines(path, seed, csv_header(columns) + '\n', {}) {}

SimulationLines::SimulationLines(const std::string& path, std::uint64_t seed,
                                 const std::string& header, std::string_view footer)
    : file_(path, fmt::format("{}", seed)),
      seed_(seed),
      header_bytes_(header.size()),
      footer_(footer),
      buffer_(kBufferBytes) {
  file_.write(header);
}

void SimulationLines::add_row(const Row& row) {
  const std::string line = csv_line(row) + '\n';
  assert(line.size() <= kMostLineBytes);
  add_line([&](char* out) { return std::ranges::copy(line, out).out; });
}

void SimulationLines::write_buffer() {
  const std::string_view lines(buffer_.data(), std::exchange(used_, 0));
  if (failed()) return;
  try {
    file_.write(lines);
  } catch (const ConfigError&) {
    error_ = std::current_exception();
  }
}

void SimulationLines::finish() {
  write_buffer();
  buffer_ = {};
  if (failed()) std::rethrow_exception(error_);
  file_.close();
}

PendingFile& SimulationLines::join(std::span<const std::unique_ptr<SimulationLines>> simulations) {
  PendingFile& whole = simulations.front()->file_;
  for (const std::unique_ptr<SimulationLines>& next : simulations.subspan(1))
    whole.append(next->file_, next->header_bytes_);
  whole.append(simulations.front()->footer_);
  return whole;
}

}  // namespace orthant
