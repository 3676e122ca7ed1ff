// The nodes of a Chakra execution trace, in its two forms: messages of protocol buffers one after
// the other, each behind its length, first GlobalMetadata, then Nodes; or JSON (chakra_json.cpp).
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
  std::string groups;                // of metadata: groups and their ranks, as text
  std::vector<bool> dimensions;      // of the ranks, that a collective goes along; empty: all
  std::vector<std::uint64_t> waits;  // for these ids, each once
  // For these, too, unless they are calls: of an operation of a host, those that called it.
  std::vector<std::uint64_t> controls;
  ChakraType type = ChakraType::kInvalid;
  bool on_cpu = false;
};

// An attribute of a node, of any type that has a meaning here.
struct ChakraAttribute {
  std::string name, text;
  std::optional<std::int64_t> number;
  std::vector<bool> list;
};
// Where it has one.
void take_attribute(ChakraNode& node, ChakraAttribute attribute);
// The type of this number; kInvalid: there is none.
ChakraType chakra_type(std::int64_t number);
// Each once.
void sort_waits(ChakraNode& node);

// In the order of the file. Throws KeyError(key, "FILE: message N: ...").
std::vector<ChakraNode> read_chakra_nodes(const std::string& key, const std::string& file,
                                          std::string_view bytes);
// The same of JSON, whatever form of it. Throws KeyError(key, "FILE:LINE: ...").
std::vector<ChakraNode> read_chakra_json(const std::string& key, const std::string& file,
                                         std::string_view text);
bool is_chakra_json(std::string_view text);

}  // namespace orthant
