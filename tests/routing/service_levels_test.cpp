// Service levels and switch maps: lanes become VC classes, and the OpenSM engines that need them
// are deadlock-free only with them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/deadlock/deadlock.hpp"
#include "base/error.hpp"
#include "routing/routing.hpp"
#include "tests/topology/fabric_data.hpp"
#include "tests/topology/temporary_file.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;

std::unique_ptr<Routing> with_levels(const Topology& topology, const std::string& tables,
                                     const std::string& levels, const char* nodes = "alike") {
  OptionValues own;
  own.set("lft.file", fabric_data(tables));
  own.set("lft.nodes", nodes);
  if (!levels.empty()) own.set("lft.service_levels", levels);
  return find_routing("lft")->make(topology, {.own = own});
}

std::vector<std::string> lane_names(const Routing& routing) {
  std::vector<std::string> names;
  for (const VcClass& vc_class : routing.traits().vc_classes) names.push_back(vc_class.name);
  return names;
}

// Fabric swap.*: hb is on port 1 of SwA (LID 4), ha on port 2 (LID 3), hc on port 1 of SwB (LID 5).
std::string error_of_levels(const std::string& levels, const char* nodes = "mixed") {
  const Topology topology = fabric_of("swap");
  const TemporaryFile file(levels);
  try {
    with_levels(topology, "swap.lft", file.path(), nodes);
  } catch (const KeyError& wrong) {
    std::string what = wrong.what();
    const std::size_t at = what.find(file.path());
    return at == what.npos ? what : what.replace(at, file.path().size(), "FILE");
  }
  return "no error";
}

// On a 5x3 torus, whose rings of five are cycles without lanes. torus-2QoS uses VLs 2 and 3 only
// around failed switches.
TEST(ServiceLevels, MakeTorus2QosAndLashFreeOfDeadlock) {
  const Topology torus = fabric_of("torus");
  const auto qos = with_levels(torus, "torus_2qos.fdbs", fabric_data("torus_2qos.levels"));
  EXPECT_THAT(lane_names(*qos), ElementsAre("VL 0", "VL 1"));
  EXPECT_TRUE(check_deadlock(torus, *qos, {}).free);
  EXPECT_FALSE(check_deadlock(torus, *with_levels(torus, "torus_2qos.fdbs", ""), {}).free);
  const auto lash = with_levels(torus, "torus_lash.fdbs", fabric_data("torus_lash.levels"));
  EXPECT_THAT(lane_names(*lash), ElementsAre("VL 0", "VL 1"));
  EXPECT_TRUE(check_deadlock(torus, *lash, {}).free);
  EXPECT_FALSE(check_deadlock(torus, *with_levels(torus, "torus_lash.fdbs", ""), {}).free);
}

// All levels are 1; SwA forwards packets from its port 1 in lane 5, those from port 2 in lane 2.
TEST(ServiceLevels, AreMappedByThePortOfArrival) {
  const Topology topology = fabric_of("swap");
  const std::string pairs = "3 5 1\n4 5 0x1\n5 3 1\n5 4 1\n3 4 1\n4 3 1\n";
  const TemporaryFile file(
      pairs +
      "Switch 0x0000000000000010, base LID 1, \"SwA\"\n"
      "#in out : 0 1\n"
      "1   3   : 0 5 0 0 0 0 0 0 0 0 0 0 0 0 0 0 \n"
      "2   3   : 0 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 \n"
      "Channel Adapter 0x00000000000000a0, base LID 3, \"ha\"\n"
      "0   0   : 0 9 0 0 0 0 0 0 0 0 0 0 0 0 0 0 \n"
      "# SL2VL table: Lid 2\n"
      "ports: in  1, out  3: | 0| 2| 2| 3| 4| 5| 6| 7| 8| 9|10|11|12|13|14| 7|\n");
  const auto routing = with_levels(topology, "swap.lft", file.path(), "mixed");
  EXPECT_THAT(lane_names(*routing), ElementsAre("VL 2", "VL 5"));
  std::vector<std::pair<int, double>> found;  // class of the hop and probability
  routing->oblivious()->enumerate(RouterId{0u}, RouterId{1u}, [&](const Path& path, double p) {
    found.emplace_back(path.at(0).vc_class, p);
  });
  EXPECT_THAT(found, ElementsAre(std::pair(1, 0.5), std::pair(0, 0.5)));
  routing->oblivious()->enumerate(RouterId{1u}, RouterId{0u}, [&](const Path& path, double) {
    EXPECT_EQ(path.at(0).vc_class, 0);
  });
}

