// Runs one point: warm-up, measurement window, drain, verdict.
#include "sim/simulation.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "base/error.hpp"
#include "sim/backlogs.hpp"
#include "sim/collapse.hpp"
#include "sim/kernel/checkpoint.hpp"
#include "sim/kernel/ranks.hpp"
#include "sim/measure/flows.hpp"
#include "sim/measure/limit.hpp"
#include "sim/measure/report.hpp"
#include "sim/measure/statistics.hpp"
#include "sim/node/node_models.hpp"
#include "sim/run_course.hpp"
#include "sim/timeline.hpp"
#include "sim/validate.hpp"

namespace orthant {
namespace {

constexpr Cycle kCheckFlits = 1'000;  // between checks of conservation, in cycles per flit
constexpr Cycle kRouterCyclesPerAsk = 400'000;  // a large network responds within 0.2 seconds

class Run {
 public:
  Run(const NetworkParts& parts, const RunOptions& options, const RunObservers& observers)
      : parts_(parts),
        options_(options),
        observers_(observers),
        network_(make_network(parts)),
        scale_(network_->ticks_per_cycle()),
        ask_cycles_(
            network_->cycles_per_flit() *
            std::clamp<Cycle>(kRouterCyclesPerAsk / parts.topology.router_count(), 1, kCheckFlits)),
        check_cycles_(kCheckFlits * network_->cycles_per_flit()),
        course_{.next_check = check_cycles_, .next_stall_check = options.deadlock_cycles},
        sending_nodes_(sending_nodes(parts.traffic, parts.topology.node_count())),
        backlogs_(network_->sources_per_node()) {
    check_lengths();
    if (observers.activity) network_->count_activity();
    if (!observers.timelines.empty())
      timeline_.emplace(*network_, observers.timelines, observers.timeline_cycles);
    if (observers.trace != nullptr)
      network_->trace(tracer_.emplace(*observers.trace, observers.trace_filter, scale_));
  }

  SimulationResult run() {
    if (observers_.checkpoints != nullptr) go_on();
    if (options_.until_drained) {
      run_until_drained();
    } else {
      if (course_.phase == Phase::kWarmUp) warm_up();
      measure();
      drain();
    }
    network_->check_conservation();
    report();
    return std::move(result_);
  }

 private:
  using Phase = RunCourse::Phase;
  using Counts = RunCourse::Counts;

  // Checks that the ticks of the run can be counted.
  void check_lengths() const {
    const Cycle most = (Cycle{1} << 63) / kFineBatches / scale_;
    const auto check = [&](std::string_view key, Cycle cycles) {
      if (cycles > most)
        key_error(std::string(key), "{} cycles of {} ticks each; allowed: at most {}", cycles,
                  scale_, most);
    };
    check("run.warmup_cycles", options_.warmup.value_or(0));
    check("run.measure_cycles", options_.measure);
    check("run.drain_cycles", options_.drain);
  }

  bool stopped() const {
    return result_.verdict == Verdict::kDeadlocked || result_.verdict == Verdict::kInterrupted;
  }
  Cycle now() const { return network_->now() / scale_; }

  // Simulates up to `cycle`, or until the run is stopped, and makes the checks that fall due.
  void advance(Cycle cycle) {
    course_.target = cycle;
    while (now() < cycle && !stopped()) {
      skip_quiet_time(cycle);
      const Cycle next = std::min(
          {cycle, course_.next_check, course_.next_stall_check, now() + ask_cycles_, next_span()});
      network_->advance(next * scale_);
      const bool goes_on = !observers_.progress || observers_.progress(now(), course_.expected);
      if (next == course_.next_check) check();
      if (next == course_.next_stall_check) check_stall();
      if (observers_.checkpoints != nullptr && !stopped()) save(!goes_on);
      if (!goes_on && !stopped()) result_.verdict = Verdict::kInterrupted;
    }
  }

  void save(bool at_once) {
    if (!at_once && !observers_.checkpoints->is_due()) return;
    observers_.checkpoints->save(parts_.stepping.blocks,
                                 [this](Archive& archive) { state(archive); });
  }

  // Continues from the saved state to the cycle that the run was advancing to.
  void go_on() {
    if (!observers_.checkpoints->blocks()) return;
    observers_.checkpoints->load([this](Archive& archive) {
      state(archive);
      course_.check(archive, {.parts = parts_,
                              .options = options_,
                              .network = *network_,
                              .result = result_,
                              .backlogs = backlogs_,
                              .counts_activity = observers_.activity,
                              .check_cycles = check_cycles_,
                              .shortest_frame = shortest_frame()});
    });
    if (course_.phase != Phase::kWarmUp) observe();
    advance(course_.target);
  }

