// Reads the keys of one point and builds what they describe, lowest layer first.
//
// Tested by: tests/app/setup_test.cpp, tests/bad_configs/
#include "app/setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <thread>

#include "analysis/capacity.hpp"
#include "analysis/worst_case.hpp"
#include "app/replay.hpp"
#include "app/units.hpp"
#include "app/values.hpp"
#include "app/words.hpp"
#include "base/error.hpp"
#include "base/limits.hpp"
#include "topology/registry.hpp"

namespace orthant {
namespace {

constexpr std::uint32_t kLeastDefaultVcs = 2;

std::uint32_t small(const Point& point, std::string_view key) {
  return static_cast<std::uint32_t>(point.integer(key));
}

bool lists(const std::vector<std::string_view>& keys, std::string_view key) {
  return std::ranges::find(keys, key) != keys.end();
}

bool simulates(SetupNeeds needs) {
  return needs == SetupNeeds::kAll || needs == SetupNeeds::kAnyLoad;
}

// Builds one Setup; each step reads what the ones before it have filled.
class Builder {
 public:
  Builder(const Point& point, SetupNeeds needs, BuiltNetwork& network, Setup& setup)
      : point_(point),
        needs_(needs),
        replays_(simulates(needs) && replays(point)),
        network_(network),
        setup_(setup) {}

  void build() {
    read_topology();
    if (needs_ == SetupNeeds::kTopology) return;
    if (point_.has_value("faults.links"))
      key_error("faults.links", "only policy reads failed links; allowed: to leave it out");
    if (needs_ == SetupNeeds::kNetwork) return read_pattern_alone();
    read_router();
    read_routing();
    read_vcs();
    if (needs_ == SetupNeeds::kRouting) return read_pattern_alone();
    read_lengths();
    if (setup_.router.model == RouterModel::kOutputQueued) read_source_rate();
    read_run();
    if (replays_) {
      read_replay();
    } else {
      read_load();
      read_pattern();
      read_injection();
    }
    read_outputs();
  }

 private:
  void read_topology() {
    const TopologyDescription* kind = find_topology(point_.text("topology.kind"));
    assert(kind);
    TopologyOptions options;
    if (lists(kind->keys, "topology.dimensions")) {
      for (const auto radix : point_.integers("topology.dimensions"))
        options.grid.radices.push_back(static_cast<std::uint32_t>(radix));
    }
    options.grid.nodes_per_router = small(point_, "topology.nodes_per_router");
    read_channels(point_, options.grid);
    read_node_channels(point_, setup_.nodes);
    options.defaults = {.nodes_per_router = options.grid.nodes_per_router,
                        .latency_cycles = options.grid.latency_cycles[0],
                        .bandwidth = options.grid.bandwidth[0]};
    if (lists(kind->keys, "topology.file")) {
      options.file = point_.text("topology.file");
    }
    if (lists(kind->keys, "topology.format"))
      options.format = kGraphFormats.value_of(point_.text("topology.format"));
    if (lists(kind->keys, "topology.routers"))
      options.random = {.routers = small(point_, "topology.routers"),
                        .degree = point_.real("topology.degree"),
                        .generator = kGraphGenerators.value_of(point_.text("topology.generator")),
                        .seed = static_cast<std::uint64_t>(point_.integer("topology.graph_seed"))};
    setup_.cycle_ns = cycle_ns(point_);
    if (!network_.topology) {
      network_.topology = std::make_shared<const Topology>(kind->make(options));
      network_.capacity_flits = capacity_flits(*network_.topology);
    }
    setup_.topology = network_.topology;
    setup_.capacity_flits = network_.capacity_flits;
    if (!setup_.capacity_flits && wants_capacity()) {
      if (!network_.program_flits) network_.program_flits = capacity_by_program(*network_.topology);
      setup_.capacity_flits = network_.program_flits;
    }
  }

  // Whether something reads a capacity that is not known in closed form.
  bool wants_capacity() const {
    if (needs_ == SetupNeeds::kTopology || replays_) return false;
    if (needs_ == SetupNeeds::kNetwork) return true;
    if (needs_ == SetupNeeds::kRouting) return point_.flag("analysis.capacity");
    return kLoadUnits.value_of(point_.text("traffic.load_unit")) == LoadUnit::kCapacity;
  }

