// What the verb check finds out, and its part on channels.
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

// What is found out about one network and its traffic.
struct Report {
  std::vector<std::pair<Column, std::string>> facts;
  std::string deadlock;  // the checker's words, the cycle included
  bool deadlock_free = false;
  std::vector<std::string> warnings;
  std::vector<std::string> notes;  // what is missing or approximate here, and why
  std::vector<std::string> unread_keys;

  // `name`: of one of check_columns().
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

// What is found out beside the columns of the network, in the order of a report.
const std::vector<Column>& check_columns();

// "the load of 1.4 flits per node and cycle is", "loads from 1.2 flits per node and cycle on are":
// those from `least` to `most`; nullopt where there is none.
std::optional<std::string> loads_within(const std::vector<double>& loads, double least,
                                        double most = std::numeric_limits<double>::infinity());

// The least load that is above the limit for sure, as sums of real numbers are rounded.
double just_above(double limit);

// The load at which the busiest channel is full, and the channel that is full first where buffers
// may be what fills it. `loads`: in flits per node and cycle.
void add_channel_limit(const Setup& setup, const std::vector<double>& loads, Report& report);
// Buffers beside credit loops.
void add_buffers(const Setup& setup, Report& report);

// Of an entry of vcs_of_classes().
std::string vc_class_name(const NetworkParts& parts, std::size_t number);

}  // namespace orthant