  // Archives all state of a run while it advances; it determines the next step.
  void state(Archive& archive) {
    network_->state(archive);
    archive(course_, result_.verdict, result_.wait_cycle_seen, result_.window_cycles,
            result_.channel_flits, result_.activity);
    backlogs_.state(archive, parts_.topology.node_count());
  }

  // Ends the finished spans of the timeline, and returns when the next one ends. A drained run may
  // be over already, within a span.
  Cycle next_span() {
    if (!timeline_ || (options_.until_drained && network_->drained())) return kNever;
    timeline_->add_until(now());
    return timeline_->next();
  }

  // Skips to the next generation: nothing needs a check before it. Checks keep their period.
  void skip_quiet_time(Cycle cycle) {
    const Cycle to = std::min(cycle, network_->quiet_until() / scale_);
    if (to <= now() + ask_cycles_) return;
    network_->advance(to * scale_);
    for (const auto& [next, every] :
         {std::pair(&course_.next_check, check_cycles_),
          std::pair(&course_.next_stall_check, options_.deadlock_cycles)})
      if (*next <= to) *next += (to - *next) / every * every + every;
  }

  void check() {
    course_.next_check += check_cycles_;
    network_->check_conservation();
  }

  void check_stall() {
    course_.next_stall_check += options_.deadlock_cycles;
    const bool stands_still = find_standstill();
    if (!network_->has_stalled_head()) return;
    const WaitGraph waits = network_->wait_graph();
    result_.knots = waits.knots();
    if (result_.knots.empty() && !stands_still) {
      if (!result_.wait_cycle_seen && waits.has_cycle()) result_.wait_cycle_seen = now();
      return;
    }
    result_.stuck_behind = waits.stuck().size();
    for (const auto& knot : result_.knots) result_.stuck_behind -= knot.size();
    result_.verdict = Verdict::kDeadlocked;
    result_.deadlock_cycle = now();
  }

  // True if no packet has entered, moved or left for so long that none ever will.
  bool find_standstill() {
    const std::uint64_t ejected = network_->recorder().ejected_flits();
    const std::uint64_t injected = ejected + network_->flits_inside();
    const std::uint64_t moved = injected + network_->flit_hops() + ejected;
    if (moved != course_.moved) {
      course_.moved = moved;
      course_.moved_at = network_->now();
    }
    const std::optional<Cycle> ticks = network_->standstill_ticks();
    return ticks && network_->now() - course_.moved_at >= *ticks;
  }

  void warm_up() {
    if (options_.warmup) {
      course_.expected = *options_.warmup + options_.measure;
      advance(*options_.warmup);
      return;
    }
    const Cycle bins = kPilotBins;
    const Cycle length = std::max(kShortestPilot, options_.measure / 4) / bins * bins;
    course_.expected = 2 * length + options_.measure;
    course_.stationary = false;
    for (; !course_.stationary && course_.pilots < 2; ++course_.pilots)
      course_.stationary = pilot(course_.pilots == 0 ? length : kLongerPilot * length);
  }

  // Simulates a pilot of `length` cycles from now. Returns true if the run became stationary in the
  // first half of the pilot: MSER drops no more than half of the mean latencies by time of
  // creation, and of the numbers of flits in the network.
  bool pilot(Cycle length) {
    if (!course_.pilot_from) {
      course_.pilot_from = now();
      network_->open_window(now() * scale_, (now() + length) * scale_, kPilotBins);
    }
    const Cycle from = *course_.pilot_from;
    const Cycle bin = length / kPilotBins;
    while (course_.pilot_inside.size() < kPilotBins) {
      advance(from + (course_.pilot_inside.size() + 1) * bin);
      course_.pilot_inside.push_back(static_cast<double>(network_->flits_inside()));
    }
    advance(from + length + length / 4);  // lets most packets of the last bins arrive
    course_.pilot_from.reset();
    const std::vector<double> inside = std::exchange(course_.pilot_inside, {});
    std::vector<double> latency;
    for (const LatencySum& sum : network_->recorder().window().batches) {
      if (sum.packets != 0) latency.push_back(sum.mean());
    }
    return 2 * mser_truncation(inside) <= inside.size() &&
           2 * mser_truncation(latency) <= latency.size();
  }

