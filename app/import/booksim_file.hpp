// A config of BookSim 2 as it stands in its file: `key = value;`, with // and /* */ comments.
//
// Tested by: tests/app/booksim_test.py
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace orthant {

struct BooksimSetting {
  std::string key, value;
  std::size_t line;
};

// In the order of the file; of a key that is set twice the last value, as BookSim takes it. Throws
// ConfigError with file and line.
std::vector<BooksimSetting> read_booksim(const std::string& path);

// A value such as islip(2), hotspot({3,4},{1,2}) or {1,5}: its name, and what stands in brackets.
struct BooksimValue {
  std::string name;
  std::vector<std::string> parts;  // "2"; "{3,4}" and "{1,2}"; "1" and "5"
};
BooksimValue booksim_value(std::string_view text);

}  // namespace orthant
