// The descriptions that registry.cpp lists, each defined in the file of its name.
#pragma once

#include "traffic/programs/programs.hpp"

namespace orthant {

ProgramDescription allreduce_program();
ProgramDescription reduce_scatter_program();
ProgramDescription allgather_program();
ProgramDescription broadcast_program();
ProgramDescription alltoall_program();
ProgramDescription barrier_program();
ProgramDescription halo_program();
ProgramDescription sweep_program();
ProgramDescription fft_program();
ProgramDescription sparse_program();
ProgramDescription request_reply_program();

KeyRow<ProgramOptions> drawn_seed_row();  // workload.seed, of those that draw

}  // namespace orthant
