// Tested by: tests/app/point_files_test.py, tests/app/run_test.py
#include "app/simulate/point_files.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/keys/trace_keys.hpp"

namespace orthant {
namespace {

constexpr std::string_view kPackets = "output.packets";
constexpr std::string_view kFlows = "output.flows", kOperations = "output.operations";

struct FileKind {
  std::string_view key;
  std::optional<std::string> OutputFiles::*file;
  bool of_interrupted;  // is worth having of a run that did not end
  bool in_checkpoints;  // is made of the state of the network at the end
};

constexpr std::array<FileKind, 5> kFileKinds = {{
    {kPackets, &OutputFiles::packets, false, false},
    {kFlows, &OutputFiles::flows, false, false},
    {kOperations, &OutputFiles::operations, false, true},
    {kOutputTimeline, &OutputFiles::timeline, true, false},
    {kOutputTrace, &OutputFiles::trace, true, false},
}};

}  // namespace

template <class Lines>
void PointFiles::add(std::string_view key, Lines*& own, std::unique_ptr<Lines> lines) {
  own = lines.get();
  lines_.emplace(key, std::move(lines));
}

PointFiles::PointFiles(const Setup& setup, std::uint64_t seed) {
  const OutputFiles& outputs = setup.outputs;
  if (outputs.packets) {
    const PacketColumns columns{setup.cycle_ns, setup.traffic_classes};
    add(kPackets, packets_, std::make_unique<PacketLines>(*outputs.packets, seed, columns));
  }
  if (outputs.flows) {
    add(kFlows, flow_lines_, std::make_unique<FlowLines>(*outputs.flows, seed));
    flows_.emplace(setup.topology->node_count());
  }
  if (outputs.operations)
    add(kOperations, operations_, std::make_unique<OperationLines>(*outputs.operations, seed));
  if (outputs.trace) {
    const TraceOf of{.plan = setup.traffic.workload.get(),
                     .nodes = setup.topology->node_count(),
                     .repetition = seed - setup.run.seed,
                     .repetitions = setup.repetitions};
    add(kOutputTrace, trace_, make_trace_file(*outputs.trace, seed, of));
    trace_filter_ = setup.trace;
  }
  if (outputs.timeline) {
    add(kOutputTimeline, timeline_,
        std::make_unique<TimelineLines>(*outputs.timeline, seed, setup.traffic,
                                        setup.topology->node_count()));
    timeline_cycles_ = outputs.timeline_cycles;
  }
}

RunListeners PointFiles::listeners(const RunProgress& watch) {
  const auto go_on = [this, &watch](Cycle done, Cycle expected) {
    return watch(done, expected) &&
           std::ranges::none_of(lines_, [](const auto& entry) { return entry.second->failed(); });
  };
  return {.progress = go_on,
          .packets = packets_,
          .flows = flows_ ? &*flows_ : nullptr,
          .timeline = timeline_,
          .operations = operations_,
          .trace = trace_,
          .trace_filter = trace_filter_,
          .timeline_cycles = timeline_cycles_};
}

void PointFiles::finish(const SimulationResult& result) {
  if (flows_) flow_lines_->add(*flows_, result);
  flows_.reset();
  for (const auto& [key, lines] : lines_) lines->finish();
  if (result.verdict != Verdict::kInterrupted) return;
  for (const FileKind& kind : kFileKinds)
    if (!kind.of_interrupted) lines_.erase(kind.key);
}

std::unique_ptr<SimulationLines> PointFiles::take(std::string_view key) {
  const auto found = lines_.find(key);
  return found == lines_.end() ? nullptr : std::move(found->second);
}

void PointFiles::write(std::span<PointFiles* const> simulations, const ResultFiles& files) {
  for (const PointFiles* simulation : simulations)
    if (simulation->trace_ != nullptr) simulation->trace_->warn_of_missing();
  for (const FileKind& kind : kFileKinds) {
    std::vector<std::unique_ptr<SimulationLines>> lines;
    for (PointFiles* simulation : simulations)
      if (auto own = simulation->take(kind.key)) lines.push_back(std::move(own));
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
