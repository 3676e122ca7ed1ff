// Every kind has a signature in its first bytes: a magic number, the first word of its first line
// that is not a comment, or a word that occurs in no other format.
//
// Tested by: tests/base/file_kind_test.cpp, tests/app/foreign_files_test.py
#include "base/file_kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "base/byte_stream.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

constexpr std::size_t kBeginning = 16384;
constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kBzip2 = "BZh", kNetrace = "UTJH";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool has(std::string_view text, std::string_view word) { return text.find(word) != text.npos; }

// Returns the first line that is neither blank nor a comment in any format, trimmed.
std::string_view first_line(std::string_view text) {
  while (!text.empty()) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const std::string_view line = text.substr(0, text.find('\n'));
    const bool is_block = line.starts_with("/*");
    const bool is_comment =
        line.starts_with('#') || line.starts_with(';') || line.starts_with("//");
    if (!is_block && !is_comment) return line.substr(0, line.find_last_not_of(kBlanks) + 1);
    const std::size_t end = is_block ? text.find("*/") : line.size();
    text.remove_prefix(end == text.npos ? text.size() : std::min(end + 2 * is_block, text.size()));
  }
  return {};
}

bool begins_with_word(std::string_view line, std::string_view word) {
  return line.starts_with(word) &&
         (line.size() == word.size() || line[word.size()] == ' ' || line[word.size()] == '\t');
}

// Matches a word followed by a number: "router 3", "Switch 8".
bool begins_with_number_of(std::string_view line, std::string_view word) {
  if (!begins_with_word(line, word)) return false;
  const std::size_t at = line.find_first_not_of(kBlanks, word.size());
  return at != line.npos && is_digit(line[at]);
}

// Matches a section header of an INI file, "[topology]".
bool is_section(std::string_view line) {
  return line.size() > 2 && line.front() == '[' && line.back() == ']' &&
         std::ranges::all_of(line.substr(1, line.size() - 2),
                             [](unsigned char c) {
                               return std::islower(c) || is_digit(static_cast<char>(c)) ||
                                      c == '_' || c == '.';
                             }) &&
         std::islower(static_cast<unsigned char>(line[1]));
}

// Matches an object, or a list of anything but numbers: ibnetdiscover writes "[1]" before a port.
bool is_json(std::string_view line) {
  if (line.starts_with('{')) return true;
  const std::size_t next = line.find_first_not_of(kBlanks, 1);
  return line.starts_with('[') &&
         (next == line.npos || std::string_view("{[\"]").find(line[next]) != line.npos);
}

// Consumes a protocol buffers varint at the start of `bytes`; 0 if there is none.
std::size_t take_varint(std::string_view& bytes) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 4; ++i) {
    value |= static_cast<std::size_t>(bytes[i] & 0x7f) << 7 * i;
    if ((bytes[i] & 0x80) != 0) continue;
    bytes.remove_prefix(i + 1);
    return value;
  }
  return 0;
}

// Matches a GlobalMetadata message: its first field is a version such as "0.0.4", or a named
// attribute.
bool is_chakra(std::string_view bytes) {
  const std::size_t message = take_varint(bytes);
  if (message == 0 || bytes.empty()) return false;
  const bool is_version = bytes[0] == '\x0a', is_attribute = bytes[0] == '\x12';
  bytes.remove_prefix(1);
  const std::size_t field = take_varint(bytes);
  if (field == 0 || field + 2 > message) return false;
  const auto all = [&](std::size_t size, const auto& fits) {
    return size > 0 && size <= bytes.size() && std::ranges::all_of(bytes.substr(0, size), fits);
  };
  if (is_version) return all(field, [](char c) { return is_digit(c) || c == '.'; });
  if (!is_attribute || !bytes.starts_with('\x0a')) return false;
  bytes.remove_prefix(1);
  const std::size_t name = take_varint(bytes);
  return name < field && all(name, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

// Matches the format of Chakra's feeder, or the messages that its jsonizer writes one after
// another.
bool is_chakra_json(std::string_view text) {
  return has(text, "\"workload_graph\"") || (has(text, "\"type\"") && has(text, "_NODE\""));
}

bool is_ibnetdiscover_line(std::string_view line) {
  for (const std::string_view word : {"vendid=", "switchguid=", "caguid="})
    if (line.starts_with(word)) return true;
  for (const std::string_view word : {"Switch", "Ca", "Hca"}) {
    if (!line.starts_with(word)) continue;
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks, word.size()), line.size()));
    line.remove_prefix(std::min(line.find_first_not_of("0123456789"), line.size()));
    return has(line, "\"");
  }
  return false;
}

// Searches all lines: warnings and headings may precede the fabric.
bool has_ibnetdiscover_line(std::string_view text) {
  while (!text.empty()) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const std::string_view line = text.substr(0, text.find('\n'));
    if (is_ibnetdiscover_line(line)) return true;
    text.remove_prefix(line.size());
  }
  return false;
}

std::optional<FileKind> kind_of_bytes(std::string_view bytes) {
  constexpr std::string_view kArchives[] = {"\x1f\x8b", kBzip2,
                                            "\xfd"
                                            "7zXZ",
                                            "PK\x03\x04", "\x28\xb5\x2f\xfd"};
  for (const std::string_view magic : kArchives)
    if (bytes.starts_with(magic)) return FileKind::kArchive;
  // Magic numbers of LogGOPSim's binary schedules, the second for one that a run has consumed.
  constexpr std::string_view kSchedules[] = {std::string_view("\x7f\x10\0\0\0\0\0\0", 8),
                                             std::string_view("\x26\x09\0\0\0\0\0\0", 8)};
  for (const std::string_view magic : kSchedules)
    if (bytes.starts_with(magic)) return FileKind::kGoal;
  if (bytes.starts_with(kNetrace) || bytes.starts_with("HJTU")) return FileKind::kNetrace;
  if (is_chakra(bytes)) return FileKind::kChakra;
  if (has(bytes, std::string_view("\0", 1))) return FileKind::kBinary;
  return std::nullopt;
}

