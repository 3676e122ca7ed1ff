// Every key that BookSim 2 knows.
#pragma once

#include <span>
#include <string_view>

namespace orthant {

struct BooksimKey {
  std::string_view name;
  std::string_view fallback;  // BookSim's default
  std::string_view reason;    // why no key here has another value for it; empty: one has
};

// Source: booksim_config.cpp of booksim/booksim2 at 28f4329, in its order.
std::span<const BooksimKey> booksim_keys();
const BooksimKey* find_booksim_key(std::string_view name);  // nullptr: there is none

}  // namespace orthant
