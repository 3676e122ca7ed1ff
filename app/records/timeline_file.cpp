// Tested by: tests/app/point_files_test.py
#include "app/output/columns.hpp"
#include "app/records/simulation_files.hpp"
#include "app/setup/key_columns.hpp"
#include "sim/timeline.hpp"

namespace orthant {
namespace {

struct Span {
  std::uint64_t seed;
  double senders;  // sending nodes
  const TimelineRow& row;
};

template <class Member>
ColumnRow<Span> at_row(std::string_view name, std::string_view unit, std::string_view meaning,
                       Member TimelineRow::*member) {
  return {name, unit, meaning, [member](const Span& of) { return of.row.*member; }};
}

ColumnRow<Span> per_node(std::string_view name, std::string_view meaning,
                         std::uint64_t TimelineRow::*flits) {
  return {name, "flits/node/cycle", meaning, [flits](const Span& of) -> std::optional<double> {
            if (of.senders == 0) return std::nullopt;
            return static_cast<double>(of.row.*flits) /
                   (of.senders * static_cast<double>(of.row.length));
          }};
}

const ColumnRows<Span>& span_rows() {
  using R = TimelineRow;
  static const ColumnRows<Span> rows = {
      {"seed", "", "Seed of the run.", &Span::seed},
      at_row("cycle", "cycles", "End of the span; the last one may be short.", &R::cycle),
      per_node("born_flits", "Flits generated in the span, per sending node.", &R::generated_flits),
      per_node("injected_flits", "Flits that left source queues, per sending node.",
               &R::injected_flits),
      per_node("accepted_flits", "Flits that left the last router, per sending node.",
               &R::accepted_flits),
      at_row("packets", "", "Packets whose last flit left the last router.", &R::packets),
      at_row("latency_mean", "cycles", "Mean latency of these packets.", &R::latency_mean),
      at_row("backlog_flits", "flits", "In all source queues at the end of the span.",
             &R::backlog_flits),
      at_row("network_flits", "flits", "Under way at the end of the span.", &R::network_flits),
      at_row("channel_load_mean", "flits/cycle",
             "Mean load of the channels between routers in the span.", &R::channel_load_mean),
      at_row("channel_load_max", "flits/cycle", "Load of the busiest channel between routers.",
             &R::channel_load_max),
  };
  return rows;
}

class TimelineLines final : public TimelineLog, public SimulationLines {
 public:
  explicit TimelineLines(const FileOf& of) : SimulationLines(of.path, of.seed, timeline_columns()) {
    for (std::size_t node = 0; node < of.nodes(); ++node)
      senders_ += of.setup.traffic.sends(NodeId{node});
  }

  void add(const TimelineRow& row) override {
    add_row(span_rows().fields({seed(), senders_, row}));
    write_buffer();
  }

 private:
  double senders_ = 0;
};

}  // namespace

std::vector<Column> timeline_columns() { return span_rows().columns(); }

LinesOf timeline_lines(const FileOf& of, RunObservers& observers) {
  return observing_spans(std::make_unique<TimelineLines>(of), of, observers);
}

namespace {

class ChannelTimelineLines final : public TimelineLog, public SimulationLines {
 public:
  explicit ChannelTimelineLines(const FileOf& of)
      : SimulationLines(of.path, of.seed, channel_timeline_columns()),
        topology_(*of.setup.topology) {}

  void add(const TimelineRow& row) override {
    for (std::size_t c = 0; c < row.channel_flits.size(); ++c)
      if (const std::uint64_t flits = row.channel_flits[c]; flits != 0)
        add_row(chained({field_text(seed()), field_text(row.cycle)},
                        channel_use_fields(topology_, ChannelId{c}, flits, row.length)));
    write_buffer();
  }

 private:
  const Topology& topology_;
};

}  // namespace

std::vector<Column> channel_timeline_columns() {
  return chained(
      {{"seed", false, {}, "Seed of the run."},
       {"cycle", false, "cycles", "End of the span; the last one may be short."}},
      channel_use_columns("Flits that crossed it in the span; where none did there is no row."));
}

LinesOf channel_timeline_lines(const FileOf& of, RunObservers& observers) {
  return observing_spans(std::make_unique<ChannelTimelineLines>(of), of, observers);
}

}  // namespace orthant
