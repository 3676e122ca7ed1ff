// Invariants that are checked in every run.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace orthant {

// While an object lives on this thread, require() checks data read from a file: an invariant that
// does not hold is the file's mistake, a ConfigError.
class InvariantsOfInput {
 public:
  InvariantsOfInput() { ++count_; }
  ~InvariantsOfInput() { --count_; }
  InvariantsOfInput(const InvariantsOfInput&) = delete;
  InvariantsOfInput& operator=(const InvariantsOfInput&) = delete;
  static bool any() { return count_ != 0; }

 private:
  static inline thread_local int count_ = 0;
};

// A broken invariant is our mistake: reports where and stops.
template <class... Args>
void require(bool holds, fmt::format_string<Args...> format, Args&&... args) {
  if (holds) return;
  const std::string what = fmt::format(format, std::forward<Args>(args)...);
  if (InvariantsOfInput::any()) config_error("is damaged: {}", what);
  fmt::print(stderr, "orthant: internal error: {}\n", what);
  std::abort();
}

}  // namespace orthant