  void measure() {
    if (stopped() || course_.phase == Phase::kDrain) return;
    if (course_.phase == Phase::kWarmUp) {
      course_.window_from = now();
      course_.window_to = course_.window_from + options_.measure;
      open_window(course_.window_from, course_.window_to, kFineBatches);
      backlogs_.add(network_->backlog_flits());
    }
    while (backlogs_.size() <= kBacklogSamples && !stopped()) {
      advance(course_.window_from + options_.measure * backlogs_.size() / kBacklogSamples);
      backlogs_.add(network_->backlog_flits());
    }
    take_counts();
    result_.window_cycles = now() - course_.window_from;
  }

  void open_window(Cycle from, Cycle to, std::size_t batches) {
    course_.phase = Phase::kWindow;
    course_.expected = to;
    network_->open_window(from * scale_, to == kNever ? kNever : to * scale_, batches);
    observe();
    course_.before = counts();
  }

  void drain() {
    if (stopped()) return;
    course_.phase = Phase::kDrain;
    // Flits and packets that arrive after the window are not counted in it; the clock runs on.
    const BacklogGrowth growth =
        find_growth(backlogs_.of_all_nodes(), network_->recorder().window().offered_by_source);
    const std::span<const WindowCounts> classes = network_->recorder().class_windows();
    for (std::size_t c = 0; c < classes.size(); ++c)
      class_grows_.push_back(
          find_growth(backlogs_.of_all_nodes(c), classes[c].offered_by_source).grows);
    const Cycle limit = course_.window_to + options_.drain;
    const WindowCounts& window = network_->recorder().window();
    const std::uint64_t at_first = window.outstanding_packets();
    for (const Cycle from = now(); !stopped() && awaits_packets(growth.grows) && now() < limit;) {
      const Cycle left = cycles_to_drain(now() - from, at_first, window.outstanding_packets());
      course_.expected = now() + std::clamp(left, kDrainChunk, limit - now());
      advance(std::min(limit, now() + kDrainChunk));
    }
    if (!stopped()) decide(growth);
  }

  // True if measured packets are still awaited. Where growing backlogs end the run, only packets of
  // classes without growth are awaited.
  bool awaits_packets(bool grows) const {
    if (!grows || options_.drain_saturated)
      return network_->recorder().window().outstanding_packets() != 0;
    const std::span<const WindowCounts> classes = network_->recorder().class_windows();
    for (std::size_t c = 0; c < classes.size(); ++c)
      if (!class_grows_[c] && classes[c].outstanding_packets() != 0) return true;
    return false;
  }

  void decide(const BacklogGrowth& growth) {
    for (const std::size_t node : growth.sources) result_.growing_sources.push_back(NodeId{node});
    if (growth.grows) {
      result_.verdict = Verdict::kSaturated;
      result_.collapse_cycles = collapse_cycles();
    } else if (network_->recorder().window().outstanding_packets() != 0) {
      result_.verdict = undrained();
      if (result_.verdict == Verdict::kSaturated) result_.collapse_cycles = collapse_cycles();
    } else {
      result_.verdict = as_sources_remember(without_growth(network_->recorder().window()));
    }
  }

  // No backlog grew, but measured packets are still under way: packets that waited for as long as
  // the window lasted are starved, while a shorter wait proves nothing.
  Verdict undrained() const {
    return options_.drain >= options_.measure ? Verdict::kSaturated : Verdict::kUnfinished;
  }

  // Returns `otherwise` if the window is long compared with the memory of the source queues.
  // Considers all classes together: some may have priority at the full channel of a node.
  Verdict as_sources_remember(Verdict otherwise) const {
    const double least = shortest_window(source_memory(parts_));
    if (least == std::numeric_limits<double>::infinity()) return Verdict::kSaturated;
    return static_cast<double>(options_.measure) >= least ? otherwise : Verdict::kUnfinished;
  }

  // Decides every class separately, unless the run was stopped or drained.
  void decide_classes() {
    const std::span<const WindowCounts> windows = network_->recorder().class_windows();
    for (std::size_t c = 0; c < windows.size(); ++c) {
      ClassResult& part = result_.classes.emplace_back();
      part.name = parts_.traffic.classes[c].name;
      part.verdict = result_.verdict;
      if (stopped() || options_.until_drained) continue;
      part.verdict = class_grows_[c]                         ? Verdict::kSaturated
                     : windows[c].outstanding_packets() != 0 ? undrained()
                                                             : without_growth(windows[c]);
      if (!any_sends(parts_.traffic.classes[c].traffic, parts_.topology.node_count()))
        part.verdict = Verdict::kStable;  // nothing can grow
    }
  }

