// Tested by: tests/app/sweep_test.py, tests/app/run_test.py, tests/bad_configs/
#include "app/points/check_points.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "app/jobs/interrupt.hpp"
#include "app/jobs/study.hpp"
#include "app/keys/keys.hpp"
#include "app/keys/sections.hpp"
#include "app/points/expected_work.hpp"
#include "app/points/idle_channels.hpp"
#include "app/setup/build_traffic.hpp"
#include "app/setup/deadlock_gate.hpp"
#include "app/setup/make_workload.hpp"
#include "app/setup/schedule_problem.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "sim/measure/limit.hpp"
#include "sim/node/node_models.hpp"
#include "sim/validate.hpp"

namespace orthant {

void require_a_sender(const Point& point, const Setup& setup) {
  if (setup.traffic.workload || any_sends(setup.traffic, setup.topology->node_count())) return;
  point.fail("traffic.pattern",
             "no node sends anything: all rows of the traffic matrix are empty, or hold the node "
             "itself only and traffic.self = no");
}

std::string busiest_source_text(const Setup& setup) {
  const double largest = most_relative_rate(setup.traffic);
  if (largest == 1) return {};
  return fmt::format(" in the mean of all, since the busiest source sends {:.6g} times the mean",
                     largest);
}

namespace {

// Points whose load the nodes cannot make, grouped by their limit.
class ImpossibleLoads {
 public:
  void add(const Setup& setup) {
    ++points_;
    const std::string limit = limit_text(setup);
    const auto [known, added] = groups_.emplace(limit, Group{setup.load, 0});
    known->second.least_load = std::min(known->second.least_load, setup.load);
    ++known->second.points;
  }
  std::size_t points() const { return points_; }
  void warn(std::size_t all) const {
    for (const auto& [limit, group] : groups_)
      spdlog::warn("not simulated: {} of {}, with traffic.load from {} on, are impossible; {}",
                   group.points, counted(all, "points"), real_text(group.least_load), limit);
  }

 private:
  struct Group {
    double least_load = 0;
    std::size_t points = 0;
  };

  static std::string limit_text(const Setup& setup) {
    const double most = setup.most_sent_flits.value();
    const std::string limit =
        fmt::format("a node with {} sends at most {:.6g} {} per cycle{}", setup.most_sent_by, most,
                    most == 1 ? "flit" : "flits", busiest_source_text(setup));
    if (setup.load_unit == LoadUnit::kFlits) return limit;
    const double capacity = setup.capacity_flits.value();
    return fmt::format("the capacity is {:.6g} flits per node and cycle, and {}, a load of {:.6g}",
                       capacity, limit, most / capacity);
  }

  std::size_t points_ = 0;
  std::map<std::string, Group> groups_;  // by the text of the limit
};

// Points whose load exceeds what a node can send over its channel or, output-queued, by its clock.
class LoadsBeyondNodes {
 public:
  void add(const Setup& setup) {
    if (!setup.has_load()) return;
    constexpr double kRounding = 1e-9;
    const double rate = injection_rate(setup.parts());
    const double largest = setup.traffic.pattern->largest_rate();
    if (setup.load_flits * largest <= rate * (1 + kRounding)) return;
    const std::string limit =
        fmt::format("{:.6g} {} per cycle that {} can send", rate, rate == 1 ? "flit" : "flits",
                    largest > 1 ? "the busiest node" : "a node");
    const double load = setup.load_unit == LoadUnit::kFlits
                            ? setup.load_flits
                            : setup.share_of_capacity(setup.load_flits);
    const auto [known, added] = least_loads_.emplace(limit, load);
    known->second = std::min(known->second, load);
  }
  void warn(std::size_t points) const {
    for (const auto& [limit, load] : least_loads_)
      spdlog::warn("{} for more than the {}: its source queue grows whatever the network does",
                   points == 1 ? fmt::format("a load of {:.6g} asks", load)
                               : fmt::format("loads from {:.6g} on ask", load),
                   limit);
  }

