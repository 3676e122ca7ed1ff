#include "app/keys/run_keys.hpp"

#include <fmt/format.h>

#include "app/keys/spelling.hpp"
#include "base/limits.hpp"
#include "base/numbers.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

constexpr std::int64_t kMostCycles = 1'000'000'000'000;
constexpr ReadWhen kClassesOfTraffic = {.otherwise = "[traffic.NAME]"};

}  // namespace

std::string KeyValue<std::vector<PacketLengths::Part>>::text(
    const std::vector<PacketLengths::Part>& parts) {
  return fmt::format("{}", parts.front().flits);
}

void KeyValue<std::vector<PacketLengths::Part>>::parse(std::string_view text,
                                                       std::vector<PacketLengths::Part>& parts) {
  parts.clear();
  for (const std::string_view part : split(text, ' ')) {
    const std::size_t colon = part.find(':');
    const auto flits = static_cast<std::uint16_t>(*parse_integer(part.substr(0, colon)));
    const double share = colon == part.npos ? 1 : *parse_real(part.substr(colon + 1));
    parts.push_back({flits, share});
  }
}

const KeyRows<RunKeys>& load_rows() {
  static const KeyRows<RunKeys> rows = {
      {"traffic.load",
       &RunKeys::load,
       {.high = 1000,
        .low_allowed = false,
        .required = true,
        .replaces = {"traffic.scale"},
        .help = "Mean offered load per sending node, in the unit of traffic.load_unit; "
                "traffic.pattern = flows and traffic.injection = schedule or workload need none."}},
      {"traffic.scale",
       &RunKeys::scale,
       {.high = 1e9,
        .low_allowed = false,
        .when = read_if("traffic.pattern", "flows"),
        .help = "Factor for all rates of traffic.file, in place of traffic.load; default: 1."}},
      {"traffic.load_unit",
       &RunKeys::load_unit,
       {{"capacity", LoadUnit::kCapacity}, {"flits", LoadUnit::kFlits}},
       {.required = true,
        .help = "Fractions of the capacity under uniform traffic, or flits/node/cycle, the default "
                "of traffic.pattern = flows; traffic.injection = schedule or workload needs "
                "none."}},
  };
  return rows;
}

const KeyRows<MessageKeys>& message_rows() {
  static const KeyRows<MessageKeys> rows = {
      {"traffic.packet_flits",
       &MessageKeys::packet_flits,
       {.least = 1,
        .most = 65535,
        .help = "Flits of a packet: one length, or a mix length:share length:share whose shares "
                "are of packets and sum to 1."}},
      {"traffic.message_packets",
       &MessageKeys::packets,
       {.least = 1,
        .most = 1'000'000,
        .help = "Packets of a message; all are generated at once and go to the same node."}},
      {"traffic.self",
       &MessageKeys::self,
       {.help = "Traffic from a node to itself is sent through its router; no: it is not sent."}},
  };
  return rows;
}

const KeyRows<ClassKeys>& class_rows() {
  static const KeyRows<ClassKeys> rows = {
      {"traffic.share",
       &ClassKeys::share,
       {.high = 1e6,
        .low_allowed = false,
        .when = kClassesOfTraffic,
        .help = "Of the flits of traffic.load, what this class sends, as a weight beside those of "
                "the other classes that have no load of their own."}},
      {"traffic.priority",
       &ClassKeys::priority,
       {.most = kMaxPriority,
        .when = kClassesOfTraffic,
        .help = "Where packets of several classes ask for the same, those of the highest priority "
                "get it; router.arbitration decides between equal ones."}},
      {"traffic.message_class",
       &ClassKeys::message_class,
       {.most = limits::kVcs - 1,
        .when = kClassesOfTraffic,
        .help = "Which of the router.message_classes sets of VCs the class uses; of a graph whose "
                "links carry certain message classes only, which of them analyze is of."}},
      {"traffic.answers",
       &ClassKeys::answers,
       {.type = KeyType::kText,
        .axis = false,
        .when = kClassesOfTraffic,
        .help = "The class whose messages these answer: a node may stop taking those until its "
                "answers have left. The proof of freedom from deadlock counts that; the "
                "simulation sends both classes independently.",
        .example = "requests"}},
  };
  return rows;
}

const KeyRows<RunKeys>& permission_rows() {
  static const KeyRows<RunKeys> rows = {
      {"routing.allow_deadlock",
       &RunKeys::allow_deadlock,
       {.help = "Simulate a network that can deadlock, or that has fewer VCs than the routing has "
                "classes."}},
  };
  return rows;
}

const KeyRows<RunKeys>& window_rows() {
  constexpr auto run = &RunKeys::run;
  static const KeyRows<RunKeys> rows = {
      {"run.warmup_cycles",
       in(run, &RunOptions::warmup),
       {.most = kMostCycles,
        .words = {"auto"},
        .help = "Cycles before the measurement window; auto: found by a pilot run."}},
      {"run.measure_cycles",
       in(run, &RunOptions::measure),
       {.least = 1, .most = kMostCycles, .help = "Length of the measurement window."}},
      {"run.drain_cycles",
       in(run, &RunOptions::drain),
       {.least = 1,
        .most = kMostCycles,
        .help = "Longest wait for measured packets after the window. saturate waits for at least "
                "as long as the window lasts."}},
      {"run.drain_saturated",
       in(run, &RunOptions::drain_saturated),
       {.when = read_if("run.until", "window"),
        .help = "no: a run whose backlogs grew in the window ends with it, as saturated and "
                "without latencies; yes: it waits for measured packets all the same. Where a "
                "deadlock is possible (routing.allow_deadlock) every run waits."}},
  };
  return rows;
}

