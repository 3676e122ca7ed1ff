// Tested by: tests/app/point_files_test.py
#include "app/records/channel_timeline.hpp"

#include "app/output/columns.hpp"
#include "app/setup/key_columns.hpp"

namespace orthant {

std::vector<Column> channel_timeline_columns() {
  return chained(
      {{"seed", false, {}, "Seed of the run."},
       {"cycle", false, "cycles", "End of the span; the last one may be short."}},
      channel_use_columns("Flits that crossed it in the span; where none did there is no row."));
}

ChannelTimelineLines::ChannelTimelineLines(const std::string& path, std::uint64_t seed,
                                           const Topology& topology)
    : SimulationLines(path, seed, channel_timeline_columns()), topology_(topology) {}

void ChannelTimelineLines::add(const TimelineRow& row) {
  for (std::size_t c = 0; c < row.channel_flits.size(); ++c)
    if (const std::uint64_t flits = row.channel_flits[c]; flits != 0)
      add_row(chained({field_text(seed()), field_text(row.cycle)},
                      channel_use_fields(topology_, ChannelId{c}, flits, row.length)));
  write_buffer();
}

}  // namespace orthant
