// Tested by: tests/app/run_test.py
#include "app/points/point_tables.hpp"

#include <optional>
#include <utility>

#include "app/output/columns.hpp"
#include "app/setup/key_columns.hpp"

namespace orthant {

Table channel_table() {
  std::vector<Column> columns{{"seed", false, {}, "Seed of the run."}};
  columns = chained(std::move(columns), channel_key_columns());
  columns.push_back({"flits", false, "flits", "Flits that crossed it in the window."});
  columns.push_back({"utilization", false, "share", "Share of its bandwidth that was used."});
  return {std::move(columns), {}};
}

void add_channels(Table& table, const Setup& setup, std::uint64_t seed,
                  const SimulationResult& result) {
  for (std::size_t c = 0; c < result.channel_flits.size(); ++c) {
    const Channel& channel = setup.topology->channel(ChannelId{c});
    std::optional<double> utilization;
    if (result.window_cycles > 0)
      utilization = static_cast<double>(result.channel_flits[c]) /
                    (static_cast<double>(result.window_cycles) * to_double(channel.bandwidth));
    Row row = chained({field_text(seed)}, channel_key_fields(*setup.topology, ChannelId{c}));
    row.push_back(field_text(result.channel_flits[c]));
    row.push_back(real_text(utilization));
    table.rows.push_back(std::move(row));
  }
}

Table histogram_table() {
  return {{{"seed", false, {}, "Seed of the run."},
           {"latency_from", false, "cycles", "Least latency of the bin."},
           {"latency_to", false, "cycles", "Least latency beyond it."},
           {"packets", false, {}, "Packets in the bin."}},
          {}};
}

void add_histogram(Table& table, std::uint64_t seed, const SimulationResult& result) {
  for (const LatencyBin& bin : result.histogram)
    table.rows.push_back(
        {field_text(seed), field_text(bin.from), field_text(bin.to), field_text(bin.packets)});
}

}  // namespace orthant
