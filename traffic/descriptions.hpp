// One function per pattern and injection process, defined in the file of that name and listed in
// registry.cpp.
#pragma once

#include "traffic/kinds.hpp"

namespace orthant {

PatternDescription uniform_pattern();
PatternDescription tornado_pattern();
PatternDescription neighbor_pattern();
PatternDescription transpose_pattern();
PatternDescription anti_transpose_pattern();
PatternDescription rotate_3d_pattern();
PatternDescription bit_complement_pattern();
PatternDescription bit_reverse_pattern();
PatternDescription shuffle_pattern();
PatternDescription bit_swap_pattern();
PatternDescription butterfly_pattern();
PatternDescription random_permutation_pattern();
PatternDescription hotspot_pattern();
PatternDescription matrix_pattern();
PatternDescription flows_pattern();
PatternDescription permutation_pattern();
PatternDescription worst_case_pattern();

// The key traffic.file, for the patterns that read a file.
KeyRow<PatternOptions> pattern_file_row();

InjectionDescription bernoulli_injection();
InjectionDescription poisson_injection();
InjectionDescription on_off_injection();
InjectionDescription messages_injection();
InjectionDescription schedule_injection();
InjectionDescription workload_injection();

}  // namespace orthant
