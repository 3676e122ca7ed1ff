#include "app/keys/synonyms.hpp"

#include <algorithm>
#include <cctype>

#include "base/words.hpp"

namespace orthant {
namespace {

constexpr Synonyms kSynonyms[] = {
    {"topology.nodes_per_router", "", "c concentration servers_per_router local_ports"},
    {"topology.dimensions", "", "dimension_widths sides shape mesh_rows"},
    {"topology.file", "", "network_file"},
    {"routing.algorithm", "", "routing_function routing_algorithm"},
    {"router.vcs", "", "num_vcs virtual_channels vcs_per_vnet"},
    {"router.buffer_flits", "",
     "vc_buf_size buffer_size buffers_per_data_vc input_queue_depth input_buf_size"},
    {"router.message_classes", "", "num_vns protocol_classes"},
    {"router.allocator", "", "sw_allocator vc_allocator"},
    {"router.routing_delay_cycles", "", "routing_delay"},
    {"router.vc_allocation_delay_cycles", "", "vc_alloc_delay"},
    {"router.switch_allocation_delay_cycles", "", "sw_alloc_delay"},
    {"router.credit_delay_cycles", "", "credit_delay"},
    {"router.traversal_delay_cycles", "", "crossbar_delay"},
    {"router.speedup", "", "internal_speedup"},
    {"router.switch_hold", "", "hold_switch_for_packet"},
    {"channel.latency_cycles", "", "link_latency link_delay"},
    {"channel.bandwidth", "", "link_bandwidth"},
    {"channel.bandwidth_gbps", "", "link_bw"},
    {"channel.flit_bytes", "", "flit_size ni_flit_size"},
    {"traffic.pattern", "", "traffic synthetic"},
    {"traffic.load", "", "injection_rate injectionrate offered_load"},
    {"traffic.injection", "", "injection_process"},
    {"traffic.packet_flits", "", "packet_size message_size maximum_packet_size"},
    {"run.warmup_cycles", "", "warmup warmup_periods"},
    {"run.measure_cycles", "", "measured sample_period sim_cycles"},
    {"run.seed", "", "random_seed"},
    {"workload.file", "", "trace_file tracefile"},
    {"topology.kind", "graph", "anynet"},
    {"topology.kind", "mesh", "cmesh mesh_xy"},
    {"topology.kind", "torus", "ring k_ary_n_cube"},
    {"topology.kind", "random", "randomregulargraph"},
    {"routing.algorithm", "dor", "xy dim_order dimension_order ecube e_cube"},
    {"routing.algorithm", "o1turn", "xy_yx"},
    {"routing.algorithm", "val", "valiant valiants vlb"},
    {"routing.algorithm", "minimal_adaptive", "min_adapt duato"},
    {"routing.algorithm", "shortest", "min"},
    {"routing.algorithm", "up_down", "updown updownstar updn"},
    {"routing.algorithm", "table", "table_based"},
    {"traffic.pattern", "uniform", "random uniform_random"},
    {"traffic.pattern", "bit_complement", "bitcomp bitcomplement"},
    {"traffic.pattern", "bit_reverse", "bitrev"},
    {"traffic.pattern", "random_permutation", "randperm randompermutation"},
    {"traffic.pattern", "hotspot", "hotspots"},
    {"traffic.pattern", "transpose", "dim_transpose"},
    {"traffic.pattern", "neighbor", "neighbour nearest_neighbor"},
    {"router.model", "input_queued", "iq basic"},
    {"router.switching", "virtual_cut_through", "vct cut_through full_packet"},
    {"router.switching", "store_and_forward", "saf"},
    {"router.allocator", "separable", "separable_input_first r_separable"},
    {"router.arbitration", "age", "oldest_first"},
    {"traffic.load_unit", "flits", "flits/node/cycle"},
    {"workload.format", "netrace", "tra"},
};

bool is_same(std::string_view theirs, std::string_view word) {
  const auto plain = [](char c) {
    return c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  };
  return std::ranges::equal(theirs, word, {}, plain, plain);
}

bool has(const Synonyms& row, std::string_view word) {
  return std::ranges::any_of(split(row.theirs, ' '),
                             [&](std::string_view theirs) { return is_same(theirs, word); });
}

}  // namespace

std::span<const Synonyms> synonyms() { return kSynonyms; }

std::string_view our_key(std::string_view theirs) {
  for (const Synonyms& row : kSynonyms)
    if (row.word.empty() && has(row, theirs)) return row.key;
  return {};
}

std::string_view our_word(std::string_view key, std::string_view theirs) {
  for (const Synonyms& row : kSynonyms)
    if (row.key == key && !row.word.empty() && has(row, theirs)) return row.word;
  return {};
}

}  // namespace orthant
