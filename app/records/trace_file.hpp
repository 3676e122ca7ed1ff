// output.trace: a line for every event of the packets followed, written while the simulation runs.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/output/table.hpp"
#include "app/records/simulation_lines.hpp"
#include "sim/simulation.hpp"

namespace orthant {

// The word for an event in the column `event`, its subject, when it happens, and the state of the
// head from then on (empty: unchanged). Indexed by TraceKind.
struct TraceEventWords {
  std::string_view name, of, meaning, head_does;
};
inline constexpr std::array<TraceEventWords, 9> kTraceEvents = {{
    {"birth", "the packet", "it is generated", "in the source"},
    {"inject", "each flit", "it leaves the source", "on the node's channel"},
    {"arrive", "each flit", "it is in the buffer of the input VC port, vc of router",
     "in the buffer"},
    {"route", "the head", "the route is computed; out_port is the first alternative",
     "VC allocation"},
    {"vc_allocated", "the head", "it is granted the output VC out_port, out_vc",
     "switch allocation"},
    {"blocked",
     "a flit",
     "it begins to wait, or waits for another cause or packet than before",
     {}},
    {"switch_won", "each flit", "switch allocation gives it the switch", "through the switch"},
    {"depart", "each flit", "it has passed the switch and is on the channel", "on the channel"},
    {"eject", "each flit", "it is at its node", "tail follows"},
}};

// The word for a cause of waiting in the column `cause`, its meaning, what `blocked_by` names, and
// a short text. Indexed by TraceCause.
struct TraceCauseWords {
  std::string_view name, meaning, blocked_by, waits;
};
inline constexpr std::array<TraceCauseWords, 11> kTraceCauses = {{
    {"", "", "", "waits"},
    {"behind", "another packet is before it in its buffer", "that packet", "waits behind a packet"},
    {"no_vc",
     "no output VC is free, so that it cannot ask; of several alternatives the first counts",
     "the packet that holds the first VC", "waits for a VC"},
    {"lost_vc", "it asked for VCs, but VC allocation gave them to others",
     "a packet that was granted one", "waits for a VC"},
    {"no_credit",
     "there is no space, or for a whole packet not enough, downstream of the output VC",
     "what has the oldest slot there, perhaps its own packet", "waits for a credit"},
    {"lost_switch",
     "another flit was given its output or its input; or its output was granted to an input that "
     "took another output",
     "that flit's packet; of the last, that of the input, where it is known",
     "waits for the switch"},
    {"channel_busy", "the channel still takes the flit before", "that flit's packet",
     "waits for the channel"},
    {"injection_limit", "router.injection_limit keeps it in the source", "",
     "waits for the injection limit"},
    {"marked_slot", "a critical bubble leaves only the marked slot",
     "what has the oldest slot there", "waits for the marked slot"},
    {"node_full", "the node takes no more requests (workload.reply_queue)", "",
     "waits for the node"},
    {"refused", "an output-queued router had no space and sent the packet back",
     "the first packet that waits in the queue it asked for", "refused"},
}};

// Checks that every kind has an entry: a missing entry would have an empty word.
static_assert(kTraceEvents.size() == static_cast<std::size_t>(TraceKind::kEject) + 1 &&
              kTraceCauses.size() == static_cast<std::size_t>(TraceCause::kRefused) + 1 &&
              !kTraceEvents.back().name.empty() && !kTraceCauses.back().name.empty());
constexpr const TraceEventWords& words_of(TraceKind kind) {
  return kTraceEvents[static_cast<std::size_t>(kind)];
}
constexpr const TraceCauseWords& words_of(TraceCause cause) {
  return kTraceCauses[static_cast<std::size_t>(cause)];
}
// Both tables, for `orthant explain`; docs/trace.md explains them further.
Table trace_events_table();
Table trace_causes_table();

// `workload`: adds the operations that a packet belongs to.
std::vector<Column> trace_columns(bool workload);

// The events of one simulation, in the form given by the name of the file.
class TraceFile : public TraceLog, public SimulationLines {
 public:
  using SimulationLines::SimulationLines;
  void end(const std::vector<PacketName>& missing) override { missing_ = missing; }
  // Warns of packets in trace.packets that have no event.
  void warn() const override;

 private:
  std::vector<PacketName> missing_;
};

// The simulation that a file is about.
struct TraceOf {
  const WorkloadPlan* plan = nullptr;  // of a workload; must outlive the file
  std::size_t nodes = 0;               // of the network
  std::uint64_t repetition = 0;        // of `repetitions`, from 0
  std::uint32_t repetitions = 1;
};

// Makes a CSV file, or JSON if the name ends in .json.
std::unique_ptr<TraceFile> make_trace_file(const std::string& path, std::uint64_t seed,
                                           const TraceOf& of);
// Makes the JSON file (trace_json.cpp).
std::unique_ptr<TraceFile> make_trace_json(const std::string& path, std::uint64_t seed,
                                           const TraceOf& of);

}  // namespace orthant
