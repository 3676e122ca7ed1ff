// Tested by: tests/app/point_files_test.py, tests/app/run_test.py
#include "app/records/point_files.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "app/records/packet_file.hpp"
#include "app/records/simulation_files.hpp"
#include "app/records/trace_file.hpp"

namespace orthant {
namespace {

LinesOf packet_lines(const FileOf& of, RunObservers& observers) {
  const PacketColumns columns{of.setup.cycle_ns, of.setup.traffic_classes};
  return observing(std::make_unique<PacketLines>(of.path, of.seed, columns), observers.packets);
}

LinesOf trace_lines(const FileOf& of, RunObservers& observers) {
  observers.trace_filter = of.setup.trace;
  return observing(make_trace_file(of.path, of.seed,
                                   {.plan = of.setup.traffic.workload.get(),
                                    .nodes = of.nodes(),
                                    .repetition = of.seed - of.setup.run.seed,
                                    .repetitions = of.setup.repetitions}),
                   observers.trace);
}

struct FileKind {
  std::string_view key;
  std::optional<std::string> OutputFiles::*file;
  LinesOf (*lines)(const FileOf& of, RunObservers& observers);
  bool of_interrupted;  // also written after an interrupt
  bool in_checkpoints;  // made from the network's final state
};

constexpr std::array<FileKind, 6> kFileKinds = {{
    {kOutputPackets, &OutputFiles::packets, packet_lines, false, false},
    {kOutputFlows, &OutputFiles::flows, flow_lines, false, false},
    {kOutputOperations, &OutputFiles::operations, operation_lines, false, true},
    {kOutputTimeline, &OutputFiles::timeline, timeline_lines, true, false},
    {kOutputChannelTimeline, &OutputFiles::channel_timeline, channel_timeline_lines, true, false},
    {kOutputTrace, &OutputFiles::trace, trace_lines, true, false},
}};

}  // namespace

PointFiles::PointFiles(const Setup& setup, std::uint64_t seed) {
  for (const FileKind& kind : kFileKinds)
    if (const auto& path = setup.outputs.*kind.file)
      lines_.emplace(kind.key, kind.lines({*path, setup, seed}, observers_));
}

RunObservers PointFiles::observers(const RunProgress& watch) {
  RunObservers all = observers_;
  all.progress = [this, &watch](Cycle done, Cycle expected) {
    return watch(done, expected) &&
           std::ranges::none_of(lines_, [](const auto& entry) { return entry.second->failed(); });
  };
  return all;
}

void PointFiles::finish(const SimulationResult& result) {
  for (const auto& [key, lines] : lines_) lines->add_result(result);
  for (const auto& [key, lines] : lines_) lines->finish();
  if (result.verdict != Verdict::kInterrupted) return;
  for (const FileKind& kind : kFileKinds)
    if (!kind.of_interrupted) lines_.erase(kind.key);
}

void PointFiles::write(std::span<PointFiles* const> simulations, const ResultFiles& files) {
  for (const PointFiles* simulation : simulations)
    for (const auto& [key, lines] : simulation->lines_) lines->warn();
  for (const FileKind& kind : kFileKinds) {
    std::vector<LinesOf> lines;
    for (PointFiles* simulation : simulations)
      if (auto own = simulation->lines_.extract(kind.key)) lines.push_back(std::move(own.mapped()));
    if (!lines.empty()) files.write_beside(kind.key, SimulationLines::join(lines));
  }
}

void remove_leftovers_of_point(const OutputFiles& outputs) {
  for (const FileKind& kind : kFileKinds)
    if (const auto& file = outputs.*kind.file) remove_leftovers(*file);
}

bool go_with_checkpoints(const OutputFiles& outputs) {
  return std::ranges::all_of(kFileKinds, [&](const FileKind& kind) {
    return kind.in_checkpoints || !(outputs.*kind.file);
  });
}

}  // namespace orthant
