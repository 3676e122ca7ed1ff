// Tested by: tests/traffic/chakra_trace_test.cpp
#include "traffic/traces/chakra_nodes.hpp"

#include <algorithm>
#include <protozero/pbf_reader.hpp>

#include "base/error.hpp"

namespace orthant {
namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;

// Field numbers of the schema.
enum Metadata : protozero::pbf_tag_type { kVersion = 1, kMetadataAttribute = 2 };
enum Node : protozero::pbf_tag_type {
  kId = 1,
  kType = 3,
  kControlDependencies = 4,
  kDataDependencies = 5,
  kDuration = 7,
  kInputs = 8,
  kAttribute = 10
};
enum Inputs : protozero::pbf_tag_type { kValues = 1 };
enum Attribute : protozero::pbf_tag_type {
  kName = 1,
  kInt32 = 7,
  kInt64 = 9,
  kUint32 = 11,
  kUint64 = 13,
  kSint32 = 15,
  kSint64 = 17,
  kFixed32 = 19,
  kFixed64 = 21,
  kSfixed32 = 23,
  kSfixed64 = 25,
  kBool = 27,
  kBools = 28,
  kString = 29
};

void read_number(pbf_reader& reader, ChakraAttribute& value) {
  switch (reader.tag()) {
    case kInt32:
      value.number = reader.get_int32();
      break;
    case kInt64:
      value.number = reader.get_int64();
      break;
    case kUint32:
      value.number = reader.get_uint32();
      break;
    case kUint64:
      value.number = static_cast<std::int64_t>(reader.get_uint64());
      break;
    case kSint32:
      value.number = reader.get_sint32();
      break;
    case kSint64:
      value.number = reader.get_sint64();
      break;
    case kFixed32:
      value.number = reader.get_fixed32();
      break;
    case kFixed64:
      value.number = static_cast<std::int64_t>(reader.get_fixed64());
      break;
    case kSfixed32:
      value.number = reader.get_sfixed32();
      break;
    case kSfixed64:
      value.number = reader.get_sfixed64();
      break;
    case kBool:
      value.number = reader.get_bool() ? 1 : 0;
      break;
    default:
      reader.skip();
  }
}

// Throws for a field of an unexpected wire type, which the reader's functions do not check.
void need(const pbf_reader& reader, pbf_wire_type type) {
  if (reader.wire_type() != type) throw protozero::unknown_pbf_wire_type_exception();
}

std::vector<bool> read_list(pbf_reader bools) {
  std::vector<bool> list;
  while (bools.next(1)) {
    if (bools.wire_type() == pbf_wire_type::length_delimited) {
      for (const bool value : bools.get_packed_bool()) list.push_back(value);
    } else {
      need(bools, pbf_wire_type::varint);
      list.push_back(bools.get_bool());
    }
  }
  return list;
}

ChakraAttribute read_attribute(pbf_reader reader) {
  ChakraAttribute value;
  while (reader.next()) {
    switch (reader.tag()) {
      case kName:
        need(reader, pbf_wire_type::length_delimited);
        value.name = reader.get_string();
        break;
      case kString:
        need(reader, pbf_wire_type::length_delimited);
        value.text = reader.get_string();
        break;
      case kBools:
        need(reader, pbf_wire_type::length_delimited);
        value.list = read_list(reader.get_message());
        break;
      case kFixed32:
      case kSfixed32:
        need(reader, pbf_wire_type::fixed32);
        read_number(reader, value);
        break;
      case kFixed64:
      case kSfixed64:
        need(reader, pbf_wire_type::fixed64);
        read_number(reader, value);
        break;
      case kInt32:
      case kInt64:
      case kUint32:
      case kUint64:
      case kSint32:
      case kSint64:
      case kBool:
        need(reader, pbf_wire_type::varint);
        read_number(reader, value);
        break;
      default:
        reader.skip();
    }
  }
  return value;
}

// Reads one number, or several packed.
void add_ids(pbf_reader& reader, std::vector<std::uint64_t>& ids) {
  if (reader.wire_type() == pbf_wire_type::length_delimited) {
    for (const std::uint64_t id : reader.get_packed_uint64()) ids.push_back(id);
  } else {
    need(reader, pbf_wire_type::varint);
    ids.push_back(reader.get_uint64());
  }
}

std::string read_inputs(pbf_reader reader) {
  std::string values;
  while (reader.next(kValues)) {
    need(reader, pbf_wire_type::length_delimited);
    values = reader.get_string();
  }
  return values;
}

ChakraNode read_node(pbf_reader reader) {
  ChakraNode node;
  while (reader.next()) {
    switch (reader.tag()) {
      case kId:
        need(reader, pbf_wire_type::varint);
        node.id = reader.get_uint64();
        break;
      case kType:
        need(reader, pbf_wire_type::varint);
        node.type = chakra_type(reader.get_enum());
        break;
      case kDuration:
        need(reader, pbf_wire_type::varint);
        node.micros = reader.get_uint64();
        break;
      case kControlDependencies:
        add_ids(reader, node.controls);
        break;
      case kDataDependencies:
        add_ids(reader, node.waits);
        break;
      case kInputs:
        need(reader, pbf_wire_type::length_delimited);
        node.groups = read_inputs(reader.get_message());
        break;
      case kAttribute:
        need(reader, pbf_wire_type::length_delimited);
        take_attribute(node, read_attribute(reader.get_message()));
        break;
      default:
        reader.skip();
    }
  }
  if (node.type != ChakraType::kMetadata) node.groups.clear();
  sort_waits(node);
  return node;
}

bool is_metadata(pbf_reader reader) {
  while (reader.next()) {
    if (reader.tag() != kVersion && reader.tag() != kMetadataAttribute) return false;
    if (reader.wire_type() != pbf_wire_type::length_delimited) return false;
    reader.skip();
  }
  return true;
}

}  // namespace