const KeyRows<RunKeys>& end_rows() {
  static const KeyRows<RunKeys> rows = {
      {"run.until",
       in(&RunKeys::run, &RunOptions::until_drained),
       {{"window", false}, {"drained", true}},
       {.help = "Measure in a window, or run until everything generated is delivered (needs "
                "run.messages_per_node); a schedule and a workload always do the latter."}},
      {"run.messages_per_node",
       in(&RunKeys::traffic, &Traffic::messages_per_node),
       {.least = 1,
        .most = kMostCycles,
        .help = "Messages after which a node is silent; not given: no end."}},
  };
  return rows;
}

const KeyRows<RunKeys>& run_rows() {
  constexpr auto run = &RunKeys::run;
  static const KeyRows<RunKeys> rows = {
      {"run.latency_limit_cycles",
       in(run, &RunOptions::latency_limit),
       {.least = 1,
        .most = kMostCycles,
        .axis = false,
        .when = read_if("run.until", "drained"),
        .help = "The run ends as saturated when the mean latency is certain to exceed this; not "
                "given: it goes on."}},
      {"run.seed",
       in(run, &RunOptions::seed),
       {.help = "Seed of all random numbers of a run; --seed N is the same."}},
      {"run.repetitions",
       &RunKeys::repetitions,
       {.least = 1,
        .most = 1'000'000,
        .axis = false,
        .help = "Rows per point; row i (0, 1, ...) uses run.seed + i."}},
      {"run.deadlock_cycles",
       in(run, &RunOptions::deadlock_cycles),
       {.least = 1,
        .most = kMostCycles,
        .help = "Cycles without progress of a packet after which the wait-for graph is "
                "searched."}},
      {kCheckpointMinutes,
       &RunKeys::checkpoint_minutes,
       {.high = 1e6,
        .low_allowed = false,
        .axis = false,
        .when = read_by("run"),
        .help = "Minutes after which the state of the simulation is saved beside the result, again "
                "and again; run --resume goes on from it. Not given: never."}},
      {"run.tolerance",
       &RunKeys::tolerance,
       {.high = 1,
        .low_allowed = false,
        .axis = false,
        .when = read_by("saturate"),
        .help = "Width of the last interval of the bisection, in the unit of "
                "traffic.load_unit."}},
      {"run.saturate_seeds",
       &RunKeys::saturate_seeds,
       {.least = 1,
        .most = 1000,
        .axis = false,
        .when = read_by("saturate"),
        .help = "Seeds, from run.seed on, all of which have to carry the largest stable load."}},
  };
  return rows;
}

const KeyRows<OutputFiles>& output_rows() {
  using File = std::optional<std::string> OutputFiles::*;
  const auto of_run = [](std::string_view name, File member,
                         std::string_view help) -> KeyRow<OutputFiles> {
    return {name, member, {.axis = false, .when = read_by("run"), .help = help}};
  };
  static const KeyRows<OutputFiles> rows = {
      {kOutputCsv,
       &OutputFiles::csv,
       {.axis = false, .help = "File of the results, as -o; - is standard output."}},
      of_run(kOutputChannels, &OutputFiles::channels, "File of the load of every channel."),
      of_run(kOutputHistogram, &OutputFiles::histogram, "File of the latency histogram."),
      of_run(kOutputPackets, &OutputFiles::packets,
             "File of every measured packet, in the order of deliveries."),
      of_run(kOutputFlows, &OutputFiles::flows,
             "File of what every pair of nodes with traffic got: load and latencies."),
      of_run(kOutputTimeline, &OutputFiles::timeline,
             "File of the course of the run, span by span: loads, latency, backlog, channels."),
      of_run(kOutputChannelTimeline, &OutputFiles::channel_timeline,
             "File of the load of every channel, span by span."),
      {kOutputTimelineCycles,
       &OutputFiles::timeline_cycles,
       {.least = 1,
        .most = kMostCycles,
        .axis = false,
        .when = {.conditions = {KeyIs{"output.timeline"}, KeyIs{"output.channel_timeline"}}},
        .help = "Length of their spans."}},
      of_run(kOutputEnergy, &OutputFiles::energy,
             "File of what every router did and what energy it took; input-queued."),
      of_run(kOutputOperations, &OutputFiles::operations,
             "File of every operation of a workload: when it started and ended."),
      of_run(kOutputTrace, &OutputFiles::trace,
             "File of what happened to single packets, event by event; FILE.json: for trace "
             "viewers. Of those that [trace] chooses."),
  };
  return rows;
}

const std::vector<std::string>& point_file_keys() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> of_run;
    for (const Key& key : output_rows().keys())
      if (key.type == KeyType::kFile && key.when == read_by("run")) of_run.push_back(key.name);
    return of_run;
  }();
  return names;
}

}  // namespace orthant