  Verdict without_growth(const WindowCounts& counts) const {
    const bool is_decided = course_.stationary && !fell_silent() && window_suffices(counts);
    return is_decided ? Verdict::kStable : Verdict::kUnfinished;
  }
  // True if all nodes have sent everything, so that no load is kept up; called when all measured
  // packets have arrived.
  bool fell_silent() const {
    return parts_.traffic.messages_per_node && network_->quiet_until() == kNever;
  }

  std::optional<Cycle> collapse_cycles() const {
    const auto generated = static_cast<double>(network_->recorder().window().offered_flits);
    const std::optional<std::size_t> sample = collapse_sample(backlogs_.totals(), generated);
    return sample ? std::optional(options_.measure * *sample / kBacklogSamples) : std::nullopt;
  }

  // True if the window is long enough to trust that no backlog grew: it has enough packets for a
  // confidence interval, no latency exceeds its length and, at constant rates, the latencies were
  // level.
  bool window_suffices(const WindowCounts& counts) const {
    const bool is_steady = !parts_.traffic.pattern->changes().empty() || is_level(counts.batches);
    return confidence_half_width(counts.batches) &&
           counts.latency_max <= options_.measure * scale_ && is_steady;
  }

  void run_until_drained() {
    if (course_.phase == Phase::kWarmUp) {
      result_.verdict = Verdict::kDrained;
      open_window(0, kNever, 1);
    }
    while (!stopped()) {
      if (exceeds_latency_limit()) {
        result_.verdict = Verdict::kSaturated;
        break;
      }
      if (network_->drained() && !release_frame()) break;
      advance(next_look());
    }
    take_counts();
    drained_at_ = last_arrival();
    if (parts_.traffic.workload) take_times();
    result_.window_cycles = result_.verdict == Verdict::kDrained ? *drained_at_ : now();
  }

  // Takes the times of a workload's operations, which may end later than its last packet arrives.
  void take_times() {
    WorkloadTimes times(parts_.traffic.workload->workload().ranks());
    network_->add_times(times);
    drained_at_ = completion_cycles(times);
    const std::optional<WorkloadPlan> chosen = chosen_plan(*parts_.traffic.workload, times);
    const WorkloadPlan& plan = chosen ? *chosen : *parts_.traffic.workload;
    if (result_.verdict == Verdict::kDrained && chosen) see_starving(times);
    if (result_.verdict == Verdict::kDeadlocked)
      result_.waiting = waiting_operations(parts_.traffic.workload->workload(), times);
    if (result_.verdict == Verdict::kDrained) report_workload(parts_, plan, times, result_);
    if (!observers_.operations) return;
    const auto& report = result_.workload;
    observers_.operations->add(plan, times,
                               report ? report->critical_path : std::vector<OperationId>());
  }

  // Detects starvation: nothing moves, but a rank awaits a message that another receive has taken.
  void see_starving(const WorkloadTimes& times) {
    result_.starving =
        waiting_operations(parts_.traffic.workload->workload(), times).operations > 0;
    if (!result_.starving) return;
    result_.verdict = Verdict::kDeadlocked;
    result_.deadlock_cycle = std::max(*drained_at_, last_arrival());
  }

  // The clock of a run or a frame stops when its last packet arrives.
  Cycle last_arrival() const { return (network_->recorder().last_arrival() + scale_ - 1) / scale_; }

  // Releases the next frame once the previous one has arrived; returns false if there is none.
  bool release_frame() {
    if (course_.frame + 1 >= parts_.traffic.injection->frames()) return false;
    course_.frame_from = last_arrival();
    network_->release(++course_.frame, course_.frame_from);
    return true;
  }

  // Returns the next cycle in which to check whether everything is drained. With a plan of several
  // frames that is every cycle in which a frame may end; no frame ends before its messages can have
  // left their nodes.
  Cycle next_look() const {
    if (parts_.traffic.injection->frames() <= 1) {
      const Cycle chunk = kDrainChunk * network_->cycles_per_flit();
      const Cycle quiet = network_->quiet_until() / scale_;
      return now() + (quiet > now() ? std::max<Cycle>((quiet - now()) / chunk, 1) : 1) * chunk;
    }
    return std::max(now() + 1, course_.frame_from + shortest_frame());
  }
  // Returns the time in which a node sends a message; 0 unless a plan has several frames.
  Cycle shortest_frame() const {
    if (parts_.traffic.injection->frames() <= 1) return 0;
    const double flits =
        static_cast<double>(parts_.traffic.packets_per_message) * parts_.traffic.lengths.shortest();
    return static_cast<Cycle>((flits - 1) / to_double(parts_.node_channels.bandwidth));
  }

