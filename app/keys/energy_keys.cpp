#include "app/keys/energy_keys.hpp"

#include "app/keys/network_keys.hpp"

namespace orthant {

const KeyRows<EnergyKeys>& energy_rows() {
  const auto row = [](std::string_view name, std::optional<double> EnergyKeys::*member,
                      std::string_view help) -> KeyRow<EnergyKeys> {
    return {name, member, {.axis = false, .when = kInputQueued, .help = help}};
  };
  static const KeyRows<EnergyKeys> rows = {
      row("energy.buffer_write_pj", &EnergyKeys::buffer_write,
          "Picojoules to write a flit into a buffer; not given: 0. Any of these keys adds the "
          "columns of energy to the result."),
      row("energy.buffer_read_pj", &EnergyKeys::buffer_read,
          "Picojoules to read a flit from a buffer; not given: 0."),
      row("energy.crossbar_pj", &EnergyKeys::crossbar,
          "Picojoules of a flit through the switch; not given: 0."),
      row("energy.link_pj", &EnergyKeys::link,
          "Picojoules of a flit over a channel between routers; not given: 0."),
      row("energy.allocation_pj", &EnergyKeys::allocation,
          "Picojoules of a grant, of a VC or of the switch; not given: 0."),
  };
  return rows;
}

double EnergyKeys::picojoules(const RouterActivity& counts) const {
  const auto cost = [](const std::optional<double>& each, std::uint64_t times) {
    return each.value_or(0) * static_cast<double>(times);
  };
  return cost(buffer_write, counts.buffer_writes) + cost(buffer_read, counts.buffer_reads) +
         cost(crossbar, counts.crossbar_flits) + cost(link, counts.link_flits) +
         cost(allocation, counts.vc_allocations + counts.switch_allocations);
}

}  // namespace orthant
