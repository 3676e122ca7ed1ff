// Invariants that are checked in every run.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace orthant {

// A broken invariant is our mistake: says where and stops.
template <class... Args>
void require(bool holds, fmt::format_string<Args...> format, Args&&... args) {
  if (holds) return;
  fmt::print(stderr, "orthant: internal error: {}\n",
             fmt::format(format, std::forward<Args>(args)...));
  std::abort();
}

}  // namespace orthant