 private:
  std::map<std::string, double> least_loads_;  // by the text of the limit
};

// Keys that no point reads. Leaves out keys that are set to their default, as in the config beside
// a result.
class UnreadKeys {
 public:
  void add(const Point& point) {
    const std::vector<std::string> unread = point.unread_keys();
    if (!any_) keys_ = unread;
    any_ = true;
    std::erase_if(keys_, [&](const std::string& key) {
      return std::ranges::find(unread, key) == unread.end();
    });
  }
  void warn(const Config& config) {
    std::erase_if(keys_, [&](const std::string& key) {
      return std::ranges::find(config.axes(), key, &Axis::key) == config.axes().end() &&
             named_section_of(key).empty() &&
             config.point(0).text(key) == key_table()[*find_key(key)].fallback;
    });
    if (!keys_.empty()) spdlog::warn("not read by this run: {}", fmt::join(keys_, ", "));
  }

 private:
  std::vector<std::string> keys_;
  bool any_ = false;  // point was added
};

// Points that differ from another point only in axes that neither of them reads.
class RepeatedPoints {
 public:
  // Takes the axes of a config that outlives this object.
  explicit RepeatedPoints(std::span<const Axis> axes) : axes_(axes) {
    for (const Axis& axis : axes) builds_.push_back(stage_of(axis.key) <= Stage::kCollective);
  }

  // Adds a point whose keys have been read.
  void add(const Point& point) {
    const std::vector<std::string> unread = point.unread_keys();
    Added added;
    for (const Axis& axis : axes_) {
      const auto value = std::ranges::find(axis.values, point.text(axis.key));
      added.values.push_back(1 + static_cast<std::size_t>(value - axis.values.begin()));
      added.read.push_back(std::ranges::find(unread, axis.key) == unread.end());
    }
    std::vector<bool>& any = read_by_any_[of_built(added.values)];
    any.resize(axes_.size());
    for (std::size_t a = 0; a < axes_.size(); ++a) any[a] = any[a] || added.read[a];
    points_.push_back(std::move(added));
  }

  void warn() const {
    std::set<Values> seen;
    std::set<std::string> keys;
    std::size_t repeated = 0;
    for (const Added& point : points_) {
      const std::vector<bool>& any = read_by_any_.at(of_built(point.values));
      Values values = point.values;
      for (std::size_t a = 0; a < axes_.size(); ++a)
        if (!(builds_[a] ? any[a] : point.read[a])) values[a] = kAny;
      if (seen.insert(values).second) continue;
      ++repeated;
      for (std::size_t a = 0; a < axes_.size(); ++a)
        if (values[a] == kAny) keys.insert(axes_[a].key);
    }
    if (repeated != 0)
      spdlog::warn("{} of {} are the same as others: they differ only in {}, not read there",
                   repeated, counted(points_.size(), "points"), fmt::join(keys, ", "));
  }

 private:
  using Values = std::vector<std::size_t>;  // [axis]: index of its value, from 1 on, or kAny
  static constexpr std::size_t kAny = 0;    // the axis is not read

  // The values that determine the network or the program, which other points share.
  Values of_built(Values values) const {
    for (std::size_t a = 0; a < axes_.size(); ++a)
      if (!builds_[a]) values[a] = kAny;
    return values;
  }

  std::span<const Axis> axes_;
  std::vector<bool> builds_;  // [axis]: only the first point with a shared part reads it
  struct Added {
    Values values;
    std::vector<bool> read;  // [axis]
  };
  std::vector<Added> points_;
  std::map<Values, std::vector<bool>> read_by_any_;  // [axis], for points with a shared part
};

// Capacities of the networks: loads relative to different capacities cannot be compared.
class Capacities {
 public:
  void add(const Setup& setup) {
    if (setup.load_unit != LoadUnit::kCapacity || !setup.capacity_flits) return;
    least_ = std::min(least_, *setup.capacity_flits);
    most_ = std::max(most_, *setup.capacity_flits);
  }
  void warn() const {
    constexpr double kRounding = 1e-9;
    if (most_ > least_ * (1 + kRounding))
      spdlog::warn(
          "the networks differ in their capacity, from {:.6g} to {:.6g} flits per node and cycle, "
          "so that "
          "equal loads are not equal rates; traffic.load_unit = flits compares rates",
          least_, most_);
  }

