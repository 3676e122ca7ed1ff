// Writes Chakra traces as protocol buffers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace orthant::chakra {

inline std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 128; value >>= 7) bytes += static_cast<char>(value | 128);
  return bytes + static_cast<char>(value);
}
inline std::string number_field(int field, std::uint64_t value) {
  return varint(static_cast<std::uint64_t>(field) << 3) + varint(value);
}
inline std::string bytes_field(int field, const std::string& bytes) {
  return varint(static_cast<std::uint64_t>(field) << 3 | 2) + varint(bytes.size()) + bytes;
}
inline std::string message(const std::string& bytes) { return varint(bytes.size()) + bytes; }
inline std::string attribute(const std::string& name, int field, std::uint64_t value) {
  return bytes_field(10, bytes_field(1, name) + number_field(field, value));
}

inline constexpr int kInt32 = 7, kInt64 = 9, kUint64 = 13, kBool = 27;
inline constexpr int kMetadata = 1, kMemory = 2, kCompute = 4, kSend = 5, kReceive = 6,
                     kCollective = 7;
inline const std::string kHead = message(bytes_field(1, "0.0.4"));

using Ids = std::vector<std::uint64_t>;
// Dependencies are packed, as in real traces.
inline std::string node(std::uint64_t id, int type, const Ids& waits,
                        const std::string& more = "") {
  std::string packed;
  for (const std::uint64_t other : waits) packed += varint(other);
  return message(number_field(1, id) + bytes_field(2, "some node") +
                 number_field(3, static_cast<std::uint64_t>(type)) +
                 (waits.empty() ? "" : bytes_field(5, packed)) + more);
}
inline std::string computation(std::uint64_t id, const Ids& waits, std::uint64_t micros,
                               bool on_cpu = false) {
  return node(id, kCompute, waits,
              number_field(7, micros) + attribute("is_cpu_op", kBool, on_cpu ? 1 : 0));
}
inline std::string send(std::uint64_t id, const Ids& waits, std::uint64_t bytes, std::uint64_t peer,
                        std::uint64_t tag = 0) {
  return node(id, kSend, waits,
              attribute("comm_size", kInt64, bytes) + attribute("comm_dst", kInt32, peer) +
                  attribute("comm_tag", kInt32, tag));
}
inline std::string receive(std::uint64_t id, const Ids& waits, std::uint64_t bytes,
                           std::uint64_t peer, std::uint64_t tag = 0) {
  return node(id, kReceive, waits,
              attribute("comm_size", kUint64, bytes) + attribute("comm_src", kInt32, peer) +
                  attribute("comm_tag", kInt32, tag));
}
inline std::string collective(std::uint64_t id, const Ids& waits, std::uint64_t type,
                              std::uint64_t bytes, const std::string& more = "") {
  return node(id, kCollective, waits,
              attribute("comm_type", kInt64, type) + attribute("comm_size", kInt64, bytes) + more);
}
inline std::string group(const std::string& name) {
  return bytes_field(10, bytes_field(1, "pg_name") + bytes_field(29, name));
}
inline std::string dimensions(const std::string& bools) {
  return bytes_field(10, bytes_field(1, "involved_dim") + bytes_field(28, bytes_field(1, bools)));
}

}  // namespace orthant::chakra
