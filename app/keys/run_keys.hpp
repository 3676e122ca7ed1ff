// The keys that say what is sent, how long a run is and where its results go, bound to the parts of
// a run.
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

// What is sent, and how long.
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

// [output], where given.
struct OutputFiles {
  std::optional<std::string> csv, channels, histogram, packets, flows, timeline, channel_timeline,
      energy, operations, trace;
  Cycle timeline_cycles = kTimelineCycles;  // of a span
};

// traffic.load, its unit, and traffic.scale.
const KeyRows<RunKeys>& load_rows();

struct MessageKeys {
  std::vector<PacketLengths::Part> packet_flits = std::vector<PacketLengths::Part>(1);
  std::uint32_t packets = 1;
  bool self = true;
};
const KeyRows<MessageKeys>& message_rows();

// What a class of traffic is beside the others; in its section [traffic.NAME] or for all.
struct ClassKeys {
  double share = 1;
  std::uint32_t priority = 0;
  std::uint32_t message_class = 0;
  std::optional<std::string> answers;  // another class
};
const KeyRows<ClassKeys>& class_rows();

// routing.allow_deadlock.
const KeyRows<RunKeys>& permission_rows();

// Runs with a window; how a run ends; all runs.
const KeyRows<RunKeys>& window_rows();
const KeyRows<RunKeys>& end_rows();
const KeyRows<RunKeys>& run_rows();

const KeyRows<OutputFiles>& output_rows();
// Those of files beside the result of a single point.
const std::vector<std::string>& point_file_keys();

}  // namespace orthant