TEST(ServiceLevels, ReadWhatSaqueryPrints) {
  const auto record = [](int source, int destination, int level) {
    return "PathRecord dump:\n\t\tservice_id..............0x0000000000000000\n"
           "\t\tdgid....................fe80::1:0:0:1\n\t\tdlid...................." +
           std::to_string(destination) + "\n\t\tslid...................." + std::to_string(source) +
           "\n\t\tqos_class...............0x0\n\t\tsl......................0x" +
           std::to_string(level) + "\n\t\tmtu.....................0x83\n";
  };
  std::string text;
  for (const int from : {3, 4}) text += record(from, 5, 4) + record(5, from, 7);
  const Topology topology = fabric_of("swap");
  const TemporaryFile file(text);
  EXPECT_THAT(lane_names(*with_levels(topology, "swap.lft", file.path())),
              ElementsAre("VL 4", "VL 7"));
  EXPECT_EQ(error_of_levels(text.substr(0, text.rfind("\t\tsl"))),
            "FILE:25: a path record without its dlid, slid or sl; allowed: all three");
}

TEST(ServiceLevels, ReportWhatIsWrong) {
  const std::string allowed =
      "SLID DLID SL, what saquery -p prints, opensm-sl2vl.dump, what smpquery sl2vl prints";
  EXPECT_EQ(error_of_levels(""), "FILE: no service levels; allowed: " + allowed);
  EXPECT_EQ(error_of_levels("3 5\n"),
            "FILE:1: no line of service levels: 3 5; allowed: " + allowed);
  EXPECT_EQ(error_of_levels("3 5 16\n"), "FILE:1: the service level 16; allowed: 0 to 15");
  EXPECT_EQ(error_of_levels("3 7 1\n"),
            "FILE:1: the LID 7, which the network has not; allowed: LIDs of topology.file");
  EXPECT_EQ(error_of_levels("3 5 1\n5 3 1\n5 4 1\n"),
            "FILE: no service level from node 0 to node 2; allowed: one for every pair of nodes on "
            "different switches, or none for any");
  EXPECT_EQ(error_of_levels("1   3   : 0 5 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"),
            "FILE:1: a map before any switch; allowed: Switch 0xGUID, base LID N");
  const std::string head = "Switch 0x0000000000000010, base LID 1, \"SwA\"\n";
  EXPECT_EQ(error_of_levels(head + "1   3   : 0 5 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"),
            "FILE: router 0 (SwA) has no map for service level 0 from port 2 to port 3; allowed: "
            "VLs 0 to 14");
  const std::string zeros = " 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";
  EXPECT_EQ(error_of_levels(head + "1 3 : 15" + zeros + "2 3 : 0" + zeros),
            "FILE: router 0 (SwA) drops service level 0 from port 1 to port 3; allowed: VLs 0 to "
            "14");
  // The two nodes of SwA send in different lanes.
  EXPECT_EQ(error_of_levels("3 5 1\n4 5 2\n5 3 1\n5 4 1\n", "alike"),
            fabric_data("swap.lft") +
                ": the nodes of router 1 (SwB) are reached in different ways, and a routing here "
                "knows the router of a packet's destination alone; allowed: lft.nodes = mixed, by "
                "which every packet takes one of these ways, whichever node it is for");
}

}  // namespace
}  // namespace orthant
