// The purpose of a key: the verbs that read it, and the stage at which it first matters.
#pragma once

#include <string_view>
#include <vector>

#include "base/key.hpp"

namespace orthant {

// The stage that a key affects. Points that agree in all keys up to a stage are equal up to it.
enum class Stage {
  kTopology,
  kRouting,     // and the router keys that a routing is built for
  kTiming,      // channels and nanoseconds
  kCollective,  // the problem of a schedule
  kRouters,     // all other router keys: VCs, buffers, delays
  kTraffic,
  kAnalysis,  // results of an exact verb
  kLoad,
  kRun,
  kOutput
};
Stage stage_of(std::string_view key);

// Verbs that read a key, in the order of `orthant --help`. Key::when holds further conditions.
std::vector<std::string_view> readers_of(const Key& key);

}  // namespace orthant