 private:
  double least_ = std::numeric_limits<double>::infinity(), most_ = 0;
};

// Looks for idle channels once for each network with its routing, however many points are simulated
// on it. The walk over paths takes a small part of the time of the network's first simulation, or
// some 40 ms; check and analyze walk all paths.
class IdleChannels {
 public:
  // `work`: expected_work() of the point.
  void add(const Point& point, const Setup& setup, double work) {
    if (setup.topology->structure() != nullptr) return;
    std::string network = settings_up_to(point, Stage::kTiming);
    for (std::size_t m = 0; m < setup.class_networks.size(); ++m)
      network += setup.uses_message_class(m) ? '1' : '0';
    if (!seen_.insert(std::move(network)).second) return;
    const auto most_hops =
        static_cast<std::uint64_t>(std::clamp(work / 100, kLeastHops, kMostHops));
    if (auto text = idle_channels_of(setup, most_hops)) warnings_.insert(std::move(*text));
  }
  void warn() const {
    for (const std::string& warning : warnings_) spdlog::warn("{}", warning);
  }

 private:
  static constexpr double kLeastHops = 150'000, kMostHops = 1e12;
  std::set<std::string> seen_, warnings_;
};

// Warnings about all points, in this order.
class Remarks {
 public:
  explicit Remarks(const Config& config) : config_(config), repeated_(config.axes()) {}

  void add(const Point& point, const Setup& setup) {
    unread_.add(point);
    repeated_.add(point);
    capacities_.add(setup);
    for (const std::string& warning : setup.topology->warnings()) network_warnings_.insert(warning);
    program_notes_.add(setup.program_notes);
    may_fall_silent_ |= setup.traffic.messages_per_node && !setup.run.until_drained;
    for (const TrafficClass& part : setup.traffic.classes)
      if (!any_sends(part.traffic, setup.topology->node_count())) silent_classes_.insert(part.name);
    if (setup.traffic.workload && setup.traffic.workload->workload().messages() == 0)
      silent_workloads_.insert(name_of_workload(point));
    if (!setup.load_is_possible())
      impossible_.add(setup);
    else
      add_possible(setup);
  }

  void add_idle_channels(const Point& point, const Setup& setup, double work) {
    idle_channels_.add(point, setup, work);
  }

  void add_unserved(const Unserved& unserved) {
    UnservedPoints& points = unserved_[unserved.verdict];
    if (points.count++ == 0) points.first = unserved.reason();
  }
  std::size_t simulated() const {
    std::size_t points = config_.point_count() - impossible_.points();
    for (const auto& [verdict, unserved] : unserved_) points -= unserved.count;
    return points;
  }

  void warn(const CommandLine& command) {
    for (const auto& [verdict, unserved] : unserved_)
      spdlog::warn("not simulated: {} of {}, {}; the first: {}", unserved.count,
                   counted(config_.point_count(), "points"),
                   verdict == Verdict::kDisconnected ? "whose network is cut apart"
                                                     : "whose network the routing does not serve",
                   unserved.first);
    impossible_.warn(config_.point_count());
    beyond_nodes_.warn(config_.point_count());
    unread_.warn(config_);
    repeated_.warn();
    capacities_.warn();
    for (const std::string& warning : network_warnings_) spdlog::warn("{}", warning);
    idle_channels_.warn();
    orthant::say(program_notes_);
    if (may_fall_silent_)
      spdlog::warn(
          "run.messages_per_node: where all nodes have sent their messages before the window ends "
          "the run is unfinished; run.until = drained measures all messages");
    for (const std::string& name : silent_classes_)
      spdlog::warn("no node sends anything of the class of traffic {}{}", name,
                   config_.point_count() > 1 ? " at some points" : "");
    for (const std::string& name : silent_workloads_)
      spdlog::warn("the program of {} sends no message", name);
    if (on_one_thread_ && command.threads_per_run.value_or(1) > 1)
      spdlog::warn(
          "--threads-per-run: routers with router.model = output_queued, and runs with "
          "output.trace, are simulated on one thread");
  }

 private:
  void add_possible(const Setup& setup) {
    beyond_nodes_.add(setup);
    on_one_thread_ |=
        setup.router.model == RouterModel::kOutputQueued || setup.outputs.trace.has_value();
  }

