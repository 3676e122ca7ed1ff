#include "topology/fabric_lines.hpp"

#include <cctype>

#include "base/numbers.hpp"
#include "base/text_cursor.hpp"

namespace orthant {
namespace {

bool is_all(std::string_view text, std::string_view characters) {
  return !text.empty() && text.find_first_not_of(characters) == text.npos;
}

bool is_in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Returns the number of at most 5 digits that follows `word` and a blank; 0 if there is none.
std::uint32_t number_after(std::string_view word, std::string_view text) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    TextCursor after(text.substr(at + word.size()));
    const bool apart = !after.take_all(TextCursor::kBlanks).empty();
    const std::string_view digits = after.take_all(TextCursor::kDigits);
    const bool ends = after.rest().empty() || !is_in_word(after.rest()[0]);
    if (apart && (at == 0 || !is_in_word(text[at - 1])) && ends && !digits.empty() &&
        digits.size() <= 5)
      return static_cast<std::uint32_t>(*parse_integer(digits));
  }
  return 0;
}

// Parses "lid 5"; returns 0 if there is none, or if it is not a unicast LID: 65535 means
// unassigned.
std::uint32_t lid_after(std::string_view text) {
  constexpr std::uint32_t kLastUnicast = 0xbfff;
  const std::uint32_t lid = number_after("lid", text);
  return lid <= kLastUnicast ? lid : 0;
}

// A trailing comment: # BEFORE "DESCRIPTION" AFTER. The description may contain quotes.
struct TrailingComment {
  std::string_view before, description, after;
};
TrailingComment trailing_comment(std::string_view rest) {
  const std::size_t mark = rest.find('#');
  if (mark == rest.npos) return {};
  const std::string_view text = rest.substr(mark + 1);
  const std::size_t open = text.find('"'), close = text.rfind('"');
  if (open == close) return {.before = text, .description = {}, .after = {}};
  return {.before = text.substr(0, open),
          .description = text.substr(open + 1, close - open - 1),
          .after = text.substr(close + 1)};
}

// Accepts "[3]", and "[3][ext 5]" on the switches of a chassis.
std::optional<std::string_view> take_port(TextCursor& at) {
  const auto port = at.take_between('[', ']');
  if (!port || !is_all(*port, TextCursor::kDigits) || port->size() > 5) return std::nullopt;
  at.take_between('[', ']');
  return port;
}

// Accepts "(b1)", a GUID, or nothing. ibdiagnet puts the label of the port first, "(1/1/1)(b1)",
// which may look like a GUID.
std::string take_guid(TextCursor& at) {
  auto guid = at.take_between('(', ')');
  if (const auto after_label = at.take_between('(', ')')) guid = after_label;
  return guid && is_all(*guid, TextCursor::kHexadecimalDigits) ? std::string(*guid) : "";
}

}  // namespace

std::optional<std::string_view> FabricDevice::guid_digits() const {
  const std::string_view text = id;
  if (text.size() < 3 || text[1] != '-' || !is_all(text.substr(2), TextCursor::kHexadecimalDigits))
    return std::nullopt;
  return text.substr(2);
}

bool FabricDevice::is_aggregation_node() const {
  return !is_switch && description.find("Aggregation Node") != description.npos;
}

// Blanks are optional where the text is unambiguous: terminals lose tabs.
std::optional<FabricDevice> parse_fabric_device(std::string_view line) {
  TextCursor at(line);
  FabricDevice device;
  device.is_switch = at.take("Switch");
  device.is_router = !device.is_switch && at.take("Rt");
  if (!device.is_switch && !device.is_router && !at.take("Ca") && !at.take("Hca"))
    return std::nullopt;
  at.take_all(TextCursor::kBlanks);
  if (at.take_all(TextCursor::kDigits).empty()) return std::nullopt;
  at.take_all(TextCursor::kBlanks);
  const auto id = at.take_between('"', '"');
  if (!id || id->empty()) return std::nullopt;
  device.id = *id;
  const TrailingComment comment = trailing_comment(at.rest());
  device.description = comment.description;
  device.lid = lid_after(comment.description.empty() ? comment.before : comment.after);
  return device;
}

std::optional<FabricCable> parse_fabric_cable(std::string_view line) {
  TextCursor at(line);
  FabricCable cable;
  const auto own = take_port(at);
  cable.guid = take_guid(at);
  at.take_all(TextCursor::kBlanks);
  const auto peer = at.take_between('"', '"');
  at.take_all(TextCursor::kBlanks);
  const bool has_port = at.rest().starts_with('[');  // else port 1, as in ibsim
  const auto far = take_port(at);
  if (!own || !peer || peer->empty() || far.has_value() != has_port) return std::nullopt;
  cable.port = static_cast<std::size_t>(*parse_integer(*own));
  cable.peer = *peer;
  cable.peer_port = far ? static_cast<std::size_t>(*parse_integer(*far)) : 1;
  cable.peer_guid = take_guid(at);
  const TrailingComment comment = trailing_comment(at.rest());
  cable.lid = lid_after(comment.before);
  cable.lmc = number_after("lmc", comment.before);
  cable.peer_description = comment.description;
  cable.peer_lid = lid_after(comment.after);
  return cable;
}

}  // namespace orthant
