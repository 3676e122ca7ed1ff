// One scheduling problem with its answer: from a point of a config, or from a case.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/keys/schedule_keys.hpp"
#include "app/output/columns.hpp"
#include "app/output/table.hpp"
#include "app/setup/built_network.hpp"
#include "app/setup/setup.hpp"
#include "base/function_ref.hpp"
#include "schedule/files/case_file.hpp"
#include "schedule/judge.hpp"
#include "schedule/solve.hpp"

namespace orthant {

// What the point's routing must have instead of what the point says so that every pair has one
// route.
OnePath one_path_of_schedule(const Point& point,
                             FunctionRef<std::shared_ptr<const Topology>()> topology);
// The part of it that does not depend on a schedule.
OnePath one_of_equal_ways(const Point& point);
// For people: which rule for equally short ways it has instead; empty: that of the point.
std::string ties_text(const OnePath& one_path);

// Whom each node sends to and takes from, in the order of a schedule.
struct NodeOrders {
  std::vector<std::vector<std::uint32_t>> to, from;
};

class ScheduleProblem {
 public:
  // On the network and with the routing of `built`, which have one route for every pair. Throws
  // ConfigError.
  ScheduleProblem(const Point& point, const Setup& built);
  // Of a case; of the point schedule.method and schedule.time_limit_seconds count.
  ScheduleProblem(const Point& point, ScheduleCase given);

  static std::vector<Column> columns();
  // All but method, time limit and wavelengths.
  const ScheduleKeys& keys() const { return keys_; }
  const CollectiveTransfers& transfers() const { return collective_; }
  const TransferSet& set() const { return collective_.set; }
  // The nodes of every transfer; none of a case.
  const std::vector<NodePair>& pairs() const { return collective_.pairs; }
  std::size_t nodes() const;            // of the network; 0 of a case
  std::uint64_t message_bytes() const;  // of a transfer in a program: workload.bytes
  std::string name() const;             // "torus 4x4"
  // "4x4"; empty for a network without coordinates and for a case.
  std::string dimensions() const;
  std::size_t wavelengths() const;  // that every link carries
  // Of a search: schedule.time_limit_seconds, and an interrupt.
  SearchLimits limits() const;
  // The shortest schedule found in the time given; checked.
  ScheduleResult solve() const { return solve(limits()); }
  // The same whenever and wherever it is asked for: the search ends by its work, about as much as
  // fits in the time given, so that nothing that follows depends on the machine. An integer program
  // knows the clock alone; where that ended it, a warning says so. `point`: of the problem, whose
  // keys of a search are read.
  Frames repeatable_frames(const Point& point) const;
  // Of a file of frames, which `key` names in messages; with several routes along those that the
  // file lists. Throws KeyError.
  Judgement judge_file(const char* key, const std::string& file) const;
  NodeOrders orders(const Frames& frames) const;
  Row fields(const ScheduleResult& result) const;

 private:
  ScheduleResult solve(const SearchLimits& limits) const;
  ScheduleResult solve_once(const CollectiveTransfers& collective,
                            const SearchLimits& limits) const;
  ScheduleResult solve_repetitions(const SearchLimits& limits) const;
  ScheduleResult solve_in_groups(std::size_t together, const Stopwatch& watch) const;
  std::optional<std::uint32_t> min_duration() const;  // with several routes
  CollectiveTransfers collective_of(const Setup& built);
  void repeat();
  struct Outcome;
  static const ColumnRows<Outcome>& rows();
  // What was read so far, and one key more.
  ScheduleKeys with(std::string_view key) const { return with(point_, key); }
  ScheduleKeys with(const Point& point, std::string_view key) const;

  Point point_;
  ScheduleKeys keys_;
  std::string topology_, routing_, collective_name_;
  std::shared_ptr<const Topology> network_;  // none of a case
  CollectiveTransfers collective_;           // without pairs: of a case
  CollectiveTransfers once_;                 // with repetitions: one of them
  // With several routes: those of each transfer of one repetition, and its time over all choices.
  RouteLists routes_;
  std::optional<double> least_time_;
};

}  // namespace orthant
