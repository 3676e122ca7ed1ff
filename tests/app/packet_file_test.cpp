#include "app/records/packet_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "app/output/csv.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

std::string header(const PacketColumns& columns) {
  return csv_header(packet_columns(columns)) + '\n';
}

class PacketFile : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("orthant_packets_" + std::string(test->name()) + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return folder_ / "p.csv"; }
  std::ptrdiff_t files() const {
    return std::distance(std::filesystem::directory_iterator(folder_), {});
  }
  // What one simulation with these packets leaves behind.
  std::string written(const PacketColumns& columns, const std::vector<DeliveredPacket>& packets) {
    std::vector<std::unique_ptr<SimulationLines>> simulations;
    auto lines = std::make_unique<PacketLines>(path(), 7, columns);
    for (const DeliveredPacket& packet : packets) lines->add(packet);
    lines->finish();
    simulations.push_back(std::move(lines));
    SimulationLines::join(simulations).commit();
    return *read_file(path());
  }

  std::filesystem::path folder_;
};

DeliveredPacket packet(Cycle generated_at, Cycle arrival, std::string_view detour,
                       std::uint32_t ticks_per_cycle) {
  return {NodeId{3u}, NodeId{12u}, generated_at, arrival, 5, 4, detour, ticks_per_cycle, 0, 40};
}

TEST_F(PacketFile, HoldsTimesInWholeCyclesAndNoDetourWhereNoneIsCounted) {
  EXPECT_EQ(written({}, {packet(100, 130, "", 1), packet(101, 129, "", 1)}),
            "seed,source,destination,flits,birth,arrival,latency,hops,detour,packet\n"
            "7,3,12,5,100,130,30,4,,3:40\n"
            "7,3,12,5,101,129,28,4,,3:40\n");
}

// Five ticks a cycle: tick 1001 is cycle 200.2, tick 1004 is 200.8, and 3 ticks are 0.6 cycles, of
// which each takes 4 ns.
TEST_F(PacketFile, HoldsPartsOfCyclesNanosecondsAndDetours) {
  const std::string text = written(
      {.cycle_ns = 4}, {packet(1001, 1004, "none", 5), packet(1000, 1010, "orthant", 5),
                        packet(1000, 1010, "outflank", 5), packet(1000, 1010, "wraparound", 5)});
  EXPECT_EQ(text,
            "seed,source,destination,flits,birth,arrival,latency,hops,detour,latency_ns,packet\n"
            "7,3,12,5,200.2,200.8,0.6,4,none,2.4,3:40\n"
            "7,3,12,5,200,202,2,4,orthant,8,3:40\n"
            "7,3,12,5,200,202,2,4,outflank,8,3:40\n"
            "7,3,12,5,200,202,2,4,wraparound,8,3:40\n");
}

TEST_F(PacketFile, JoinsSimulationsInOrderUnderOneHeader) {
  std::vector<std::unique_ptr<SimulationLines>> simulations;
  std::vector<PacketLines*> lines;
  for (const std::uint64_t seed : {7, 8, 9}) {
    auto added = std::make_unique<PacketLines>(path(), seed, PacketColumns{});
    lines.push_back(added.get());
    simulations.push_back(std::move(added));
  }
  for (const std::size_t i : {2, 0}) lines[i]->add(packet(1, 2, "", 1));
  for (const auto& simulation : simulations) simulation->finish();
  EXPECT_FALSE(file_exists(path()));
  SimulationLines::join(simulations).commit();
  simulations.clear();
  EXPECT_EQ(*read_file(path()), header({}) + "7,3,12,5,1,2,1,4,,3:40\n9,3,12,5,1,2,1,4,,3:40\n");
  EXPECT_EQ(files(), 1);
}

// Many buffers full: 20,000 lines of the longest numbers that there are.
TEST_F(PacketFile, HoldsMoreThanItsBuffer) {
  const Cycle late = ~Cycle{0} - 1;
  DeliveredPacket longest = {NodeId{~0u}, NodeId{~0u},  2, late, 65535,
                             65535,       "wraparound", 7, 0,    ~std::uint64_t{0}};
  std::vector<DeliveredPacket> packets(20'000, longest);
  const std::string text = written({.cycle_ns = Rational(1, 3)}, packets);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 20'001);
  const std::string last = text.substr(text.rfind('\n', text.size() - 2) + 1);
  EXPECT_LT(last.size(), 256u);
  EXPECT_EQ(text.size(), header({.cycle_ns = 1}).size() + 20'000 * last.size());
}

TEST_F(PacketFile, LeavesNothingBehindOfASimulationThatIsNotSaved) {
  {
    PacketLines lines(path(), 7, {});
    lines.add(packet(1, 2, "", 1));
    EXPECT_EQ(files(), 1);
  }
  EXPECT_EQ(files(), 0);
}

TEST_F(PacketFile, IsRefusedAtOnceWhereNoFileCanBeMade) {
  try {
    const PacketLines lines((folder_ / "no" / "p.csv").string(), 7, {});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.what(), (folder_ / "no" / "p.csv").string() +
                                ": cannot be written: No such file or directory");
  }
}

}  // namespace
}  // namespace orthant