  void read_router() {
    RouterOptions& router = setup_.router;
    router.model = kRouterModels.value_of(point_.text("router.model"));
    if (router.model == RouterModel::kOutputQueued) return read_output_queues();
    router.switching = kSwitchings.value_of(point_.text("router.switching"));
    router.flow_control = kFlowControls.value_of(point_.text("router.flow_control"));
    refuse_bubble_with_wormhole(router.switching, router.flow_control);
    router.buffer_flits = small(point_, "router.buffer_flits");
    router.routing_delay = small(point_, "router.routing_delay_cycles");
    router.vc_allocation_delay = small(point_, "router.vc_allocation_delay_cycles");
    router.switch_allocation_delay = small(point_, "router.switch_allocation_delay_cycles");
    router.traversal_delay = small(point_, "router.traversal_delay_cycles");
    router.credit_delay = small(point_, "router.credit_delay_cycles");
    router.allocator = kAllocators.value_of(point_.text("router.allocator"));
    router.input_speedup = point_.rational(
        point_.is_set("router.input_speedup") ? "router.input_speedup" : "router.speedup");
    router.injection_vc = kInjectionVcs.value_of(point_.text("router.injection_vc"));
  }

  void read_output_queues() {
    setup_.router.switching = Switching::kStoreAndForward;
    setup_.router.flow_control = FlowControl::kBubble;
    OutputQueueOptions& queue = setup_.router.output_queue;
    queue.packets = small(point_, "router.queue_packets");
    queue.half_free_injection = point_.text("router.injection_room") == "half_queue";
    queue.ack_flits = ack_flits(point_);
    queue.ticks_per_cycle = ticks_per_cycle(point_);
    if (point_.text("router.source_window") != "unlimited")
      queue.source_window = small(point_, "router.source_window");
  }

  // Known once the capacity and the lengths of the packets are.
  void read_source_rate() {
    const auto capacity = exact_capacity_flits(*setup_.topology);
    if (!capacity) return;
    const auto lengths = setup_.traffic.lengths.parts();
    constexpr std::int64_t kParts = 1'000'000;
    const Rational mean =
        lengths.size() == 1
            ? Rational(lengths[0].flits)
            : Rational(std::llround(setup_.traffic.lengths.mean() * kParts), kParts);
    setup_.router.output_queue.source_interval =
        mean / (point_.rational("router.source_rate") * *capacity);
  }

  void read_routing() {
    const RoutingDescription* algorithm = find_routing(point_.text("routing.algorithm"));
    assert(algorithm);
    RoutingOptions& options = setup_.routing_options;
    options.switching = setup_.router.switching;
    options.flow_control = setup_.router.flow_control;
    if (lists(algorithm->keys, "routing.order")) {
      options.order = kOrders.value_of(point_.text("routing.order"));
    }
    if (lists(algorithm->keys, "routing.ties")) {
      options.ties = kTies.value_of(point_.text("routing.ties"));
    }
    if (lists(algorithm->keys, "dor.dateline")) {
      options.dateline = kDatelines.value_of(point_.text("dor.dateline"));
    }
    if (algorithm->adaptive) {
      setup_.router.selection = kSelections.value_of(point_.text("router.selection"));
    }
    for (const std::string_view key : algorithm->keys) {
      if (key.substr(0, key.find('.')) != "routing" && point_.has_value(key))
        options.own.set(key, point_.text(key));
    }
    if (may_be_table(*algorithm)) options.path_table = path_tables();
    setup_.allow_deadlock = point_.flag("routing.allow_deadlock");
    if (!network_.routing) network_.routing = algorithm->make(*setup_.topology, options);
    setup_.routing = network_.routing;
  }

  // Of an interpolation, whether one of its parts may be.
  bool may_be_table(const RoutingDescription& algorithm) const {
    if (!lists(algorithm.keys, "routing.table_file")) return false;
    if (!lists(algorithm.keys, "interpolated.first")) return true;
    return std::ranges::any_of(std::array{"interpolated.first", "interpolated.second"},
                               [&](std::string_view key) {
                                 const RoutingDescription* part = find_routing(point_.text(key));
                                 return part != nullptr && lists(part->keys, "routing.table_file");
                               });
  }

