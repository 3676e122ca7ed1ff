// Average throughput, compared with reference values, and its samples.
#include "analysis/guarantees/average_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "analysis/guarantees/capacity.hpp"
#include "analysis/guarantees/traffic_samples.hpp"
#include "base/error.hpp"
#include "tests/analysis/reference_values.hpp"
#include "tests/analysis/two_phases.hpp"

namespace orthant {
namespace {

AverageCase dor_average(const Topology& topology, const AverageOptions& options,
                        bool translations = true) {
  const auto dor = find_routing("dor")->make(topology, {});
  return average_case(PairLoads(topology, *dor->oblivious(), translations), options);
}

TEST(AverageCase, OfDimensionOrderIsThatOfTheReference) {
  const Topology torus = make_torus({.radices = {8, 8}});
  const double capacity = capacity_flits(torus).value();
  const AverageCase average =
      dor_average(torus, {.sampling = AverageSampling::kFile, .file = kSeed1Permutations});
  EXPECT_EQ(average.channel_max_relative.size(), 100u);
  EXPECT_NEAR(average.throughput / capacity,
              reference_rows("avg_throughput_arith", "DOR").at(0).value, 1e-6);
  EXPECT_NEAR(average.throughput_true / capacity,
              reference_rows("avg_throughput_true", "DOR").at(0).value, 1e-6);
}

TEST(AverageCase, OfValiantIsHalfOfCapacityOnEveryMatrix) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const TwoPhases routing = valiant(torus);
  const PairLoads loads(torus, routing, true);
  for (const auto sampling :
       {AverageSampling::kPermutation, AverageSampling::kBirkhoff, AverageSampling::kSinkhorn}) {
    const AverageCase average = average_case(loads, {.sampling = sampling, .samples = 20});
    EXPECT_NEAR(average.throughput / capacity_flits(torus).value(), 0.5, 1e-11);
    EXPECT_NEAR(average.half_width.value(), 0, 1e-11);
  }
}

// The reference's means of 20 samples of 100 matrices each, to three digits. Another 100 matrices
// are within twice the half-width of their own 95 % interval with probability 0.9999.
TEST(AverageCase, OfDimensionOrderIsNearTheReferenceForEverySampling) {
  const Topology torus = make_torus({.radices = {8, 8}});
  const std::vector<std::pair<AverageSampling, double>> expected = {
      {AverageSampling::kPermutation, 0.334},
      {AverageSampling::kBirkhoff, 0.489},
      {AverageSampling::kSinkhorn, 0.865}};
  for (const auto& [sampling, value] : expected) {
    const AverageCase average = dor_average(torus, {.sampling = sampling, .samples = 100});
    EXPECT_NEAR(average.throughput, value, 2 * average.half_width.value() + 0.0005);
    EXPECT_LT(average.half_width.value(), 0.02);
  }
}

TEST(AverageCase, IsTheSameFromOneSourceAndFromAllPairsAndForAllThreads) {
  const Topology torus = make_torus({.radices = {4, 3}, .nodes_per_router = 2});
  for (const auto sampling :
       {AverageSampling::kPermutation, AverageSampling::kBirkhoff, AverageSampling::kSinkhorn}) {
    const AverageOptions options{.sampling = sampling, .samples = 150};
    const AverageCase one = dor_average(torus, options);
    const AverageCase all = dor_average(torus, options, false);
    for (std::size_t x = 0; x < 150; ++x) {
      EXPECT_NEAR(one.channel_max_relative[x], all.channel_max_relative[x], 1e-12);
    }
    AverageOptions threaded = options;
    threaded.threads = 3;
    EXPECT_EQ(dor_average(torus, threaded).channel_max_relative, one.channel_max_relative);
  }
}

TEST(AverageCase, GivesASampleTheSameMatrixWhateverTheirNumber) {
  const Topology mesh = make_mesh({.radices = {4, 3}});
  const auto few = dor_average(mesh, {.samples = 3}, false).channel_max_relative;
  const auto many = dor_average(mesh, {.samples = 40}, false).channel_max_relative;
  EXPECT_TRUE(std::ranges::equal(few, std::span(many).first(3)));
  EXPECT_NE(dor_average(mesh, {.samples = 40, .seed = 2}, false).channel_max_relative, many);
}

TEST(AverageCase, IsTheLargestChannelLoadOfEachSample) {
  const Topology mesh = make_mesh(
      {.radices = {3, 4}, .latency_cycles = {1}, .bandwidth = {Rational(1, 2), Rational(3)}});
  const auto dor = find_routing("dor")->make(mesh, {});
  const PairLoads loads(mesh, *dor->oblivious(), false);
  const auto largest = average_case(loads, {.samples = 5}).channel_max_relative;
  for (std::uint32_t x = 0; x < 5; ++x) {
    const auto sums =
        loads.channel_loads(router_traffic(mesh, random_permutation_sample(12, 1, x)));
    double expected = 0;
    for (std::size_t c = 0; c < sums.size(); ++c) {
      expected = std::max(expected, sums[c] / to_double(mesh.channel(ChannelId{c}).bandwidth));
    }
    EXPECT_NEAR(largest[x], expected, 1e-12);
  }
}

// Loads 1, 2 and 3: mean 2, standard deviation 1; t of 2 degrees of freedom is 4.302652730.
TEST(AverageCase, HasItsIntervalFromTheDeltaMethod) {
  const AverageCase average = summarize({1, 2, 3});
  EXPECT_EQ(average.throughput, 0.5);
  EXPECT_NEAR(average.throughput_true, (1 + 1.0 / 2 + 1.0 / 3) / 3, 1e-15);
  EXPECT_NEAR(average.half_width.value(), 4.302652730 / std::sqrt(3.0) / 4, 1e-9);
  EXPECT_FALSE(summarize({2}).half_width);
  EXPECT_EQ(summarize({0, 0}).throughput, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(summarize({0, 0}).half_width);
}

// Each of the 6 permutations of 3 with probability 1/6: chi-square with 5 degrees of freedom stays
// below 15.09 with probability 0.99.
TEST(TrafficSamples, DrawAllPermutationsEquallyOften) {
  std::array<int, 27> count{};
  for (std::uint32_t x = 0; x < 6000; ++x) {
    const auto p = random_permutation_sample(3, 1, x);
    ++count[p[0].index() * 9 + p[1].index() * 3 + p[2].index()];
  }
  double chi_square = 0;
  int kinds = 0;
  for (const int n : count) {
    if (n == 0) continue;
    ++kinds;
    chi_square += (n - 1000.0) * (n - 1000.0) / 1000;
  }
  EXPECT_EQ(kinds, 6);
  EXPECT_LT(chi_square, 15.09);
}

TEST(TrafficSamples, BalanceRowsAndColumns) {
  for (const std::size_t n : {1, 2, 7, 64}) {
    const auto matrix = sinkhorn_sample(n, 1, 0);
    for (std::size_t i = 0; i < n; ++i) {
      double row = 0;
      double column = 0;
      for (std::size_t j = 0; j < n; ++j) {
        EXPECT_GT(matrix[i * n + j], 0);
        row += matrix[i * n + j];
        column += matrix[j * n + i];
      }
      EXPECT_NEAR(row, 1, 1e-12);
      EXPECT_NEAR(column, 1, 1e-12);
    }
  }
  EXPECT_EQ(sinkhorn_sample(5, 3, 4), sinkhorn_sample(5, 3, 4));
  EXPECT_NE(sinkhorn_sample(5, 3, 4), sinkhorn_sample(5, 3, 5));
}

class PermutationFile : public testing::Test {
 protected:
  std::string write(const std::string& text) {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::path(testing::TempDir()) / (std::string(test->name()) + ".csv");
    std::ofstream(path_, std::ios::binary) << text;
    return path_.string();
  }
  void TearDown() override { std::filesystem::remove(path_); }

  // The error for a file for four nodes, without the file's name.
  std::string error_of(const std::string& text) {
    const std::string file = write(text);
    try {
      read_permutations(file, 4);
    } catch (const KeyError& error) {
      EXPECT_EQ(error.key(), "analysis.average_file");
      const std::string what = error.what();
      EXPECT_TRUE(what.starts_with(file)) << what;
      return what.substr(file.size());
    }
    return "no error";
  }

 private:
  std::filesystem::path path_;
};

TEST_F(PermutationFile, IsReadLineByLine) {
  const auto read = read_permutations(write("# two\n3,2,1,0\n\n0 1 3 2 # swapped\r\n"), 4);
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0], (std::vector{NodeId{3}, NodeId{2}, NodeId{1}, NodeId{0}}));
  EXPECT_EQ(read[1], (std::vector{NodeId{0}, NodeId{1}, NodeId{3}, NodeId{2}}));
}