  const Config& config_;
  ImpossibleLoads impossible_;
  LoadsBeyondNodes beyond_nodes_;
  UnreadKeys unread_;
  RepeatedPoints repeated_;
  Capacities capacities_;
  IdleChannels idle_channels_;
  bool may_fall_silent_ = false;
  std::set<std::string> network_warnings_, silent_classes_, silent_workloads_;
  struct UnservedPoints {
    std::size_t count = 0;
    std::string first;
  };
  std::map<Verdict, UnservedPoints> unserved_;
  ProgramNotes program_notes_;
  bool on_one_thread_ = false;
};

// Refuses rates that change with time: a search varies the length of the window.
void refuse_changing_rates(const Point& point, const Setup& setup) {
  if (setup.traffic.pattern->changes().empty()) return;
  point.fail("traffic.file",
             "rates change with time, and saturate measures longer where one window does not tell, "
             "at other rates then; allowed: flows at all times, or a sweep over traffic.scale");
}

// Logs the tie rule once for all points that share it.
void say_ties(const Point& point, std::string& said) {
  const std::string text =
      ties_text(one_path_of_schedule(point, [&] { return make_topology(point); }));
  if (text.empty() || said == text) return;
  said = text;
  spdlog::info("{}", text);
}

// Identifies a point: "routing.algorithm = val, traffic.load = 0.1"; empty without axes.
std::string values_on_axes(const Config& config, const Point& point) {
  std::string text;
  for (const Axis& axis : config.axes())
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", axis.key, point.text(axis.key));
  return text;
}

// Checks one point separately. Returns kExitDeadlock or kExitDone.
int check_point(const Point& point, const Setup& setup, const std::string& which,
                DeadlockGate& gate, Checked& checked) {
  const NetworkParts parts = setup.parts();
  point.place_errors([&] { validate(parts, setup.run); });
  checked.useful_threads = std::max(checked.useful_threads, useful_threads(parts));
  const std::string& refusal = gate.refusal(point, setup);
  if (refusal.empty()) return kExitDone;
  spdlog::error("{}{}{}\nnothing was simulated; routing.allow_deadlock = yes does it all the same",
                which, which.empty() ? "" : ": ", refusal);
  return kExitDeadlock;
}

}  // namespace

Checked check_points(const Config& config, BuiltNetworks& built, const CommandLine& command,
                     SetupChanges changes) {
  Checked checked;
  changes.threads = threads_of(command).threads;
  changes.allows_unserved = has_fault_axis(config);
  DeadlockGate gate;
  Remarks remarks(config);
  std::string said;
  for (std::size_t p = 0; p < config.point_count(); ++p)
    refuse_worst_case_of_adaptive(config.point(p));
  for (std::size_t p = 0; p < config.point_count() && !interrupted(); ++p) {
    const Point point = config.point(p);
    // Leaves out the axes of the first point: they seldom cause its errors.
    const std::string which = p == 0 ? std::string() : values_on_axes(config, config.point(p));
    try {
      const std::unique_ptr<Setup> setup = make_setup(point, SetupNeeds::kAnyLoad, &built, changes);
      if (setup->unserved) {
        remarks.add_unserved(*setup->unserved);
        checked.expected_work.push_back(0);
        continue;
      }
      for (const char* varied : {"traffic.load", "traffic.scale"})
        if (changes.load && point.has_value(varied)) point.text(varied);
      if (changes.load) refuse_changing_rates(point, *setup);
      remarks.add(point, *setup);
      require_a_sender(point, *setup);
      checked.expected_work.push_back(
          expected_work(*setup, changes.load ? LoadAsked::kEdge : LoadAsked::kGiven));
      remarks.add_idle_channels(point, *setup, checked.expected_work.back());
      if (!setup->load_is_possible()) continue;
      checked.code = check_point(point, *setup, which, gate, checked);
      if (setup->replay || sends_liquid(point)) say_ties(point, said);
    } catch (const ConfigError& error) {
      if (which.empty()) throw;
      throw ConfigError(fmt::format("{} (at {})", error.what(), which));
    }
    if (checked.code != kExitDone) return checked;
  }
  if (interrupted()) return {kExitInterrupted};
  changes.allows_unserved = false;
  if (remarks.simulated() == 0)
    make_setup(config.point(0), SetupNeeds::kAll, &built, changes);  // throws
  remarks.warn(command);
  return checked;
}

}  // namespace orthant
