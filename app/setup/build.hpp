// From one point of a config to a Setup.
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

// How much of a config make_setup() reads.
enum class SetupNeeds {
  kAll,
  kAnyLoad,   // sweep, check: kAll, but a load that is not possible is no mistake
  kTopology,  // policy: the network without routing and traffic
  kVcs,       // the network, the routing and how many VCs it needs
  kNetwork,   // design: the network, and the pattern where there is one but worst_case
  kRouting  // analyze: of the traffic only traffic.self and the pattern, unless there is none or it
            // is worst_case; no load, no buffers, and any number of VCs
};

// What was built last for points, for any number of threads.
class BuiltNetworks {
 public:
  // Calls build(network) with what there is of the point's network, and no other thread meanwhile.
  // `one_path`: of SetupChanges.
  template <class Build>
  void with(const Point& point, const OnePath& one_path, const Build& build) {
    networks_.with(text_of(point, one_path, Stage::kTiming), [&](BuiltNetwork& network) {
      build(network);
      return network.routers();
    });
  }
  // The same of its program, a replay or a workload.
  template <class Build>
  void with_program(const Point& point, const OnePath& one_path, const Build& build) {
    programs_.with(text_of(point, one_path, Stage::kCollective), [&](BuiltProgram& program) {
      build(program);
      return kMostRouters;
    });
  }

 private:
  // Networks of so many routers together are kept; of larger ones, and of programs, the last few.
  static constexpr std::size_t kMostRouters = std::size_t{1} << 16;

  template <class Built>
  class Last {
   public:
    // use(built) says how large it is now.
    template <class Use>
    void with(const std::string& text, const Use& use) {
      const std::shared_ptr<Entry> entry = of(text);
      const std::lock_guard lock(entry->mutex);
      entry->size = use(entry->built);
    }

   private:
    struct Entry {
      std::mutex mutex;  // of `built`
      Built built;
      std::atomic<std::size_t> size = 0;
      std::uint64_t last_use = 0;
    };
    // Empty where there is none yet.
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

    std::mutex mutex_;  // of the rest
    std::map<std::string, std::shared_ptr<Entry>> entries_;
    std::uint64_t uses_ = 0;
  };

  static std::string text_of(const Point& point, const OnePath& one_path, Stage last);
  static std::size_t least_kept();  // every worker has one in use

  Last<BuiltNetwork> networks_;
  Last<BuiltProgram> programs_;
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
