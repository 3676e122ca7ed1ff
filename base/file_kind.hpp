// Recognises the kind of a file that a user named, so that no reader parses a file of another
// format. Plain lists of numbers, such as edge lists and matrices, have no signature.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace orthant {

enum class FileKind : std::uint8_t {
  kAnynet,
  kArchive,  // compressed
  kBinary,
  kBooksim,
  kChakra,
  kConfig,
  kDot,
  kDumpi,
  kForwardingTables,
  kGoal,
  kGraphml,
  kIbnetdiscover,
  kJson,
  kMessages,
  kMsccl,
  kNetrace,
  kPathTable,
  kPermutation,
  kResults,
  kXml
};

// Classifies a file by its first bytes, of which `beginning` has at least 4 KiB or all; nullopt:
// unknown.
std::optional<FileKind> kind_of_text(std::string_view beginning);
// Classifies a file. Returns nullopt also if it cannot be opened, or if it is not a regular file
// and hence cannot be read twice.
std::optional<FileKind> kind_of_file(const std::string& file);

// Throws KeyError(key, "FILE: this is ...; allowed: ...") if the file is recognised as a kind other
// than `expected`. `allowed` names what the reader accepts, such as "an edge list".
void refuse_other_kinds(const std::string& key, const std::string& file,
                        std::optional<FileKind> expected, std::string_view allowed);
// Does the same for a file whose kind is known.
void refuse_other_kinds(const std::string& key, const std::string& file,
                        std::optional<FileKind> kind, std::optional<FileKind> expected,
                        std::string_view allowed);

}  // namespace orthant
