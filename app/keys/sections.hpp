// What a key is for: which verbs read it, and in which order keys come to matter.
#pragma once

#include <string_view>
#include <vector>

#include "base/key.hpp"

namespace orthant {

// What a key decides. Points that agree in all keys up to a stage are the same that far.
enum class Stage {
  kTopology,
  kRouting,     // and of routers what a routing is built for
  kTiming,      // channels and nanoseconds
  kCollective,  // what a schedule is of
  kRouters,     // the rest of them: VCs, buffers, delays
  kTraffic,
  kAnalysis,  // what an exact verb computes
  kLoad,
  kRun,
  kOutput
};
Stage stage_of(std::string_view key);

// The verbs that read a key, in the order of `orthant --help`. What must hold besides is Key::when.
std::vector<std::string_view> readers_of(const Key& key);

}  // namespace orthant
