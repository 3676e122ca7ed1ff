// Tested by: tests/app/point_files_test.py
#include <optional>

#include "app/output/columns.hpp"
#include "app/records/simulation_files.hpp"
#include "sim/measure/flows.hpp"

namespace orthant {
namespace {

struct FlowRow {
  std::uint64_t seed;
  NodeId source, destination;
  const Flow& flow;
  double ticks_per_cycle, window_cycles;
  bool arrived;  // all measured packets of the run did
};

ColumnRow<FlowRow> in_cycles(std::string_view name, std::string_view meaning,
                             std::optional<double> (*ticks)(const Flow&)) {
  return {name, "cycles", meaning, [ticks](const FlowRow& of) -> std::optional<double> {
            if (!of.arrived || of.flow.packets() == 0) return std::nullopt;
            const std::optional<double> value = ticks(of.flow);
            return value ? std::optional(*value / of.ticks_per_cycle) : std::nullopt;
          }};
}

const ColumnRows<FlowRow>& flow_rows() {
  using Ticks = std::optional<double>;
  static const ColumnRows<FlowRow> rows = {
      {"seed", "", "Seed of the run.", &FlowRow::seed},
      {"source", "", "Node that sent.", [](const FlowRow& of) { return of.source.value; }},
      {"destination", "", "Node that it was for.",
       [](const FlowRow& of) { return of.destination.value; }},
      {"packets", "", "Packets that were measured and arrived.",
       [](const FlowRow& of) { return of.flow.packets(); }},
      {"accepted_flits", "flits/cycle", "Flits of packets that left the last router in the window.",
       [](const FlowRow& of) {
         return static_cast<double>(of.flow.accepted_flits()) / of.window_cycles;
       }},
      in_cycles("latency_mean", "Mean latency of these packets.",
                [](const Flow& flow) -> Ticks {
                  return static_cast<double>(flow.latency_sum()) /
                         static_cast<double>(flow.packets());
                }),
      in_cycles("latency_p50", "Median latency; empty below 2 packets.",
                [](const Flow& flow) { return flow.percentile(0.5); }),
      in_cycles("latency_p95", "95th percentile; empty below 20 packets.",
                [](const Flow& flow) { return flow.percentile(0.95); }),
      in_cycles("latency_p99", "99th percentile; empty below 100 packets.",
                [](const Flow& flow) { return flow.percentile(0.99); }),
      in_cycles("latency_max", "Largest latency.",
                [](const Flow& flow) -> Ticks { return static_cast<double>(flow.latency_max()); }),
  };
  return rows;
}

class FlowLines final : public SimulationLines {
 public:
  FlowLines(const FileOf& of, RunObservers& observers)
      : SimulationLines(of.path, of.seed, flow_columns()), counts_(of.nodes()) {
    observers.flows = &*counts_;
  }

  void add_result(const SimulationResult& result) override {
    counts_->for_each([&](NodeId source, NodeId destination, const Flow& flow) {
      add_row(flow_rows().fields(
          {seed(), source, destination, flow, static_cast<double>(counts_->ticks_per_cycle()),
           static_cast<double>(result.window_cycles), result.latency_mean.has_value()}));
    });
    counts_.reset();
  }

 private:
  std::optional<FlowCounts> counts_;  // may be large
};

}  // namespace

std::vector<Column> flow_columns() { return flow_rows().columns(); }

LinesOf flow_lines(const FileOf& of, RunObservers& observers) {
  return std::make_unique<FlowLines>(of, observers);
}

}  // namespace orthant
