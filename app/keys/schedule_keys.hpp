// The keys of [schedule]: which collective communication is scheduled, how, and how it is replayed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/key_rows.hpp"
#include "schedule/collective.hpp"
#include "schedule/replay.hpp"
#include "schedule/solve.hpp"

namespace orthant {

inline constexpr Words<Collective, 5> kCollectives = {{{{"all_to_all", Collective::kAllToAll},
                                                        {"half_to_half", Collective::kHalfToHalf},
                                                        {"gather", Collective::kGather},
                                                        {"scatter", Collective::kScatter},
                                                        {"file", Collective::kFile}}}};
inline constexpr Words<ScheduleMethod, 8> kScheduleMethods = {
    {{{"auto", ScheduleMethod::kAuto},
      {"exact", ScheduleMethod::kExact},
      {"quotient", ScheduleMethod::kQuotient},
      {"structured", ScheduleMethod::kStructured},
      {"orbit", ScheduleMethod::kOrbit},
      {"colouring", ScheduleMethod::kColouring},
      {"milp", ScheduleMethod::kMilp},
      {"round_robin", ScheduleMethod::kRoundRobin}}}};

struct ScheduleKeys {
  Collective collective = Collective::kAllToAll;
  std::optional<std::string> file;
  bool ports = true;
  bool bandwidths_count = true;
  ScheduleMethod method = ScheduleMethod::kAuto;
  SendOrder order = SendOrder::kLiquid;
  std::optional<std::string> frames_file;
  Release release = Release::kBarrier;
  std::uint32_t repetitions = 1;
  bool several_routes = false;
  std::vector<std::uint32_t> allocation;  // per router; empty: all nodes
  std::size_t wavelengths = 1;
  double time_limit_seconds = 10;
};
const KeyRows<ScheduleKeys>& schedule_rows();

}  // namespace orthant
