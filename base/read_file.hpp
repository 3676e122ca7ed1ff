// Reads a file as one string (POSIX).
#pragma once

#include <optional>
#include <string>

namespace orthant {

// Returns the whole file; nullopt if it does not exist. Throws ConfigError if it cannot be read.
std::optional<std::string> read_file(const std::string& path);
// Returns the whole file that a key names. Throws KeyError if it does not exist.
std::string read_file_of(const std::string& key, const std::string& path);
// Returns the rest of an open file; `path` is its name for messages.
std::string read_all(int descriptor, const std::string& path);

}  // namespace orthant
