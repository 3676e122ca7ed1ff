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

// The number behind the first `word` and a blank, of 5 digits at most; 0 where there is none.
std::uint32_t number_behind(std::string_view word, std::string_view text) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    TextCursor behind(text.substr(at + word.size()));
    const bool apart = !behind.take_all(TextCursor::kBlanks).empty();
    const std::string_view digits = behind.take_all(TextCursor::kDigits);
    const bool ends = behind.rest().empty() || !is_in_word(behind.rest()[0]);
    if (apart && (at == 0 || !is_in_word(text[at - 1])) && ends && !digits.empty() &&
        digits.size() <= 5)
      return static_cast<std::uint32_t>(*parse_integer(digits));
  }
  return 0;
}

// The remark behind an entry: # BEFORE "DESCRIPTION" BEHIND. A description may have quotes in it.
struct Remark {
  std::string_view before, description, behind;
};
Remark remark_in(std::string_view rest) {
  const std::size_t mark = rest.find('#');
  if (mark == rest.npos) return {};
  const std::string_view text = rest.substr(mark + 1);
  const std::size_t open = text.find('"'), close = text.rfind('"');
  if (open == close) return {.before = text, .description = {}, .behind = {}};
  return {.before = text.substr(0, open),
          .description = text.substr(open + 1, close - open - 1),
          .behind = text.substr(close + 1)};
}

// "[3]", and "[3][ext 5]" on the switches of a chassis.
std::optional<std::string_view> take_port(TextCursor& at) {
  const auto port = at.take_between('[', ']');
  if (!port || !is_all(*port, TextCursor::kDigits) || port->size() > 5) return std::nullopt;
  at.take_between('[', ']');
  return port;
}

// "(b1)": a GUID, or nothing.
std::string take_guid(TextCursor& at) {
  const auto guid = at.take_between('(', ')');
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

std::optional<FabricDevice> parse_fabric_device(std::string_view line) {
  TextCursor at(line);
  FabricDevice device;
  device.is_switch = at.take("Switch");
  if (!device.is_switch && !at.take("Ca") && !at.take("Hca") && !at.take("Rt")) return std::nullopt;
  if (at.take_all(TextCursor::kBlanks).empty() || at.take_all(TextCursor::kDigits).empty() ||
      at.take_all(TextCursor::kBlanks).empty())
    return std::nullopt;
  const auto id = at.take_between('"', '"');
  if (!id || id->empty()) return std::nullopt;
  device.id = *id;
  const Remark remark = remark_in(at.rest());
  device.description = remark.description;
  device.lid = number_behind("lid", remark.description.empty() ? remark.before : remark.behind);
  return device;
}

std::optional<FabricCable> parse_fabric_cable(std::string_view line) {
  TextCursor at(line);
  FabricCable cable;
  const auto own = take_port(at);
  cable.guid = take_guid(at);
  if (!own || at.take_all(TextCursor::kBlanks).empty()) return std::nullopt;
  const auto peer = at.take_between('"', '"');
  at.take_all(TextCursor::kBlanks);
  const auto far = take_port(at);
  if (!peer || peer->empty() || !far) return std::nullopt;
  cable.port = static_cast<std::size_t>(*parse_integer(*own));
  cable.peer = *peer;
  cable.peer_port = static_cast<std::size_t>(*parse_integer(*far));
  cable.peer_guid = take_guid(at);
  const Remark remark = remark_in(at.rest());
  cable.lid = number_behind("lid", remark.before);
  cable.lmc = number_behind("lmc", remark.before);
  cable.peer_description = remark.description;
  cable.peer_lid = number_behind("lid", remark.behind);
  return cable;
}

}  // namespace orthant
