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

// "{1,{2,3}}" as 1 and {2,3}, any other text as itself, an empty one as nothing. As BookSim reads
// them: "{3,4},{1,2}" is 3 and 4.
std::vector<std::string> booksim_elements(const std::string& text);

// A value such as islip(2) or hotspot({{3,4},{1,2}}).
struct BooksimCall {
  std::string name;
  std::vector<std::string> arguments;  // the elements of what stands in parentheses
};
BooksimCall booksim_call(const std::string& text);

}  // namespace orthant
