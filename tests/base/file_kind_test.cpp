#include "base/file_kind.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.hpp"

namespace orthant {
namespace {

using namespace std::string_view_literals;

TEST(FileKind, KnowsFilesByTheirFirstBytes) {
  const std::pair<std::string_view, FileKind> kinds[] = {
      {"# a comment\n\nrouter 0 node 0 router 1 15\n", FileKind::kAnynet},
      {"BZh91AY", FileKind::kArchive},
      {"\x1f\x8b\x08", FileKind::kArchive},
      {"abc\0def"sv, FileKind::kBinary},
      {"// of a paper\ntopology = mesh;\nk = 4;\n", FileKind::kBooksim},
      {"\x07\x0a\x05"
       "0.0.4",
       FileKind::kChakra},
      {"\xac\x02\x12\x0e\x0a\x06"
       "schema\xea\x01\x05"
       "1.0.1",
       FileKind::kChakra},  // its metadata consists of attributes only
      {"{\n  \"workload_graph\": [\n", FileKind::kChakra},
      {"{ \"version\": \"0.0.4\" }{ \"id\": \"1\", \"type\": \"COMP_NODE\" }", FileKind::kChakra},
      {"; of an editor\n[topology]\nkind = torus\n", FileKind::kConfig},
      {"\xef\xbb\xbf[topology]\r\n", FileKind::kConfig},
      {"digraph g { 0 -> 1 }", FileKind::kDot},
      {"Datatype 28 has size 24\nMPI_Init entering at walltime 1.000000000, cputime 0",
       FileKind::kDumpi},
      {"Unicast lids [0x1-0x9] of switch Lid 1", FileKind::kForwardingTables},
      {"Switch 0x10 : \"A\"\nLID    : Port : Hops", FileKind::kForwardingTables},
      {std::string_view("\x7f\x10\0\0\0\0\0\0\3\0\0\0", 12), FileKind::kGoal},
      {"/* of Schedgen */\nnum_ranks 2\n", FileKind::kGoal},
      {"<?xml version=\"1.0\"?>\n<!-- a -->\n<graphml>", FileKind::kGraphml},
      {"#\n# Topology file: generated\n#\nvendid=0x2c9\n", FileKind::kIbnetdiscover},
      {"Switch\t8 \"S-0000000000000010\"", FileKind::kIbnetdiscover},
      {"Switch8 \"S-0000000000000010\"", FileKind::kIbnetdiscover},
      {"Non-Chassis Nodes\n\nvendid=0x2c9\n", FileKind::kIbnetdiscover},
      {"src/query_smp.c:195; umad (slid 0; a = 1) timed out\n#\nSwitch 8 \"S-01\"\n",
       FileKind::kIbnetdiscover},
      {"[\n  {}\n]", FileKind::kJson},
      {"{\"a\": 1}", FileKind::kJson},
      {"time,source,destination,bytes,after\r\n", FileKind::kMessages},
      {"<algo name=\"a\">", FileKind::kMsccl},
      {"UTJH\0\0\0"sv, FileKind::kNetrace},
      {"orthant-paths 1\n", FileKind::kPathTable},
      {"topology,dimensions,routers,nodes,routing", FileKind::kResults},
      {"<svg>", FileKind::kXml}};
  for (const auto& [text, kind] : kinds) EXPECT_EQ(kind_of_text(text), kind) << text;
}

TEST(FileKind, ReportsNothingOfLists) {
  for (const std::string_view text :
       {"", "\n\n", "0 1\n1 2\n", "nodes 0 4\n0 1\n", "0.5, 0.5\n", "hello\nworld\n", "[", "<",
        "router", "routers,vcs\n", "[1] \"S-01\"[2]\n", "graph", "Switches 3",
        "\x01\x0a\x01"
        "0"})
    EXPECT_EQ(kind_of_text(text), text == "<"sv   ? std::optional(FileKind::kXml)
                                  : text == "["sv ? std::optional(FileKind::kJson)
                                                  : std::nullopt)
        << text;
}

TEST(FileKind, RefusesOthersThanWhatIsExpected) {
  const std::string file = ::testing::TempDir() + "file_kind_test.goal";
  std::ofstream(file) << "num_ranks 1\n";
  EXPECT_NO_THROW(refuse_other_kinds("key", file, FileKind::kGoal, "a program in GOAL"));
  try {
    refuse_other_kinds("key", file, {}, "an edge list");
    ADD_FAILURE();
  } catch (const KeyError& error) {
    EXPECT_EQ(error.what(), file +
                                ": this is a program in GOAL, which workload.format = goal "
                                "reads; allowed: an edge list");
  }
  std::filesystem::remove(file);
  EXPECT_EQ(kind_of_file(file), std::nullopt);
  EXPECT_EQ(kind_of_file("/dev/null"), std::nullopt);
  EXPECT_EQ(kind_of_file("/"), std::nullopt);
}

}  // namespace
}  // namespace orthant
