// Reads a text file of numbers line by line, whatever the file is, and names the place of a
// mistake.
#pragma once

#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace orthant {

// Lines hold numbers separated by blanks or single commas; `#` starts a comment.
class LineReader {
 public:
  // Throws KeyError(key, "cannot open FILE: ..."). `numbers`: as many as a line may hold; reading
  // stops with an error at a line far too long for them.
  LineReader(std::string key, std::string file, std::size_t numbers);

  // Goes to the next line; false at the end of the file. Throws KeyError where it is too long, or
  // the file cannot be read.
  bool next();
  // The present line, or its first `end` characters, as text of its numbers, the comment left out;
  // valid until next(). Throws KeyError where a number before or after a comma is missing.
  const std::vector<std::string_view>& entries(std::size_t end = std::string_view::npos);
  // The present line up to its comment; valid until next().
  std::string_view without_comment() const;
  // The present line as it stands, without its newline ("\n" or "\r\n"); valid until next().
  std::string_view text() const { return line_; }
  // False where the file ends within the present line.
  bool has_newline() const { return has_newline_; }
  std::size_t line_number() const { return line_number_; }

  const std::string& file() const { return file_; }
  // Throws KeyError(key, "FILE:LINE: ...").
  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    fail_at(line_number_, format, std::forward<Args>(args)...);
  }
  // The same for a line read before.
  template <class... Args>
  [[noreturn]] void fail_at(std::size_t line, fmt::format_string<Args...> format,
                            Args&&... args) const {
    key_error(key_, "{}:{}: {}", file_, line, fmt::format(format, std::forward<Args>(args)...));
  }
  // Throws KeyError(key, "FILE: ...").
  template <class... Args>
  [[noreturn]] void fail_file(fmt::format_string<Args...> format, Args&&... args) const {
    key_error(key_, "{}: {}", file_, fmt::format(format, std::forward<Args>(args)...));
  }

  // An entry for an error line: at most 20 characters, those that a terminal may not like as '?'.
  static std::string printable(std::string_view entry);

 private:
  [[noreturn]] void fail_to_read(std::string_view verb) const;

  std::string key_;
  std::string file_;
  std::size_t numbers_;
  std::size_t longest_line_;
  std::ifstream in_;
  std::size_t line_number_ = 0;
  bool has_newline_ = false;
  std::string line_;
  std::vector<std::string_view> entries_;
};

}  // namespace orthant
