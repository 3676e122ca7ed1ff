// Tested by: tests/app/setup_test.cpp
#include "app/setup/setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "analysis/guarantees/capacity.hpp"
#include "base/error.hpp"
#include "schedule/replay.hpp"
#include "traffic/workload_plan.hpp"

namespace orthant {

void Setup::set_seed(std::uint64_t seed) {
  run.seed = seed;
  traffic.set_seed(seed);
  if (replay) replay->send(seed, traffic);
}

bool Setup::uses_message_class(std::size_t message_class) const {
  const std::vector<TrafficClass>& classes = traffic.classes;
  if (traffic.workload)
    return traffic.workload->uses_message_class(message_class, router.message_classes);
  if (classes.empty()) return message_class == 0;
  return std::ranges::find(classes, message_class, &TrafficClass::message_class) != classes.end();
}

double Setup::share_of_capacity(double flits) const {
  return capacity_is_rounded ? share_of_program_capacity(flits, *capacity_flits)
                             : flits / *capacity_flits;
}

const ObliviousRouting& required_oblivious(const Routing& routing, std::string_view algorithm) {
  if (routing.oblivious() == nullptr) {
    throw KeyError("routing.algorithm", adaptive_text(algorithm));
  }
  return *routing.oblivious();
}

std::string adaptive_text(std::string_view algorithm) {
  return fmt::format(
      "{} is adaptive: what it does depends on the load, and exact analysis (traffic.pattern = "
      "worst_case included) is for oblivious routings; allowed: those of which "
      "`orthant list routings` says that they are not adaptive",
      algorithm);
}

std::string no_capacity_text(const Topology& topology) {
  if (topology.channel_count() == 0)
    return "this network has no channels between routers, so that it has no capacity";
  const auto has_nodes = [&](std::size_t r) { return topology.has_nodes(RouterId{r}); };
  if (std::ranges::count_if(std::views::iota(std::size_t{0}, topology.router_count()), has_nodes) <
      2)
    return "a single router of this network has nodes, and their packets cross no channel, so that "
           "it has no capacity";
  if (topology.limits_message_classes())
    return "links of this network carry certain message classes only, and a capacity is one of all "
           "links for all packets";
  return fmt::format(
      "the capacity of a network of {} routers and {} channels is not known: a linear program "
      "finds it up to {} routers times channels",
      topology.router_count(), topology.channel_count(), kMaxProgramFlows);
}

}  // namespace orthant
