// The registered oblivious routings, compared with an independent implementation in exact
// arithmetic, exact path lengths, and a closed form.
#include "tests/analysis/rational_oracle.hpp"

#include <gtest/gtest.h>

#include <array>
#include <boost/algorithm/string.hpp>
#include <cmath>
#include <fstream>
#include <optional>
#include <string>

#include "analysis/guarantees/capacity.hpp"
#include "analysis/loads/channel_load.hpp"
#include "routing/routing.hpp"
#include "tests/analysis/traffic_of.hpp"

namespace orthant {
namespace {

using oracle::Exact;
using oracle::Hop;
using oracle::normalised_hops;
using oracle::uniform_load;

oracle::Torus k_ary(int k, std::size_t n) { return oracle::Torus(std::vector<int>(n, k)); }

struct Case {
  const char* routing;
  Order order;
  std::vector<int> radices;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.routing; }

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const std::vector<int>& radices : {std::vector{3, 3}, {4, 4}, {5, 5}, {3, 4}, {3, 3, 3}}) {
    cases.push_back({"dor", Order::kFixed, radices});
    for (const char* routing : {"val", "ival", "romm", "rlb", "rlbth"}) {
      for (const Order order : {Order::kFixed, Order::kRandom}) {
        cases.push_back({routing, order, radices});
      }
    }
  }
  return cases;
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.routing;
  name += info.param.order == Order::kFixed ? "_fixed" : "_random";
  for (const int k : info.param.radices) name.append("_").append(std::to_string(k));
  return name;
}

class RationalOracle : public testing::TestWithParam<Case> {
 protected:
  RationalOracle() : exact_(GetParam().radices) {}

  std::size_t channel(const Hop& hop) const {
    const std::vector<std::uint32_t> from(hop.from.begin(), hop.from.end());
    const PortId port =
        hop.sign > 0 ? Grid::plus_port(hop.dimension) : Grid::minus_port(hop.dimension);
    return topology_.channel_from(topology_.grid()->router_at(from), port)->index();
  }

  // Expected uses of every channel by a packet of a pair.
  std::vector<double> exact_uses(std::size_t s, std::size_t t) const {
    std::map<Hop, Exact> uses;
    Exact total = 0;
    exact_.paths(GetParam().routing, GetParam().order == Order::kRandom, exact_.nodes()[s],
                 exact_.nodes()[t], [&](const std::vector<Hop>& path, const Exact& p) {
                   total += p;
                   for (const Hop& hop : path) uses[hop] += p;
                 });
    EXPECT_EQ(total, 1);
    std::vector<double> result(topology_.channel_count());
    for (const auto& [hop, use] : uses) result[channel(hop)] = use.convert_to<double>();
    return result;
  }

  std::vector<double> enumerated_uses(std::size_t s, std::size_t t) const {
    std::vector<double> result(topology_.channel_count());
    routing_->oblivious()->enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double p) {
      for_each_hop(topology_, RouterId{s}, path,
                   [&](ChannelId c, std::uint8_t) { result[c.index()] += p; });
    });
    return result;
  }

  oracle::Torus exact_;
  Topology topology_ =
      make_torus({.radices = {GetParam().radices.begin(), GetParam().radices.end()}});
  std::unique_ptr<Routing> routing_ =
      find_routing(GetParam().routing)->make(topology_, {.order = GetParam().order});
};

// The mean number of hops of a pair is the sum over channels.
TEST_P(RationalOracle, AgreesOnEveryPairAndChannel) {
  const std::size_t nodes = topology_.router_count();
  ASSERT_EQ(nodes, exact_.nodes().size());
  for (std::size_t pair = 0; pair < nodes * nodes; ++pair) {
    const std::size_t s = pair / nodes, t = pair % nodes;
    const std::vector<double> exact = exact_uses(s, t), enumerated = enumerated_uses(s, t);
    double exact_hops = 0, enumerated_hops = 0;
    for (std::size_t c = 0; c < exact.size(); ++c) {
      ASSERT_NEAR(enumerated[c], exact[c], 1e-12) << s << " to " << t << ", channel " << c;
      exact_hops += exact[c];
      enumerated_hops += enumerated[c];
    }
    ASSERT_NEAR(enumerated_hops, exact_hops, 1e-12) << s << " to " << t;
  }
}

