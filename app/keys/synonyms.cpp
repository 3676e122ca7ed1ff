#include "app/keys/synonyms.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace orthant {
namespace {

constexpr KeySynonym kKeys[] = {
    {"c", "topology.nodes_per_router"},
    {"concentration", "topology.nodes_per_router"},
    {"servers_per_router", "topology.nodes_per_router"},
    {"local_ports", "topology.nodes_per_router"},
    {"dimension_widths", "topology.dimensions"},
    {"sides", "topology.dimensions"},
    {"shape", "topology.dimensions"},
    {"mesh_rows", "topology.dimensions"},
    {"network_file", "topology.file"},
    {"routing_function", "routing.algorithm"},
    {"routing_algorithm", "routing.algorithm"},
    {"num_vcs", "router.vcs"},
    {"virtual_channels", "router.vcs"},
    {"vcs_per_vnet", "router.vcs"},
    {"vc_buf_size", "router.buffer_flits"},
    {"buffer_size", "router.buffer_flits"},
    {"buffers_per_data_vc", "router.buffer_flits"},
    {"input_queue_depth", "router.buffer_flits"},
    {"input_buf_size", "router.buffer_flits"},
    {"num_vns", "router.message_classes"},
    {"protocol_classes", "router.message_classes"},
    {"sw_allocator", "router.allocator"},
    {"vc_allocator", "router.allocator"},
    {"routing_delay", "router.routing_delay_cycles"},
    {"vc_alloc_delay", "router.vc_allocation_delay_cycles"},
    {"sw_alloc_delay", "router.switch_allocation_delay_cycles"},
    {"credit_delay", "router.credit_delay_cycles"},
    {"crossbar_delay", "router.traversal_delay_cycles"},
    {"internal_speedup", "router.speedup"},
    {"hold_switch_for_packet", "router.switch_hold"},
    {"link_latency", "channel.latency_cycles"},
    {"link_delay", "channel.latency_cycles"},
    {"link_bandwidth", "channel.bandwidth"},
    {"link_bw", "channel.bandwidth_gbps"},
    {"flit_size", "channel.flit_bytes"},
    {"ni_flit_size", "channel.flit_bytes"},
    {"traffic", "traffic.pattern"},
    {"synthetic", "traffic.pattern"},
    {"injection_rate", "traffic.load"},
    {"injectionrate", "traffic.load"},
    {"offered_load", "traffic.load"},
    {"injection_process", "traffic.injection"},
    {"packet_size", "traffic.packet_flits"},
    {"message_size", "traffic.packet_flits"},
    {"maximum_packet_size", "traffic.packet_flits"},
    {"warmup", "run.warmup_cycles"},
    {"warmup_periods", "run.warmup_cycles"},
    {"measured", "run.measure_cycles"},
    {"sample_period", "run.measure_cycles"},
    {"sim_cycles", "run.measure_cycles"},
    {"random_seed", "run.seed"},
    {"trace_file", "workload.file"},
    {"tracefile", "workload.file"},
};

constexpr WordSynonym kWords[] = {
    {"topology.kind", "anynet", "graph"},
    {"topology.kind", "cmesh", "mesh"},
    {"topology.kind", "mesh_xy", "mesh"},
    {"topology.kind", "ring", "torus"},
    {"topology.kind", "k_ary_n_cube", "torus"},
    {"topology.kind", "randomregulargraph", "random"},
    {"routing.algorithm", "xy", "dor"},
    {"routing.algorithm", "dim_order", "dor"},
    {"routing.algorithm", "dimension_order", "dor"},
    {"routing.algorithm", "ecube", "dor"},
    {"routing.algorithm", "e_cube", "dor"},
    {"routing.algorithm", "xy_yx", "o1turn"},
    {"routing.algorithm", "valiant", "val"},
    {"routing.algorithm", "valiants", "val"},
    {"routing.algorithm", "vlb", "val"},
    {"routing.algorithm", "min_adapt", "minimal_adaptive"},
    {"routing.algorithm", "duato", "minimal_adaptive"},
    {"routing.algorithm", "min", "shortest"},
    {"routing.algorithm", "updown", "up_down"},
    {"routing.algorithm", "updownstar", "up_down"},
    {"routing.algorithm", "updn", "up_down"},
    {"routing.algorithm", "table_based", "table"},
    {"traffic.pattern", "random", "uniform"},
    {"traffic.pattern", "uniform_random", "uniform"},
    {"traffic.pattern", "bitcomp", "bit_complement"},
    {"traffic.pattern", "bitcomplement", "bit_complement"},
    {"traffic.pattern", "bitrev", "bit_reverse"},
    {"traffic.pattern", "randperm", "random_permutation"},
    {"traffic.pattern", "randompermutation", "random_permutation"},
    {"traffic.pattern", "hotspots", "hotspot"},
    {"traffic.pattern", "dim_transpose", "transpose"},
    {"traffic.pattern", "neighbour", "neighbor"},
    {"traffic.pattern", "nearest_neighbor", "neighbor"},
    {"router.model", "iq", "input_queued"},
    {"router.model", "basic", "input_queued"},
    {"router.switching", "vct", "virtual_cut_through"},
    {"router.switching", "cut_through", "virtual_cut_through"},
    {"router.switching", "saf", "store_and_forward"},
    {"router.switching", "full_packet", "virtual_cut_through"},
    {"router.allocator", "separable_input_first", "separable"},
    {"router.allocator", "r_separable", "separable"},
    {"router.arbitration", "oldest_first", "age"},
    {"traffic.load_unit", "flits/node/cycle", "flits"},
    {"workload.format", "tra", "netrace"},
};

bool is_same(std::string_view theirs, std::string_view word) {
  const auto plain = [](char c) {
    return c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  };
  return std::ranges::equal(theirs, word, {}, plain, plain);
}

}  // namespace

std::span<const KeySynonym> key_synonyms() { return kKeys; }
std::span<const WordSynonym> word_synonyms() { return kWords; }

std::string_view our_key(std::string_view theirs) {
  const auto found = std::ranges::find_if(
      kKeys, [&](const KeySynonym& known) { return is_same(known.theirs, theirs); });
  return found == std::end(kKeys) ? std::string_view() : found->ours;
}

std::string_view our_word(std::string_view key, std::string_view theirs) {
  const auto found = std::ranges::find_if(kWords, [&](const WordSynonym& known) {
    return known.key == key && is_same(known.theirs, theirs);
  });
  return found == std::end(kWords) ? std::string_view() : found->ours;
}

}  // namespace orthant