TEST_F(PermutationFile, NamesThePlaceOfAMistake) {
  EXPECT_EQ(error_of("# head\n0,1,2,3\n0,1,2\n"), ":3: 3 destinations; the network has 4 nodes");
  EXPECT_EQ(error_of("0,1,2,3,0\n"),
            ":1: node 0 is the destination of two nodes; a line is a permutation");
  EXPECT_EQ(error_of("0,1,2,4\n"), ":1: '4' is no node; allowed: 0 to 3");
  EXPECT_EQ(error_of("0,1,-2,3\n"), ":1: '-2' is no node; allowed: 0 to 3");
  EXPECT_EQ(error_of("0,1,2.0,3\n"), ":1: '2.0' is no node; allowed: 0 to 3");
  EXPECT_EQ(error_of("0,1,2,99999999999999999999999\n"),
            ":1: '99999999999999999999...' is no node; allowed: 0 to 3");
  EXPECT_EQ(error_of("0,,1,2,3\n"),
            ":1: no number before a comma; allowed: numbers, blanks or one comma between them");
  EXPECT_EQ(error_of("0,1,2,3,\n"),
            ":1: no number after a comma; allowed: numbers, blanks or one comma between them");
  EXPECT_EQ(error_of("# nothing\n"), ": no permutation in the file");
}

TEST_F(PermutationFile, MustExist) {
  try {
    read_permutations("no/such/file.csv", 4);
    FAIL();
  } catch (const KeyError& error) {
    EXPECT_STREQ(error.what(), "cannot open no/such/file.csv: No such file or directory");
  }
}

}  // namespace
}  // namespace orthant