  decltype(RoutingOptions::path_table) path_tables() {
    const auto given = [&](std::string_view key) -> std::optional<std::string> {
      if (!point_.has_value(key)) return std::nullopt;
      return point_.text(key);
    };
    if (!network_.path_tables) {
      const bool cluster = point_.text("topology.kind") == "cluster";
      network_.path_tables = std::make_shared<PathTables>(
          setup_.topology,
          PathTables::Files{.table = given("routing.table_file"),
                            .cluster = cluster ? given("topology.file") : std::nullopt,
                            .cache = given("routing.table_cache")});
    }
    return [tables = network_.path_tables, topology = setup_.topology](
               std::string_view name, [[maybe_unused]] const Topology& network) {
      assert(&network == topology.get());  // a table is for its own network alone
      return tables->find(name);
    };
  }

  void read_vcs() {
    const auto classes = static_cast<std::uint32_t>(setup_.routing->traits().vc_classes.size());
    const bool queue_per_class = setup_.router.model == RouterModel::kOutputQueued;
    if (point_.text("router.vcs") == "auto") {
      setup_.router.vcs = queue_per_class ? classes : std::max(classes, kLeastDefaultVcs);
      return;
    }
    setup_.router.vcs = small(point_, "router.vcs");
    if (queue_per_class && setup_.router.vcs > classes) {
      point_.fail(
          "router.vcs",
          fmt::format("{} is too many, output_queued has one queue per VC class and {} has "
                      "{} here; allowed: {}",
                      setup_.router.vcs, point_.text("routing.algorithm"), classes, classes));
    }
    if (setup_.router.vcs < classes && !setup_.allow_deadlock && needs_ != SetupNeeds::kRouting) {
      point_.fail("router.vcs",
                  fmt::format("{} is too few, {} needs {} VCs here; allowed: {}{}, or "
                              "routing.allow_deadlock = yes",
                              setup_.router.vcs, point_.text("routing.algorithm"), classes, classes,
                              queue_per_class ? "" : fmt::format(" to {}", limits::kVcs)));
    }
  }

  void read_lengths() {
    std::vector<PacketLengths::Part> parts;
    const std::string text = point_.text("traffic.packet_flits");
    for (const std::string_view part : split(text, ' ')) {
      const std::size_t colon = part.find(':');
      const auto flits = static_cast<std::uint16_t>(*parse_integer(part.substr(0, colon)));
      const double share = colon == part.npos ? 1 : *parse_real(part.substr(colon + 1));
      parts.push_back({flits, share});
    }
    setup_.traffic.lengths = PacketLengths(std::move(parts), point_.flag("traffic.normalize"));
  }

  void read_messages_per_node() {
    if (point_.has_value("run.messages_per_node")) {
      setup_.traffic.messages_per_node =
          static_cast<std::uint64_t>(point_.integer("run.messages_per_node"));
    } else if (setup_.run.until_drained) {
      point_.fail("run.until", "drained needs run.messages_per_node, which is missing");
    }
  }

  void read_run() {
    RunOptions& run = setup_.run;
    run.until_drained = replays_ || point_.text("run.until") == "drained";
    if (!replays_) read_messages_per_node();
    if (point_.has_value("run.latency_limit_cycles")) {
      if (!run.until_drained) point_.fail("run.latency_limit_cycles", "needs run.until = drained");
      run.latency_limit = static_cast<Cycle>(point_.integer("run.latency_limit_cycles"));
    }
    if (!run.until_drained) {
      run.warmup.reset();
      if (point_.text("run.warmup_cycles") != "auto") {
        run.warmup = static_cast<Cycle>(point_.integer("run.warmup_cycles"));
      }
      run.measure = static_cast<Cycle>(point_.integer("run.measure_cycles"));
      run.drain = static_cast<Cycle>(point_.integer("run.drain_cycles"));
      // A knot may show in the drain only, and deadlock is the worse verdict.
      const bool asked = point_.flag("run.drain_saturated");
      run.drain_saturated = asked || setup_.allow_deadlock;
    }
    run.deadlock_cycles = static_cast<Cycle>(point_.integer("run.deadlock_cycles"));
    setup_.repetitions = small(point_, "run.repetitions");
    setup_.tolerance = point_.real("run.tolerance");
    setup_.saturate_seeds = small(point_, "run.saturate_seeds");
    const std::int64_t seed = point_.integer("run.seed");
    if (seed > std::numeric_limits<std::int64_t>::max() - setup_.repetitions) {
      point_.fail("run.seed", "seed + repetitions is too large; allowed: below 2^63");
    }
    setup_.set_seed(static_cast<std::uint64_t>(seed));
  }

