// The nodes of a Chakra execution trace, in two forms: length-prefixed protocol buffer messages,
// GlobalMetadata followed by Nodes; or JSON (chakra_json.cpp).
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
  std::uint64_t micros = 0;  // duration
  // Attributes, if present.
  std::optional<std::int64_t> size, source, destination, tag, collective;
  std::string group;                 // process group
  std::string groups;                // metadata: groups and their ranks, as text
  std::vector<bool> dimensions;      // rank dimensions that a collective spans; empty: all
  std::vector<std::uint64_t> waits;  // data dependencies, without repetition
  // Control dependencies. Those of a host's operation may be its callers, for which it does not
  // wait.
  std::vector<std::uint64_t> controls;
  ChakraType type = ChakraType::kInvalid;
  bool on_cpu = false;
};

// An attribute of a node, of any type that is used here.
struct ChakraAttribute {
  std::string name, text;
  std::optional<std::int64_t> number;
  std::vector<bool> list;
};
// Stores the attribute if the node has a field for it.
void take_attribute(ChakraNode& node, ChakraAttribute attribute);
// Returns kInvalid for an unknown number.
ChakraType chakra_type(std::int64_t number);
// Sorts the dependencies and removes repetitions.
void sort_waits(ChakraNode& node);

// Returns the nodes in the order of the file. Throws KeyError(key, "FILE: message N: ...").
std::vector<ChakraNode> read_chakra_nodes(const std::string& key, const std::string& file,
                                          std::string_view bytes);
// Returns the nodes of a JSON file of either form likewise. Throws KeyError(key, "FILE:LINE: ...").
std::vector<ChakraNode> read_chakra_json(const std::string& key, const std::string& file,
                                         std::string_view text);
bool is_chakra_json(std::string_view text);

}  // namespace orthant
