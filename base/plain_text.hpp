// Text without terminal control sequences.
//
// Tested by: tests/base/plain_text_test.cpp
#pragma once

#include <string>
#include <string_view>

namespace orthant {

// Replaces each control character except newline and tab by '?', including those of Latin-1 in
// UTF-8: names from files end up on terminals, which would execute them.
std::string without_controls(std::string_view text);

}  // namespace orthant
