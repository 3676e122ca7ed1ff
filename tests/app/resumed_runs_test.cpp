// A run of every kind of state that goes on from its checkpoints tells the same as one that was
// never interrupted: every injection, workloads of every kind and format, every adaptive routing,
// both router models and all that a router may do. A word that a key gains, or a routing, has to
// be in the table before this passes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/keys/keys.hpp"
#include "app/points/results.hpp"
#include "app/setup/build.hpp"
#include "tests/sim/all_that_is_reported.hpp"
#include "tests/sim/kept_state.hpp"
#include "tests/topology/temporary_file.hpp"
#include "tests/traffic/chakra_writer.hpp"
#include "tests/traffic/dumpi_texts.hpp"

namespace orthant {
namespace {

const std::string kText = R"([topology]
kind = torus
dimensions = 4x4
[routing]
algorithm = dor
[router]
vcs = 4
buffer_flits = 10
[traffic]
packet_flits = 1:0.5 5:0.5
[run]
warmup_cycles = 300
measure_cycles = 1200
drain_cycles = 400
)";
const std::string kLoad = "[traffic]\npattern = uniform\nload = 0.3\nload_unit = flits\n";

// ---- files --------------------------------------------------------------------------------------

// Ranks on a ring that compute and send to the next one, again and again.
std::string ring_of_goal(int ranks, int rounds, bool any_source) {
  std::string text = fmt::format("num_ranks {}\n", ranks);
  for (int rank = 0; rank < ranks; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    for (int i = 0; i < rounds; ++i) {
      const std::string source = any_source ? "-1" : std::to_string((rank + ranks - 1) % ranks);
      text += fmt::format(
          "a{0}: calc {1} cpu {2}\ns{0}: send 200b to {3} tag {0} nic {2}\n"
          "r{0}: recv 200b from {4} tag {0}\ns{0} requires a{0}\n",
          i, 20 + 7 * rank + i, i % 2, (rank + 1) % ranks, source);
      if (i > 0) text += fmt::format("a{0} requires r{1}\ns{0} irequires s{1}\n", i, i - 1);
    }
    text += "}\n";
  }
  return text;
}

// Threes of messages, each of which goes on from where the one before has come.
std::string list_of_messages() {
  std::string text = "time,source,destination,bytes,after\n";
  for (int i = 0; i < 300; ++i)
    text += fmt::format("{},{},{},{},{}\n", i % 3 == 0 ? 9 * i : 5, (5 * i + 14) % 16,
                        (5 * i + 3) % 16, 30 + i % 90, i % 3 == 0 ? "" : std::to_string(i));
  return text;
}

// Two destinations of each node.
std::string rows_of_matrix() {
  std::string text;
  for (int from = 0; from < 16; ++from) {
    for (int to = 0; to < 16; ++to)
      text += to == (from + 1) % 16 || to == (from + 6) % 16 ? "0.5 " : "0 ";
    text += '\n';
  }
  return text;
}

std::string algorithm_of_msccl() {
  constexpr int kGpus = 8, kSteps = 12;
  std::string text =
      fmt::format("<algo name=\"ring\" proto=\"Simple\" nchannels=\"1\" ngpus=\"{}\">\n", kGpus);
  for (int gpu = 0; gpu < kGpus; ++gpu) {
    text += fmt::format(
        "<gpu id=\"{}\" i_chunks=\"1\" o_chunks=\"1\" s_chunks=\"0\">\n"
        "<tb id=\"0\" send=\"{}\" recv=\"{}\" chan=\"0\">\n",
        gpu, (gpu + 1) % kGpus, (gpu + kGpus - 1) % kGpus);
    for (int s = 0; s < kSteps; ++s)
      text += fmt::format(
          "<step s=\"{}\" type=\"{}\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"0\" "
          "cnt=\"1\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n",
          s, s % 2 == 0 ? "s" : "r");
    text += "</tb>\n</gpu>\n";
  }
  return text + "</algo>\n";
}

std::vector<std::string> traces_of_dumpi() {
  constexpr int kRanks = 8;
  std::vector<std::string> texts;
  for (int rank = 0; rank < kRanks; ++rank) {
    Calls calls;
    for (int i = 0; i < 12; ++i)
      calls.after(40 + rank)
          .send(50, (rank + 1) % kRanks, i, 1)
          .receive(50, (rank + kRanks - 1) % kRanks, i)
          .wait(1);
    texts.push_back(calls.text());
  }
  return texts;
}

std::vector<std::string> traces_of_chakra() {
  constexpr std::uint64_t kRanks = 8;
  std::vector<std::string> texts;
  for (std::uint64_t rank = 0; rank < kRanks; ++rank) {
    std::string text = chakra::kHead;
    for (std::uint64_t i = 0; i < 12; ++i) {
      const std::uint64_t id = 3 * i;
      const chakra::Ids before = i == 0 ? chakra::Ids{} : chakra::Ids{id - 1};
      text += chakra::computation(id, before, 1) +
              chakra::send(id + 1, {id}, 200, (rank + 1) % kRanks, i) +
              chakra::receive(id + 2, {id}, 200, (rank + kRanks - 1) % kRanks, i);
    }
    texts.push_back(text);
  }
  return texts;
}

template <class Value>
std::string bytes_of(Value value) {
  std::string bytes(sizeof(value), '\0');
  std::memcpy(bytes.data(), &value, sizeof(value));
  return bytes;
}

// Requests, and responses that wait for them.
std::string trace_of_netrace() {
  constexpr std::uint32_t kMagic = 0x484A5455, kPackets = 400;
  constexpr std::uint8_t kReadRequest = 1, kReadResponse = 2;
  std::string text = bytes_of(kMagic) + bytes_of(1.0f) + std::string(30, 'x') +
                     bytes_of(std::uint8_t{16}) + std::string(1, '\0') +
                     bytes_of(std::uint64_t{kPackets * 5}) + bytes_of(std::uint64_t{kPackets}) +
                     bytes_of(std::uint32_t{0}) + bytes_of(std::uint32_t{0}) + std::string(8, '\0');
  for (std::uint32_t i = 0; i < kPackets; ++i) {
    const bool is_request = i % 2 == 0;
    const auto asks = static_cast<std::uint8_t>(i / 2 * 5 % 16);
    const auto answers = static_cast<std::uint8_t>((asks + 1 + i / 2 % 15) % 16);
    text += bytes_of(std::uint64_t{i * 5}) + bytes_of(i) + bytes_of(std::uint32_t{0xabc0}) +
            bytes_of(is_request ? kReadRequest : kReadResponse) +
            bytes_of(is_request ? asks : answers) + bytes_of(is_request ? answers : asks) +
            bytes_of(std::uint8_t{2}) + bytes_of(static_cast<std::uint8_t>(is_request));
    if (is_request) text += bytes_of(i + 1);
  }
  return text;
}

// What settings name as {flows} and so on.
struct Files {
  TemporaryFile flows{"0 5 0.3 0 900\n5 9 0.4\n9 2 0.1 200 1200\n2 0 0.25\n"};
  TemporaryFile permutation{"0 5\n5 9\n9 0\n3 12\n"};
  TemporaryFile steady{"0 5 0.3\n5 9 0.4\n9 2 0.1\n2 0 0.25\n"};
  TemporaryFile matrix{rows_of_matrix()};
  TemporaryFile goal{ring_of_goal(9, 16, false)};
  TemporaryFile any{ring_of_goal(9, 16, true)};
  TemporaryFile messages{list_of_messages()};
  TemporaryFile msccl{algorithm_of_msccl()};
  TemporaryFile netrace{trace_of_netrace()};
  RankTexts dumpi{traces_of_dumpi(), "-0000.txt"};
  RankTexts chakra{traces_of_chakra(), ".0.et"};

