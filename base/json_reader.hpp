// A streaming JSON reader (RFC 8259) that reports the line of a mistake.
//
//   json.object([&](const std::string& name) {
//     if (name == "ranks")
//       json.array([&] { ranks.push_back(json.integer()); });
//     else
//       json.skip();
//   });
//
// Tested by: tests/base/json_reader_test.cpp
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/function_ref.hpp"

namespace orthant {

class JsonReader {
 public:
  // All members throw KeyError(key, "FILE:LINE: ...") if the next value is of another kind. The
  // text must outlive the reader.
  JsonReader(std::string key, std::string file, std::string_view text);

  enum class Kind : std::uint8_t { kObject, kArray, kString, kNumber, kBoolean, kNull, kEnd };
  // Kind of the next value; kEnd: only blanks are left.
  Kind next();
  // Kind of the first element of the array that comes next; kEnd: it is empty.
  Kind next_inside();

  // Calls `member` for each member of the object; it must read the value.
  void object(FunctionRef<void(const std::string& name)> member);
  // Calls `element` for each element of the array; it must read the element.
  void array(FunctionRef<void()> element);
  std::string string();
  // Accepts 12 and "12", the form of 64-bit integers in protocol buffers' JSON.
  std::int64_t integer();
  std::string number();  // the text of a number
  bool boolean();
  // Skips a value of any kind.
  void skip();

  // Throws KeyError(key, "FILE:LINE: TEXT") with the current line.
  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    fail_text(fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  [[noreturn]] void fail_text(const std::string& text) const;
  [[noreturn]] void fail_next(std::string_view allowed);
  void skip_blanks();
  bool take(char sign);
  void expect(char sign, std::string_view allowed);
  void enter();
  bool take_word(std::string_view word);
  std::string_view number_text();
  void append_escape(std::string& text);
  std::uint32_t hexadecimal();

  std::string key_, file_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

}  // namespace orthant
