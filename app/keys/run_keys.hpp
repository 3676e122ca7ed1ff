// The keys of the traffic, the length of a run and its output files, bound to the parts of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/key_rows.hpp"
#include "sim/simulation.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

template <>
struct KeyValue<std::vector<PacketLengths::Part>> : PlainValue {
  static constexpr KeyType kType = KeyType::kPacketLengths;
  static std::string text(const std::vector<PacketLengths::Part>& parts);
  static void parse(std::string_view text, std::vector<PacketLengths::Part>& parts);
};

enum class LoadUnit { kCapacity, kFlits };  // traffic.load_unit

// Traffic, and how long it is simulated.
struct RunKeys {
  Traffic traffic;
  RunOptions run;
  double load = 0;  // as given, in load_unit
  LoadUnit load_unit = LoadUnit::kCapacity;
  std::optional<double> scale;  // traffic.scale
  bool allow_deadlock = false;
  std::uint32_t repetitions = 1;  // row i of a point uses run.seed + i
  double tolerance = 0.01;        // saturate: width of the last interval, in load_unit
  std::uint32_t saturate_seeds = 5;
  std::optional<double> checkpoint_minutes;  // none: no checkpoints
};

inline constexpr std::string_view kCheckpointMinutes = "run.checkpoint_minutes";

inline constexpr std::string_view kOutputCsv = "output.csv", kOutputChannels = "output.channels",
                                  kOutputHistogram = "output.histogram",
                                  kOutputPackets = "output.packets", kOutputFlows = "output.flows",
                                  kOutputTimeline = "output.timeline",
                                  kOutputChannelTimeline = "output.channel_timeline",
                                  kOutputTimelineCycles = "output.timeline_cycles",
                                  kOutputEnergy = "output.energy",
                                  kOutputOperations = "output.operations",
                                  kOutputTrace = "output.trace";

// [output]: files that are given.
struct OutputFiles {
  std::optional<std::string> csv, channels, histogram, packets, flows, timeline, channel_timeline,
      energy, operations, trace;
  Cycle timeline_cycles = kTimelineCycles;  // per span
};

// Rows of traffic.load, traffic.load_unit and traffic.scale.
const KeyRows<RunKeys>& load_rows();

struct MessageKeys {
  std::vector<PacketLengths::Part> packet_flits = std::vector<PacketLengths::Part>(1);
  std::uint32_t packets = 1;
  bool self = true;
};
const KeyRows<MessageKeys>& message_rows();

// Properties of a class of traffic, from its section [traffic.NAME] or for all classes.
struct ClassKeys {
  double share = 1;
  std::uint32_t priority = 0;
  std::uint32_t message_class = 0;
  std::optional<std::string> answers;  // another class
};
const KeyRows<ClassKeys>& class_rows();

// Row of routing.allow_deadlock.
const KeyRows<RunKeys>& permission_rows();

// Rows for runs with a window, for how a run ends, and for all runs.
const KeyRows<RunKeys>& window_rows();
const KeyRows<RunKeys>& end_rows();
const KeyRows<RunKeys>& run_rows();

const KeyRows<OutputFiles>& output_rows();
// Keys of files beside the result of a single point.
const std::vector<std::string>& point_file_keys();

}  // namespace orthant
