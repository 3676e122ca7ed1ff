// Every key that BookSim 2 knows.
#pragma once

#include <span>
#include <string_view>

namespace orthant {

// One key, or several by blanks that share all else.
struct BooksimKey {
  std::string_view names;
  std::string_view fallback;  // BookSim's default
  std::string_view reason;    // why no key here has another value for it; empty: one has
};

// Source: booksim_config.cpp of booksim/booksim2 at 28f4329, about in its order.
std::span<const BooksimKey> booksim_keys();
const BooksimKey* find_booksim_key(std::string_view name);  // nullptr: there is none

}  // namespace orthant
