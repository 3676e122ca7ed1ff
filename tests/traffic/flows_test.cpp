// The reader of flows, its error messages, and the resulting pattern and injection process.
#include <gmock/gmock.h>

#include <cmath>
#include <map>

#include "tests/traffic/networks.hpp"
#include "traffic/flow_list.hpp"

namespace orthant {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pair;
using FlowRow = std::vector<std::pair<std::uint32_t, double>>;

std::unique_ptr<Pattern> read_text(std::string_view text, PatternOptions options = {}) {
  const TemporaryFile file(text);
  options.file = file.path();
  return make_pattern("flows", torus({4}), options);
}

FlowRow flow_row(const Pattern& pattern, std::size_t source) {
  FlowRow row;
  pattern.row(NodeId{source}, [&](NodeId node, double p) { row.emplace_back(node.value, p); });
  return row;
}

FlowRow flow_row_at(const Pattern& pattern, Cycle cycle, std::size_t source) {
  FlowRow row;
  pattern.row_at(cycle, NodeId{source},
                 [&](NodeId node, double p) { row.emplace_back(node.value, p); });
  return row;
}

// The error for a file with this text, without the path.
std::string flow_error(std::string_view text, PatternOptions options = {}) {
  const TemporaryFile file(text);
  options.file = file.path();
  std::string error = key_error_of([&] { make_pattern("flows", torus({4}), options); });
  if (const auto at = error.find(file.path()); at != std::string::npos)
    error.replace(at, file.path().size(), "FILE");
  return error;
}

// Rows are relative to the mean of the sending nodes: 0.5 for node 0, 0.1 for node 2.
TEST(Flows, KeepWhatEachSourceSends) {
  const auto pattern = read_text("# rates\n0 1 0.3\n2,3,0.1\n\n0 2 0.2 # more\r\n1 0 0\n");
  EXPECT_DOUBLE_EQ(*pattern->mean_rate(), 0.3);
  EXPECT_THAT(flow_row(*pattern, 0),
              ElementsAre(Pair(1, DoubleNear(1, 1e-12)), Pair(2, DoubleNear(0.2 / 0.3, 1e-12))));
  EXPECT_THAT(flow_row(*pattern, 2), ElementsAre(Pair(3, DoubleNear(0.1 / 0.3, 1e-12))));
  EXPECT_FALSE(pattern->sends(NodeId{1}, true));
  EXPECT_FALSE(pattern->sends(NodeId{3}, true));
  EXPECT_NEAR(pattern->largest_rate(), 0.5 / 0.3, 1e-12);
  EXPECT_TRUE(pattern->changes().empty());
}

TEST(Flows, OfAPairAddUpAndTheHeadIsNone) {
  const auto pattern = read_text("source,destination,rate\n3 0 0.125\n3 0 0.25\n");
  EXPECT_DOUBLE_EQ(*pattern->mean_rate(), 0.375);
  EXPECT_EQ(flow_row(*pattern, 3), (FlowRow{{0, 1.0}}));
}

// A flit of 16 bytes in a cycle of 2 ns is 8 GB/s.
TEST(Flows, HaveUnits) {
  const PatternOptions options = {.flit_units = [] { return FlitUnits{2, 16}; }};
  const auto rate_of = [&](std::string_view rate, std::string unit = "flits") {
    PatternOptions own = options;
    own.rate_unit = std::move(unit);
    return *read_text(fmt::format("0 1 {}\n", rate), own)->mean_rate();
  };
  for (const std::string_view half : {"4GB/s", "4 GB/s", "4000 MB/s", "32gbps", "32 Gbps",
                                      "32000Mbit/s", "0.5", "0.5flits", "4e9 B/s"})
    EXPECT_NEAR(rate_of(half), 0.5, 1e-12) << half;
  EXPECT_NEAR(rate_of("1 GiB/s"), 0x1p30 / 8e9, 1e-12);
  EXPECT_NEAR(rate_of("800", "MB/s"), 0.1, 1e-12);
  EXPECT_NEAR(rate_of("0.25 flits", "MB/s"), 0.25, 1e-12);
}

TEST(Flows, MayHaveExponentsInCycles) {
  const auto pattern = read_text("0 1 0.25 1e2 2.5e3\n");
  EXPECT_THAT(pattern->changes(), ElementsAre(100u, 2500u));
}

TEST(Flows, NamesTheLineOfAMistake) {
  const std::string start = "traffic.file: FILE:2: ";
  const std::string lines = "allowed: lines of source destination rate [from_cycle to_cycle]";
  const auto second = [](std::string_view line) {
    return flow_error(fmt::format("0 1 0.1\n{}\n", line));
  };
  EXPECT_EQ(second("0 1"), start + "2 values; " + lines);
  EXPECT_EQ(second("0 1 0.1 5"), start + "4 values; " + lines);
  EXPECT_THAT(second("0 1 0.1 MBps"),
              testing::HasSubstr("FILE:2: 'MBps' is no unit of a rate; allowed: "));
  EXPECT_EQ(second("0 1 0.1 MB/s 5"), start + "5 values; " + lines);
  EXPECT_EQ(second("0 1 0.1 0 5 6"), start + "6 values; " + lines);
  EXPECT_EQ(second("4 1 0.1"), start + "'4' is no node; allowed: 0 to 3");
  EXPECT_EQ(second("0 -1 0.1"), start + "'-1' is no node; allowed: 0 to 3");
  EXPECT_EQ(second("0 b 0.1"), start + "'b' is no node; allowed: 0 to 3");
  EXPECT_EQ(second("source destination rate"), start + "'source' is no node; allowed: 0 to 3");
  const std::string rates = " is no rate; allowed: numbers from 0 to 1e+18, with or without a unit";
  for (const std::string rate : {"x", "-0.1", "nan", "inf", "1e19"})
    EXPECT_EQ(second("0 1 " + rate), start + "'" + rate + "'" + rates);
  EXPECT_THAT(second("0 1 5MB"),
              testing::StartsWith(start + "'MB' is no unit of a rate; allowed: flits, B/s, "));
  EXPECT_THAT(second("0 1 5MB/s MB/s"), testing::StartsWith(start + "'MB/s' is no unit of a rate"));
  EXPECT_EQ(second("0 1 0.1 5 5"),
            start + "from cycle 5 to 5, no time at all; allowed: a later end");
  EXPECT_EQ(second("0 1 0.1 5 1e-3"), start + "'1e-3' is no cycle; allowed: 0 to 1000000000000");
  EXPECT_EQ(flow_error("0 1 0\n"), "traffic.file: FILE: no flow with a rate above 0; " + lines);
  EXPECT_EQ(flow_error(""), "traffic.file: FILE: no flow with a rate above 0; " + lines);
  EXPECT_EQ(key_error_of([] { make_pattern("flows", torus({4})); }),
            "traffic.file: missing; flows needs it; allowed: a file of flows");
}

TEST(Flows, ReportsWhatAUnitNeeds) {
  const auto with = [](std::optional<double> cycle, std::optional<double> flit) {
    return flow_error("0 1 3 MB/s\n", {.flit_units = [=] { return FlitUnits{cycle, flit}; }});
  };
  const std::string start = "traffic.file: FILE:1: a rate in MB/s needs ";
  EXPECT_EQ(with({}, {}), start +
                              "time.cycle_ns and channel.flit_bytes, which are missing; allowed: "
                              "to set them, or flits per cycle");
  EXPECT_EQ(with({}, 16), start +
                              "time.cycle_ns, which is missing; allowed: to set it, or flits per "
                              "cycle");
  EXPECT_EQ(with(1, {}), start +
                             "channel.flit_bytes, which is missing; allowed: to set it, or flits "
                             "per cycle");
}

// Node 0 sends 0.4 in [0, 10), 0.6 in [10, 30) and 0.2 from there on; node 1 sends 0.2 from cycle
// 20 on. The sum is largest from 20 to 30: 0.8, a mean of 0.4.
TEST(Flows, ChangeWithTime) {
  const auto pattern = read_text("0 1 0.2\n0 2 0.2 0 10\n0 3 0.4 10 30\n1 0 0.2 20 1000\n");
  EXPECT_THAT(pattern->changes(), ElementsAre(10, 20, 30, 1000));
  EXPECT_NEAR(*pattern->mean_rate(), 0.4, 1e-12);
  EXPECT_NEAR(pattern->largest_rate(), 1.5, 1e-12);
  EXPECT_THAT(flow_row_at(*pattern, 0, 0),
              ElementsAre(Pair(1, DoubleNear(0.5, 1e-12)), Pair(2, DoubleNear(0.5, 1e-12))));
  EXPECT_THAT(flow_row_at(*pattern, 29, 0),
              ElementsAre(Pair(1, DoubleNear(0.5, 1e-12)), Pair(3, DoubleNear(1, 1e-12))));
  EXPECT_THAT(flow_row_at(*pattern, 30, 0), ElementsAre(Pair(1, DoubleNear(0.5, 1e-12))));
  EXPECT_TRUE(flow_row_at(*pattern, 19, 1).empty());
  EXPECT_THAT(flow_row_at(*pattern, 20, 1), ElementsAre(Pair(0, DoubleNear(0.5, 1e-12))));
  EXPECT_TRUE(flow_row_at(*pattern, 1000, 1).empty());
  // The mean up to cycle 1000.
  EXPECT_THAT(flow_row(*pattern, 0),
              ElementsAre(Pair(1, DoubleNear(0.5, 1e-12)), Pair(2, DoubleNear(0.005, 1e-12)),
                          Pair(3, DoubleNear(0.02, 1e-12))));
  EXPECT_THAT(flow_row(*pattern, 1), ElementsAre(Pair(0, DoubleNear(0.49, 1e-12))));
}

struct SentFlits {
  std::map<std::uint32_t, double> to;
  double all = 0;
};

// Flits of the source in cycles from .. to - 1, per cycle.
SentFlits flits_sent_by(const Traffic& traffic, std::size_t source, Cycle from, Cycle to) {
  SentFlits sent;
  PacketStream stream(traffic, NodeId{source});
  for (auto packet = stream.next(); packet.generated < to; packet = stream.next()) {
    if (packet.generated < from) continue;
    const double part = 1 / static_cast<double>(to - from);
    sent.to[packet.destination.value] += part;
    sent.all += part;
  }
  return sent;
}

Traffic flow_traffic(std::string_view text, std::string_view injection,
                     InjectionOptions options = {}) {
  Traffic traffic;
  traffic.pattern = read_text(text);
  const double mean = *traffic.pattern->mean_rate();
  traffic.injection = injection_by_source(
      *traffic.pattern, 4, [&](double rate) -> std::shared_ptr<const Injection> {
        options.flits_per_cycle = options.messages_per_cycle = mean * rate;
        return make_injection(injection, options);
      });
  return traffic;
}

// A Bernoulli process has variance n p (1 - p); four standard deviations are allowed.
TEST(Flows, AreSentAtTheirRatesByEveryProcess) {
  constexpr Cycle kCycles = 400'000;
  const auto slack = [](double rate) { return 4 * std::sqrt(rate / kCycles); };
  for (const std::string_view injection : {"bernoulli", "poisson", "messages"}) {
    const Traffic traffic = flow_traffic("0 1 0.3\n0 2 0.1\n2 3 0.002\n", injection);
    const SentFlits first = flits_sent_by(traffic, 0, 0, kCycles);
    EXPECT_NEAR(first.to.at(1), 0.3, slack(0.3)) << injection;
    EXPECT_NEAR(first.to.at(2), 0.1, slack(0.1)) << injection;
    EXPECT_NEAR(flits_sent_by(traffic, 2, 0, kCycles).all, 0.002, slack(0.002)) << injection;
    EXPECT_EQ(flits_sent_by(traffic, 1, 0, kCycles).all, 0) << injection;
    EXPECT_NEAR(traffic.injection->rate(NodeId{0}).per_cycle, 0.4, 1e-12);
    EXPECT_NEAR(traffic.injection->rate(NodeId{2}).per_cycle, 0.002, 1e-12);
  }
  const Traffic fixed = flow_traffic("0 1 0.25\n2 3 0.0625\n", "messages", {.fixed_period = true});
  EXPECT_DOUBLE_EQ(flits_sent_by(fixed, 0, 0, 4000).all, 0.25);
  EXPECT_DOUBLE_EQ(flits_sent_by(fixed, 2, 0, 4000).all, 0.0625);
  const Traffic bursts = flow_traffic("0 1 0.25\n2 3 0.0625\n", "on_off", {.burst_flits = 4});
  EXPECT_NEAR(flits_sent_by(bursts, 0, 0, kCycles).all, 0.25, 0.01);
  EXPECT_NEAR(flits_sent_by(bursts, 2, 0, kCycles).all, 0.0625, 0.005);
}

TEST(Flows, ChangeTheirRatesAtTheCycle) {
  constexpr Cycle kHalf = 200'000;
  const std::string text =
      fmt::format("0 1 0.3 0 {0}\n0 2 0.6 {0} {1}\n1 0 0.5 {0} {1}\n", kHalf, 2 * kHalf);
  const auto slack = [](double rate) { return 4 * std::sqrt(rate / kHalf); };
  for (const std::string_view injection : {"bernoulli", "poisson"}) {
    const Traffic traffic = flow_traffic(text, injection);
    const SentFlits before = flits_sent_by(traffic, 0, 0, kHalf);
    EXPECT_EQ(before.to.size(), 1u) << injection;
    EXPECT_NEAR(before.to.at(1), 0.3, slack(0.3)) << injection;
    const SentFlits after = flits_sent_by(traffic, 0, kHalf, 2 * kHalf);
    EXPECT_EQ(after.to.size(), 1u) << injection;
    EXPECT_NEAR(after.to.at(2), 0.6, slack(0.6)) << injection;
    EXPECT_EQ(flits_sent_by(traffic, 1, 0, kHalf).all, 0) << injection;
    EXPECT_NEAR(flits_sent_by(traffic, 1, kHalf, 2 * kHalf).all, 0.5, slack(0.5)) << injection;
    EXPECT_EQ(flits_sent_by(traffic, 0, 2 * kHalf, 3 * kHalf).all, 0) << injection;
  }
  for (const bool on_off : {true, false})
    EXPECT_THAT(key_error_of([&] {
                  flow_traffic(text, on_off ? "on_off" : "messages",
                               {.burst_flits = 4, .duty = 1, .fixed_period = true});
                }),
                testing::StartsWith("traffic.injection: its messages depend on earlier ones"));
}

// Every prefix of a valid file, files with one byte changed, and random bytes give flows or a
// ConfigError.
TEST(Flows, SurviveAnyFile) {
  const std::string valid = "# demand\n0 1 0.5\n1,2, 0.25 0 100\n3 0 2 flits\n2 2 1e-3flits 5 9\n";
  RandomStream random(1, 0, RandomPurpose::kTest);
  int accepted = 0;
  int refused = 0;
  const auto try_text = [&](const std::string& text) {
    try {
      const auto pattern = read_text(text);
      for (std::size_t source = 0; source < 4; ++source)
        for (const auto& [node, rate] : flow_row(*pattern, source)) {
          EXPECT_LT(node, 4u);
          EXPECT_GT(rate, 0);
        }
      ++accepted;
    } catch (const ConfigError&) {
      ++refused;
    }
  };
  for (std::size_t size = 0; size <= valid.size(); ++size) try_text(valid.substr(0, size));
  for (int i = 0; i < 2000; ++i) {
    std::string text = valid;
    text[random.below(static_cast<std::uint32_t>(text.size()))] =
        static_cast<char>(random.below(256));
    try_text(text);
  }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace orthant
