// Tested by: tests/app/point_files_test.py
#include "app/output/columns.hpp"
#include "app/records/simulation_files.hpp"
#include "app/setup/key_columns.hpp"
#include "sim/timeline.hpp"

namespace orthant {
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
