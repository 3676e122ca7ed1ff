// Tested by: tests/app/point_files_test.py
#include "app/records/channel_timeline.hpp"

#include <utility>

#include "app/output/columns.hpp"
#include "app/setup/key_columns.hpp"

namespace orthant {

std::vector<Column> channel_timeline_columns() {
  std::vector<Column> columns{
      {"seed", false, {}, "Seed of the run."},
      {"cycle", false, "cycles", "End of the span; the last one may be short."}};
  columns = chained(std::move(columns), channel_key_columns());
  columns.push_back({"flits", false, "flits",
                     "Flits that crossed it in the span; where none did there is no row."});
  columns.push_back({"utilization", false, "share", "Share of its bandwidth that was used."});
  return columns;
}

ChannelTimelineLines::ChannelTimelineLines(const std::string& path, std::uint64_t seed,
                                           const Topology& topology)
    : SimulationLines(path, seed, channel_timeline_columns()), topology_(topology) {}

void ChannelTimelineLines::add(const TimelineRow& row) {
  for (std::size_t c = 0; c < row.channel_flits.size(); ++c) {
    const std::uint64_t flits = row.channel_flits[c];
    if (flits == 0) continue;
    const ChannelId id{c};
    const double room =
        static_cast<double>(row.length) * to_double(topology_.channel(id).bandwidth);
    Row fields =
        chained({field_text(seed()), field_text(row.cycle)}, channel_key_fields(topology_, id));
    fields.push_back(field_text(flits));
    fields.push_back(real_text(static_cast<double>(flits) / room));
    add_row(fields);
  }
  write_buffer();
}

}  // namespace orthant
