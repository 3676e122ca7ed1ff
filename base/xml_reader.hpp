// Reads an XML file element by element and reports the line of a mistake (Expat).
//
// Tested by: tests/topology/graph_files_test.cpp, tests/traffic/msccl_program_test.cpp
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.hpp"

struct XML_ParserStruct;

namespace orthant {

// Attributes of a start tag.
class XmlAttributes {
 public:
  explicit XmlAttributes(const char** pairs) : pairs_(pairs) {}
  // Returns nullptr if there is no such attribute.
  const char* find(std::string_view name) const;

 private:
  const char** pairs_;  // name, value, ..., nullptr
};

class XmlReader {
 public:
  XmlReader(std::string key, std::string file);
  virtual ~XmlReader() = default;
  XmlReader(const XmlReader&) = delete;
  XmlReader& operator=(const XmlReader&) = delete;

 protected:
  // Calls the functions below for the whole file. Throws KeyError if it is not XML; exceptions of
  // the functions pass through.
  void read_elements();
  virtual void begin(std::string_view element, const XmlAttributes& attributes) = 0;
  virtual void end(std::string_view element) = 0;
  virtual void text(std::string_view) {}

  // Returns the value of an attribute; throws KeyError if it is missing or empty.
  std::string required(const XmlAttributes& attributes, std::string_view element,
                       std::string_view name) const;

  // The current line.
  std::size_t line() const;
  // Throws KeyError(key, "FILE:LINE: ...").
  template <class... Args>
  [[noreturn]] void fail_at(std::size_t line, fmt::format_string<Args...> format,
                            Args&&... args) const {
    key_error(key_, "{}:{}: {}", file_, line, fmt::format(format, std::forward<Args>(args)...));
  }
  const std::string& key() const { return key_; }
  const std::string& file() const { return file_; }

 private:
  struct Callbacks;  // what the parser calls
  [[noreturn]] void fail_to_read(std::string_view verb) const;
  void parse(const char* text, int length, bool last);

  std::string key_, file_;
  std::unique_ptr<XML_ParserStruct, void (*)(XML_ParserStruct*)> parser_;
  std::exception_ptr failed_;
};

}  // namespace orthant
