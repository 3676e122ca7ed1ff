#include "base/json_reader.hpp"

#include <algorithm>
#include <charconv>

#include "base/line_reader.hpp"

namespace orthant {
namespace {

constexpr std::size_t kMaxDepth = 200;  // each level uses stack

void append_utf8(std::string& text, std::uint32_t code) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xc0 | code >> 6);
    add(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    add(0xe0 | code >> 12);
    add(0x80 | (code >> 6 & 0x3f));
    add(0x80 | (code & 0x3f));
  } else {
    add(0xf0 | code >> 18);
    add(0x80 | (code >> 12 & 0x3f));
    add(0x80 | (code >> 6 & 0x3f));
    add(0x80 | (code & 0x3f));
  }
}

}  // namespace

JsonReader::JsonReader(std::string key, std::string file, std::string_view text)
    : key_(std::move(key)), file_(std::move(file)), text_(text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
}

void JsonReader::fail_text(const std::string& text) const {
  const auto here = text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size()));
  key_error(key_, "{}:{}: {}", file_, 1 + std::count(text_.begin(), here, '\n'), text);
}

void JsonReader::fail_next(std::string_view allowed) {
  skip_blanks();
  if (at_ == text_.size()) fail("the file ends; allowed: {}", allowed);
  std::string_view word = text_.substr(at_);
  word = word.substr(0, std::max<std::size_t>(1, word.find_first_of(" \t\r\n,:[]{}\"")));
  fail("{} where there should be something else; allowed: {}", LineReader::printable(word),
       allowed);
}

void JsonReader::skip_blanks() {
  at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
}

bool JsonReader::take(char sign) {
  skip_blanks();
  if (at_ == text_.size() || text_[at_] != sign) return false;
  ++at_;
  return true;
}

void JsonReader::expect(char sign, std::string_view allowed) {
  if (!take(sign)) fail_next(allowed);
}

bool JsonReader::take_word(std::string_view word) {
  skip_blanks();
  if (!text_.substr(at_).starts_with(word)) return false;
  at_ += word.size();
  return true;
}

void JsonReader::enter() {
  if (++depth_ > kMaxDepth) fail("objects and arrays in {} others; allowed: fewer", kMaxDepth);
}

JsonReader::Kind JsonReader::next() {
  skip_blanks();
  if (at_ == text_.size()) return Kind::kEnd;
  switch (text_[at_]) {
    case '{':
      return Kind::kObject;
    case '[':
      return Kind::kArray;
    case '"':
      return Kind::kString;
    case 't':
    case 'f':
      return Kind::kBoolean;
    case 'n':
      return Kind::kNull;
    default:
      if (text_[at_] == '-' || (text_[at_] >= '0' && text_[at_] <= '9')) return Kind::kNumber;
      fail_next("a value of JSON");
  }
}

JsonReader::Kind JsonReader::next_inside() {
  const std::size_t from = at_;
  expect('[', "an array, [...]");
  const Kind kind = take(']') ? Kind::kEnd : next();
  at_ = from;
  return kind;
}

void JsonReader::object(FunctionRef<void(const std::string& name)> member) {
  expect('{', "an object, {...}");
  enter();
  if (!take('}')) {
    do {
      if (next() != Kind::kString) fail_next("a name in quotes");
      const std::string name = string();
      expect(':', "a colon after a name");
      member(name);
    } while (take(','));
    expect('}', "a comma or }");
  }
  --depth_;
}

void JsonReader::array(FunctionRef<void()> element) {
  expect('[', "an array, [...]");
  enter();
  if (!take(']')) {
    do element();
    while (take(','));
    expect(']', "a comma or ]");
  }
  --depth_;
}

std::uint32_t JsonReader::hexadecimal() {
  std::uint32_t code = 0;
  const std::string_view digits = text_.substr(at_, 4);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
  if (error != std::errc() || end != digits.data() + 4) fail("no \\uXXXX; allowed: four digits");
  at_ += 4;
  return code;
}

void JsonReader::append_escape(std::string& text) {
  constexpr std::string_view kEscapes = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
  const char sign = at_ < text_.size() ? text_[at_] : '\0';
  ++at_;
  if (sign == 'u') {
    std::uint32_t code = hexadecimal();
    const bool is_first_half = code >= 0xd800 && code < 0xdc00;
    if (is_first_half && text_.substr(at_).starts_with("\\u")) {
      at_ += 2;
      code = 0x10000 + ((code - 0xd800) << 10) + ((hexadecimal() - 0xdc00) & 0x3ff);
    }
    append_utf8(text, code);
    return;
  }
  const std::size_t which = kEscapes.find(sign);
  if (which == kEscapes.npos) fail("an unknown escape in a string; allowed: \\\", \\\\, \\n, ...");
  text += kMeant[which];
}

std::string JsonReader::string() {
  expect('"', "a string in quotes");
  std::string text;
  while (true) {
    const std::size_t end = std::min(text_.find_first_of("\"\\", at_), text_.size());
    text += text_.substr(at_, end - at_);
    at_ = end;
    if (at_ == text_.size()) fail("the file ends in a string; allowed: a quote after it");
    if (text_[at_++] == '"') return text;
    append_escape(text);
  }
}

std::string_view JsonReader::number_text() {
  skip_blanks();
  const std::size_t end = std::min(text_.find_first_not_of("+-.0123456789eE", at_), text_.size());
  const std::string_view number = text_.substr(at_, end - at_);
  if (number.empty()) fail_next("a number");
  return number;
}

std::int64_t JsonReader::integer() {
  const bool is_quoted = next() == Kind::kString;
  const std::size_t from = at_;
  const std::string quoted = is_quoted ? string() : "";
  const std::string_view number = is_quoted ? std::string_view(quoted) : number_text();
  std::int64_t value = 0;
  const char* const end = number.data() + number.size();
  auto [rest, error] = std::from_chars(number.data(), end, value);
  if (error == std::errc::result_out_of_range && !number.starts_with('-')) {
    std::uint64_t wrapped = 0;  // protocol buffers write some negative numbers as unsigned
    const auto again = std::from_chars(number.data(), end, wrapped);
    value = static_cast<std::int64_t>(wrapped);
    rest = again.ptr;
    error = again.ec;
  }
  if (error != std::errc() || rest != end) {
    at_ = from;
    fail("{} is no whole number; allowed: one of 64 bits", LineReader::printable(number));
  }
  if (!is_quoted) at_ += number.size();
  return value;
}

std::string JsonReader::number() {
  const std::string_view number = number_text();
  at_ += number.size();
  return std::string(number);
}

bool JsonReader::boolean() {
  if (take_word("true")) return true;
  if (!take_word("false")) fail_next("true or false");
  return false;
}

void JsonReader::skip() {
  switch (next()) {
    case Kind::kObject:
      return object([&](const std::string&) { skip(); });
    case Kind::kArray:
      return array([&] { skip(); });
    case Kind::kString:
      string();
      return;
    case Kind::kNumber:
      at_ += number_text().size();
      return;
    case Kind::kBoolean:
      boolean();
      return;
    case Kind::kNull:
      if (take_word("null")) return;
      [[fallthrough]];
    case Kind::kEnd:
      fail_next("a value of JSON");
  }
}

}  // namespace orthant
