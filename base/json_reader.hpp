// Reads JSON (RFC 8259) value by value, without keeping it, and names the line of a mistake.
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
  // All members throw KeyError(key, "FILE:LINE: ...") where something else comes next. The text
  // must live as long as the reader.
  JsonReader(std::string key, std::string file, std::string_view text);

  enum class Kind : std::uint8_t { kObject, kArray, kString, kNumber, kBoolean, kNull, kEnd };
  // Of the value that comes next; kEnd: nothing but blanks.
  Kind next();
  // Of the first element of the array that comes next; kEnd: it has none.
  Kind next_inside();

  // Calls `member` for each member of the object, which reads its value.
  void object(FunctionRef<void(const std::string& name)> member);
  // Calls `element` before each element of the array, which reads it.
  void array(FunctionRef<void()> element);
  std::string string();
  // As 12, or as "12", as protocol buffers are written in JSON.
  std::int64_t integer();
  std::string number();  // as it stands
  bool boolean();
  // A value of any kind.
  void skip();

  // "FILE:LINE: TEXT" of where reading is.
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