  void read_load() {
    setup_.load_unit = kLoadUnits.value_of(point_.text("traffic.load_unit"));
    if (setup_.load_unit == LoadUnit::kCapacity && !setup_.capacity_flits) {
      point_.fail("traffic.load_unit", no_capacity_text(*setup_.topology) + "; allowed: flits");
    }
    setup_.load = point_.real("traffic.load");
    setup_.load_flits =
        setup_.load_unit == LoadUnit::kFlits ? setup_.load : setup_.load * *setup_.capacity_flits;
  }

  void read_replay() {
    if (setup_.traffic.lengths.parts().size() > 1)
      key_error("traffic.packet_flits",
                "a mix, but messages of a schedule are of one length; allowed: one number");
    setup_.traffic.packets_per_message = small(point_, "traffic.message_packets");
    if (!network_.replay)
      network_.replay = std::make_shared<const Replay>(make_replay(point_, setup_));
    setup_.replay = network_.replay;
    setup_.traffic.self = point_.flag("traffic.self");
    for (const NodePair& pair : setup_.replay->pairs) {
      if (pair.source == pair.destination && !setup_.traffic.self)
        key_error("traffic.self",
                  "no, but node {} sends to itself; allowed: yes, or other transfers",
                  pair.source.value);
    }
    setup_.set_seed(setup_.run.seed);
  }

  void read_pattern_alone() {
    setup_.traffic.self = point_.flag("traffic.self");
    if (point_.has_value("traffic.pattern") && point_.text("traffic.pattern") != "worst_case")
      read_pattern();
  }

  void read_pattern() {
    const PatternDescription* pattern = find_pattern(point_.text("traffic.pattern"));
    assert(pattern);
    PatternOptions options;
    const auto reads = [&](std::string_view key) {
      return lists(pattern->keys, key) && point_.has_value(key);
    };
    if (reads("traffic.dimensions")) {
      for (const auto d : point_.integers("traffic.dimensions")) {
        options.dimensions.push_back(static_cast<std::uint32_t>(d));
      }
    }
    if (reads("traffic.pattern_seed")) {
      options.seed = static_cast<std::uint64_t>(point_.integer("traffic.pattern_seed"));
    }
    if (lists(pattern->keys, "traffic.hotspot_share")) {
      for (const auto node : point_.integers("traffic.hotspot_nodes")) {
        options.hotspot_nodes.emplace_back(static_cast<std::size_t>(node));
      }
      options.hotspot_share = point_.real("traffic.hotspot_share");
    }
    if (lists(pattern->keys, "traffic.file")) {
      options.file = point_.text("traffic.file");
      options.normalize = point_.flag("traffic.normalize");
    }
    if (pattern->name == "worst_case") options.permutation = worst_permutation();
    setup_.traffic.pattern = pattern->make(*setup_.topology, options);
    setup_.traffic.self = point_.flag("traffic.self");
  }

  const std::vector<NodeId>& worst_permutation() {
    std::vector<NodeId>& permutation = network_.worst_permutation;
    if (permutation.empty()) {
      const ObliviousRouting& routing =
          required_oblivious(*setup_.routing, point_.text("routing.algorithm"));
      permutation = worst_case(find_symmetry(*setup_.topology, routing)).permutation;
    }
    return permutation;
  }

  void read_injection() {
    const InjectionDescription* injection = find_injection(point_.text("traffic.injection"));
    assert(injection);
    const auto reads = [&](std::string_view key) {
      return lists(injection->keys, key) && point_.has_value(key);
    };
    InjectionOptions options;
    if (reads("traffic.message_packets")) {
      setup_.traffic.packets_per_message = small(point_, "traffic.message_packets");
    }
    if (reads("traffic.message_period")) {
      options.fixed_period = point_.text("traffic.message_period") == "fixed";
    }
    if (reads("traffic.burst_flits")) options.burst_flits = point_.real("traffic.burst_flits");
    if (reads("traffic.duty")) options.duty = point_.real("traffic.duty");
    options.flits_per_cycle = setup_.load_flits;
    options.mean_message_flits = setup_.traffic.lengths.mean() * setup_.traffic.packets_per_message;
    options.messages_per_cycle =
        setup_.load_flits / setup_.traffic.lengths.mean() / setup_.traffic.packets_per_message;
    if (injection->most_flits_per_cycle != nullptr)
      setup_.most_sent_flits = injection->most_flits_per_cycle(options);
    if (needs_ == SetupNeeds::kAnyLoad && !setup_.load_is_possible()) return;
    setup_.traffic.injection = injection->make(options);
  }

