// One function per kind of program, defined in the file of that name and listed in registry.cpp.
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

KeyRow<ProgramOptions> drawn_seed_row();  // workload.seed, for random programs

}  // namespace orthant
