// The keys that describe what is sent, how long a run is and where its results go.
#include "app/keys.hpp"
#include "traffic/traffic.hpp"

namespace orthant {
namespace {

constexpr std::int64_t kMaxCycles = 1'000'000'000'000;
constexpr std::int64_t kMaxNode = 0xffff'ffff;

std::vector<std::string_view> pattern_names() {
  std::vector<std::string_view> names;
  for (const auto& entry : pattern_registry()) names.push_back(entry.name);
  return names;
}

std::vector<std::string_view> injection_names() {
  std::vector<std::string_view> names;
  for (const auto& entry : injection_registry()) names.push_back(entry.name);
  return names;
}

std::vector<Key> load_keys() {
  return {
      {.name = "traffic.pattern",
       .type = KeyType::kWord,
       .words = pattern_names(),
       .required = true,
       .help = "Where messages go; traffic.injection = schedule needs none."},
      {.name = "traffic.injection",
       .type = KeyType::kWord,
       .fallback = "bernoulli",
       .words = injection_names(),
       .help = "When messages are born."},
      {.name = "traffic.load",
       .type = KeyType::kReal,
       .high = 1000,
       .low_allowed = false,
       .required = true,
       .help = "Mean offered load per sending node, in the unit of traffic.load_unit; "
               "traffic.injection = schedule needs none."},
      {.name = "traffic.load_unit",
       .type = KeyType::kWord,
       .words = {"capacity", "flits"},
       .required = true,
       .help = "Fractions of the capacity under uniform traffic, or flits/node/cycle; "
               "traffic.injection = schedule needs none."},
      {.name = "traffic.packet_flits",
       .type = KeyType::kPacketLengths,
       .fallback = "1",
       .least = 1,
       .most = 65535,
       .help = "Flits of a packet: one length, or a mix length:share length:share whose shares are "
               "of packets and sum to 1."},
      {.name = "traffic.message_packets",
       .type = KeyType::kInteger,
       .fallback = "1",
       .least = 1,
       .most = 1'000'000,
       .help = "Packets of a message; all are born at once and go to the same node."},
      {.name = "traffic.self",
       .type = KeyType::kFlag,
       .fallback = "yes",
       .help = "Traffic from a node to itself is sent through its router; no: it is not sent."},
  };
}

std::vector<Key> pattern_keys() {
  return {
      {.name = "traffic.dimensions",
       .type = KeyType::kDistinct,
       .most = 7,
       .when = "traffic.pattern = tornado, neighbor",
       .help = "Dimensions that the pattern shifts, separated by blanks; default: 0 for tornado, "
               "all for neighbor."},
      {.name = "traffic.pattern_seed",
       .type = KeyType::kInteger,
       .fallback = "1",
       .when = "traffic.pattern = random_permutation",
       .help = "Seed of the drawn permutation."},
      {.name = "traffic.hotspot_nodes",
       .type = KeyType::kDistinct,
       .most = kMaxNode,
       .when = "traffic.pattern = hotspot",
       .help = "Ids of the hot nodes, separated by blanks."},
      {.name = "traffic.hotspot_share",
       .type = KeyType::kReal,
       .high = 1,
       .when = "traffic.pattern = hotspot",
       .help = "Share of the messages that go to the hot nodes."},
      {.name = "traffic.file",
       .type = KeyType::kFile,
       .when = "traffic.pattern = matrix",
       .help = "File of the traffic matrix, relative to the working directory."},
      {.name = "traffic.normalize",
       .type = KeyType::kFlag,
       .fallback = "no",
       .help =
           "Shares of traffic.packet_flits and each row of traffic.file are weights: they are "
           "scaled to a sum of 1. No: another sum is an error, but for rows below 1, whose rest "
           "is not sent."},
  };
}

std::vector<Key> injection_keys() {
  return {
      {.name = "traffic.message_period",
       .type = KeyType::kWord,
       .fallback = "poisson",
       .words = {"poisson", "fixed"},
       .when = "traffic.injection = messages",
       .help = "Times between the messages of a node: exponential, or all equal."},
      {.name = "traffic.burst_flits",
       .type = KeyType::kReal,
       .high = 1e12,
       .low_allowed = false,
       .when = "traffic.injection = on_off",
       .help = "Mean size of a burst."},
      {.name = "traffic.duty",
       .type = KeyType::kReal,
       .high = 1,
       .low_allowed = false,
       .when = "traffic.injection = on_off",
       .help =
           "Share of the time that a node is on; default: the load in flits, so that a burst has "
           "one flit per cycle."},
  };
}

std::vector<Key> run_keys() {
  return {
      {.name = "run.warmup_cycles",
       .type = KeyType::kInteger,
       .fallback = "auto",
       .most = kMaxCycles,
       .words = {"auto"},
       .help = "Cycles before the measurement window; auto: found by a pilot run."},
      {.name = "run.measure_cycles",
       .type = KeyType::kInteger,
       .fallback = "20000",
       .least = 1,
       .most = kMaxCycles,
       .help = "Length of the measurement window."},
      {.name = "run.drain_cycles",
       .type = KeyType::kInteger,
       .fallback = "100000",
       .least = 1,
       .most = kMaxCycles,
       .help = "Longest wait for measured packets after the window."},
      {.name = "run.drain_saturated",
       .type = KeyType::kFlag,
       .fallback = "no",
       .when = "run.until = window",
       .help = "no: a run whose backlogs grew in the window ends with it, as saturated and without "
               "latencies; yes: it waits for measured packets all the same. Where a deadlock is "
               "possible (routing.allow_deadlock) every run waits."},
      {.name = "run.until",
       .type = KeyType::kWord,
       .fallback = "window",
       .words = {"window", "drained"},
       .help = "Measure in a window, or run until everything generated is delivered (needs "
               "run.messages_per_node); a replay of a schedule always does the latter."},
      {.name = "run.messages_per_node",
       .type = KeyType::kInteger,
       .least = 1,
       .most = kMaxCycles,
       .help = "Messages after which a node is silent; not given: no end."},
      {.name = "run.latency_limit_cycles",
       .type = KeyType::kInteger,
       .least = 1,
       .most = kMaxCycles,
       .axis = false,
       .when = "run.until = drained",
       .help = "The run ends as saturated when the mean latency is certain to exceed this; not "
               "given: it goes on."},
      {.name = "run.seed",
       .type = KeyType::kInteger,
       .fallback = "1",
       .help = "Seed of all random numbers of a run; --seed N is the same."},
      {.name = "run.repetitions",
       .type = KeyType::kInteger,
       .fallback = "1",
       .least = 1,
       .most = 1'000'000,
       .axis = false,
       .help = "Rows per point; row i (0, 1, ...) uses run.seed + i."},
      {.name = "run.deadlock_cycles",
       .type = KeyType::kInteger,
       .fallback = "10000",
       .least = 1,
       .most = kMaxCycles,
       .help = "Cycles without progress of a packet after which the wait-for graph is searched."},
      {.name = "run.tolerance",
       .type = KeyType::kReal,
       .fallback = "0.01",
       .high = 1,
       .low_allowed = false,
       .axis = false,
       .when = "saturate",
       .help = "Width of the last interval of the bisection, in the unit of traffic.load_unit."},
      {.name = "run.saturate_seeds",
       .type = KeyType::kInteger,
       .fallback = "5",
       .least = 1,
       .most = 1000,
       .axis = false,
       .when = "saturate",
       .help = "Seeds, from run.seed on, all of which have to carry the largest stable load."},
  };
}

std::vector<Key> output_keys() {
  return {
      {.name = "output.csv",
       .axis = false,
       .help = "File of the results, as -o; - is standard output."},
      {.name = "output.channels",
       .axis = false,
       .when = "run",
       .help = "File of the load of every channel."},
      {.name = "output.histogram",
       .axis = false,
       .when = "run",
       .help = "File of the latency histogram."},
      {.name = "output.packets",
       .axis = false,
       .when = "run",
       .help = "File of every measured packet, in the order of deliveries."},
  };
}

}  // namespace

std::vector<Key> workload_keys() {
  std::vector<Key> keys;
  for (const auto& part :
       {load_keys(), pattern_keys(), injection_keys(), run_keys(), output_keys()}) {
    keys.insert(keys.end(), part.begin(), part.end());
  }
  return keys;
}

}  // namespace orthant
