#include "sim/run_course.hpp"

#include <algorithm>

#include "sim/kernel/require.hpp"
#include "sim/node/workload_ranks.hpp"

namespace orthant {
namespace {

// Checks flits, credits and times of operations: none may be lost or appear from nowhere.
void check_network(const Archive& archive, const RunCourse::Of& of) {
  const InvariantsOfInput guard;
  of.network.check_conservation();
  std::uint64_t under_way = of.network.flits_inside();
  for (const std::uint64_t flits : of.network.backlog_flits()) under_way += flits;
  const Recorder& recorder = of.network.recorder();
  archive.check(recorder.generated_flits() - recorder.ejected_flits() == under_way,
                "flits that were never sent");
  if (!of.parts.traffic.workload) return;
  const Workload& workload = of.parts.traffic.workload->workload();
  WorkloadTimes times(workload.ranks());
  of.network.add_times(times);
  check_messages(archive, workload, times);
}

Cycle now_of(const RunCourse::Of& of) { return of.network.now() / of.network.ticks_per_cycle(); }

}  // namespace

void RunCourse::check(const Archive& archive, const Of& of) const {
  archive.check(phase <= Phase::kDrain && of.result.verdict <= Verdict::kImpossible &&
                    of.result.verdict != Verdict::kDeadlocked &&
                    of.result.verdict != Verdict::kInterrupted,
                "a run in no phase");
  check_times(archive, of);
  check_samples(archive, of);
  check_counts(archive, of);
  check_network(archive, of);
}

void RunCourse::check_times(const Archive& archive, const Of& of) const {
  const Cycle begun = now_of(of), longest = longest_advance(of);
  archive.check(next_check >= begun && next_check <= begun + of.check_cycles &&
                    next_stall_check >= begun &&
                    next_stall_check - begun <= of.options.deadlock_cycles,
                "a check at no such time");
  archive.check(target >= begun && target - begun <= longest, "a run that is too long");
  archive.check(
      pilots <= 2 && pilot_inside.size() <= kPilotBins && (!pilot_from || *pilot_from <= begun),
      "a pilot at no such time");
  archive.check(window_from <= begun && frame_from <= begun + longest, "a window at no such time");
  archive.check(phase == Phase::kWarmUp || of.options.until_drained ||
                    window_to == window_from + of.options.measure,
                "a window of no such length");
}

void RunCourse::check_samples(const Archive& archive, const Of& of) const {
  const std::size_t samples = of.backlogs.size();
  archive.check(phase == Phase::kWarmUp || of.options.until_drained
                    ? samples == 0
                    : samples > 0 && samples <= kBacklogSamples + 1,
                "samples of no such number");
  archive.check(phase != Phase::kDrain || samples == kBacklogSamples + 1,
                "samples of no such number");
}

void RunCourse::check_counts(const Archive& archive, const Of& of) const {
  const std::size_t channels = of.parts.topology.channel_count();
  const std::size_t routers = of.counts_activity ? of.parts.topology.router_count() : 0;
  const auto has_counts = [&](const auto& counts, bool counted) {
    archive.check(counts.channel_flits.size() == (counted ? channels : 0) &&
                      counts.activity.size() == (counted ? routers : 0),
                  "counts of other channels or routers");
  };
  has_counts(before, phase == Phase::kWindow);
  has_counts(of.result, phase == Phase::kDrain);
  archive.check(of.result.window_cycles == (phase == Phase::kDrain ? of.options.measure : 0),
                "a window of no such length");
}

// Returns the most cycles of one call of Run::advance() from now on.
Cycle RunCourse::longest_advance(const Of& of) const {
  const Cycle pilot = kLongerPilot * std::max(kShortestPilot, of.options.measure);
  const Cycle scale = of.network.ticks_per_cycle(), now = now_of(of);
  const Cycle quiet = of.network.quiet_until() / scale;
  const Cycle to_generation = quiet == kNever / scale || quiet < now ? 0 : quiet - now;
  const Cycle chunk = kDrainChunk * of.network.cycles_per_flit();
  return of.options.until_drained ? to_generation + 2 * chunk + frame_from + of.shortest_frame
                                  : std::max({2 * pilot, of.options.measure, kDrainChunk,
                                              of.options.warmup.value_or(0)});
}

}  // namespace orthant
