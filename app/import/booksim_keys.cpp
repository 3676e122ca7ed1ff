// Tested by: tests/app/booksim_test.py
#include <algorithm>
#include <vector>

#include "app/import/booksim_config.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

constexpr std::string_view kIgnored = "BookSim itself never reads it";
constexpr std::string_view kSharedBuffers = "only for buffers that VCs share; each VC has its own";
constexpr std::string_view kFeedback = "only for buffer_policy = feedback";
constexpr std::string_view kSpeculation =
    "a detail of BookSim's speculation; heads here take what packets with a VC leave over";
constexpr std::string_view kVcOrder = "VCs are asked for and granted round robin or by arbitration";
constexpr std::string_view kReplyVcs =
    "VCs of requests and replies, for use_read_write = 1; all packets may take all VCs here";
constexpr std::string_view kSubnets = "only for several subnets";
constexpr std::string_view kThresholds =
    "BookSim ends a run by thresholds; here a run has a window and a verdict";
constexpr std::string_view kPrinted =
    "what BookSim prints; output.* and --format say what is written here";
constexpr std::string_view kWatched = "what BookSim prints; output.trace follows packets here";
constexpr std::string_view kFile = "a file of BookSim; output.* are those here";
constexpr std::string_view kPower = "the power model; [energy] has picojoules per event here";
constexpr std::string_view kTechFile = "a key of the power model's own file, tech_file";