  // True if the mean latency exceeds the limit however fast the remaining packets are.
  bool exceeds_latency_limit() const {
    if (!options_.latency_limit) return false;
    const Traffic& traffic = parts_.traffic;
    const double packets = static_cast<double>(sending_nodes_) *
                           static_cast<double>(*traffic.messages_per_node) *
                           traffic.packets_per_message;
    const std::uint64_t sum = network_->recorder().window().least_latency_sum(network_->now());
    return static_cast<double>(sum) / packets >
           static_cast<double>(*options_.latency_limit * scale_);
  }

  void observe() { network_->observe(observers_.packets, observers_.flows); }

  Counts counts() const {
    return {network_->channel_flits(),
            observers_.activity ? network_->activity() : std::vector<RouterActivity>()};
  }
  void take_counts() {
    Counts now = counts();
    for (std::size_t c = 0; c < now.channel_flits.size(); ++c)
      now.channel_flits[c] -= course_.before.channel_flits[c];
    for (std::size_t r = 0; r < now.activity.size(); ++r)
      now.activity[r] -= course_.before.activity[r];
    result_.channel_flits = std::move(now.channel_flits);
    result_.activity = std::move(now.activity);
    course_.before = {};
  }

  void report() {
    result_.cycles = result_.verdict == Verdict::kDrained ? *drained_at_ : now();
    result_.warmup_cycles = course_.window_from;
    result_.flit_hops = network_->flit_hops();
    if (timeline_) timeline_->finish(result_.cycles);
    if (tracer_) tracer_->flush();
    if (result_.window_cycles == 0) return;  // a pilot's records are no measurement
    result_.refused_fraction = network_->refused_fraction();
    if (backlogs_.size() == 0) {
      const std::vector<std::uint64_t> now = network_->backlog_flits();
      backlogs_.add(std::vector<std::uint64_t>(now.size()));
      backlogs_.add(now);
    }
    const auto before = backlogs_.of_nodes(0), after = backlogs_.of_nodes(backlogs_.size() - 1);
    decide_classes();
    orthant::report({.parts = parts_,
                     .counts = network_->recorder().window(),
                     .class_counts = network_->recorder().class_windows(),
                     .ticks_per_cycle = scale_,
                     .until_drained = options_.until_drained,
                     .sending_nodes = sending_nodes_,
                     .backlog_before = before,
                     .backlog_after = after},
                    result_);
  }

  const NetworkParts& parts_;
  const RunOptions& options_;
  const RunObservers& observers_;
  std::unique_ptr<Network> network_;
  std::optional<Timeline> timeline_;
  std::optional<PacketTracer> tracer_;
  Cycle scale_;
  Cycle ask_cycles_;    // cycles between calls of observers_.progress
  Cycle check_cycles_;  // between checks
  RunCourse course_;
  std::optional<Cycle> drained_at_;
  std::size_t sending_nodes_;
  Backlogs backlogs_;
  std::vector<bool> class_grows_;  // per class of traffic
  SimulationResult result_;
};

}  // namespace

SimulationResult simulate(const NetworkParts& parts, const RunOptions& run,
                          const RunObservers& observers) {
  validate(parts, run);
  if (observers.timeline_cycles < 1)
    key_error("output.timeline_cycles", "0 is out of range; allowed: at least 1");
  if (observers.flows != nullptr) refuse_too_many_flows(parts.traffic, parts.topology.node_count());
  NetworkParts own = parts;
  if (observers.trace != nullptr)
    own.stepping = {.visit_ticks = parts.stepping.visit_ticks, .traced = true};
  Ranks*& ranks = own.stepping.ranks;
  if (ranks != nullptr && !can_be_shared(own, ranks->size())) ranks = nullptr;
  if (observers.checkpoints == nullptr) return Run(own, run, observers).run();
  if (!observers.go_with_checkpoints())
    key_error("run.checkpoint_minutes", "{}", kNotInCheckpoints);
  own.stepping.blocks = observers.checkpoints->blocks().value_or(parts.stepping.blocks);
  if (ranks != nullptr)  // a checkpoint of another number of ranks is refused once it is read
    own.stepping.blocks = std::max(own.stepping.blocks, static_cast<std::uint32_t>(ranks->size()));
  return Run(own, run, observers).run();
}

}  // namespace orthant
