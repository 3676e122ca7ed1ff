// A file as one text (POSIX).
#pragma once

#include <optional>
#include <string>

namespace orthant {

// The whole text; nullopt where there is no such file. Throws ConfigError where it cannot be read.
std::optional<std::string> read_file(const std::string& path);
// The whole text of a file that a key names. Throws KeyError where there is none.
std::string read_file_of(const std::string& key, const std::string& path);
// What is left of an open file of that name.
std::string read_all(int descriptor, const std::string& path);

}  // namespace orthant
