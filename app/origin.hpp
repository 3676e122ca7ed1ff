// What a result depends on besides its config: the version of the program and the contents of files
// that the config names. FILE.ini begins with it, in comment lines.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/config.hpp"

namespace orthant {

// Keys of files that a result depends on.
inline constexpr std::string_view kInputFileKeys[] = {"topology.file",
                                                      "routing.table_file",
                                                      "routing.up_down.tree_file",
                                                      "routing.up_down.label_file",
                                                      "routing.up_down.cluster_file",
                                                      "routing.turns.file",
                                                      "routing.lft.file",
                                                      "traffic.file",
                                                      "schedule.file",
                                                      "schedule.frames_file",
                                                      "analysis.average_file",
                                                      "faults.links"};

// "; orthant 0.1.0", and one line for each input file that a point reads.
std::string origin(const Config& config);
std::string origin(const Point& point);
// The line for one of them; empty where there is no such file: whoever reads it says so, or the key
// has another meaning.
std::string input_line(std::string_view key, const std::string& path);

// The first difference between what two INI texts begin with, as "A, now B"; empty where they say
// the same.
std::string origin_difference(const std::string& old_ini, const std::string& new_ini);

// The same for the lines of input files alone.
std::string input_difference(const std::string& old_ini, const std::string& new_ini);

// The version line of an INI text without its comment mark; nullopt where it does not begin with
// one.
std::optional<std::string> version_in(const std::string& ini);

}  // namespace orthant
