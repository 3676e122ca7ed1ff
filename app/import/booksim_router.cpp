// Translates the routers of BookSim 2. The stages and the allocation rules are those of
// configs/validation/, which were compared with BookSim (docs/validation_booksim.md).
//
// Tested by: tests/app/booksim_test.py
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>

#include "app/import/booksim_parts.hpp"
#include "app/import/booksim_words.hpp"
#include "app/keys/spelling.hpp"
#include "base/key_values.hpp"

namespace orthant {
namespace {

// Cycles for routing, VC allocation, switch allocation and traversal.
using Stages = std::array<std::int64_t, 4>;

// Converts stages for an internal speedup s: BookSim's router makes s steps a cycle, so a stage of
// n cycles takes one step and n - 1 cycles. The last stages get their cycles first, as in
// configs/validation/booksim_speedup2_mesh88_4vc_ps1.ini.
Stages sped_up(Stages stages, double speedup) {
  std::int64_t steps = 0, left = 0;
  for (const std::int64_t stage : stages) {
    steps += std::min<std::int64_t>(stage, 1);
    left += std::max<std::int64_t>(stage - 1, 0);
  }
  left += static_cast<std::int64_t>(std::ceil(static_cast<double>(steps) / speedup));
  for (std::int64_t& stage : std::views::reverse(stages)) {
    stage = std::min(stage, left);
    left -= stage;
  }
  return stages;
}

void import_buffers(BooksimConfig& config, IniDraft& ini) {
  const std::int64_t vcs = config.integer("num_vcs"), shared = config.integer("buf_size");
  ini.set("router", "vcs", config.value("num_vcs"));
  if (shared > 0 && vcs > 0)
    ini.set("router", "buffer_flits", fmt::format("{}", shared / vcs), "buf_size over all VCs");
  else
    ini.set("router", "buffer_flits", config.value("vc_buf_size"));
}

void import_stages(BooksimConfig& config, double speedup, IniDraft& ini) {
  Stages stages = {config.integer("routing_delay"), config.integer("vc_alloc_delay"),
                   config.integer("sw_alloc_delay"),
                   std::max<std::int64_t>(
                       1, config.integer("st_prepare_delay") + config.integer("st_final_delay"))};
  if (speedup > 1) stages = sped_up(stages, speedup);
  constexpr std::array<std::string_view, 4> kNames = {
      "routing_delay_cycles", "vc_allocation_delay_cycles", "switch_allocation_delay_cycles",
      "traversal_delay_cycles"};
  for (std::size_t i = 0; i < stages.size(); ++i)
    ini.set("router", std::string(kNames[i]), fmt::format("{}", stages[i]),
            i == 3                  ? "st_prepare_delay + st_final_delay"
            : i == 0 && speedup > 1 ? "all stages together, at the pace of internal_speedup"
                                    : "");
  ini.set("router", "credit_delay_cycles", fmt::format("{}", config.integer("credit_delay") + 1),
          "credit_delay, and the cycle in which BookSim hands a credit to the channel");
}

// True if the counterpart of this allocator can grant the oldest packet first.
bool asks_who_is_first(std::string_view booksim) {
  const BooksimWord* word = find_word(kBooksimAllocators, booksim);
  return word != nullptr && (word->ours == "islip" || word->ours == "separable");
}

void import_allocator(BooksimConfig& config, IniDraft& ini) {
  const BooksimCall allocator = booksim_call(config.value("sw_allocator"));
  const BooksimWord* known = find_word(kBooksimAllocators, allocator.name);
  if (known == nullptr) config.fail("sw_allocator", joined(words_of(kBooksimAllocators)));
  ini.set("router", "allocator", std::string(known->ours), std::string(known->remark));
  if (!allocator.arguments.empty() && known->ours == "islip")
    ini.set("router", "allocator_iterations", allocator.arguments[0]);
  else if (!allocator.arguments.empty() && allocator.arguments[0] != "round_robin")
    ini.note(fmt::format("sw_allocator = {}: arbiters are round robin here",
                         config.value("sw_allocator")));
  const std::string of_vcs = booksim_call(config.value("vc_allocator")).name;
  if (!asks_who_is_first(of_vcs))
    ini.note(fmt::format("vc_allocator = {}: VCs are allocated by iSLIP or, by age, input first",
                         of_vcs));
}

void import_speedups(BooksimConfig& config, double speedup, IniDraft& ini) {
  if (speedup != 1)
    ini.set("router", "speedup", fmt::format("{}", speedup),
            "BookSim runs the whole router faster, with a queue at every output");
  if (config.integer("input_speedup") != 1)
    ini.set("router", "input_speedup", config.value("input_speedup"),
            "BookSim adds inputs to the switch without further iterations");
  if (config.integer("output_speedup") != 1)
    ini.note(fmt::format(
        "output_speedup = {}: outputs have no queue here, so that it would change nothing",
        config.value("output_speedup")));
}

// Imports age priorities only if the allocator here can grant the oldest packet first.
void import_arbitration(BooksimConfig& config, IniDraft& ini) {
  constexpr std::array<std::string_view, 8> kPriorities = {
      "none", "class", "age", "network_age", "local_age", "queue_length", "hop_count", "sequence"};
  const std::string priority = config.value("priority");
  if (std::ranges::find(kPriorities, priority) == kPriorities.end())
    config.fail("priority", joined(kPriorities));
  const std::string allocator = booksim_call(config.value("sw_allocator")).name;
  const bool asks = asks_who_is_first(allocator);
  ini.set("router", "arbitration", priority == "age" && asks ? "age" : "round_robin");
  if (priority == "age" && !asks)
    ini.note(fmt::format("priority = age: {} matches ports without asking who comes first here",
                         allocator));
  if (priority != "none" && priority != "age" && priority != "class")
    ini.note(fmt::format("priority = {}: no such priority; round robin takes its place", priority));
}

void import_model(BooksimConfig& config, IniDraft& ini) {
  constexpr std::array<std::string_view, 3> kModels = {"iq", "event", "chaos"};
  const std::string model = config.value("router");
  if (std::ranges::find(kModels, model) == kModels.end()) config.fail("router", joined(kModels));
  if (model != "iq")
    ini.note(fmt::format("router = {}: the input-queued router takes its place", model));
}

}  // namespace

void import_router(BooksimConfig& config, IniDraft& ini) {
  import_model(config, ini);
  const double speedup = config.number("internal_speedup");
  import_buffers(config, ini);
  import_stages(config, speedup, ini);
  import_allocator(config, ini);
  const bool waits = config.flag("wait_for_tail_credit");
  ini.set("router", "vc_reuse", waits ? "atomic" : "safe",
          waits
              ? "in BookSim the VCs of a node's ejection channel wait for a credit, too, so that a "
                "busy node takes less"
              : "");
  ini.set("router", "switch_hold", "flit",
          config.flag("hold_switch_for_packet")
              ? "packet needs router.switching = virtual_cut_through or store_and_forward here"
              : "");
  ini.set("router", "speculative", yes_no(config.flag("speculative")));
  import_speedups(config, speedup, ini);
  import_arbitration(config, ini);
  ini.set("router", "injection_vc", "round_robin");
  ini.set("router", "injection_vcs", "all", "BookSim's nodes send on all VCs");
  if (config.value("routing_function") == "min_adapt") ini.set("router", "selection", "first");
}

}  // namespace orthant
