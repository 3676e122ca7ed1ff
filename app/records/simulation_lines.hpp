// Lines that a simulation writes while it runs, to a file that the repetitions of its point share:
// output.packets and similar files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/output/files.hpp"
#include "app/output/table.hpp"
#include "base/ids.hpp"
#include "sim/kernel/packets.hpp"

namespace orthant {

struct SimulationResult;

// Meaning of the column `packet` of several files.
inline constexpr std::string_view kPacketName =
    "SOURCE:NUMBER: the node that sent it, and which of its packets it is, from 0 in order of "
    "generation.";

// Writes the name SOURCE:NUMBER, at most 31 characters.
char* put_name(char* out, const PacketName& packet);

// Writes a time in cycles and a comma, without decimals for whole cycles: at most 25 characters.
char* put_cycles(char* out, Cycle ticks, std::uint32_t ticks_per_cycle);

// The lines of one simulation, kept in a file of their own until those of the other simulations are
// there. Lines that are not committed leave nothing behind. Memory does not grow with their number.
class SimulationLines {
 public:
  // Begins with the header. Throws ConfigError if no file can be made beside `path`.
  SimulationLines(const std::string& path, std::uint64_t seed, const std::vector<Column>& columns);
  // Begins the file with `header`, and ends it with `footer` once all simulations are in it.
  SimulationLines(const std::string& path, std::uint64_t seed, const std::string& header,
                  std::string_view footer);
  virtual ~SimulationLines() = default;

  // Adds values that are known only after the simulation; called before finish().
  virtual void add_result(const SimulationResult&) {}
  // Warns about the lines; to be called when the results are in their file.
  virtual void warn() const {}

  bool failed() const { return error_ != nullptr; }
  void finish();  // to be called once after the last line; throws ConfigError

  // Joins finished simulations, in their order, into one file, which is still to be committed.
  static PendingFile& join(std::span<const std::unique_ptr<SimulationLines>> simulations);

 protected:
  static constexpr std::size_t kMostLineBytes = 256;

  // These throw nothing: after a failed write lines are lost, and finish() reports it.

  // `put(place)` writes a line of at most kMostLineBytes bytes to `place` and returns its end.
  template <class Put>
  void add_line(const Put& put) {
    if (kBufferBytes - used_ < kMostLineBytes) write_buffer();
    char* const end = put(buffer_.data() + used_);
    used_ = static_cast<std::size_t>(end - buffer_.data());
  }
  void add_row(const Row& row);  // of at most kMostLineBytes bytes
  void write_buffer();

  std::uint64_t seed() const { return seed_; }

 private:
  static constexpr std::size_t kBufferBytes = 1 << 16;

  PendingFile file_;
  std::uint64_t seed_;
  std::size_t header_bytes_;
  std::string footer_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;  // bytes used in the buffer
  std::exception_ptr error_;
};

}  // namespace orthant