std::optional<FileKind> kind_of_xml(std::string_view text) {
  if (has(text, "<graphml")) return FileKind::kGraphml;
  if (has(text, "<algo")) return FileKind::kMsccl;
  return FileKind::kXml;
}

struct Described {
  FileKind kind;
  std::string_view what, reader;  // an empty reader: no key reads this kind
};
constexpr std::array kDescribed = {
    Described{FileKind::kAnynet, "a network for BookSim's anynet", "topology.format = anynet"},
    Described{FileKind::kArchive, "a compressed file", ""},
    Described{FileKind::kBinary, "a binary file", ""},
    Described{FileKind::kBooksim, "a config of BookSim", "orthant import booksim"},
    Described{FileKind::kChakra, "a trace of Chakra", "workload.format = chakra"},
    Described{FileKind::kConfig, "a config of Orthant", ""},
    Described{FileKind::kDot, "a drawing in dot", ""},
    Described{FileKind::kDumpi, "a trace of DUMPI", "workload.format = dumpi"},
    Described{FileKind::kForwardingTables, "forwarding tables", "routing.algorithm = lft"},
    Described{FileKind::kGoal, "a program in GOAL", "workload.format = goal"},
    Described{FileKind::kGraphml, "a GraphML file", "topology.format = graphml"},
    Described{FileKind::kIbnetdiscover, "a fabric as ibnetdiscover prints it",
              "topology.format = ibnetdiscover"},
    Described{FileKind::kJson, "a JSON file", ""},
    Described{FileKind::kMessages, "a list of messages", "workload.format = csv"},
    Described{FileKind::kMsccl, "an algorithm of MSCCL", "workload.format = msccl"},
    Described{FileKind::kNetrace, "a trace of netrace", "workload.format = netrace"},
    Described{FileKind::kPathTable, "a path table", "routing.table_file"},
    Described{FileKind::kPermutation, "a permutation of nodes", "traffic.pattern = permutation"},
    Described{FileKind::kResults, "a result file of Orthant", ""},
    Described{FileKind::kXml, "an XML file", ""}};

}  // namespace

std::optional<FileKind> kind_of_text(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (const auto kind = kind_of_bytes(text)) return kind;
  if (has(text, " entering at walltime ")) return FileKind::kDumpi;
  const std::string_view line = first_line(text);
  if (line.starts_with('<')) return kind_of_xml(text);
  if (begins_with_word(line, "num_ranks")) return FileKind::kGoal;
  if (line.starts_with("time,source,destination,bytes")) return FileKind::kMessages;
  if (line.starts_with("topology,dimensions,routers,nodes")) return FileKind::kResults;
  if (line == "source,destination") return FileKind::kPermutation;
  if (begins_with_word(line, "orthant-paths")) return FileKind::kPathTable;
  if (begins_with_number_of(line, "router")) return FileKind::kAnynet;
  for (const std::string_view beginning : {"Unicast lids ", "Switch 0x", "dump_ucast_routes:"})
    if (line.starts_with(beginning)) return FileKind::kForwardingTables;
  if (is_section(line)) return FileKind::kConfig;
  if (is_json(line)) return is_chakra_json(text) ? FileKind::kChakra : FileKind::kJson;
  for (const std::string_view word : {"graph", "digraph", "strict"})
    if (begins_with_word(line, word) && has(text, "{")) return FileKind::kDot;
  if (has_ibnetdiscover_line(text)) return FileKind::kIbnetdiscover;
  if (has(line, "=") && has(line, ";")) return FileKind::kBooksim;
  return std::nullopt;
}

// Netrace files are distributed compressed.
static bool is_compressed_netrace(const std::string& file) {
  try {
    std::string beginning(kNetrace.size(), '\0');
    ByteStream bytes("", file);
    return bytes.read(beginning.data(), beginning.size()) == beginning.size() &&
           beginning == kNetrace;
  } catch (const KeyError&) {
    return false;
  }
}

std::optional<FileKind> kind_of_file(const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  std::string beginning(kBeginning, '\0');
  in.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  beginning.resize(static_cast<std::size_t>(in.gcount()));
  if (beginning.starts_with(kBzip2) && is_compressed_netrace(file)) return FileKind::kNetrace;
  return kind_of_text(beginning);
}

void refuse_other_kinds(const std::string& key, const std::string& file,
                        std::optional<FileKind> expected, std::string_view allowed) {
  refuse_other_kinds(key, file, kind_of_file(file), expected, allowed);
}

void refuse_other_kinds(const std::string& key, const std::string& file,
                        std::optional<FileKind> kind, std::optional<FileKind> expected,
                        std::string_view allowed) {
  if (!kind || kind == expected) return;
  const auto& described = *std::ranges::find(kDescribed, *kind, &Described::kind);
  key_error(key, "{}: this is {}{}; allowed: {}", file, described.what,
            described.reader.empty() ? "" : fmt::format(", which {} reads", described.reader),
            allowed);
}

}  // namespace orthant
