// Reads a text file of numbers line by line, tolerating arbitrary input, and reports the place of a
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
  // Throws KeyError(key, "cannot open FILE: ..."). `numbers` is the most that a line may hold; a
  // line far too long for them is an error.
  LineReader(std::string key, std::string file, std::size_t numbers);

  // Goes to the next line; returns false at the end of the file. Throws KeyError if the line is too
  // long or the file cannot be read.
  bool next();
  // The numbers of the current line, or of its first `end` characters, as text and without the
  // comment; valid until next(). Throws KeyError if a number before or after a comma is missing.
  const std::vector<std::string_view>& entries(std::size_t end = std::string_view::npos);
  // The current line up to its comment; valid until next().
  std::string_view without_comment() const;
  // The current line without its newline (LF or CR LF); valid until next().
  std::string_view text() const { return line_; }
  // False if the file ends within the current line.
  bool has_newline() const { return has_newline_; }
  std::size_t line_number() const { return line_number_; }

  const std::string& file() const { return file_; }
  // Throws KeyError(key, "FILE:LINE: ...").
  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    fail_at(line_number_, format, std::forward<Args>(args)...);
  }
  // Does the same for an earlier line.
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

  // Formats an entry for an error message: at most 20 characters, unprintable ones as '?'.
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
