// Builds a Setup from one point of a config.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/keys/sections.hpp"
#include "app/setup/built_network.hpp"
#include "app/setup/setup.hpp"

namespace orthant {

// The part of a config that make_setup() reads.
enum class SetupNeeds {
  kAll,
  kAnyLoad,        // sweep, check: as kAll, but an impossible load is allowed
  kTopology,       // the network without routing and traffic
  kWholeTopology,  // policy: the same without faults
  kVcs,            // the network, the routing and its number of VCs
  kNetwork,        // design: the network, and the pattern unless it is worst_case
  kRouting         // analyze: traffic.self and any pattern but worst_case; no load,
                   // no buffers, and any number of VCs
};

// The networks and programs built last for points, shared by any number of threads.
class BuiltNetworks {
 public:
  // Calls build(network) with the parts of the point's network built so far, while no other thread
  // uses it. `one_path`: from SetupChanges.
  template <class Build>
  void with(const Point& point, const OnePath& one_path, const Build& build) {
    networks_.with(text_of(point, one_path, Stage::kTiming), [&](BuiltNetwork& network) {
      build(network);
      return network.routers();
    });
  }
  // Does the same for the point's program, a replay or a workload.
  template <class Build>
  void with_program(const Point& point, const OnePath& one_path, const Build& build) {
    programs_.with(text_of(point, one_path, Stage::kCollective), [&](BuiltProgram& program) {
      build(program);
      return kMostRouters;
    });
  }

 private:
  // Networks are kept while their total number of routers is below this; of larger networks and of
  // programs only the last few are kept.
  static constexpr std::size_t kMostRouters = std::size_t{1} << 16;

  template <class Built>
  class Last {
   public:
    // Calls use(built), which returns the present size.
    template <class Use>
    void with(const std::string& text, const Use& use) {
      const std::shared_ptr<Entry> entry = of(text);
      const std::lock_guard lock(entry->mutex);
      entry->size = use(entry->built);
    }

   private:
    struct Entry {
      std::mutex mutex;  // guards `built`
      Built built;
      std::atomic<std::size_t> size = 0;
      std::uint64_t last_use = 0;
    };
    // The entry of this text; new entries are empty.
    std::shared_ptr<Entry> of(const std::string& text) {
      const std::lock_guard lock(mutex_);
      if (!entries_.contains(text) && entries_.size() >= least_kept() && size() >= kMostRouters) {
        entries_.erase(std::ranges::min_element(
            entries_, {}, [](const auto& known) { return known.second->last_use; }));
      }
      std::shared_ptr<Entry>& entry = entries_[text];
      if (!entry) entry = std::make_shared<Entry>();
      entry->last_use = ++uses_;
      return entry;
    }
    std::size_t size() const {
      std::size_t sum = 0;
      for (const auto& [text, entry] : entries_) sum += entry->size;
      return sum;
    }

    std::mutex mutex_;  // guards the other members
    std::map<std::string, std::shared_ptr<Entry>> entries_;
    std::uint64_t uses_ = 0;
  };

  static std::string text_of(const Point& point, const OnePath& one_path, Stage last);
  static std::size_t least_kept();  // at least one for every worker

  Last<BuiltNetwork> networks_;
  Last<BuiltProgram> programs_;
};

// Builds everything; throws ConfigError with file and line for each mistake, those found by lower
// layers included. Takes the network from `built`, or puts it there, if given.
std::unique_ptr<Setup> make_setup(const Point& point, SetupNeeds needs = SetupNeeds::kAll,
                                  BuiltNetworks* built = nullptr, const SetupChanges& changes = {});

// True if several draws of faults are an axis: one that cuts the network apart is a row then.
bool has_fault_axis(const Config& config);

// Builds the point's network alone.
std::shared_ptr<const Topology> make_topology(const Point& point);

// The settings of a point up to a stage as one text: points with the same text are equal up to it.
std::string settings_up_to(const Point& point, Stage last);

}  // namespace orthant
