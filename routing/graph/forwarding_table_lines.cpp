#include "routing/graph/forwarding_table_lines.hpp"

#include <cctype>

#include "base/numbers.hpp"
#include "base/text_cursor.hpp"

namespace orthant {
namespace {

// True if the word before `rest` ends there.
bool ends_word(std::string_view rest) {
  return rest.empty() || (std::isalnum(static_cast<unsigned char>(rest[0])) == 0 && rest[0] != '_');
}

// Returns the hexadecimal number after the first `word` that is followed by such a number. The name
// of a switch may contain the same word, but comes later in the line.
std::optional<std::uint64_t> guid_after(std::string_view word, std::string_view line) {
  for (std::size_t at = line.find(word); at != line.npos; at = line.find(word, at + 1)) {
    TextCursor after(line.substr(at + word.size()));
    const auto guid = parse_hexadecimal(after.take_all(TextCursor::kHexadecimalDigits));
    if (guid && ends_word(after.rest())) return guid;
  }
  return std::nullopt;
}

constexpr std::uint32_t kNoPort = 255;  // in a table: unassigned LIDs

}  // namespace

std::optional<std::uint64_t> parse_table_header(std::string_view line) {
  if (line.starts_with("Unicast lids ")) return guid_after("guid 0x", line);
  if (line.find("dump_ucast_routes: Switch 0x") != line.npos) return guid_after("Switch 0x", line);
  return std::nullopt;
}

std::optional<TableEntry> parse_table_entry(std::string_view line) {
  TextCursor at(line);
  at.take_all(TextCursor::kBlanks);
  if (!at.take("0x")) return std::nullopt;
  const std::string_view lid = at.take_all(TextCursor::kHexadecimalDigits);
  const bool apart = !at.take_all(TextCursor::kBlanks).empty();
  if (lid.empty() || lid.size() > 4 || !apart) return std::nullopt;
  TableEntry entry{.lid = static_cast<std::uint32_t>(*parse_hexadecimal(lid))};
  if (at.take(":")) at.take_all(TextCursor::kBlanks);
  if (at.take("UNREACHABLE")) return entry;
  const std::string_view port = at.take_all(TextCursor::kDigits);
  if (port.empty() || port.size() > 3 || !ends_word(at.rest())) return std::nullopt;
  const auto number = static_cast<std::uint32_t>(*parse_integer(port));
  if (number != kNoPort) entry.port = number;
  return entry;
}

std::string_view other_table(std::string_view line) {
  if (line.starts_with("Multicast mlids ") || line.find("mcast") != line.npos)
    return "a multicast table";
  if (line.starts_with("Switch: guid 0x")) return "a matrix of hops (opensm-lid-matrix.dump)";
  if (line.find(", base LID ") != line.npos || line.starts_with("# SL2VL"))
    return "a map of service levels to VLs";
  if (line.starts_with("{ ")) return "a list of links (opensm-subnet.lst)";
  return {};
}

}  // namespace orthant
