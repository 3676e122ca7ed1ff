// The report of the verb check, and its part on channels.
#pragma once

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/output/table.hpp"
#include "app/setup/setup.hpp"

namespace orthant {

// Findings about one network and its traffic.
struct Report {
  std::vector<std::pair<Column, std::string>> facts;
  std::string deadlock;  // text of the checker, with the cycle
  bool deadlock_free = false;
  std::vector<std::string> warnings;
  std::vector<std::string> notes;  // missing or approximate results, and the reason
  std::vector<std::string> unread_keys;

  // `name`: a name in check_columns().
  void add(std::string_view name, const std::string& value);
  template <class... Args>
  void warn(fmt::format_string<Args...> format, Args&&... args) {
    warnings.push_back(fmt::format(format, std::forward<Args>(args)...));
  }
  template <class... Args>
  void note(fmt::format_string<Args...> format, Args&&... args) {
    notes.push_back(fmt::format(format, std::forward<Args>(args)...));
  }
};

// Columns of findings, beside those of the network, in the order of a report.
const std::vector<Column>& check_columns();

// "the load of 1.4 flits per node and cycle is", "loads from 1.2 flits per node and cycle on are":
// the loads from `least` to `most`; nullopt if there is none.
std::optional<std::string> loads_within(const std::vector<double>& loads, double least,
                                        double most = std::numeric_limits<double>::infinity());

// The least load that is certainly above the limit, allowing for rounding.
double just_above(double limit);

// Adds the load at which the busiest channel is full, and the channel that is full first if buffers
// may limit it. `loads`: in flits per node and cycle.
void add_channel_limit(const Setup& setup, const std::vector<double>& loads, Report& report);
// Compares buffers with credit loops.
void add_buffers(const Setup& setup, Report& report);

// Name of an entry of vcs_of_classes().
std::string vc_class_name(const NetworkParts& parts, std::size_t number);

}  // namespace orthant
