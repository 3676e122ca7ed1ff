// Tested by: tests/app/schedule_files_test.py
#include "app/collective/schedule_frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "app/output/columns.hpp"
#include "app/output/json.hpp"
#include "base/key_values.hpp"

namespace orthant {
namespace {

std::string name_or_null(const std::string& name) {
  return name.empty() ? "null" : json_string(name);
}

template <class Number>
std::string number_member(std::string_view name, Number number) {
  return json_member(name, fmt::format("{}", number));
}

// What was scheduled, then the columns from the number of transfers on as "result".
std::vector<std::string> heading(const ScheduleProblem& problem, const ScheduleResult& result) {
  const std::vector<Column> columns = ScheduleProblem::columns();
  const Row row = problem.fields(result);
  const std::size_t figures = column_of(columns, "transfers");
  std::vector<std::string> members, results;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    (c < figures ? members : results)
        .push_back(json_member(columns[c].name, json_value(columns[c], row[c])));
    if (c == 0) members.push_back(json_member("dimensions", name_or_null(problem.dimensions())));
  }
  members.push_back(json_member("result", json_object(results)));
  return members;
}

std::string channels_json(const TransferSet& set) {
  const LiquidBound bound = liquid_bound(set);
  std::vector<std::string> channels;
  for (std::uint32_t c = 0; c < set.channels; ++c) {
    if (bound.loads[c] == 0) continue;
    const bool is_bottleneck = std::ranges::binary_search(bound.bottlenecks, c);
    const std::string name = set.channel_names.empty() ? std::string() : set.channel_names[c];
    channels.push_back(json_object(std::array{
        number_member("channel", c), json_member("name", name_or_null(name)),
        number_member("load", bound.loads[c]), number_member("capacity", set.capacity(c)),
        number_member("bottleneck", is_bottleneck)}));
  }
  return json_list(channels, 4);
}

std::string transfer_json(const ScheduleProblem& problem, std::uint32_t t) {
  const Transfer& transfer = problem.set().transfers[t];
  std::string source = "null", destination = "null";
  if (const auto& pairs = problem.pairs(); !pairs.empty()) {
    source = fmt::format("{}", pairs[t].source.value);
    destination = fmt::format("{}", pairs[t].destination.value);
  }
  std::vector<std::string> channels;
  for (const std::uint32_t channel : transfer.channels)
    channels.push_back(fmt::format("{}", channel));
  return json_object(
      std::array{number_member("transfer", t), json_member("name", name_or_null(transfer.name)),
                 json_member("source", source), json_member("destination", destination),
                 json_member("channels", json_list(channels))});
}

std::string frame_json(const ScheduleProblem& problem, std::size_t number,
                       const std::vector<std::uint32_t>& frame) {
  std::vector<std::string> members{number_member("frame", number)};
  if (const std::size_t wavelengths = problem.wavelengths(); wavelengths > 1) {
    members.push_back(number_member("slot", number / wavelengths));
    members.push_back(number_member("wavelength", number % wavelengths));
  }
  std::vector<std::string> transfers;
  for (const std::uint32_t t : frame) transfers.push_back(transfer_json(problem, t));
  members.push_back(json_member("transfers", json_list(transfers, 6)));
  return json_object(members);
}

}  // namespace

std::vector<Column> frame_columns() {
  return {{"frame", false, {}, "Number of the frame, from 0."},
          {"source", false, {}, "Node that sends; of a case the column transfer instead."},
          {"destination", false, {}, "Node that receives."}};
}

namespace {

const ColumnRows<Judgement>& judgement_rows() {
  static const ColumnRows<Judgement> rows = {
      {"frames", "", "Length of the schedule.", &Judgement::frames},
      {"duration", "frames", "Most transfers over one channel: no schedule has fewer.",
       &Judgement::duration},
      {"valid",
       "Whether every transfer goes once, and no two of a frame share a "
       "channel.",
       [](const Judgement& of) { return yes_no(of.valid()); }},
      {"liquid", "Whether it is valid, with as many frames as the duration.",
       [](const Judgement& of) { return yes_no(of.liquid()); }},
      {"problem", "What is not valid; else empty.", &Judgement::problem},
  };
  return rows;
}

}  // namespace

std::vector<Column> judgement_columns() { return judgement_rows().columns(); }

Row judgement_fields(const Judgement& judgement) { return judgement_rows().fields(judgement); }

std::string frames_json(const ScheduleProblem& problem, const ScheduleResult& result) {
  std::vector<std::string> members = heading(problem, result);
  members.push_back(json_member("channels", channels_json(problem.set())));
  std::vector<std::string> frames;
  for (std::size_t f = 0; f < result.frames.size(); ++f)
    frames.push_back(frame_json(problem, f, result.frames[f]));
  members.push_back(json_member("frames", json_list(frames, 4)));
  return json_object(members, 2) + '\n';
}

}  // namespace orthant
