// The table of contents: every traffic pattern and injection process, in listing order. To add one,
// write its file, its declaration in descriptions.hpp, its line here and its line in
// CMakeLists.txt.
#include <array>

#include "traffic/descriptions.hpp"
#include "traffic/kinds.hpp"

namespace orthant {

std::span<const PatternDescription> pattern_registry() {
  static const std::array kPatterns = {
      uniform_pattern(),        tornado_pattern(),        neighbor_pattern(),
      transpose_pattern(),      anti_transpose_pattern(), rotate_3d_pattern(),
      bit_complement_pattern(), bit_reverse_pattern(),    shuffle_pattern(),
      bit_swap_pattern(),       butterfly_pattern(),      random_permutation_pattern(),
      hotspot_pattern(),        matrix_pattern(),         flows_pattern(),
      permutation_pattern(),    worst_case_pattern(),
  };
  return kPatterns;
}

std::span<const InjectionDescription> injection_registry() {
  static const std::array kInjections = {
      bernoulli_injection(), poisson_injection(),  messages_injection(),
      on_off_injection(),    schedule_injection(), workload_injection(),
  };
  return kInjections;
}

const PatternDescription* find_pattern(std::string_view name) {
  for (const auto& description : pattern_registry()) {
    if (description.name == name) return &description;
  }
  return nullptr;
}

const InjectionDescription* find_injection(std::string_view name) {
  for (const auto& description : injection_registry()) {
    if (description.name == name) return &description;
  }
  return nullptr;
}

}  // namespace orthant
