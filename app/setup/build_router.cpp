// Reads the keys of [router]; some can be read only after the routing, the VCs or the packets.
//
// Tested by: tests/app/setup_test.cpp, tests/bad_configs/
#include "app/setup/build_router.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/guarantees/capacity.hpp"
#include "app/setup/class_networks.hpp"
#include "app/setup/units.hpp"
#include "base/limits.hpp"
#include "routing/flow_control_words.hpp"
#include "routing/option_rows.hpp"
#include "sim/node/router_file.hpp"

namespace orthant {
namespace {

constexpr std::uint32_t kLeastDefaultVcs = 2;
constexpr std::string_view kVcs = "router.vcs";
constexpr std::string_view kByDimension = "router.flow_control.by_dimension";
constexpr std::string_view kSourceRate = "router.source_rate";

}  // namespace

bool RouterBuilder::is_input_queued() const {
  return point_.text("router.model") != "output_queued";
}

void RouterBuilder::read() {
  const ReadWhen& model = is_input_queued() ? kInputQueued : kOutputQueued;
  const std::string_view unused =
      point_.is_set("router.input_speedup") ? "router.speedup" : "router.input_speedup";
  router_rows().read_where(point_, keys_, [&](const Key& key) {
    const bool later = key.name == kVcs || key.name == kSourceRate || key.name == unused;
    return !later && (key.when.is_always() || key.when == model);
  });
  router_rows().read_where(point_, keys_, [&](const Key& key) {
    return keys_.injection_limit == InjectionLimit::kInTransit && key.when == kLimitedInTransit;
  });
  RouterOptions& router = setup_.router = keys_;
  refuse_fair_without_age();
  check_message_classes(*setup_.topology, message_classes_of(point_));
  if (!keys_.flow_control_by_dimension.empty()) set_bubble_dimensions();
  refuse_bubbles_on_broken_rings();
  if (router.model == RouterModel::kOutputQueued) {
    router.switching = Switching::kStoreAndForward;
    router.flow_control = FlowControl::kBubble;
    router.output_queue.ack_flits = ack_flits(point_, keys_.ack_bytes);
    router.output_queue.ticks_per_cycle = ticks_per_cycle(point_);
  } else {
    check_flow_control(router.switching, router.flow_control);
    refuse_vc_reuse_with_bubble(router.vc_reuse, router.flow_control);
    router.input_speedup = keys_.given_input_speedup.value_or(keys_.speedup);
  }
}

void RouterBuilder::refuse_fair_without_age() const {
  const bool asks =
      keys_.allocator == Allocator::kIslip || keys_.allocator == Allocator::kSeparable;
  if (keys_.preset == RouterPreset::kFair && !asks)
    point_.fail("router.preset",
                "fair arbitrates by age, and wavefront and maximum match ports without asking "
                "who comes first; allowed: none, or router.allocator = islip or separable");
}

// Routings of a torus of which channels are missing or added use no bubbles.
void RouterBuilder::refuse_bubbles_on_broken_rings() const {
  const RouterOptions& router = setup_.router;
  const Topology& topology = *setup_.topology;
  if (!has_bubble(router.flow_control) || topology.structure() == nullptr) return;
  for (std::size_t d = 0; d < topology.structure()->dimensions(); ++d) {
    if (!contains(router.bubble_dimensions, d) || !topology.structure()->has_ring(d) ||
        topology.has_rings(DimensionMask{1} << d))
      continue;
    const bool by_dimension = !keys_.flow_control_by_dimension.empty();
    point_.fail(by_dimension ? kByDimension : std::string_view("router.flow_control"),
                "{} keeps rings moving, and channels of this network are missing or added, so that "
                "its routings know no rings; allowed: credit",
                bubble_name(router.flow_control));
  }
}

void RouterBuilder::set_bubble_dimensions() {
  const std::vector<FlowControl>& rules = keys_.flow_control_by_dimension;
  const Topology& topology = *setup_.topology;
  if (topology.kind() != "torus" && !topology.has_rings())
    point_.fail(kByDimension, "needs a torus, not a {}; allowed: to leave it out", topology.kind());
  check_per_dimension(point_, kByDimension, topology.structure()->dimensions(), rules.size());
  if (is_input_queued() && setup_.router.switching == Switching::kWormhole)
    point_.fail(kByDimension,
                "does not go with router.switching = wormhole; allowed: virtual_cut_through or "
                "store_and_forward switching");
  setup_.router.flow_control = FlowControl::kBubble;
  for (std::size_t d = 0; d < rules.size(); ++d)
    if (rules[d] == FlowControl::kCredit)
      setup_.router.bubble_dimensions &= ~(DimensionMask{1} << d);
}

void RouterBuilder::read_unequal(bool with_file) {
  RouterOptions& router = setup_.router;
  if (keys_.file && with_file)
    router.unequal = read_router_file(*keys_.file, *setup_.topology, router);
  const bool two_stages = std::ranges::any_of(pipelines_of(router), [](const RouterDelays& delays) {
    return delays.vc_allocation > 0 && delays.switch_allocation > 0;
  });
  if (!two_stages) return;
  router_rows().read_where(point_, keys_, [](const Key& key) { return key.when == kTwoStages; });
  router.speculative = keys_.speculative;
}

void RouterBuilder::read_source_rate() {
  const auto capacity = exact_capacity_flits(*setup_.topology);
  if (!capacity) return;
  router_rows().read_one(point_, keys_, kSourceRate);
  const auto lengths = setup_.traffic.lengths.parts();
  constexpr std::int64_t kParts = 1'000'000;
  const Rational mean =
      lengths.size() == 1 ? Rational(lengths[0].flits)
                          : Rational(std::llround(setup_.traffic.lengths.mean() * kParts), kParts);
  setup_.router.output_queue.source_interval = mean / (keys_.source_rate * *capacity);
}

void RouterBuilder::read_vcs(bool may_be_few) {
  const auto classes = static_cast<std::uint32_t>(setup_.routing->traits().vc_classes.size()) *
                       setup_.router.message_classes;
  if (classes > limits::kVcs && !may_be_few) {
    const std::uint32_t each = classes / setup_.router.message_classes;
    throw UnroutableError(
        "router.message_classes",
        fmt::format("{} need {} VCs of {}; allowed: 1 to {}, or routing.allow_deadlock = yes",
                    setup_.router.message_classes, classes, point_.text("routing.algorithm"),
                    limits::kVcs / each));
  }
  const bool queue_per_class = setup_.router.model == RouterModel::kOutputQueued;
  router_rows().read_one(point_, keys_, kVcs);
  setup_.router.vcs = keys_.given_vcs.value_or(queue_per_class ? classes : default_vcs());
  if (queue_per_class && setup_.router.vcs > classes) {
    point_.fail("router.vcs",
                "{} is too many, output_queued has one queue per VC class and {} has "
                "{} here; allowed: {}",
                setup_.router.vcs, point_.text("routing.algorithm"), classes, classes);
  }
  if (setup_.router.vcs < classes && !may_be_few) {
    throw UnroutableError(
        "router.vcs",
        fmt::format("{} is too few, {} needs {} VCs here{}; allowed: {}{}, or "
                    "routing.allow_deadlock = yes",
                    setup_.router.vcs, point_.text("routing.algorithm"), classes,
                    setup_.router.message_classes > 1 ? " for all message classes" : "", classes,
                    queue_per_class ? "" : fmt::format(" to {}", limits::kVcs)));
  }
}

// Default number of VCs: if escape paths take one VC of each of their classes, adaptive hops get
// two, since a single one would make an adaptive routing look bad in comparisons.
std::uint32_t RouterBuilder::default_vcs() const {
  const std::vector<VcClass>& classes = setup_.routing->traits().vc_classes;
  const bool adaptive = std::ranges::any_of(classes, &VcClass::adaptive);
  const auto of_a_class = static_cast<std::uint32_t>(classes.size() + (adaptive ? 1 : 0));
  return std::min(limits::kVcs,
                  std::max(of_a_class * setup_.router.message_classes, kLeastDefaultVcs));
}

void RouterBuilder::read_selection() {
  router_rows().read_where(point_, keys_,
                           [](const Key& key) { return key.when == kAdaptiveRoutings; });
  setup_.router.selection = keys_.selection;
}

}  // namespace orthant
