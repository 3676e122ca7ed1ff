// Text that commands no terminal.
//
// Tested by: tests/base/plain_text_test.cpp
#pragma once

#include <string>
#include <string_view>

namespace orthant {

// Each control character but newline and tab becomes '?', those of Latin-1 in UTF-8 too: names from
// files end up on terminals, which execute them.
std::string without_controls(std::string_view text);

}  // namespace orthant