  std::string filled(const std::string& setting) const {
    return fmt::format(fmt::runtime(setting), fmt::arg("flows", flows.path()),
                       fmt::arg("steady", steady.path()),
                       fmt::arg("permutation", permutation.path()),
                       fmt::arg("matrix", matrix.path()), fmt::arg("goal", goal.path()),
                       fmt::arg("any", any.path()), fmt::arg("messages", messages.path()),
                       fmt::arg("msccl", msccl.path()), fmt::arg("netrace", netrace.path()),
                       fmt::arg("dumpi", dumpi.first()), fmt::arg("chakra", chakra.first()));
  }
};

// ---- runs ---------------------------------------------------------------------------------------

using Settings = std::vector<std::string>;

Settings operator+(Settings all, const Settings& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

const Settings kWorkload = {"traffic.injection=workload", "workload.bytes_per_flit=8",
                            "workload.packet_flits=5"};
const Settings kWhole = {"router.switching=virtual_cut_through"};
const Settings kPiece = kWhole + Settings{"router.switch_hold=packet", "traffic.packet_flits=5"};
const Settings kMesh = {"topology.kind=mesh"};
const Settings kOutput = {"router.model=output_queued", "router.vcs=1"};
const Settings kSchedule = {"traffic.injection=schedule", "traffic.packet_flits=32"};
const Settings kClasses = {"router.message_classes=2", "[traffic.low]\nmessage_class = 1\n",
                           "[traffic.high]\npriority = 2\nload = 0.1\n"};
const Settings kInNs = {"workload.time_unit=ns", "time.cycle_ns=1"};

Settings workload_of(const std::string& kind, const Settings& more = {}) {
  return kWorkload + Settings{"workload.kind=" + kind} + more;
}
Settings workload_in(const std::string& format, const std::string& file) {
  return kWorkload + Settings{"workload.format=" + format, "workload.file={" + file + "}"};
}
Settings routing(const std::string& algorithm, const std::string& vcs, const Settings& more = {}) {
  return Settings{"routing.algorithm=" + algorithm, "router.vcs=" + vcs, "traffic.load=0.5"} + more;
}
Settings drained(const std::string& messages) {
  return {"run.until=drained", "run.messages_per_node=" + messages};
}

std::vector<Settings> runs() {
  return {
      {"traffic.injection=bernoulli"},
      {"traffic.injection=poisson", "traffic.load=0.8"},
      {"traffic.injection=messages", "traffic.message_period=poisson", "traffic.message_packets=3"},
      {"traffic.injection=messages", "traffic.message_period=fixed", "traffic.message_packets=3"},
      {"traffic.injection=on_off", "traffic.burst_flits=40", "traffic.burst_spacing=even"},
      {"traffic.injection=on_off", "traffic.burst_flits=40", "traffic.burst_spacing=random"},
      kSchedule + Settings{"schedule.order=liquid"},
      kSchedule + Settings{"schedule.order=liquid", "schedule.barrier=no"},
      kSchedule +
          Settings{"schedule.order=liquid", "schedule.barrier=rolling", "router.buffer_flits=40"} +
          kWhole,
      kSchedule + Settings{"schedule.order=round_robin"},
      kSchedule + Settings{"schedule.order=random", "schedule.repetitions=3"},
      {"traffic.pattern=flows", "traffic.file={flows}"},
      {"traffic.pattern=flows", "traffic.file={steady}", "traffic.injection=on_off",
       "traffic.burst_flits=20"},
      {"traffic.pattern=permutation", "traffic.file={permutation}"},
      {"traffic.pattern=matrix", "traffic.file={matrix}", "traffic.self=no"},
      {"traffic.pattern=hotspot", "traffic.hotspot_nodes=3", "traffic.hotspot_share=0.2"},
      kClasses,
      kClasses + Settings{"[traffic.bursts]\ninjection = on_off\nburst_flits = 30\n"},
      {"run.warmup_cycles=auto", "run.measure_cycles=3000"},
      drained("150"),
      drained("400") + Settings{"run.latency_limit_cycles=40", "traffic.load=0.9"},
      {"run.messages_per_node=20"},

      workload_in("goal", "goal"),
      workload_in("goal", "any") + Settings{"router.message_classes=2"},
      workload_in("csv", "messages"),
      workload_in("msccl", "msccl"),
      workload_in("dumpi", "dumpi") + kInNs,
      workload_in("chakra", "chakra") + kInNs + Settings{"workload.time_scale=1/50"},
      workload_in("netrace", "netrace"),
      workload_in("goal", "goal") + kPiece,
      workload_in("goal", "goal") + Settings{"channel.bandwidth=5/2", "router.input_speedup=3"},
      kWorkload + Settings{"[workload.ring]\nfile = {goal}\nmapping = random\n",
                           "[workload.grid]\nkind = halo\nshape = 2x2\nstart = 300\n"},
      workload_of("allreduce", {"workload.bytes=9000"}),
      workload_of("reduce_scatter", {"workload.bytes=9000"}),
      workload_of("allgather", {"workload.bytes=9000"}),
      workload_of("broadcast", {"workload.bytes=9000"}),
      workload_of("alltoall", {"workload.bytes=9000"}),
      workload_of("barrier", {"workload.iterations=20"}),
      workload_of("halo", {"workload.iterations=3", "workload.compute=200"}),
      workload_of("sweep", {"workload.iterations=3"}),
      workload_of("fft", {"workload.bytes=20000"}),
      workload_of("sparse", {"workload.iterations=4"}),
      workload_of("request_reply", {"workload.bytes=32", "workload.iterations=40",
                                    "workload.reply_queue=2", "router.message_classes=2"}),

      routing("val", "4", {"topology.nodes_per_router=2"}),
      routing("minimal_adaptive", "4", {"router.selection=first"}),
      routing("minimal_adaptive", "4", {"router.selection=most_free"}),
      routing("abr", "4"),
      routing("ofr", "5", {"topology.dimensions=5x5", "traffic.pattern=tornado"}),
      routing("por", "4", {"traffic.pattern=tornado"}),
      routing("goal", "4"),
      routing("mp", "4"),
      routing("z2", "4"),
      routing("west_first", "2", kMesh),
      routing("north_last", "2", kMesh),
      routing("negative_first", "2", kMesh),
      routing("odd_even", "2", kMesh),
      routing("up_down", "2",
              {"topology.kind=random", "topology.routers=16", "topology.degree=4",
               "topology.generator=regular", "traffic.load=0.1"}),

      {"router.model=input_queued", "router.switching=wormhole"},
      kWhole,
      {"router.switching=store_and_forward"},
      kPiece,
      kPiece + Settings{"router.switching=store_and_forward", "router.flow_control=bubble",
                        "router.vcs=1"},
      kWhole + Settings{"router.switch_hold=packet"},
      kWhole + Settings{"router.switch_hold=flit"},
      {"router.flow_control=credit"},
      kWhole + Settings{"router.flow_control=bubble", "router.vcs=1"},
      kWhole + Settings{"router.flow_control=critical_bubble", "router.vcs=2", "traffic.load=0.7",
                        "routing.algorithm=minimal_adaptive"},
      {"router.flow_control=flit_bubble", "router.vcs=1", "router.buffer_flits=16"},
      {"router.vc_reuse=safe"},
      {"router.vc_reuse=atomic"},
      {"router.vc_reuse=any"},
      {"router.allocator=islip", "router.allocator_iterations=2"},
      {"router.allocator=separable"},
      {"router.allocator=wavefront"},
      {"router.allocator=maximum"},
      {"router.arbitration=round_robin"},
      {"router.arbitration=age"},
      {"router.arbitration=fcfs"},
      {"router.arbitration=random"},
      {"router.arbitration=fixed"},
      {"router.injection_vc=round_robin"},
      {"router.injection_vc=lowest"},
      {"router.injection_vc=most_free"},
      workload_in("goal", "goal") + Settings{"router.injection_vc=nic"},
      kMesh + Settings{"router.injection_limit=in_transit", "traffic.load=0.8"},
      {"router.injection_limit=alo", "traffic.load=0.8"},
      {"router.injection_limit=none"},
      {"channel.ejection=shared"},
      {"channel.ejection=immediate"},
      {"router.routing_delay_cycles=2", "router.vc_allocation_delay_cycles=1",
       "router.switch_allocation_delay_cycles=3"},
      {"router.speculative=yes", "router.vc_allocation_delay_cycles=1",
       "router.switch_allocation_delay_cycles=1"},
      {"channel.latency_cycles=70"},
      {"channel.bandwidth=1/2", "traffic.load=0.15"},
      {"channel.bandwidth=5/2", "router.input_speedup=2"},

      kOutput + Settings{"router.injection_room=bubble"},
      kOutput + Settings{"router.injection_room=half_queue", "traffic.load=0.9"},
      kOutput + routing("minimal_adaptive", "2"),
      kOutput + routing("val", "2"),
      kOutput + drained("100"),
  };
}

std::string reported_of(const Setup& setup, Checkpoints* checkpoints, const RunProgress& progress) {
  test::Notes notes;
  const SimulationResult result =
      simulate(setup.parts(), setup.run,
               {.progress = progress,
                .activity = setup.router.model == RouterModel::kInputQueued,
                .checkpoints = checkpoints});
  notes.add(result);
  std::string text = notes.text();
  for (const std::string& field : simulation_fields(setup, setup.run.seed, result))
    text += field + ' ';
  if (!result.workload) return text;
  for (const OperationId id : result.workload->critical_path)
    text += fmt::format("{}.{} ", id.rank, id.operation);
  return text;
}

// Where it is stopped one after the other: early, half way and late.
std::set<Cycle> stops_of(const std::vector<Cycle>& moments) {
  std::set<Cycle> stops;
  for (const std::size_t eighth : {1u, 3u, 4u, 6u, 7u})
    stops.insert(moments[(moments.size() - 1) * eighth / 8]);
  return stops;
}

// Of what is said twice the last one holds.
Point point_of(const Settings& settings, const Files& files) {
  std::string text = kText;
  const auto has = [&](const char* setting) {
    return std::ranges::find(settings, setting) != settings.end();
  };
  if (!has("traffic.injection=workload") && !has("traffic.injection=schedule")) text += kLoad;
  std::map<std::string, std::string> of_keys;
  for (const std::string& setting : settings)
    if (setting.starts_with('['))
      text += files.filled(setting);
    else
      of_keys[setting.substr(0, setting.find('='))] = files.filled(setting);
  Settings overrides;
  for (const auto& [key, setting] : of_keys) overrides.push_back(setting);
  return Config::parse(text, "test.ini", overrides).point(0);
}

void expect_the_same(const Settings& settings, const Files& files) {
  const Point point = point_of(settings, files);
  const std::unique_ptr<Setup> setup = make_setup(point);
  std::vector<Cycle> moments;
  const std::string whole = reported_of(*setup, nullptr, [&](Cycle done, Cycle) {
    moments.push_back(done);
    return true;
  });
  ASSERT_GE(moments.size(), 4u);
  test::KeptState kept;
  for (const Cycle stop : stops_of(moments)) {
    const std::string stopped =
        reported_of(*setup, &kept, [&](Cycle done, Cycle) { return done != stop; });
    ASSERT_NE(stopped, whole) << "was not stopped at cycle " << stop;
  }
  EXPECT_TRUE(reported_of(*setup, &kept, {}) == whole);
}

TEST(ResumedRuns, TellTheSameOfEveryKindOfState) {
  const Files files;
  for (const Settings& settings : runs()) {
    SCOPED_TRACE(fmt::format("{}", fmt::join(settings, " ")));
    EXPECT_NO_THROW(expect_the_same(settings, files));
  }
}

// ---- nothing is left out ------------------------------------------------------------------------

TEST(ResumedRuns, AreOfEveryWordThatDecidesWhatTheStateIs) {
  std::set<std::string> set;
  for (const Settings& settings : runs()) set.insert(settings.begin(), settings.end());
  for (const std::string_view name :
       {"traffic.injection", "traffic.burst_spacing", "traffic.message_period", "router.model",
        "router.switching", "router.flow_control", "router.vc_reuse", "router.allocator",
        "router.switch_hold", "router.arbitration", "router.injection_vc", "router.injection_limit",
        "router.injection_room", "router.selection", "channel.ejection", "schedule.order",
        "workload.kind", "workload.format"}) {
    const Key& key = key_table()[*find_key(name)];
    for (const std::string_view word : key.names != nullptr ? key.names() : key.words)
      EXPECT_TRUE(word == "auto" || set.contains(fmt::format("{}={}", name, word)))
          << name << ' ' << word;
  }
  for (const RoutingDescription& of : routing_registry())
    EXPECT_TRUE(!of.adaptive || set.contains(fmt::format("routing.algorithm={}", of.name)))
        << of.name;
}

}  // namespace
}  // namespace orthant
