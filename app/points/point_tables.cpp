// Tested by: tests/app/run_test.py
#include "app/points/point_tables.hpp"

#include <optional>
#include <utility>

#include "app/output/columns.hpp"
#include "app/setup/key_columns.hpp"

namespace orthant {

Table channel_table() {
  return {chained({{"seed", false, {}, "Seed of the run."}},
                  channel_use_columns("Flits that crossed it in the window.")),
          {}};
}

void add_channels(Table& table, const Setup& setup, std::uint64_t seed,
                  const SimulationResult& result) {
  for (std::size_t c = 0; c < result.channel_flits.size(); ++c)
    table.rows.push_back(chained(
        {field_text(seed)}, channel_use_fields(*setup.topology, ChannelId{c},
                                               result.channel_flits[c], result.window_cycles)));
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
