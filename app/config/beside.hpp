// Finds files that a config names: beside the config, else in the working directory.
//
// Tested by: tests/app/run_test.py, tests/app/booksim_test.py
#pragma once

#include <string>

namespace orthant {

// Path of `name` beside this config, without "." and ".."; `name` itself if it is absolute or the
// config is in the working directory.
std::string beside_config(const std::string& config, const std::string& name);
// Path of `name` beside the config if that file exists, else `name`.
std::string found_beside_config(const std::string& config, const std::string& name);

}  // namespace orthant