  void read_outputs() {
    const auto file = [&](std::string_view key) -> std::optional<std::string> {
      if (!point_.has_value(key)) return std::nullopt;
      return point_.text(key);
    };
    setup_.channels_file = file("output.channels");
    setup_.histogram_file = file("output.histogram");
    setup_.packets_file = file("output.packets");
  }

  const Point& point_;
  SetupNeeds needs_;
  bool replays_;           // there is no load and no pattern
  BuiltNetwork& network_;  // what there is of it already is used
  Setup& setup_;
};

}  // namespace

double Setup::ejection_bandwidth() const {
  return nodes.ejection == Ejection::kImmediate ? std::numeric_limits<double>::infinity()
                                                : to_double(nodes.bandwidth);
}

void Setup::set_seed(std::uint64_t seed) {
  run.seed = seed;
  traffic.seed = seed;
  if (replay) replay->send(seed, traffic);
}

std::unique_ptr<Setup> make_setup(const Point& point, SetupNeeds needs, BuiltNetworks* built) {
  if (simulates(needs) && replays(point)) {
    if (const auto ties = ties_of_schedule(point))
      return make_setup(point.with("routing.ties", *ties), needs, built);
  }
  auto setup = std::make_unique<Setup>();
  const auto build = [&](BuiltNetwork& network) { Builder(point, needs, network, *setup).build(); };
  BuiltNetwork own;
  try {
    built ? built->with(point, build) : build(own);
  } catch (const KeyError& error) {
    point.fail(error.key(), error.what());
  }
  return setup;
}

std::string settings_but(const Point& point, std::span<const std::string_view> left_out) {
  std::string text;
  for (const auto& [key, value] : point.effective_settings()) {
    const std::string_view section = std::string_view(key).substr(0, key.find('.'));
    if (std::ranges::find(left_out, key) == left_out.end() &&
        std::ranges::find(left_out, section) == left_out.end())
      text += fmt::format("{}={}\n", key, value);
  }
  return text;
}

std::shared_ptr<BuiltNetworks::Entry> BuiltNetworks::of(const Point& point) {
  static constexpr std::string_view kNoPart[] = {"traffic", "run", "analysis", "output"};
  // They may be large; every worker has one in use.
  static const std::size_t most = std::max(4u, std::thread::hardware_concurrency() + 1);
  const std::string key = settings_but(point, kNoPart);
  const std::lock_guard lock(mutex_);
  if (networks_.size() >= most && !networks_.contains(key)) {
    networks_.erase(std::ranges::min_element(
        networks_, {}, [](const auto& known) { return known.second->last_use; }));
  }
  std::shared_ptr<Entry>& entry = networks_[key];
  if (!entry) entry = std::make_shared<Entry>();
  entry->last_use = ++uses_;
  return entry;
}

const ObliviousRouting& required_oblivious(const Routing& routing, std::string_view algorithm) {
  if (routing.oblivious() == nullptr) {
    throw KeyError("routing.algorithm", adaptive_text(algorithm));
  }
  return *routing.oblivious();
}

std::string adaptive_text(std::string_view algorithm) {
  return fmt::format(
      "{} is adaptive: what it does depends on the load, and exact analysis (traffic.pattern = "
      "worst_case included) is for oblivious routings",
      algorithm);
}

std::string no_capacity_text(const Topology& topology) {
  if (topology.channel_count() == 0)
    return "this network has no channels between routers, so that it has no capacity";
  return fmt::format(
      "the capacity of a network of {} routers and {} channels is not known: a linear program "
      "finds it up to {} routers times channels",
      topology.router_count(), topology.channel_count(), kMostProgramFlows);
}

std::string_view switching_name(Switching switching) { return kSwitchings.name_of(switching); }
std::string_view flow_control_name(FlowControl flow_control) {
  return kFlowControls.name_of(flow_control);
}

}  // namespace orthant
