// Chakra execution traces as JSON, in two forms. Field names are those of et_def.proto or of
// protocol buffers' JSON ("data_deps", "dataDeps").
//
// 1. The form of Chakra's feeder: {"workload_graph": [{"Id": 1, "NodeType": 7, "data_deps": [],
//    "comm_type": 0, "comm_size": 8}, ...]}.
// 2. The form of Chakra's jsonizer: the messages of the binary form one after another, each in
//    protocol buffers' JSON.
//
// Tested by: tests/traffic/chakra_json_test.cpp
#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/json_reader.hpp"
#include "base/line_reader.hpp"
#include "traffic/traces/chakra_nodes.hpp"

namespace orthant {
namespace {

constexpr std::array<std::string_view, 8> kTypes = {
    "INVALID_NODE", "METADATA_NODE",  "MEM_LOAD_NODE",  "MEM_STORE_NODE",
    "COMP_NODE",    "COMM_SEND_NODE", "COMM_RECV_NODE", "COMM_COLL_NODE"};

// Maps "dataDeps" and "data_deps" to the same text.
std::string without_case(std::string_view name) {
  std::string text;
  for (const char c : name)
    if (c != '_') text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

class ChakraJson {
 public:
  ChakraJson(const std::string& key, const std::string& file, std::string_view text)
      : json_(key, file, text) {}

  std::vector<ChakraNode> read() {
    while (json_.next() != JsonReader::Kind::kEnd) read_message();
    if (!has_nodes_)
      json_.fail("no node is in it; allowed: workload_graph, or nodes one after the other");
    return std::move(nodes_);
  }

 private:
  // Reads GlobalMetadata, a node, or all nodes.
  void read_message() {
    ChakraNode node;
    bool is_node = false;
    json_.object([&](const std::string& name) {
      const std::string field = without_case(name);
      if (field == "workloadgraph") {
        has_nodes_ = true;
        json_.array([&] { read_node_of_graph(); });
      } else {
        is_node = read_field(node, field) || is_node;
      }
    });
    if (is_node) add(std::move(node));
  }

  void read_node_of_graph() {
    ChakraNode node;
    json_.object([&](const std::string& name) { read_field(node, without_case(name)); });
    add(std::move(node));
  }

  void add(ChakraNode node) {
    has_nodes_ = true;
    if (node.type == ChakraType::kInvalid)
      json_.fail("a node of no type; allowed: {} to {}, 1 to 7", kTypes[1], kTypes[7]);
    if (node.type != ChakraType::kMetadata) node.groups.clear();
    sort_waits(node);
    nodes_.push_back(std::move(node));
  }

  // Returns true for a field that only nodes have.
  bool read_field(ChakraNode& node, const std::string& field) {
    if (field == "id") {
      node.id = static_cast<std::uint64_t>(json_.integer());
    } else if (field == "type" || field == "nodetype") {
      node.type = read_type();
    } else if (field == "datadeps" || field == "ctrldeps") {
      std::vector<std::uint64_t>& ids = field == "datadeps" ? node.waits : node.controls;
      json_.array([&] { ids.push_back(static_cast<std::uint64_t>(json_.integer())); });
    } else if (field == "durationmicros" || field == "runtime") {
      node.micros = static_cast<std::uint64_t>(json_.integer());
    } else if (field == "inputs") {
      node.groups = read_inputs();
    } else if (field == "attr") {
      json_.array([&] { take_attribute(node, read_attribute()); });
      return false;  // metadata also has attributes
    } else {
      read_plain_attribute(node, field);
      return false;
    }
    return true;
  }

  ChakraType read_type() {
    if (json_.next() != JsonReader::Kind::kString) return chakra_type(json_.integer());
    const std::string name = json_.string();
    const auto found = std::ranges::find(kTypes, name);
    if (found == kTypes.end())
      json_.fail("{} is no type of node; allowed: {} to {}", LineReader::printable(name), kTypes[1],
                 kTypes[7]);
    return chakra_type(found - kTypes.begin());
  }

  std::string read_inputs() {
    std::string values;
    if (json_.next() != JsonReader::Kind::kObject) return json_.skip(), values;
    json_.object([&](const std::string& name) {
      if (name == "values" && json_.next() == JsonReader::Kind::kString)
        values = json_.string();
      else
        json_.skip();
    });
    return values;
  }

  // Reads an attribute that the feeder's form stores as a field.
  void read_plain_attribute(ChakraNode& node, const std::string& field) {
    static constexpr std::array<std::string_view, 8> kNames = {
        "comm_size", "comm_src",  "comm_dst", "comm_tag",
        "comm_type", "is_cpu_op", "pg_name",  "involved_dim"};
    const auto name = std::ranges::find(kNames, field,
                                        [](std::string_view known) { return without_case(known); });
    if (name == kNames.end()) return json_.skip();
    ChakraAttribute attribute;
    attribute.name = *name;
    read_value(attribute);
    take_attribute(node, std::move(attribute));
  }

  // {"name": "comm_size", "int64Val": "8"}, in any order.
  ChakraAttribute read_attribute() {
    static constexpr std::array<std::string_view, 10> kNumbers = {
        "int32val",  "int64val",   "uint32val",  "uint64val",   "sint32val",
        "sint64val", "fixed32val", "fixed64val", "sfixed32val", "sfixed64val"};
    ChakraAttribute attribute;
    json_.object([&](const std::string& name) {
      const std::string field = without_case(name);
      if (field == "name")
        attribute.name = json_.string();
      else if (field == "stringval")
        attribute.text = json_.string();
      else if (field == "boolval")
        attribute.number = json_.boolean() ? 1 : 0;
      else if (field == "boollist")
        read_list(attribute);
      else if (std::ranges::find(kNumbers, field) != kNumbers.end())
        attribute.number = json_.integer();
      else
        json_.skip();
    });
    return attribute;
  }

  // Reads the value of a field that stores an attribute.
  void read_value(ChakraAttribute& attribute) {
    using Kind = JsonReader::Kind;
    const Kind kind = json_.next();
    if (attribute.name == "involved_dim")
      read_list(attribute);
    else if (kind == Kind::kBoolean)
      attribute.number = json_.boolean() ? 1 : 0;
    else if (kind == Kind::kString && attribute.name == "pg_name")
      attribute.text = json_.string();
    else if (kind == Kind::kNull)
      json_.skip();
    else
      attribute.number = json_.integer();
  }

  // Reads [true, false], or {"values": [true, false]}.
  void read_list(ChakraAttribute& attribute) {
    if (json_.next() != JsonReader::Kind::kObject)
      return json_.array([&] { attribute.list.push_back(json_.boolean()); });
    json_.object([&](const std::string& name) {
      if (name == "values")
        read_list(attribute);
      else
        json_.skip();
    });
  }

  JsonReader json_;
  std::vector<ChakraNode> nodes_;
  bool has_nodes_ = false;
};

}  // namespace

// The binary form may also start with a brace, as the length of GlobalMetadata, but then neither a
// quote nor a brace follows.
bool is_chakra_json(std::string_view text) {
  const std::size_t brace = text.find_first_not_of(" \t\r\n");
  if (brace == text.npos || text[brace] != '{') return false;
  const std::size_t next = text.find_first_not_of(" \t\r\n", brace + 1);
  return next != text.npos && (text[next] == '"' || text[next] == '}');
}

std::vector<ChakraNode> read_chakra_json(const std::string& key, const std::string& file,
                                         std::string_view text) {
  return ChakraJson(key, file, text).read();
}

}  // namespace orthant