INSTANTIATE_TEST_SUITE_P(SmallTori, RationalOracle, testing::ValuesIn(all_cases()), case_name);

// ---- path lengths and uniform throughput --------------------------------------------------------

TEST(ExactHops, AreTheFractionsOfThePaperOnThe8Ary2Cube) {
  const oracle::Torus torus = k_ary(8, 2);
  EXPECT_EQ(normalised_hops(torus, "dor", false), 1);
  EXPECT_EQ(normalised_hops(torus, "val", false), 2);
  EXPECT_EQ(normalised_hops(torus, "ival", false), Exact(413, 256));
  EXPECT_EQ(normalised_hops(torus, "romm", false), 1);
  EXPECT_EQ(normalised_hops(torus, "rlb", false), Exact(21, 16));
  EXPECT_EQ(normalised_hops(torus, "rlbth", false), Exact(39, 32));
}

// A row of values.csv for one of these algorithms.
struct ValueRow {
  std::string quantity;
  int k = 0;
  std::string algorithm;
  bool random_order = false;
  double value = 0;
};

std::optional<ValueRow> reference_row(const std::string& line) {
  std::vector<std::string> fields;
  boost::split(fields, line, boost::is_any_of(","));
  if (fields.size() < 7 || fields[2] != "2") return std::nullopt;
  ValueRow row{.quantity = fields[0], .k = 0, .algorithm = fields[3]};
  for (const char* suffix : {"_randorder", "sym"}) {
    if (!row.algorithm.ends_with(suffix)) continue;
    row.algorithm.erase(row.algorithm.size() - std::string_view(suffix).size());
    row.random_order = true;
  }
  boost::to_lower(row.algorithm);
  constexpr std::array kFamily = {"dor", "val", "ival", "romm", "rlb", "rlbth"};
  if (std::ranges::find(kFamily, row.algorithm) == kFamily.end()) return std::nullopt;
  row.k = std::stoi(fields[1]);
  row.value = std::stod(fields[5]);
  return row;
}

// Capacity load over the load of the busiest channel, or normalised hops.
double exact_value(const ValueRow& row, bool hops) {
  const oracle::Torus torus = k_ary(row.k, 2);
  if (hops) {
    return normalised_hops(torus, row.algorithm, row.random_order).convert_to<double>();
  }
  const Exact capacity_load = Exact(row.k * row.k - row.k % 2, 8 * row.k);
  const Exact load = uniform_load(torus, row.algorithm, row.random_order);
  return Exact(capacity_load / load).convert_to<double>();
}

// The same from all pairs of the registered routing. Uniform load, summed over channels, is the
// number of hops per packet times the number of nodes.
double enumerated_value(const ValueRow& row, bool hops) {
  const auto k = static_cast<std::uint32_t>(row.k);
  const Topology torus = make_torus({.radices = {k, k}});
  const Traffic uniform = traffic_of(torus, "uniform");
  const auto routing =
      find_routing(row.algorithm)
          ->make(torus, {.order = row.random_order ? Order::kRandom : Order::kFixed});
  const auto loads = expected_channel_loads(torus, *routing->oblivious(), uniform);
  if (!hops) return throughput_of(torus, loads) / capacity_flits(torus).value();
  const auto sum_of = [](const std::vector<double>& some) {
    return std::reduce(some.begin(), some.end());
  };
  const auto dor = find_routing("dor")->make(torus, {});
  return sum_of(loads) / sum_of(expected_channel_loads(torus, *dor->oblivious(), uniform));
}

// The values have 10 significant digits.
TEST(ExactHops, AndUniformThroughputAreThoseOfTheReference) {
  std::ifstream file(std::string(ORTHANT_SOURCE_DIR) + "/tests/data/towles/values.csv");
  int compared = 0;
  std::string line;
  while (std::getline(file, line)) {
    const auto row = reference_row(line);
    if (!row) continue;
    const bool hops = row->quantity == "Havg_norm";
    if (!hops && row->quantity != "uniform_throughput_frac_capacity") continue;
    EXPECT_NEAR(exact_value(*row, hops) / row->value, 1, 1e-9) << line;
    EXPECT_NEAR(enumerated_value(*row, hops), exact_value(*row, hops), 1e-12) << line;
    ++compared;
  }
  EXPECT_EQ(compared, 100);  // 5 radices, 9 algorithms, 2 quantities; 10 path lengths twice
}

