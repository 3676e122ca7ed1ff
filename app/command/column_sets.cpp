// Tested by: tests/app/columns_test.cpp
#include "app/collective/schedule_files.hpp"
#include "app/command/topics.hpp"
#include "app/exact/analysis_run.hpp"
#include "app/exact/design_run.hpp"
#include "app/exact/network_lists.hpp"
#include "app/exact/policy_tables.hpp"
#include "app/jobs/timing.hpp"
#include "app/keys/run_keys.hpp"
#include "app/output/output.hpp"
#include "app/points/point_tables.hpp"
#include "app/points/results.hpp"
#include "app/records/packet_file.hpp"
#include "app/records/simulation_files.hpp"
#include "app/records/trace_file.hpp"
#include "app/setup/key_columns.hpp"
#include "app/setup/schedule_problem.hpp"
#include "app/simulate/check_report.hpp"

namespace orthant {

std::vector<ColumnSet> column_sets() {
  static const std::vector<std::string> kAnyClass = {"NAME"};
  return {
      {"run, sweep, saturate, analyze, check", key_columns()},
      {"run, sweep",
       simulation_columns({.energy = {.link = 1}, .traffic_classes = kAnyClass, .workload = true})},
      {"saturate", saturation_columns()},
      {"check", check_columns()},
      {"analyze", Analysis::columns()},
      {"design", DesignRun::columns()},
      {"policy", offset_columns()},
      {"schedule", ScheduleProblem::columns()},
      {"schedule (workload)", program_columns()},
      {kOutputChannels, channel_table().columns},
      {kOutputHistogram, histogram_table().columns},
      {kOutputPackets, packet_columns({.cycle_ns = 1, .traffic_classes = kAnyClass})},
      {kOutputFlows, flow_columns()},
      {kOutputTimeline, timeline_columns()},
      {kOutputChannelTimeline, channel_timeline_columns()},
      {kOutputEnergy, energy_table().columns},
      {kOutputOperations, operation_columns()},
      {kOutputTrace, trace_columns(true)},
      {"analyze --channels", Analysis::channel_columns()},
      {"analyze --permutation", Analysis::permutation_columns()},
      {"analyze --pairs", Analysis::pair_columns()},
      {"analyze --roots", Analysis::root_columns()},
      {"analyze --map", map_columns()},
      {"analyze --hops", hop_columns()},
      {"policy --thresholds", threshold_columns()},
      {"policy --counterexample", counterexample_columns()},
      {"policy --means", mean_columns()},
      {"policy --faults", fault_columns()},
      {"policy --deaths", death_columns()},
      {"schedule --frames", frame_columns()},
      {"schedule --teams", team_columns()},
      {"schedule --verify", judgement_columns()},
      {"--timing", timing_columns()},
  };
}

}  // namespace orthant
