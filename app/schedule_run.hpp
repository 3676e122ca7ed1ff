// One scheduling problem with its answer: from a point of a config, or from a case.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/config.hpp"
#include "app/setup.hpp"
#include "app/table.hpp"
#include "schedule/case_file.hpp"
#include "schedule/judge.hpp"
#include "schedule/solve.hpp"

namespace orthant {

class ScheduleProblem {
 public:
  // Of the network, routing and collective of a point. Throws ConfigError.
  explicit ScheduleProblem(const Point& point);
  // Of a case; of the point schedule.method and schedule.time_limit_seconds count.
  ScheduleProblem(const Point& point, ScheduleCase given);

  static std::vector<Column> columns();
  const TransferSet& set() const { return collective_.set; }
  // The nodes of every transfer; none of a case.
  const std::vector<NodePair>& pairs() const { return collective_.pairs; }
  std::size_t nodes() const;  // of the network; 0 of a case
  std::string name() const;   // "torus 4x4"
  // "4x4"; empty for a network without coordinates and for a case.
  std::string dimensions() const;
  // Of a search: schedule.time_limit_seconds, and an interrupt.
  SearchLimits limits() const;
  // The shortest schedule found; checked.
  ScheduleResult solve() const;
  Row fields(const ScheduleResult& result) const;

  // "frame,transfer" or, for a point, "frame,source,destination".
  std::string frames_text(const Frames& frames) const;
  // Reads such a file. Throws KeyError("--verify").
  Frames read_frames(const std::string& file) const;
  // "length 6 D 6 valid liquid", or what is wrong.
  std::string judgement_text(const Frames& frames) const;

 private:
  Point point_;
  std::string topology_, routing_, collective_name_;
  CollectiveTransfers collective_;  // without pairs: of a case
  std::unique_ptr<Setup> setup_;    // none of a case
};

}  // namespace orthant
