// The nodes of a Chakra execution trace: messages of protocol buffers one after the other, each
// behind its length, first GlobalMetadata, then Nodes.
//
// Source: et_def.proto of the Chakra schema (Sridharan et al. 2023).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orthant {

enum class ChakraType : std::uint8_t {
  kInvalid,
  kMetadata,
  kMemoryLoad,
  kMemoryStore,
  kComputation,
  kSend,
  kReceive,
  kCollective
};

struct ChakraNode {
  std::uint64_t id = 0;
  std::uint64_t micros = 0;  // it takes
  // Attributes, where it has them.
  std::optional<std::int64_t> size, source, destination, tag, collective;
  std::string group;                 // of processes
  std::vector<std::uint64_t> waits;  // for these ids, each once
  ChakraType type = ChakraType::kInvalid;
  bool on_cpu = false;
  bool on_some_dimensions = false;  // a collective of some of the ranks
};

// In the order of the file. Throws KeyError(key, "FILE: message N: ...").
std::vector<ChakraNode> read_chakra_nodes(const std::string& key, const std::string& file,
                                          std::string_view bytes);

}  // namespace orthant
