// Tested by: tests/app/schedule_test.py
#include "app/setup/schedule_problem.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

#include "app/jobs/interrupt.hpp"
#include "app/output/csv.hpp"
#include "app/setup/setup.hpp"
#include "base/error.hpp"
#include "routing/option_rows.hpp"
#include "schedule/construction/quotient.hpp"
#include "schedule/construction/structured.hpp"
#include "schedule/files/frames_file.hpp"
#include "traffic/programs/programs.hpp"

namespace orthant {
namespace {

constexpr std::string_view kTiesKey = "routing.ties";
constexpr std::string_view kParallelLinksKey = "routing.parallel_links";

bool routing_reads(const Point& point, std::string_view key) {
  const RoutingDescription* algorithm = find_routing(point.text("routing.algorithm"));
  return algorithm != nullptr && algorithm->reads(key);
}

// Reads all keys but those that only a search or only the verb `schedule` reads.
ScheduleKeys first_keys(const Point& point) {
  constexpr std::array<std::string_view, 3> kLater = {
      "schedule.method", "schedule.time_limit_seconds", "schedule.wavelengths"};
  ScheduleKeys keys;
  schedule_rows().read_where(point, keys, [&](const Key& key) {
    return std::ranges::find(kLater, key.name) == kLater.end();
  });
  return keys;
}

}  // namespace

OnePath one_of_equal_ways(const Point& point) {
  OnePath one_path;
  if (routing_reads(point, kParallelLinksKey) && point.text(kParallelLinksKey) == "spread")
    one_path.parallel_links = ParallelLinks::kByDestination;
  const std::string tie = point.text("routing.algorithm") + ".tie";
  if (routing_reads(point, tie) && point.text(tie) == "spread") one_path.tie_key = tie;
  return one_path;
}

OnePath one_path_of_schedule(const Point& point,
                             FunctionRef<std::shared_ptr<const Topology>()> topology) {
  if (point.text("schedule.routes") == "several") return {};
  OnePath one_path = one_of_equal_ways(point);
  if (!routing_reads(point, kTiesKey) || point.text(kTiesKey) != "split") return one_path;
  const bool all = point.text("schedule.collective") == "all_to_all";
  one_path.ties = all && has_structured_frames(*topology()) ? Ties::kSource : Ties::kParity;
  return one_path;
}

std::string ties_text(const OnePath& one_path) {
  std::string change;
  if (one_path.ties)
    change = fmt::format("ties = {} instead of split", kTies.name_of(*one_path.ties));
  if (one_path.tie_key) change = fmt::format("{} = lowest_id instead of spread", *one_path.tie_key);
  if (change.empty()) return {};
  return fmt::format("a schedule needs one route for every pair: routing.{}", change);
}

ScheduleKeys ScheduleProblem::with(const Point& point, std::string_view key) const {
  ScheduleKeys keys = keys_;
  schedule_rows().read_one(point, keys, key);
  return keys;
}

static const ObliviousRouting& with_one_path(const Routing& routing, std::string_view algorithm) {
  if (routing.oblivious() == nullptr)
    key_error(
        "routing.algorithm",
        "{} is adaptive, and a schedule needs one path for each pair; allowed: a routing that "
        "has one, as dor",
        algorithm);
  return *routing.oblivious();
}

[[noreturn]] static void fail_without_channels() {
  key_error("schedule.collective",
            "no transfer uses a channel; allowed: other transfers, or schedule.ports = yes");
}

ScheduleProblem::ScheduleProblem(const Point& point, const Setup& built)
    : point_(point),
      keys_(first_keys(point)),
      topology_(built.topology->kind()),
      routing_(point.text("routing.algorithm")),
      collective_name_(kCollectives.name_of(keys_.collective)),
      network_(built.topology) {
  if (!built.class_networks.empty())
    point.fail("topology.file",
               "links carry certain message classes only, and a schedule is of channels that carry "
               "all messages; allowed: links without message classes");
  point.place_errors([&] {
    if (keys_.collective == Collective::kFile && !keys_.file)
      key_error("schedule.file", "missing; allowed: a file of transfers");
    collective_ = collective_of(built);
    repeat();
    if (liquid_bound(collective_.set).duration == 0) fail_without_channels();
  });
}

CollectiveTransfers ScheduleProblem::collective_of(const Setup& built) {
  const Topology& network = *network_;
  const ObliviousRouting& routing = with_one_path(*built.routing, routing_);
  std::vector<NodePair> pairs =
      collective_pairs(keys_.collective, network, keys_.file.value_or(""), keys_.allocation);
  if (network.channel_count() == 0 && !keys_.ports) fail_without_channels();
  std::vector<std::uint32_t> capacities;
  if (keys_.bandwidths_count)
    capacities = capacities_of(network, built.node_channels.bandwidth, keys_.ports);
  CollectiveTransfers made;
  if (keys_.several_routes) {
    routes_ = route_lists(network, routing, pairs, keys_.ports);
    const std::size_t channels =
        network.channel_count() + (keys_.ports ? 2 * network.node_count() : 0);
    const ChosenRoutes chosen = choose_routes(routes_, channels, capacities, limits());
    least_time_ = chosen.time_bound;
    std::vector<std::vector<std::uint32_t>> routes;
    for (std::size_t t = 0; t < routes_.size(); ++t) routes.push_back(routes_[t][chosen.route[t]]);
    made = collective_transfers(network, std::move(pairs), std::move(routes), keys_.ports);
  } else {
    made = collective_transfers(network, routing, std::move(pairs), keys_.ports);
  }
  made.set.capacities = std::move(capacities);
  return made;
}

ScheduleProblem::ScheduleProblem(const Point& point, ScheduleCase given)
    : point_(point),
      keys_(first_keys(point)),
      topology_(std::move(given.name)),
      collective_({{}, std::move(given.set)}) {
  repeat();
}

void ScheduleProblem::repeat() {
  if (keys_.repetitions == 1) return;
  once_ = std::move(collective_);
  collective_ = repeated(once_, keys_.repetitions);
}

struct ScheduleProblem::Outcome {
  const ScheduleProblem& problem;
  const ScheduleResult& result;
  LiquidBound bound;
};

const ColumnRows<ScheduleProblem::Outcome>& ScheduleProblem::rows() {
  static const ColumnRows<Outcome> rows = {
      {"topology", "Kind of network, or name of the case.",
       [](const Outcome& of) { return of.problem.topology_; }},
      {"routing", "Routing algorithm; empty of a case.",
       [](const Outcome& of) { return of.problem.routing_; }},
      {"collective", "Collective communication; empty of a case.",
       [](const Outcome& of) { return of.problem.collective_name_; }},
      {"transfers", "", "Messages to be sent.",
       [](const Outcome& of) { return of.problem.set().transfers.size(); }},
      {"duration", "frames", "Most transfers over one channel: no schedule has fewer.",
       [](const Outcome& of) { return of.bound.duration; }},
      {"bottlenecks", "", "Channels with so many transfers.",
       [](const Outcome& of) { return of.bound.bottlenecks.size(); }},
      {"skeleton", "", "Transfers over a bottleneck.",
       [](const Outcome& of) { return of.bound.skeleton.size(); }},
      {"liquid_throughput", "transfers/frame", "Transfers over the duration, not rounded.",
       [](const Outcome& of) { return of.bound.liquid_throughput; }},
      {"method", "The search that found the schedule.",
       [](const Outcome& of) { return kScheduleMethods.name_of(of.result.method); }},
      {"frames", "", "Length of the schedule.",
       [](const Outcome& of) { return of.result.frames.size(); }},
      {"verdict",
       "liquid: as many frames as the duration; not_liquid: proven that none "
       "is, of several routes with those chosen; unknown.",
       [](const Outcome& of) { return liquid_verdict_name(of.result.verdict); }},
      {"least_duration", "frames",
       "With several routes: no choice of routes has a shorter duration; "
       "else empty.",
       [](const Outcome& of) { return of.problem.min_duration(); }},
  };
  return rows;
}

std::vector<Column> ScheduleProblem::columns() { return rows().columns(); }

Row ScheduleProblem::fields(const ScheduleResult& result) const {
  return rows().fields({*this, result, liquid_bound(set())});
}

NodeOrders ScheduleProblem::orders(const Frames& frames) const {
  NodeOrders orders;
  orders.to.resize(nodes());
  orders.from.resize(nodes());
  for (const auto& frame : frames) {
    for (const auto transfer : frame) {
      const NodePair& pair = pairs()[transfer];
      orders.to[pair.source.index()].push_back(pair.destination.value);
      orders.from[pair.destination.index()].push_back(pair.source.value);
    }
  }
  return orders;
}

std::uint64_t ScheduleProblem::message_bytes() const {
  ProgramOptions options;
  program_rows().read_one(point_, options, "workload.bytes");
  return options.bytes;
}

SearchLimits ScheduleProblem::limits() const {
  return {.seconds = with("schedule.time_limit_seconds").time_limit_seconds, .stop = interrupted};
}

Frames ScheduleProblem::repeatable_frames(const Point& point) const {
  const double seconds = with(point, "schedule.time_limit_seconds").time_limit_seconds;
  const bool milp = with(point, "schedule.method").method == ScheduleMethod::kMilp;
  SearchLimits by_work{.seconds = seconds, .stop = interrupted};
  if (!milp) {
    by_work.effort = effort_of(seconds);
    by_work.seconds = std::numeric_limits<double>::infinity();
  }
  ScheduleResult result = solve(by_work);
  const std::uint32_t duration = liquid_bound(set()).duration;
  spdlog::debug("schedule: {} frames for a duration of {}", result.frames.size(), duration);
  if (result.frames.size() > duration)
    spdlog::warn("the schedule is not liquid: {} frames for a duration of {}", result.frames.size(),
                 duration);
  if (milp && !result.shortest)
    spdlog::warn(
        "schedule.method = milp ended by the clock: another run may find another schedule; "
        "schedule.frames_file repeats one");
  return std::move(result.frames);
}

std::optional<std::uint32_t> ScheduleProblem::min_duration() const {
  if (!least_time_) return std::nullopt;
  return whole_frames(*least_time_ * static_cast<double>(keys_.repetitions));
}

Judgement ScheduleProblem::judge_file(const char* key, const std::string& file) const {
  if (routes_.empty()) return judge(set(), read_frames(key, file, collective_));
  if (!is_json_file(file))
    key_error(key,
              "{}: has no routes, of which there are several; allowed: a .json file of "
              "--frames",
              file);
  CollectiveTransfers given = collective_;
  const Frames frames = read_frames_and_routes(key, file, given);
  for (std::size_t t = 0; t < given.set.transfers.size(); ++t) {
    const auto& routes = routes_[t % routes_.size()];
    if (std::ranges::find(routes, given.set.transfers[t].channels) == routes.end())
      key_error(key, "{}: transfer {} from {} to {} lists channels that are no route of {}", file,
                t, pairs()[t].source.value, pairs()[t].destination.value, routing_);
  }
  return judge(given.set, frames);
}

ScheduleResult ScheduleProblem::solve(const SearchLimits& limits) const {
  ScheduleResult result;
  point_.place_errors([&] {
    result = keys_.repetitions > 1 ? solve_repetitions(limits) : solve_once(collective_, limits);
  });
  const Judgement judgement = judge(set(), result.frames);
  if (!judgement.valid()) throw std::logic_error("a schedule that is none: " + judgement.problem);
  return result;
}

ScheduleResult ScheduleProblem::solve_once(const CollectiveTransfers& collective,
                                           const SearchLimits& limits) const {
  const ScheduleOptions options = {.method = with("schedule.method").method, .limits = limits};
  KnownStructure known;
  if (network_) {
    if (auto frames = structured_frames(*network_, collective))
      known.construction = std::move(*frames);
    known.groups = [&](const Stopwatch& watch) {
      return translation_groups(*network_, collective, watch);
    };
    if (has_quotient(*network_, collective, liquid_bound(collective.set).duration)) {
      known.quotient = [&](std::size_t frames, std::uint64_t seed, const Stopwatch& watch) {
        return search_quotient(*network_, collective, frames, seed, watch);
      };
    }
  }
  return find_schedule(collective.set, known, options);
}

// Schedules as many repetitions together as leave no bottleneck idle, and repeats that schedule; if
// that is not liquid, tries one alone, and at last all of them together.
ScheduleResult ScheduleProblem::solve_repetitions(const SearchLimits& limits) const {
  const Stopwatch watch(limits);
  const LiquidBound bound = liquid_bound(set());
  const std::size_t times = keys_.repetitions;
  const auto fitting = static_cast<std::size_t>(liquid_bound(once_.set).time.denominator());
  const std::size_t first = std::min(fitting, times);
  std::optional<ScheduleResult> shortest;
  for (const std::size_t together : {first, std::size_t{1}, times}) {
    if (shortest && (watch.over() || together == first)) continue;
    const Stopwatch share = Stopwatch::share_of(watch, together == times ? 1 : 0.5);
    ScheduleResult found = solve_in_groups(together, share);
    if (found.frames.size() == bound.duration) found.verdict = LiquidVerdict::kLiquid;
    if (shortest && shortest->frames.size() <= found.frames.size()) {
      shortest->verdict = found.verdict;
    } else {
      shortest = std::move(found);
    }
    if (shortest->verdict == LiquidVerdict::kLiquid) break;
  }
  return *shortest;
}

// Repeats the schedule of `together` repetitions. The verdict is known only if these are all
// repetitions.
ScheduleResult ScheduleProblem::solve_in_groups(std::size_t together,
                                                const Stopwatch& watch) const {
  const std::size_t transfers = once_.set.transfers.size();
  const std::size_t groups = keys_.repetitions / together;
  const std::size_t rest = keys_.repetitions % together;
  const auto solved = [&](std::size_t times) {
    if (times == keys_.repetitions) return solve_once(collective_, watch.rest());
    return solve_once(repeated(once_, times), watch.rest());
  };
  ScheduleResult result = solved(together);
  if (groups == 1 && rest == 0) return result;
  result.verdict = LiquidVerdict::kUnknown;
  result.shortest = false;
  result.frames = repeated(result.frames, together * transfers, groups);
  if (rest != 0) append(result.frames, solved(rest).frames, groups * together * transfers);
  return result;
}

std::size_t ScheduleProblem::nodes() const { return network_ ? network_->node_count() : 0; }

std::size_t ScheduleProblem::wavelengths() const {
  return with("schedule.wavelengths").wavelengths;
}

std::string ScheduleProblem::name() const {
  const std::string size = dimensions();
  return size.empty() ? topology_ : topology_ + ' ' + size;
}

std::string ScheduleProblem::dimensions() const { return network_ ? network_->dimensions() : ""; }

}  // namespace orthant
