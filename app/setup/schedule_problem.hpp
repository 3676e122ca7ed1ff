// One scheduling problem with its result, from a point of a config or from a case.
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

// Changes to the point's routing that give every pair one route.
OnePath one_path_of_schedule(const Point& point,
                             FunctionRef<std::shared_ptr<const Topology>()> topology);
// The part of these changes that does not depend on a schedule.
OnePath one_of_equal_ways(const Point& point);
// Names the tie rule that replaces the point's, for people; empty: the rule is unchanged.
std::string ties_text(const OnePath& one_path);

// The nodes that each node sends to and receives from, in the order of a schedule.
struct NodeOrders {
  std::vector<std::vector<std::uint32_t>> to, from;
};

class ScheduleProblem {
 public:
  // Makes the problem on the network and routing of `built`, which give every pair one route.
  // Throws ConfigError.
  ScheduleProblem(const Point& point, const Setup& built);
  // Takes a given case; only schedule.method and schedule.time_limit_seconds of the point count.
  ScheduleProblem(const Point& point, ScheduleCase given);

  static std::vector<Column> columns();
  // All keys but method, time limit and wavelengths.
  const ScheduleKeys& keys() const { return keys_; }
  const CollectiveTransfers& transfers() const { return collective_; }
  const TransferSet& set() const { return collective_.set; }
  // The nodes of every transfer; empty for a case.
  const std::vector<NodePair>& pairs() const { return collective_.pairs; }
  std::size_t nodes() const;            // of the network; 0 for a case
  std::uint64_t message_bytes() const;  // of a transfer as a message: workload.bytes
  std::string name() const;             // "torus 4x4"
  // "4x4"; empty for a network without coordinates and for a case.
  std::string dimensions() const;
  std::size_t wavelengths() const;  // of every link
  // Limits of a search: schedule.time_limit_seconds, and an interrupt.
  SearchLimits limits() const;
  // The shortest schedule found in the time limit, checked.
  ScheduleResult solve() const { return solve(limits()); }
  // Frames that are the same at every call and on every machine: the work of the search is limited,
  // to about as much as fits in the time limit. An integer program knows only the clock; a warning
  // reports when the clock ended it. `point`: the problem's point, whose search keys are read.
  Frames repeatable_frames(const Point& point) const;
  // Judges a file of frames, which messages call `key`; with several routes, along the routes in
  // the file. Throws KeyError.
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
  // The keys read so far, and one more.
  ScheduleKeys with(std::string_view key) const { return with(point_, key); }
  ScheduleKeys with(const Point& point, std::string_view key) const;

  Point point_;
  ScheduleKeys keys_;
  std::string topology_, routing_, collective_name_;
  std::shared_ptr<const Topology> network_;  // nullptr for a case
  CollectiveTransfers collective_;           // without pairs for a case
  CollectiveTransfers once_;                 // with repetitions: one repetition
  // With several routes: the routes of each transfer of one repetition, and its time over all
  // choices.
  RouteLists routes_;
  std::optional<double> least_time_;
};

}  // namespace orthant
