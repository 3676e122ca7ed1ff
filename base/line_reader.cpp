#include "base/line_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace orthant {
namespace {

constexpr std::string_view kSeparators = "allowed: numbers, blanks or one comma between them";

}  // namespace

LineReader::LineReader(std::string key, std::string file, std::size_t numbers)
    : key_(std::move(key)),
      file_(std::move(file)),
      numbers_(numbers),
      longest_line_(64 * numbers + 4096) {
  errno = 0;
  in_.open(file_, std::ios::binary);
  if (!in_) fail_to_read("open");
  for (const char mark : {'\xef', '\xbb', '\xbf'}) {  // byte order mark, which some editors write
    if (in_.peek() == std::istream::traits_type::to_int_type(mark)) in_.get();
  }
}

void LineReader::fail_to_read(std::string_view verb) const {
  key_error(key_, "cannot {} {}: {}{}", verb, file_,
            std::generic_category().message(errno == 0 ? EIO : errno),
            errno == EISDIR ? "; allowed: a file" : "");
}

bool LineReader::next() {
  line_.clear();
  ++line_number_;
  has_newline_ = false;
  for (int c = in_.get(); c != '\n'; c = in_.get()) {
    if (c == std::istream::traits_type::eof()) {
      if (in_.bad()) fail_to_read("read");
      return !line_.empty();
    }
    if (line_.size() == longest_line_) {
      fail("the line is longer than {0} characters, too long for {1} numbers; allowed: at most {0}",
           longest_line_, numbers_);
    }
    line_.push_back(static_cast<char>(c));
  }
  has_newline_ = true;
  if (!line_.empty() && line_.back() == '\r') line_.pop_back();
  return true;
}

std::string_view LineReader::without_comment() const {
  return std::string_view(line_).substr(0, line_.find('#'));
}

const std::vector<std::string_view>& LineReader::entries(std::size_t end) {
  entries_.clear();
  std::string_view rest = without_comment().substr(0, end);
  bool after_comma = false;
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
    if (rest.empty()) break;
    if (rest.front() == ',') {
      if (entries_.empty() || after_comma) fail("no number before a comma; {}", kSeparators);
      after_comma = true;
      rest.remove_prefix(1);
      continue;
    }
    entries_.push_back(rest.substr(0, rest.find_first_of(" \t\r,")));
    rest.remove_prefix(entries_.back().size());
    after_comma = false;
  }
  if (after_comma) fail("no number after a comma; {}", kSeparators);
  return entries_;
}

std::string LineReader::printable(std::string_view entry) {
  std::string text(entry.substr(0, 20));
  for (char& c : text) {
    if (c < ' ' || c > '~') c = '?';
  }
  return entry.size() > 20 ? text + "..." : text;
}

}  // namespace orthant
