// Tested by: tests/app/schedule_files_test.py
#include "app/collective/schedule_frames.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace orthant {
namespace {

std::string json_list(const std::vector<std::uint32_t>& numbers) {
  std::string text = "[";
  for (const std::uint32_t number : numbers)
    text += fmt::format("{}{}", text.size() == 1 ? "" : ", ", number);
  return text + "]";
}

std::string name_or_null(const std::string& name) {
  return name.empty() ? "null" : json_string(name);
}

// What was scheduled, then the columns from the number of transfers on as "result".
std::string heading_json(const ScheduleProblem& problem, const ScheduleResult& result) {
  const std::vector<Column> columns = ScheduleProblem::columns();
  const Row row = problem.fields(result);
  const auto field = [&](std::size_t c) {
    return json_string(columns[c].name) + ": " + json_value(columns[c], row[c]);
  };
  const std::size_t figures = column_of(columns, "transfers");
  std::string text;
  for (std::size_t c = 0; c < figures; ++c) {
    text += fmt::format("  {},\n", field(c));
    if (c == 0) text += fmt::format("  \"dimensions\": {},\n", name_or_null(problem.dimensions()));
  }
  text += "  \"result\": {" + field(figures);
  for (std::size_t c = figures + 1; c < columns.size(); ++c) text += ", " + field(c);
  return text + "},\n";
}

std::string channels_json(const TransferSet& set) {
  const LiquidBound bound = liquid_bound(set);
  std::string text;
  for (std::uint32_t c = 0; c < set.channels; ++c) {
    if (bound.loads[c] == 0) continue;
    text +=
        fmt::format("{}\n    {{\"channel\": {}, \"name\": {}, \"load\": {}, \"bottleneck\": {}}}",
                    text.empty() ? "" : ",", c,
                    name_or_null(set.channel_names.empty() ? std::string() : set.channel_names[c]),
                    bound.loads[c], bound.loads[c] == bound.duration);
  }
  return "  \"channels\": [" + text + "\n  ],\n";
}

std::string transfer_json(const ScheduleProblem& problem, std::uint32_t t) {
  const Transfer& transfer = problem.set().transfers[t];
  std::string ends = "\"source\": null, \"destination\": null";
  if (const auto& pairs = problem.pairs(); !pairs.empty())
    ends = fmt::format("\"source\": {}, \"destination\": {}", pairs[t].source.value,
                       pairs[t].destination.value);
  return fmt::format("{{\"transfer\": {}, \"name\": {}, {}, \"channels\": {}}}", t,
                     name_or_null(transfer.name), ends, json_list(transfer.channels));
}

}  // namespace

std::string frames_json(const ScheduleProblem& problem, const ScheduleResult& result) {
  std::string text = "{\n" + heading_json(problem, result) + channels_json(problem.set());
  text += "  \"frames\": [";
  for (std::size_t f = 0; f < result.frames.size(); ++f) {
    text += fmt::format("{}\n    {{\"frame\": {}, ", f == 0 ? "" : ",", f);
    if (const std::size_t wavelengths = problem.wavelengths(); wavelengths > 1)
      text += fmt::format("\"slot\": {}, \"wavelength\": {}, ", f / wavelengths, f % wavelengths);
    text += "\"transfers\": [";
    for (std::size_t i = 0; i < result.frames[f].size(); ++i)
      text += fmt::format("{}\n      {}", i == 0 ? "" : ",",
                          transfer_json(problem, result.frames[f][i]));
    text += "\n    ]}";
  }
  return text + "\n  ]\n}\n";
}

}  // namespace orthant
