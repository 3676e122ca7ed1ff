// router.file: what a text makes of the routers, and what is wrong with others.
#include "sim/node/router_file.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/random.hpp"
#include "sim/validate.hpp"
#include "tests/sim/router_file_fixture.hpp"

namespace orthant {
namespace {

using test::Scenario;

Scenario mesh_4x3() {
  Scenario s;
  s.kind = "mesh";
  s.radices = {4, 3};
  s.router.vcs = 4;
  return s;
}

std::uint32_t flits(const Scenario& s, std::uint32_t router, std::uint32_t port) {
  return buffers_behind(s.router, RouterId{router}, PortId{port}).flits;
}
std::uint32_t vcs(const Scenario& s, std::uint32_t router, std::uint32_t port) {
  return buffers_behind(s.router, RouterId{router}, PortId{port}).vcs;
}

TEST(RouterFile, RowsBelowWinAndEmptyCellsKeepWhatIsThere) {
  const Scenario s = test::with_routers(mesh_4x3(),
                                        "# routers of a mesh\n"
                                        "routers, vcs ,buffer_flits,traversal_delay_cycles\n"
                                        "\n"
                                        ",,16,2 # all of them\n"
                                        "3 5-6,2,,\n"
                                        "6,,32,3\r\n");
  for (std::uint32_t r = 0; r < 12; ++r) {
    EXPECT_EQ(vcs(s, r, 4), r == 3 || r == 5 || r == 6 ? 2u : 4u) << r;
    EXPECT_EQ(flits(s, r, 0), r == 6 ? 32u : 16u) << r;
    const RouterDelays delays = pipelines_of(s.router)[pipeline_of(s.router, RouterId{r})];
    EXPECT_EQ(delays, (RouterDelays{.traversal = r == 6 ? 3u : 2u})) << r;
  }
  EXPECT_EQ(pipelines_of(s.router).size(), 2u);
  EXPECT_EQ(largest_buffer(s.router), 32u);
}

// Router x + 4 y; ports 0 and 1 lead in the directions x+ and x-, 2 and 3 in y+ and y-, 4 to the
// node.
TEST(RouterFile, NamesRoutersByCoordinatesAndPortsByChannels) {
  const Scenario s = test::with_routers(mesh_4x3(),
                                        "ports,routers,buffer_flits\n"
                                        "node,all,20\n"
                                        "x+,x=1,21\n"
                                        "x-,x=2&y=1-2,22\n"
                                        "y,x=0&y=1 11,23\n"
                                        "from=4-5,9,24\n"
                                        "channel,x=3&y=0,25\n");
  for (std::uint32_t r = 0; r < 12; ++r) {
    const std::uint32_t x = r % 4, y = r / 4;
    EXPECT_EQ(flits(s, r, 4), 20u);
    EXPECT_EQ(flits(s, r, 0), x == 1 ? 21u : 8u) << r;
    EXPECT_EQ(flits(s, r, 1), x == 2 && y > 0 ? 22u : r == 3 ? 25u : 8u) << r;
    // Router 9 is above router 5; router 3 has routers 2 and 7 beside it.
    EXPECT_EQ(flits(s, r, 2), r == 4 ? 23u : r == 3 ? 25u : 8u) << r;
    EXPECT_EQ(flits(s, r, 3), r == 4 || r == 11 ? 23u : r == 9 ? 24u : 8u) << r;
  }
}

std::string error_of(const std::string& text) {
  try {
    test::with_routers(mesh_4x3(), text);
  } catch (const KeyError& error) {
    EXPECT_EQ(error.key(), "router.file");
    const std::string what = error.what();
    return what.substr(std::min(what.find(".csv:") + 5, what.size()));
  }
  return "";
}

TEST(RouterFile, SaysWhereAMistakeIsAndWhatIsAllowed) {
  const std::string columns =
      "routers, ports, vcs, buffer_flits, routing_delay_cycles, vc_allocation_delay_cycles, "
      "switch_allocation_delay_cycles, traversal_delay_cycles, credit_delay_cycles";
  EXPECT_EQ(error_of("# none\n"), " no head line; allowed: columns " + columns);
  EXPECT_EQ(error_of("routers,buffers\n"), "1: no column \"buffers\"; allowed: " + columns);
  EXPECT_EQ(error_of("vcs,vcs\n"), "1: column vcs stands twice; allowed: once");
  EXPECT_EQ(error_of("routers,vcs\n1\n"), "2: 1 cells; allowed: 2, as the head line has columns");
  EXPECT_EQ(error_of("routers,vcs\n12,1\n"),
            "2: \"12\": no router; allowed: 0 to 11, or a range of them");
  EXPECT_EQ(error_of("routers,vcs\n5-3,1\n"),
            "2: \"5-3\": no router; allowed: 0 to 11, or a range of them");
  EXPECT_EQ(error_of("routers,vcs\nx=4,1\n"),
            "2: \"4\": no coordinate; allowed: 0 to 3, or a range of them");
  EXPECT_EQ(error_of("routers,vcs\nz=0,1\n"),
            "2: routers: \"z=0\" names none; allowed: all, numbers, 0-3, x=0-3 or x=0-3&y=2 "
            "(dimensions: 0 to 1, of which x, y, z are the first)");
  EXPECT_EQ(error_of("ports,vcs\n2,1\n"),
            "2: ports: \"2\" names none; allowed: node, channel, from=0-3, x, x+, x- (dimensions: "
            "0 to 1, of which x, y, z are the first)");
  EXPECT_EQ(
      error_of("routers,ports,vcs\nx=3,x+,1\n"),
      "2: ports: \"x+\": these routers have no such port; allowed: ports that one of them has");
  EXPECT_EQ(error_of("vcs\n\n0\n"), "3: vcs: \"0\" is out of range; allowed: 1 to 16");
  EXPECT_EQ(error_of("buffer_flits\n1e-3\n"),
            "2: buffer_flits: \"1e-3\" is no whole number; allowed: 1 to 32000");
  EXPECT_EQ(error_of("vcs\n-1\n"), "2: vcs: \"-1\" is out of range; allowed: 1 to 16");
  EXPECT_EQ(error_of("vcs\n-\n"), "2: vcs: \"-\" is no whole number; allowed: 1 to 16");
  EXPECT_EQ(error_of("vcs\n99999999999999999999\n"),
            "2: vcs: \"99999999999999999999\" is out of range; allowed: 1 to 16");
  EXPECT_EQ(error_of("vcs\n\"2\"\n"), "2: quotes are not known here; allowed: cells without them");
  EXPECT_EQ(error_of("routers,ports,vcs\nx=0&x=1,x+,1\n"),
            "2: routers: \"x=0&x=1\" names no router; allowed: coordinates that one has");
  EXPECT_EQ(error_of("traversal_delay_cycles\n0\n"),
            "2: traversal_delay_cycles: \"0\" is out of range; allowed: 1 to 1000000");
  EXPECT_EQ(error_of("ports,routing_delay_cycles\nnode,1\n"),
            "2: routing_delay_cycles is of a whole router; allowed: a row without ports");
}

TEST(RouterFile, IsNamedWhereItDoesNotFitTheNetwork) {
  Scenario s = mesh_4x3();
  s.kind = "torus";  // two classes with dor
  s.lengths = {{6, 1.0}};
  s.router.switching = Switching::kVirtualCutThrough;
  const auto error = [&](const std::string& text) {
    const Scenario unequal = test::with_routers(s, text);
    const test::Built built = test::build(unequal);
    try {
      validate(built.parts(unequal), unequal.run);
    } catch (const KeyError& wrong) {
      const std::string what = wrong.what();
      return wrong.key() + what.substr(std::min(what.find(".csv"), what.size()));
    }
    return std::string();
  };
  EXPECT_EQ(error("vcs,buffer_flits\n2,6\n"), "");
  EXPECT_EQ(error("vcs\n1\n"),
            "router.file.csv:2: vcs: 1 of router.vcs = 4, and there are 2 VC classes; "
            "allowed: 2 to 4");
  EXPECT_EQ(error("routers,vcs\n,4\n7,5\n"),
            "router.file.csv:3: vcs: 5 of router.vcs = 4, and there are 2 VC classes; "
            "allowed: 2 to 4");
  EXPECT_EQ(error("ports,buffer_flits\nx,5\n"),
            "router.file.csv:2: 5 flits do not hold the longest packet; allowed: at least 6, or "
            "router.switching = wormhole");
  s.router.flow_control = FlowControl::kBubble;
  s.router.buffer_flits = 12;
  EXPECT_EQ(error("ports,buffer_flits\nnode,11\n"),
            "router.file.csv:2: 11 flits do not hold two packets of the longest length, which "
            "bubble needs; allowed: at least 12");
  s.router.flow_control = FlowControl::kFlitBubble;
  s.router.switching = Switching::kWormhole;
  EXPECT_EQ(error("ports,vcs\nnode,2\n"), "");
  EXPECT_EQ(error("ports,vcs\ny-,2\n"),
            "router.file.csv:2: vcs: 2 of router.vcs = 4, and flit_bubble needs all on a ring; "
            "allowed: 4 to 4");
}

// Random texts and random edits of a good one: read, or refused in one line.
TEST(RouterFile, AnyTextIsReadOrRefusedInOneLine) {
  const std::string good =
      "routers,ports,vcs,buffer_flits,credit_delay_cycles\nall,node,2,,\n0-3 5,,,16,3\n"
      "x=1-2&y=0,x+ y,3,9,\n7,from=3-6,1,1,\n";
  const std::string alphabet = "0123456789,=-+&# \n\r\txyzfromnodealls.\"\x80";
  RandomStream random(1, 0, RandomPurpose::kTest);
  const auto below = [&](std::size_t n) { return random.below(static_cast<std::uint32_t>(n)); };
  std::size_t accepted = 0, refused = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string text = i % 4 == 0 ? "" : good;
    for (std::uint32_t n = i % 4 == 0 ? below(60) : 0; n > 0; --n)
      text += alphabet[below(alphabet.size())];
    for (std::uint32_t edits = below(4); edits > 0 && !text.empty(); --edits) {
      const std::size_t at = below(text.size());
      const char c = alphabet[below(alphabet.size())];
      if (below(3) == 0)
        text.erase(at, 1 + below(6));
      else
        text.insert(at, 1, c);
    }
    try {
      const Scenario s = test::with_routers(mesh_4x3(), text);
      ASSERT_EQ(s.router.unequal->pipeline.size(), 12u);
      ++accepted;
    } catch (const KeyError& error) {
      const std::string what = error.what();
      ASSERT_TRUE(std::ranges::all_of(what, [](char c) { return c >= ' ' && c <= '~'; })) << what;
      ++refused;
    }
  }
  EXPECT_GT(accepted, 500u);
  EXPECT_GT(refused, 1'000u);
}

}  // namespace
}  // namespace orthant
