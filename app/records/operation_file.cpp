// Tested by: tests/app/workload_test.py
#include <array>
#include <map>

#include "app/output/columns.hpp"
#include "app/records/simulation_files.hpp"

namespace orthant {
namespace {

struct OperationRow {
  std::uint64_t seed;
  std::uint32_t rank, number;
  const Operation& operation;
  const OperationTimes& times;
  const WorkloadPlan& plan;
  std::size_t critical;  // place on the critical path, from 1 on; 0: not on it

  bool is(OperationKind kind) const { return operation.kind == kind; }
  std::optional<Cycle> cycles() const {
    if (!is(OperationKind::kComputation)) return std::nullopt;
    return plan.cycles(operation.amount);
  }
};

std::optional<Cycle> if_any(Cycle cycle) {
  return cycle == kNever ? std::nullopt : std::optional(cycle);
}

// The value for a send or receive; empty for a computation.
template <class Value>
std::optional<Value> if_message(const OperationRow& of, Value value) {
  return of.is(OperationKind::kComputation) ? std::nullopt : std::optional(value);
}

const ColumnRows<OperationRow>& operation_rows() {
  static const ColumnRows<OperationRow> rows = {
      {"seed", "", "Seed of the run.", &OperationRow::seed},
      {"rank", "", "Whose operation it is.", &OperationRow::rank},
      {"operation", "", "Number of the operation in its rank, from 0.", &OperationRow::number},
      {"operation_kind", "send, recv or calc, as in GOAL.",
       [](const OperationRow& of) {
         constexpr std::array<std::string_view, 3> kWords = {"send", "recv", "calc"};
         return kWords[static_cast<std::size_t>(of.operation.kind)];
       }},
      {"peer", "", "Of a message: the rank at its other end.",
       [](const OperationRow& of) {
         return of.operation.peer == Workload::kAny ? std::nullopt
                                                    : if_message(of, of.operation.peer);
       }},
      {"bytes", "bytes", "Of a message.",
       [](const OperationRow& of) { return if_message(of, of.operation.amount); }},
      {"queue", "", "Nic of a send, cpu of a computation.",
       [](const OperationRow& of) {
         return of.is(OperationKind::kReceive) ? std::nullopt
                                               : std::optional(unsigned{of.operation.queue});
       }},
      {"start", "cycles", "Cycle in which nothing was left to wait for.",
       [](const OperationRow& of) { return if_any(of.times.start); }},
      {"message_arrival", "cycles", "Of a receive: cycle in which the last flit was there.",
       [](const OperationRow& of) { return if_any(of.times.arrival); }},
      {"cycles", "cycles", "Of a computation: how long it took its cpu, up to its end.",
       &OperationRow::cycles},
      {"end", "cycles", "Cycle in which it ended.",
       [](const OperationRow& of) { return if_any(of.times.end); }},
      {"critical", "",
       "Place of the operation on the chain that ended last, from 1 on; 0: not on it.",
       &OperationRow::critical},
  };
  return rows;
}

class OperationLines final : public WorkloadLog, public SimulationLines {
 public:
  explicit OperationLines(const FileOf& of)
      : SimulationLines(of.path, of.seed, operation_columns()) {}

  void add(const WorkloadPlan& plan, const WorkloadTimes& times,
           std::span<const OperationId> critical_path) override {
    std::map<OperationId, std::size_t> critical;
    for (std::size_t i = 0; i < critical_path.size(); ++i)
      critical.emplace(critical_path[i], i + 1);
    for (std::uint32_t rank = 0; rank < times.size(); ++rank) {
      const auto operations = plan.workload().of(rank);
      for (std::uint32_t i = 0; i < operations.size(); ++i) {
        const auto found = critical.find({rank, i});
        add_row(operation_rows().fields({seed(), rank, i, operations[i], times[rank][i], plan,
                                         found == critical.end() ? 0 : found->second}));
      }
    }
  }
};

}  // namespace

std::vector<Column> operation_columns() { return operation_rows().columns(); }

LinesOf operation_lines(const FileOf& of, RunObservers& observers) {
  return observing(std::make_unique<OperationLines>(of), observers.operations);
}

}  // namespace orthant
