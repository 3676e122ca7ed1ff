// Tested by: tests/app/run_test.py, tests/app/energy_test.py
#include "app/points/point_tables.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "app/output/columns.hpp"
#include "app/setup/key_columns.hpp"
#include "topology/names.hpp"

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

namespace {

struct RunEnergy {
  const Setup& setup;
  const SimulationResult& result;

  RouterActivity total() const {
    RouterActivity sum;
    for (const RouterActivity& counts : result.activity) sum += counts;
    return sum;
  }
  // Energy of the window divided by `number`; empty if that is 0.
  std::optional<double> per(std::uint64_t number) const {
    if (number == 0) return std::nullopt;
    return setup.energy.picojoules(total()) / static_cast<double>(number);
  }
};

const ColumnRows<RunEnergy>& run_energy_rows() {
  static const ColumnRows<RunEnergy> rows = {
      {"energy_pj_per_flit", "pJ/flit",
       "Energy of the window over the flits that left the last router in "
       "it; with keys of energy only.",
       [](const RunEnergy& of) {
         const RouterActivity sum = of.total();
         return of.per(sum.buffer_reads - sum.link_flits);
       }},
      {"power_pj_per_cycle", "pJ/cycle",
       "Energy of the window over its cycles; with keys of energy only.",
       [](const RunEnergy& of) { return of.per(of.result.window_cycles); }},
  };
  return rows;
}

struct RouterEnergy {
  const Setup& setup;
  std::uint64_t seed;
  RouterId router;
  const RouterActivity& counts;
};

std::string coordinates(const RouterEnergy& of) {
  return coordinates_text(*of.setup.topology, of.router, ' ');
}

ColumnRow<RouterEnergy> count(std::string_view name, std::string_view meaning,
                              std::uint64_t RouterActivity::*member) {
  return {name, "", meaning, [member](const RouterEnergy& of) { return of.counts.*member; }};
}

const ColumnRows<RouterEnergy>& router_energy_rows() {
  using A = RouterActivity;
  static const ColumnRows<RouterEnergy> rows = {
      {"seed", "", "Seed of the run.", &RouterEnergy::seed},
      {"router", "", "Id of the router.", [](const RouterEnergy& of) { return of.router.value; }},
      {"coordinates", "Where it is, x first; empty without coordinates.", coordinates},
      count("buffer_writes", "Flits that it received in the window.", &A::buffer_writes),
      count("buffer_reads", "Flits that it sent, to nodes as well.", &A::buffer_reads),
      count("crossbar", "Flits through the switch.", &A::crossbar_flits),
      count("link", "Flits through the switch to another router.", &A::link_flits),
      count("vc_allocations", "VCs that it granted.", &A::vc_allocations),
      count("switch_allocations",
            "Grants of the switch: to flits, or to packets with router.switch_hold = packet.",
            &A::switch_allocations),
      {"picojoules", "pJ", "What all of it took, by the keys of energy.",
       [](const RouterEnergy& of) { return of.setup.energy.picojoules(of.counts); }},
  };
  return rows;
}

}  // namespace

std::vector<Column> energy_columns() { return run_energy_rows().columns(); }

Row energy_fields(const Setup& setup, const SimulationResult& result) {
  return run_energy_rows().fields({setup, result});
}

Table energy_table() { return {router_energy_rows().columns(), {}}; }

void add_energy(Table& table, const Setup& setup, std::uint64_t seed,
                const SimulationResult& result) {
  for (std::size_t r = 0; r < result.activity.size(); ++r)
    table.rows.push_back(
        router_energy_rows().fields({setup, seed, RouterId{r}, result.activity[r]}));
}

}  // namespace orthant
