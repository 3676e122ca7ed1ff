// Recognises what kind of file a user has named, so that no reader takes another format for its
// own. Lists of numbers, such as edge lists and matrices, have no mark by which to be recognised.
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

// By the first bytes of the file, at least 4 KiB where it has as many; nullopt: not recognised.
std::optional<FileKind> kind_of_text(std::string_view beginning);
// nullopt also where it is no regular file, of which nothing can be read twice, and where it cannot
// be opened.
std::optional<FileKind> kind_of_file(const std::string& file);

// Throws KeyError(key, "FILE: this is ...; allowed: ...") where the file is recognised as another
// kind than `expected`. `allowed`: what the reader reads, such as "an edge list".
void refuse_other_kinds(const std::string& key, const std::string& file,
                        std::optional<FileKind> expected, std::string_view allowed);
// The same where the kind of the file is known.
void refuse_other_kinds(const std::string& key, const std::string& file,
                        std::optional<FileKind> kind, std::optional<FileKind> expected,
                        std::string_view allowed);

}  // namespace orthant
