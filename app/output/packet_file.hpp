// output.packets: a line for every measured packet, written while the simulation runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/output/files.hpp"
#include "app/output/table.hpp"
#include "sim/simulation.hpp"

namespace orthant {

// What the lines of a run depend on.
struct PacketColumns {
  std::optional<double> cycle_ns;  // with it the lines end with latency_ns
};

std::vector<Column> packet_columns(const PacketColumns& columns);

// The packets of one simulation, waiting for those of the others; uncommitted they leave
// nothing behind. Memory does not grow with their number.
class PacketLines final : public PacketLog {
 public:
  // Throws ConfigError where no file can be made beside `path`.
  PacketLines(const std::string& path, std::uint64_t seed, const PacketColumns& columns);

  // Throws nothing: what cannot be written is lost, and finish() says so.
  void add(const DeliveredPacket& packet) override;
  bool failed() const { return error_ != nullptr; }
  void finish();  // to be called once after the last packet; throws ConfigError

  PendingFile& file() { return file_; }

 private:
  void write_buffer();

  static constexpr std::size_t kBufferBytes = 1 << 16;

  PendingFile file_;
  std::uint64_t seed_;
  PacketColumns columns_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;  // bytes of the buffer
  std::exception_ptr error_;
};

// Joins finished simulations, in their order, to one file, which is still to be committed.
PendingFile& join_packets(const PacketColumns& columns,
                          std::span<const std::unique_ptr<PacketLines>> simulations);

}  // namespace orthant
