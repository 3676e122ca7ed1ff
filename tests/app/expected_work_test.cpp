// What a simulation is expected to cost, against the flit-hops that it takes.
#include "app/points/expected_work.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/config/config.hpp"
#include "app/setup/build.hpp"

namespace orthant {
namespace {

const std::string kSmallTorus =
    "[topology]\nkind = torus\ndimensions = 8x8\n[routing]\nalgorithm = dor\n"
    "[traffic]\npattern = uniform\nload = 0.3\nload_unit = flits\npacket_flits = 4\n"
    "[run]\nwarmup_cycles = 500\nmeasure_cycles = 2000\n";

std::unique_ptr<Setup> small_torus(const std::vector<std::string>& overrides) {
  return make_setup(Config::parse(kSmallTorus, "test.ini", overrides).point(0),
                    SetupNeeds::kAnyLoad);
}

TEST(ExpectedWork, IsNearTheFlitHopsOfARun) {
  const std::vector<std::string> runs[] = {
      {},
      {"topology.dimensions=4x4"},
      {"topology.dimensions=16x16", "traffic.load=0.1"},
      {"topology.kind=mesh", "traffic.load=0.2"},
      {"topology.kind=hypercube", "topology.dimensions=2x2x2x2x2x2"},
      {"run.measure_cycles=20000", "traffic.load=0.05"},
      {"traffic.load=0.95"},  // beyond what the network carries
      {"run.until=drained", "run.messages_per_node=100"},
      {"traffic.injection=workload", "workload.kind=alltoall", "workload.bytes=16"}};
  for (const auto& overrides : runs) {
    const auto made = small_torus(overrides);
    const double hops = static_cast<double>(simulate(made->parts(), made->run).flit_hops);
    const double ratio = expected_work(*made) / hops;
    EXPECT_GT(ratio, 0.4) << (overrides.empty() ? "" : overrides[0]);
    EXPECT_LT(ratio, 2.5) << (overrides.empty() ? "" : overrides[0]);
  }
}

TEST(ExpectedWork, OfWhatIsNotSimulatedOrSearchedFor) {
  EXPECT_LT(expected_work(*small_torus({"traffic.load=5"})),
            0.02 * expected_work(*small_torus({})));
  const double edge = expected_work(*small_torus({"traffic.load=0.001"}), LoadAsked::kEdge);
  EXPECT_GT(edge, 50 * expected_work(*small_torus({"traffic.load=0.001"})));
  EXPECT_EQ(edge, expected_work(*small_torus({"traffic.load=0.5"}), LoadAsked::kEdge));
}

TEST(ExpectedFiles, AreThoseThatAreWritten) {
  EXPECT_TRUE(expected_files(*small_torus({})).empty());
  const auto bytes = [](const std::vector<std::string>& overrides) {
    std::vector<std::string> all = {"output.trace=t.csv"};
    all.insert(all.end(), overrides.begin(), overrides.end());
    const std::vector<ExpectedFile> files = expected_files(*small_torus(all));
    EXPECT_EQ(files.size(), 1u);
    EXPECT_EQ(files[0].key, "output.trace");
    return files[0].bytes;
  };
  // 64 nodes, 2500 cycles, 0.3 flits: 48,000 flits in 12,000 packets of 4 hops.
  const double all = 40 * (48'000 * 17 + 12'000 * 11);
  EXPECT_DOUBLE_EQ(bytes({}), all);
  EXPECT_DOUBLE_EQ(bytes({"run.repetitions=3"}), 3 * all);
  EXPECT_DOUBLE_EQ(bytes({"trace.one_in=10"}), all / 10);
  EXPECT_DOUBLE_EQ(bytes({"trace.source=3 5"}), all / 32);
  EXPECT_DOUBLE_EQ(bytes({"trace.from_cycle=1000", "trace.to_cycle=1250"}), all / 10);
  EXPECT_DOUBLE_EQ(bytes({"trace.packets=3:0 3:1 4:0"}), all * 3 / 12'000);
}

}  // namespace
}  // namespace orthant
