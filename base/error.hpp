// A user's mistake as one line: where it is, what it is, and what is allowed. It is thrown only
// while reading and building, and caught once, in the command, which prints it and exits with 2.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace orthant {

class ConfigError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws a ConfigError with a text formatted as by fmt::format.
template <class... Args>
[[noreturn]] void config_error(fmt::format_string<Args...> format, Args&&... args) {
  throw ConfigError(fmt::format(format, std::forward<Args>(args)...));
}

// A mistake in the value of one config key. The command adds the file and line where the key was
// set; code below app/ knows only its name.
class KeyError : public ConfigError {
 public:
  KeyError(std::string key, const std::string& what) : ConfigError(what), key_(std::move(key)) {}
  const std::string& key() const { return key_; }

 private:
  std::string key_;
};

template <class... Args>
[[noreturn]] void key_error(std::string key, fmt::format_string<Args...> format, Args&&... args) {
  throw KeyError(std::move(key), fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace orthant
