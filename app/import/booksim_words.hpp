// The words and defaults of BookSim 2: what each word is called here, and why a key has no
// counterpart.
//
// Tested by: tests/app/booksim_test.py
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace orthant {

// BookSim's own defaults of the keys that are read here.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 41> kBooksimDefaults = {{
    {"topology", "torus"},
    {"k", "8"},
    {"n", "2"},
    {"c", "1"},
    {"routing_function", "none"},
    {"use_noc_latency", "1"},
    {"network_file", ""},
    {"router", "iq"},
    {"credit_delay", "0"},
    {"internal_speedup", "1.0"},
    {"speculative", "0"},
    {"num_vcs", "16"},
    {"vc_buf_size", "8"},
    {"wait_for_tail_credit", "0"},
    {"hold_switch_for_packet", "0"},
    {"input_speedup", "1"},
    {"output_speedup", "1"},
    {"routing_delay", "1"},
    {"vc_alloc_delay", "1"},
    {"sw_alloc_delay", "1"},
    {"st_prepare_delay", "0"},
    {"st_final_delay", "1"},
    {"vc_allocator", "islip"},
    {"sw_allocator", "islip"},
    {"alloc_iters", "1"},
    {"traffic", "uniform"},
    {"perm_seed", "0"},
    {"injection_rate", "0.1"},
    {"injection_rate_uses_flits", "0"},
    {"packet_size", "1"},
    {"packet_size_rate", "1"},
    {"injection_process", "bernoulli"},
    {"priority", "none"},
    {"use_read_write", "0"},
    {"classes", "1"},
    {"sim_type", "latency"},
    {"warmup_periods", "3"},
    {"sample_period", "1000"},
    {"max_samples", "10"},
    {"seed", "0"},
    {"sim_count", "1"},
}};

// Why a key has no counterpart, by how its name begins or ends; the first that fits counts.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kBooksimReasons = {{
    {"print_", "what BookSim prints; output.* and --format say what is written here"},
    {"watch_", "what BookSim prints; output.packets follows packets here"},
    {"viewer_trace", "what BookSim prints"},
    {"_out", "a file of BookSim; output.* are those here"},
    {"sim_power", "the power model; [energy] has picojoules per event here"},
    {"power_output_file", "a file of the power model"},
    {"tech_file", "a file of the power model"},
    {"channel_", "a file of the power model"},
    {"_thres", "BookSim ends a run by thresholds; here a run has a window and a verdict"},
    {"batch_", "only for sim_type = batch"},
    {"max_outstanding_requests", "only for sim_type = batch"},
    {"_vc", "VCs of requests and replies, only for use_read_write = 1"},
    {"_size", "length of requests or replies, only for use_read_write = 1"},
    {"_subnet", "only for several subnets"},
    {"deadlock_warn_timeout", "a warning of BookSim; run.deadlock_cycles ends a run here"},
    {"include_queuing",
     "latency_mean counts from the creation of a packet, network_latency_mean "
     "from its leaving the source"},
}};

// A word of BookSim, the word for it here, and where they differ.
struct BooksimWord {
  std::string_view booksim, ours, remark = {};
};
inline constexpr std::array<BooksimWord, 10> kBooksimRoutings = {{
    {"dor", "dor"},
    {"dim_order", "dor"},
    {"dor_no_express", "dor"},
    {"xy_yx", "o1turn"},
    {"xy_yx_no_express", "o1turn"},
    {"romm", "romm"},
    {"valiant", "val"},
    {"min_adapt", "minimal_adaptive",
     "BookSim asks for all adaptive VCs and the escape at once, and leaves it to priorities"},
    {"none", "dor", "BookSim needs one to run; dimension order here"},
    {"min", "shortest",
     "BookSim finds its shortest paths by its own order; deadlock is checked here"},
}};
inline constexpr std::array<BooksimWord, 8> kBooksimPatterns = {{
    {"uniform", "uniform"},
    {"bitcomp", "bit_complement"},
    {"transpose", "transpose"},
    {"bitrev", "bit_reverse"},
    {"shuffle", "shuffle"},
    {"randperm", "random_permutation", "another permutation, since the random numbers are others"},
    {"tornado", "tornado"},
    {"neighbor", "neighbor"},
}};
inline constexpr std::array<BooksimWord, 8> kBooksimAllocators = {{
    {"islip", "islip"},
    {"separable_input_first", "separable"},
    {"separable_output_first", "separable", "input first here"},
    {"wavefront", "wavefront"},
    {"max_size", "maximum"},
    {"pim", "islip", "PIM grants at random"},
    {"loa", "islip", "LOA grants to the output with the fewest requests"},
    {"select", "islip", "SELECT has priorities"},
}};

}  // namespace orthant
