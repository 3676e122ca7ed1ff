// output.trace: a line for every event of the packets that are followed, written while the
// simulation runs.
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

// The words of the column `event` and of `cause`, by TraceKind and TraceCause.
inline constexpr std::array<std::string_view, 9> kTraceEvents = {
    "birth",   "inject",     "arrive", "route", "vc_allocated",
    "blocked", "switch_won", "depart", "eject"};
inline constexpr std::array<std::string_view, 11> kTraceCauses = {"",
                                                                  "behind",
                                                                  "no_vc",
                                                                  "lost_vc",
                                                                  "no_credit",
                                                                  "lost_switch",
                                                                  "channel_busy",
                                                                  "injection_limit",
                                                                  "marked_slot",
                                                                  "node_full",
                                                                  "refused"};

// One each: a word that is missing would be empty.
static_assert(kTraceEvents.size() == static_cast<std::size_t>(TraceKind::kEject) + 1 &&
              kTraceCauses.size() == static_cast<std::size_t>(TraceCause::kRefused) + 1 &&
              !kTraceEvents.back().empty() && !kTraceCauses.back().empty());

// With a workload: whose operations a packet belongs to.
std::vector<Column> trace_columns(bool workload);

// The events of one simulation, in the form that the name of the file asks for.
class TraceFile : public TraceLog, public SimulationLines {
 public:
  using SimulationLines::SimulationLines;
  void end(const std::vector<PacketName>& missing) override { missing_ = missing; }
  // Warns of packets that trace.packets names and of which there is nothing.
  void warn() const override;

 private:
  std::vector<PacketName> missing_;
};

// Of which simulation a file is.
struct TraceOf {
  const WorkloadPlan* plan = nullptr;  // of a workload; it must outlive the file
  std::size_t nodes = 0;               // of the network
  std::uint64_t repetition = 0;        // of so many, from 0
  std::uint32_t repetitions = 1;
};

// CSV, or JSON where the name ends in .json.
std::unique_ptr<TraceFile> make_trace_file(const std::string& path, std::uint64_t seed,
                                           const TraceOf& of);
// The latter (trace_json.cpp).
std::unique_ptr<TraceFile> make_trace_json(const std::string& path, std::uint64_t seed,
                                           const TraceOf& of);

}  // namespace orthant