// ---- the closed form of IVAL --------------------------------------------------------------------

// Let h be the mean distance on a ring of k, k/4 or (k^2-1)/4k. In n dimensions the removed loops
// lie in the highest dimension j whose offset is not 0: dimensions above j cancel, the two runs in
// j merge, and each dimension below j has two runs that never meet.
// - A lower dimension costs 2h on average over the offsets, 2hk in sum.
// - In dimension j the packet takes the longer direction, k-D instead of D <= k/2 hops, if both
//   phases run in that direction: for D of the k intermediate coordinates (ties by halves). So its
//   mean length is D + (k-2D) D/k = 2D(k-D)/k, and the sum over all offsets is (k^2-1)/3.
// Over the offsets with highest dimension j (k-1 in j, k^(j-1) below) the sum is
//   (j-1) (k-1) k^(j-1) 2h + k^(j-1) (k^2-1)/3.
Exact ival_hops(int k, int n) {
  const Exact h = Exact(k * k - k % 2, 4 * k);
  Exact sum = 0;
  Exact below = 1;  // k^(j-1)
  for (int j = 1; j <= n; ++j) {
    sum += (j - 1) * (k - 1) * below * 2 * h + below * (k * k - 1) / 3;
    below *= k;
  }
  return sum / (below * n * h);
}

// n = 2: even k (k-1)(5k^2+4k+2) / 3k^3, odd k (5k-1) / 3k.
Exact ival_hops_in_two_dimensions(int k) {
  if (k % 2 == 0) return Exact((k - 1) * (5 * k * k + 4 * k + 2), 3 * k * k * k);
  return Exact(5 * k - 1, 3 * k);
}

TEST(IvalClosedForm, IsExactInTwoDimensions) {
  for (int k = 3; k <= 10; ++k) {
    EXPECT_EQ(normalised_hops(k_ary(k, 2), "ival", false), ival_hops_in_two_dimensions(k)) << k;
    EXPECT_EQ(ival_hops(k, 2), ival_hops_in_two_dimensions(k)) << k;
  }
  // Both orders have the same lengths.
  for (int k = 3; k <= 5; ++k) {
    EXPECT_EQ(normalised_hops(k_ary(k, 2), "ival", true), ival_hops_in_two_dimensions(k)) << k;
  }
}

TEST(IvalClosedForm, IsExactInOneAndThreeDimensions) {
  for (int k = 3; k <= 12; ++k) {
    EXPECT_EQ(normalised_hops(k_ary(k, 1), "ival", false), ival_hops(k, 1)) << k;
  }
  EXPECT_EQ(normalised_hops(k_ary(3, 3), "ival", false), ival_hops(3, 3));
  EXPECT_EQ(normalised_hops(k_ary(4, 3), "ival", false), ival_hops(4, 3));
}

// 2h and (k^2-1)/3 per k approach k/2 and k/3: the last dimension costs 4/3 of its distance instead
// of 2, so 2 - 2/3n; the rest vanishes as 1/k.
TEST(IvalClosedForm, ApproachesTwoLessTwoThirdsOfADimension) {
  for (const int n : {1, 2, 3}) {
    for (const int k : {1000, 1001}) {
      EXPECT_NEAR(ival_hops(k, n).convert_to<double>(), 2 - 2.0 / (3 * n), 1.0 / k);
    }
  }
  EXPECT_NEAR(ival_hops_in_two_dimensions(701).convert_to<double>(), 5.0 / 3, 1.0 / 701);
}

// With one direction for both phases, RLB has the lengths of IVAL's last dimension in all of them:
// (k^2-1)/3hk, which is 4/3 for odd k and 4(k^2-1)/3k^2 for even k.
TEST(RlbClosedForm, IsExactInTwoDimensions) {
  for (int k = 3; k <= 8; ++k) {
    const Exact expected = k % 2 == 0 ? Exact(4 * (k * k - 1), 3 * k * k) : Exact(4, 3);
    EXPECT_EQ(normalised_hops(k_ary(k, 2), "rlb", false), expected) << k;
  }
}

}  // namespace
}  // namespace orthant
