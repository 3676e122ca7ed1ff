// Invariants of every registered pattern, on the smallest network that fits all of them: its
// samples agree with its stated matrix.
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>

#include "tests/traffic/networks.hpp"

namespace orthant {
namespace {

constexpr std::size_t kNodes = 64;  // 4x4x4: a power of two, a square and a cube

// Rows of every kind: one destination, few, many, sums below 1, idle.
std::string matrix_text() {
  RandomStream random(11, 0, RandomPurpose::kTest);
  std::string text;
  for (std::size_t source = 0; source < kNodes; ++source) {
    const double sum = source % 8 == 0 ? 0.0 : source % 8 < 4 ? 0.6 : 1.0;
    std::vector<double> weights(kNodes);
    double total = 0;
    for (double& weight : weights) {
      weight = random.below(kNodes) <= source ? 0.1 + random.uniform() : 0.0;
      total += weight;
    }
    if (total == 0) weights[5] = total = 1;
    for (const double weight : weights) text += fmt::format("{} ", weight / total * sum);
    text += '\n';
  }
  return text;
}

// The file content for a pattern that reads one.
std::string text_for(std::string_view pattern) {
  std::string text;
  for (std::size_t source = 0; source < kNodes; ++source) {
    if (pattern == "flows" && source % 8 != 0)
      text += fmt::format("{0} {1} {2}\n{0} {3} 0.1\n", source, (source * 7 + 1) % kNodes,
                          0.01 * static_cast<double>(source), (source * 3) % kNodes);
    if (pattern == "permutation" && source % 8 != 0)
      text += fmt::format("{},{}\n", source, (source * 5 + 3) % kNodes);
  }
  return text.empty() ? matrix_text() : text;
}

class EveryPattern : public testing::TestWithParam<PatternDescription> {
 protected:
  std::unique_ptr<Pattern> make() const {
    const TemporaryFile file(text_for(GetParam().name));
    std::vector<NodeId> worst;  // any permutation
    for (std::size_t n = 0; n < kNodes; ++n) worst.emplace_back((n * 5 + 3) % kNodes);
    return GetParam().make(network_, {.dimensions = {},
                                      .seed = 5,
                                      .hotspot_nodes = {NodeId{7}, NodeId{42}},
                                      .hotspot_share = 0.25,
                                      .file = file.path(),
                                      .permutation = worst});
  }

  // All patterns but one accept a cube.
  Topology network_ = GetParam().name == "anti_transpose" ? torus({8, 8}) : torus({4, 4, 4});
};

TEST_P(EveryPattern, RowsAscendAndSumToAtMostTheRateOfTheSource) {
  const auto pattern = make();
  for (std::size_t source = 0; source < kNodes; ++source) {
    double sum = 0;
    int last = -1;
    pattern->row(NodeId{source}, [&](NodeId destination, double probability) {
      EXPECT_GT(static_cast<int>(destination.value), last);
      EXPECT_LT(destination.index(), kNodes);
      EXPECT_GT(probability, 0);
      last = static_cast<int>(destination.value);
      sum += probability;
    });
    double rate = 0;
    for (const RateStep& step : pattern->rates_of(NodeId{source})) rate += step.rate;
    EXPECT_LE(sum, rate + 1e-12);
    EXPECT_LE(sum, pattern->largest_rate() + 1e-12);
    if (sum > 0 && GetParam().name != "matrix") {
      EXPECT_NEAR(sum, rate, 1e-12);
    }
  }
}

// 100,000 messages of each source. The sources are independent, so their chi-squares add up to one
// statistic with the sum of (cells - 1) degrees of freedom; unsent messages form a cell.
TEST_P(EveryPattern, SamplesItsMatrix) {
  constexpr std::size_t kMessages = 100'000;
  const auto pattern = make();
  double chi_square = 0;
  double degrees = 0;
  for (std::size_t source = 0; source < kNodes; ++source) {
    RandomStream random(1, static_cast<std::uint32_t>(source), RandomPurpose::kTest);
    std::vector<double> counts(kNodes + 1);
    for (std::size_t message = 0; message < kMessages; ++message) {
      const auto destination = pattern->destination(NodeId{source}, message, random);
      ++counts[destination ? destination->index() : kNodes];
    }
    std::vector<double> expected(kNodes + 1);
    double sum = 0;
    double rate = 1;  // of the source
    if (pattern->mean_rate())
      for (const RateStep& step : pattern->rates_of(NodeId{source})) rate = step.rate;
    pattern->row(NodeId{source}, [&](NodeId destination, double probability) {
      expected[destination.index()] = probability / rate * kMessages;
      sum += probability / rate;
    });
    if (sum < 1 - 1e-9) expected[kNodes] = (1 - sum) * kMessages;
    degrees -= 1;
    for (std::size_t cell = 0; cell <= kNodes; ++cell) {
      if (expected[cell] == 0) {
        EXPECT_EQ(counts[cell], 0) << "source " << source << " cell " << cell;
        continue;
      }
      ASSERT_GT(expected[cell], 5);  // otherwise chi-square is a poor approximation
      chi_square += std::pow(counts[cell] - expected[cell], 2) / expected[cell];
      degrees += 1;
    }
  }
  if (degrees < 0.5) {
    EXPECT_LT(chi_square, 1e-9);  // one destination each: all messages go there
    return;
  }
  const boost::math::chi_squared law(degrees);
  EXPECT_LT(chi_square, quantile(complement(law, 0.01))) << degrees << " degrees of freedom";
}

TEST_P(EveryPattern, ReportsWhoSends) {
  const auto pattern = make();
  for (std::size_t source = 0; source < kNodes; ++source) {
    const NodeId node{source};
    bool any = false;
    bool others = false;
    pattern->row(node, [&](NodeId destination, double) {
      any = true;
      others = others || destination != node;
    });
    EXPECT_EQ(pattern->sends(node, true), any);
    EXPECT_EQ(pattern->sends(node, false), others);
  }
}

TEST_P(EveryPattern, IsFoundByItsName) {
  ASSERT_NE(find_pattern(GetParam().name), nullptr);
  EXPECT_EQ(find_pattern(GetParam().name)->summary, GetParam().summary);
  EXPECT_FALSE(GetParam().summary.empty());
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryPattern, testing::ValuesIn(pattern_registry()),
                         [](const auto& entry) { return std::string(entry.param.name); });

TEST(Registry, KnowsNothingElse) {
  EXPECT_EQ(find_pattern("tornadoo"), nullptr);
  EXPECT_EQ(find_injection(""), nullptr);
}

TEST(Registry, UniformAndHotspotOfASingleNodeHaveNoOtherDestination) {
  const auto alone = torus({1});
  EXPECT_FALSE(make_pattern("uniform", alone)->sends(NodeId{0}, false));
  EXPECT_TRUE(make_pattern("uniform", alone)->sends(NodeId{0}, true));
  const PatternOptions all_hot = {.hotspot_nodes = {NodeId{1}}, .hotspot_share = 1};
  const auto hotspot = make_pattern("hotspot", torus({3}), all_hot);
  EXPECT_FALSE(hotspot->sends(NodeId{1}, false));
  EXPECT_TRUE(hotspot->sends(NodeId{0}, false));
}

}  // namespace
}  // namespace orthant
