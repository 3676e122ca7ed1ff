// Tested by: tests/traffic/chakra_trace_test.cpp
#include "traffic/traces/chakra_nodes.hpp"

#include <algorithm>
#include <protozero/pbf_reader.hpp>

#include "base/error.hpp"

namespace orthant {
namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;

// Fields of messages, by their number in the schema.
enum Metadata : protozero::pbf_tag_type { kVersion = 1, kMetadataAttribute = 2 };
enum Node : protozero::pbf_tag_type {
  kId = 1,
  kType = 3,
  kControlDependencies = 4,
  kDataDependencies = 5,
  kDuration = 7,
  kAttribute = 10
};
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

struct AttributeValue {
  std::string name, text;
  std::optional<std::int64_t> number;
  bool has_no = false;  // a list with a "no"
};

void read_number(pbf_reader& reader, AttributeValue& value) {
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

// Fields of another wire type than their kind has are not for the functions of the reader.
void need(const pbf_reader& reader, pbf_wire_type type) {
  if (reader.wire_type() != type) throw protozero::unknown_pbf_wire_type_exception();
}

bool has_no(pbf_reader bools) {
  bool found = false;
  while (bools.next(1)) {
    if (bools.wire_type() == pbf_wire_type::length_delimited) {
      for (const bool value : bools.get_packed_bool()) found = found || !value;
    } else {
      need(bools, pbf_wire_type::varint);
      found = !bools.get_bool() || found;
    }
  }
  return found;
}

AttributeValue read_attribute(pbf_reader reader) {
  AttributeValue value;
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
        value.has_no = has_no(reader.get_message());
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

void take_attribute(ChakraNode& node, const AttributeValue& value) {
  if (value.name == "comm_size") node.size = value.number;
  if (value.name == "comm_src") node.source = value.number;
  if (value.name == "comm_dst") node.destination = value.number;
  if (value.name == "comm_tag") node.tag = value.number;
  if (value.name == "comm_type") node.collective = value.number;
  if (value.name == "is_cpu_op") node.on_cpu = value.number.value_or(0) != 0;
  if (value.name == "pg_name") node.group = value.text;
  if (value.name == "involved_dim") node.on_some_dimensions = value.has_no;
}

// One number, or several packed.
void add_ids(pbf_reader& reader, std::vector<std::uint64_t>& ids) {
  if (reader.wire_type() == pbf_wire_type::length_delimited) {
    for (const std::uint64_t id : reader.get_packed_uint64()) ids.push_back(id);
  } else {
    need(reader, pbf_wire_type::varint);
    ids.push_back(reader.get_uint64());
  }
}

ChakraNode read_node(pbf_reader reader) {
  ChakraNode node;
  std::int32_t type = 0;
  while (reader.next()) {
    switch (reader.tag()) {
      case kId:
        need(reader, pbf_wire_type::varint);
        node.id = reader.get_uint64();
        break;
      case kType:
        need(reader, pbf_wire_type::varint);
        type = reader.get_enum();
        break;
      case kDuration:
        need(reader, pbf_wire_type::varint);
        node.micros = reader.get_uint64();
        break;
      case kControlDependencies:
      case kDataDependencies:
        add_ids(reader, node.waits);
        break;
      case kAttribute:
        need(reader, pbf_wire_type::length_delimited);
        take_attribute(node, read_attribute(reader.get_message()));
        break;
      default:
        reader.skip();
    }
  }
  if (type > 0 && type <= static_cast<std::int32_t>(ChakraType::kCollective))
    node.type = static_cast<ChakraType>(type);
  std::ranges::sort(node.waits);
  const auto rest = std::ranges::unique(node.waits);
  node.waits.erase(rest.begin(), rest.end());
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

std::vector<ChakraNode> read_chakra_nodes(const std::string& key, const std::string& file,
                                          std::string_view bytes) {
  if (bytes.starts_with("\x1f\x8b"))
    key_error(key, "{}: message 1: a compressed file; allowed: as gunzip makes it", file);
  std::vector<ChakraNode> nodes;
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  for (std::size_t message = 1; at != end; ++message) {
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
      key_error(key, "{}: message {}: no protocol buffer: {}; allowed: messages of et_def.proto",
                file, message, error.what());
    }
  }
  if (bytes.empty())
    key_error(key, "{}: message 1: the file is empty; allowed: GlobalMetadata", file);
  return nodes;
}

}  // namespace orthant