void take_attribute(ChakraNode& node, ChakraAttribute attribute) {
  const std::string& name = attribute.name;
  if (name == "comm_size") node.size = attribute.number;
  if (name == "comm_src") node.source = attribute.number;
  if (name == "comm_dst") node.destination = attribute.number;
  if (name == "comm_tag") node.tag = attribute.number;
  if (name == "comm_type") node.collective = attribute.number;
  if (name == "is_cpu_op") node.on_cpu = attribute.number.value_or(0) != 0;
  if (name == "pg_name")
    node.group = attribute.number ? std::to_string(*attribute.number) : std::move(attribute.text);
  if (name == "involved_dim") node.dimensions = std::move(attribute.list);
}

ChakraType chakra_type(std::int64_t number) {
  return number > 0 && number <= static_cast<std::int64_t>(ChakraType::kCollective)
             ? static_cast<ChakraType>(number)
             : ChakraType::kInvalid;
}

void sort_waits(ChakraNode& node) {
  for (std::vector<std::uint64_t>* const ids : {&node.waits, &node.controls}) {
    std::ranges::sort(*ids);
    const auto rest = std::ranges::unique(*ids);
    ids->erase(rest.begin(), rest.end());
  }
  std::erase_if(node.controls, [&](auto id) { return std::ranges::binary_search(node.waits, id); });
}

// Describes what is wrong with a malformed protocol buffer.
static std::string_view damage_text(const protozero::exception& error) {
  if (dynamic_cast<const protozero::end_of_buffer_exception*>(&error) != nullptr)
    return "it ends within a field";
  if (dynamic_cast<const protozero::varint_too_long_exception*>(&error) != nullptr)
    return "a number in it has more than 64 bits";
  if (dynamic_cast<const protozero::invalid_tag_exception*>(&error) != nullptr)
    return "a field in it has a number that no field can have";
  if (dynamic_cast<const protozero::invalid_length_exception*>(&error) != nullptr)
    return "the length of a list in it is not that of its numbers";
  return "a field in it has another type than in et_def.proto";
}

std::vector<ChakraNode> read_chakra_nodes(const std::string& key, const std::string& file,
                                          std::string_view bytes) {
  if (is_chakra_json(bytes)) return read_chakra_json(key, file, bytes);
  if (bytes.starts_with("\x1f\x8b"))
    key_error(key, "{}: message 1: a compressed file; allowed: as gunzip makes it", file);
  std::vector<ChakraNode> nodes;
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  for (std::size_t message = 1; at != end; ++message) {
    const auto from = static_cast<std::size_t>(at - bytes.data());
    try {
      const std::uint64_t size = protozero::decode_varint(&at, end);
      if (size > static_cast<std::uint64_t>(end - at))
        key_error(key, "{}: message {}: {} bytes, of which {} are there; allowed: whole messages",
                  file, message, size, end - at);
      const pbf_reader reader(at, static_cast<std::size_t>(size));
      at += size;
      if (message > 1) {
        nodes.push_back(read_node(reader));
        if (nodes.back().type == ChakraType::kInvalid)
          key_error(key,
                    "{}: message {}: a node of no type; allowed: METADATA_NODE to "
                    "COMM_COLL_NODE, 1 to 7",
                    file, message);
      } else if (!is_metadata(reader)) {
        key_error(key,
                  "{}: message 1: not what a Chakra trace begins with; allowed: "
                  "GlobalMetadata, then nodes",
                  file);
      }
    } catch (const protozero::exception& error) {
      key_error(key,
                "{}: message {}, from byte {} on, is no {}: {}; allowed: whole messages of "
                "et_def.proto, each after its length",
                file, message, from, message == 1 ? "GlobalMetadata" : "Node", damage_text(error));
    }
  }
  if (bytes.empty())
    key_error(key, "{}: message 1: the file is empty; allowed: GlobalMetadata", file);
  return nodes;
}

}  // namespace orthant