constexpr BooksimKey kBooksimKeys[] = {
    {"channel_file", "", kIgnored},
    {"subnets", "1", ""},
    // ---- the network
    {"topology", "torus", ""},
    {"k", "8", ""},
    {"n", "2", ""},
    {"c", "1", ""},
    {"routing_function", "none", ""},
    {"use_noc_latency", "1", ""},
    {"x", "8", ""},
    {"y", "8", ""},
    {"xr", "1", ""},
    {"yr", "1", ""},
    {"link_failures", "0", "BookSim draws failed channels by a rule of its own; [faults] here"},
    {"fail_seed", "0", "only for link_failures"},
    {"in_ports out_ports", "5", kIgnored},
    // ---- the router
    {"router", "iq", ""},
    {"output_delay", "0", kIgnored},
    {"credit_delay", "0", ""},
    {"internal_speedup", "1.0", ""},
    {"output_buffer_size", "-1", "outputs have no queue here"},
    {"noq", "0", "an output queue's VCs by the next output have no counterpart"},
    {"speculative", "0", ""},
    {"spec_check_elig spec_check_cred", "1", kSpeculation},
    {"spec_mask_by_reqs", "0", kSpeculation},
    {"spec_sw_allocator", "prio", kSpeculation},
    {"num_vcs", "16", ""},
    {"vc_buf_size", "8", ""},
    {"buf_size", "-1", ""},
    {"buffer_policy", "private", kSharedBuffers},
    {"private_bufs private_buf_start_vc private_buf_end_vc max_held_slots", "-1", kSharedBuffers},
    {"private_buf_size", "1", kSharedBuffers},
    {"feedback_aging_scale", "1", kFeedback},
    {"feedback_offset", "0", kFeedback},
    {"wait_for_tail_credit", "0", ""},
    {"vc_busy_when_full", "0",
     "a VC of a routing that is not adaptive is granted while it is full"},
    {"vc_prioritize_empty vc_shuffle_requests", "0", kVcOrder},
    {"vc_priority_donation", "0", "packets behind others do not lend their priority here"},
    {"hold_switch_for_packet", "0", ""},
    {"input_speedup", "1", ""},
    {"output_speedup", "1", ""},
    {"routing_delay", "1", ""},
    {"vc_alloc_delay", "1", ""},
    {"sw_alloc_delay", "1", ""},
    {"st_prepare_delay", "0", ""},
    {"st_final_delay", "1", ""},
    {"vct", "0", "only for router = event"},
    {"vc_allocator", "islip", ""},
    {"sw_allocator", "islip", ""},
    {"arb_type", "round_robin", "arbiters of a separable allocator are round robin here"},
    {"alloc_iters", "1", "changes nothing in BookSim, whose iterations are those in islip(2)"},
    // ---- traffic
    {"classes", "1", ""},
    {"traffic", "uniform", ""},
    {"class_priority", "0", ""},
    {"perm_seed", "0", ""},
    {"injection_rate", "0.1", ""},
    {"injection_rate_uses_flits", "0", ""},
    {"packet_size", "1", ""},
    {"packet_size_rate", "1", ""},
    {"injection_process", "bernoulli", ""},
    {"burst_alpha", "0.5", ""},
    {"burst_beta", "0.5", ""},
    {"burst_r1", "-1.0", ""},
    {"priority", "none", ""},
    {"batch_size", "1000", ""},
    {"batch_count", "1", ""},
    {"max_outstanding_requests", "0", ""},
    {"use_read_write", "0", ""},
    {"write_fraction", "0.5", ""},
    {"read_request_begin_vc", "0", kReplyVcs},
    {"read_request_end_vc", "5", kReplyVcs},
    {"write_request_begin_vc", "2", kReplyVcs},
    {"write_request_end_vc", "7", kReplyVcs},
    {"read_reply_begin_vc", "8", kReplyVcs},
    {"read_reply_end_vc", "13", kReplyVcs},
    {"write_reply_begin_vc", "10", kReplyVcs},
    {"write_reply_end_vc", "15", kReplyVcs},
    {"read_request_subnet read_reply_subnet write_request_subnet write_reply_subnet", "0",
     kSubnets},
    {"read_request_size", "1", ""},
    {"write_request_size", "1", ""},
    {"read_reply_size", "1", ""},
    {"write_reply_size", "1", ""},
    // ---- the run
    {"sim_type", "latency", ""},
    {"warmup_periods", "3", ""},
    {"sample_period", "1000", ""},
    {"max_samples", "10", ""},
    {"measure_stats", "1", "all classes are measured here"},
    {"pair_stats", "0", "output.flows has the latencies of pairs here"},
    {"latency_thres", "500.0", kThresholds},
    {"warmup_thres acc_warmup_thres stopping_thres acc_stopping_thres", "0.05", kThresholds},
    {"sim_count", "1", ""},
    {"include_queuing", "1",
     "latency_mean counts from the creation of a packet, network_latency_mean from its leaving the "
     "source"},
    {"seed", "0", ""},
    {"print_activity print_csv_results viewer_trace", "0", kPrinted},
    {"deadlock_warn_timeout", "256", "a warning of BookSim; run.deadlock_cycles ends a run here"},
    {"watch_file watch_flits watch_packets watch_transactions watch_out", "", kWatched},
    {"stats_out injected_flits_out received_flits_out stored_flits_out sent_flits_out "
     "outstanding_credits_out ejected_flits_out active_packets_out used_credits_out "
     "free_credits_out max_credits_out sent_packets_out",
     "", kFile},
    // ---- power
    {"sim_power channel_sweep", "0", kPower},
    {"power_output_file", "pwr_tmp", kPower},
    {"tech_file", "", kPower},
    {"channel_width", "128", kPower},
    {"network_file", "", ""},
    {"H_INVD2 W_INVD2 H_DFQD1 W_DFQD1 H_ND2D1 W_ND2D1 H_SRAM W_SRAM Vdd R IoffSRAM IoffP IoffN "
     "Cg_pwr Cd_pwr Cgdl Cg Cd LAMBDA MetalPitch Rw Cw_gnd Cw_cpl wire_length",
     "0", kTechFile},
};

}  // namespace

std::span<const BooksimKey> booksim_keys() { return kBooksimKeys; }

const BooksimKey* find_booksim_key(std::string_view name) {
  const auto has_it = [&](const BooksimKey& key) {
    const std::vector<std::string_view> names = split(key.names, ' ');
    return std::ranges::find(names, name) != names.end();
  };
  const auto found = std::ranges::find_if(kBooksimKeys, has_it);
  return found == std::end(kBooksimKeys) ? nullptr : found;
}

}  // namespace orthant
