// Everything a result depends on besides its config: the version of the program, the contents of
// files that the config names, and the verb. FILE.ini begins with it, in comment lines.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/command_line.hpp"
#include "app/config/config.hpp"
#include "app/output/table.hpp"

namespace orthant {

// Keys of files that a result depends on; keys of traffic count once more for every class.
inline constexpr std::string_view kInputFileKeys[] = {"topology.file",
                                                      "topology.exceptions",
                                                      "faults.groups",
                                                      "routing.table_file",
                                                      "routing.up_down.tree_file",
                                                      "routing.up_down.label_file",
                                                      "routing.up_down.cluster_file",
                                                      "routing.turns.file",
                                                      "routing.lft.file",
                                                      "routing.lft.service_levels",
                                                      "router.file",
                                                      "traffic.file",
                                                      "schedule.file",
                                                      "schedule.frames_file",
                                                      "workload.file",
                                                      "workload.groups_file",
                                                      "workload.mapping_file",
                                                      "analysis.average_file",
                                                      "faults.links"};

std::vector<std::string> input_file_keys(const Point& point);

// The line "; orthant 0.1.0 (commit 0123456789ab)", and one line for each input file that a point
// reads.
std::string origin(const Config& config);
std::string origin(const Point& point);
// Returns the line for one input file. Empty if there is no such file: then its reader reports
// that, or the key has another meaning.
std::string input_line(std::string_view key, const std::string& path);

// Returns the line after the input files. It names the verb, the options that choose its table and,
// unless the file is the result itself, the option that asked for the file. The line of sweep is
// that of run, which it does many times.
std::string made_by_line(const CommandLine& command, std::string_view option = {});

// The settings of an INI text as written by effective_ini() or written_ini(), in its order.
ConfigEntries ini_settings(const std::string& ini);

// The first setting in which two configs (INI texts) differ, defaults included, as "section.key =
// A, now B"; empty if they agree. `free_keys` may differ.
std::string first_difference(const std::string& old_ini, const std::string& new_ini,
                             std::span<const std::string_view> free_keys = {});

enum class Versions { kAny, kEqual };
// Returns the first difference between the origins of two FILE.ini, as "made with A, now B"; empty
// if they agree. A line that the old FILE.ini lacks is no difference; `free_keys` may differ.
std::string origin_difference(const std::string& old_ini, const std::string& new_ini,
                              Versions versions, std::span<const std::string_view> free_keys = {});

// Does the same without settings, for a sweep that is to be extended. The longer sweep may read
// input files that the old FILE.ini does not name, but no file whose contents have changed.
std::string extension_difference(const std::string& old_ini, const std::string& new_ini);

// The version line of an INI text without its comment mark and without the commit, since files of
// one version are compatible; nullopt if the text does not begin with one.
std::optional<std::string> version_in(const std::string& ini);

}  // namespace orthant
