// From one point of a config to a Setup.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/keys/stages.hpp"
#include "app/setup/built_network.hpp"
#include "app/setup/setup.hpp"

namespace orthant {

// How much of a config make_setup() reads.
enum class SetupNeeds {
  kAll,
  kAnyLoad,   // sweep, check: kAll, but a load that is not possible is no mistake
  kTopology,  // policy: the network without routing and traffic
  kNetwork,   // design: the network, and the pattern where there is one but worst_case
  kRouting  // analyze: of the traffic only traffic.self and the pattern, unless there is none or it
            // is worst_case; no load, no buffers, and any number of VCs
};

// The networks that were built last, for any number of threads.
class BuiltNetworks {
 public:
  // Calls build(network) with what there is of the point's network, and nobody else meanwhile.
  // `ties`: of its routing, where they are not those of the point.
  template <class Build>
  void with(const Point& point, std::optional<Ties> ties, const Build& build) {
    const std::shared_ptr<Entry> entry = of(point, ties);
    const std::lock_guard lock(entry->mutex);
    build(entry->network);
  }

 private:
  struct Entry {
    std::mutex mutex;  // of `network`
    BuiltNetwork network;
    std::uint64_t last_use = 0;
  };
  // Empty where there is none yet.
  std::shared_ptr<Entry> of(const Point& point, std::optional<Ties> ties);

  std::mutex mutex_;  // of the rest
  std::map<std::string, std::shared_ptr<Entry>> networks_;
  std::uint64_t uses_ = 0;
};

// Builds everything; throws ConfigError with file and line for each mistake, those found by lower
// layers included. With `built`, takes the network from there or puts it there.
std::unique_ptr<Setup> make_setup(const Point& point, SetupNeeds needs = SetupNeeds::kAll,
                                  BuiltNetworks* built = nullptr, const SetupChanges& changes = {});

// Of its network alone.
std::shared_ptr<const Topology> make_topology(const Point& point);

// The settings of a point up to a stage as one text: points that agree in it are the same that far.
std::string settings_up_to(const Point& point, Stage last);

}  // namespace orthant
