#include "traffic/traces/chakra_trace.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "tests/traffic/chakra_writer.hpp"
#include "tests/traffic/rank_texts.hpp"

namespace orthant {
namespace {

using namespace chakra;

Workload chakra_of(const std::vector<std::string>& ranks, const TraceOptions& options = {}) {
  const RankTexts files(ranks, ".0.et");
  return read_chakra("workload.file", files.first(), 16, options);
}
std::string chakra_error(const std::vector<std::string>& ranks) {
  const RankTexts files(ranks, ".0.et");
  return files.error_of([&] { read_chakra("workload.file", files.first(), 16, {}); });
}

TEST(ChakraTrace, IsTheSameAsInGoal) {
  // Nodes may depend on later ones, and repeat a dependency.
  const std::string first =
      kHead + computation(3, {}, 2) + send(4, {3, 9}, 64, 1, 5) + computation(9, {}, 1, true) +
      node(10, kMemory, {4}) +
      node(11, kReceive, {10, 10},
           number_field(4, 10) + attribute("comm_size", kInt32, 8) +
               attribute("comm_src", kInt64, 1) + attribute("comm_dst", kInt64, 0));
  const std::string second =
      kHead + receive(1, {}, 64, 0, 5) + computation(2, {1}, 0) + send(3, {2}, 8, 0);
  EXPECT_EQ(goal_text(chakra_of({first, second})), goal_of(R"(num_ranks 2
rank 0 { a: calc 2000 b: send 64b to 1 tag 5 c: calc 1000 cpu 2 d: calc 0 cpu 1 e: recv 8b from 1
         b requires a b requires c d requires b e requires d }
rank 1 { a: recv 64b from 0 tag 5 b: calc 0 cpu 1 c: send 8b to 0 b requires a c requires b })"));
  const Workload idle = chakra_of({first, second}, {.computations = false});
  EXPECT_EQ(idle.of(0)[0].amount, 0u);
  EXPECT_EQ(idle.size(), 8u);
}

// The host calls 7, which calls 8: callers do not end before their callees. Data dependencies hold.
TEST(ChakraTrace, WaitsForNoCaller) {
  const auto calls = [](std::uint64_t caller) {
    return kHead + node(7, kCompute, {}, number_field(4, caller) + number_field(7, 1)) +
           node(8, kCompute, {9}, number_field(4, 7) + number_field(7, 2)) + computation(9, {}, 3);
  };
  std::string said;
  const TraceOptions options{.report = [&](const std::string& text) { said += text; }};
  EXPECT_EQ(chakra_of({calls(3)}, options).of(0)[1].waits, 1u);
  EXPECT_NE(said.find("control dependencies of 1 ranks name callers that are not there"),
            std::string::npos)
      << said;
  said.clear();
  EXPECT_EQ(chakra_of({calls(9)}, options).of(0)[1].waits, 2u);
  EXPECT_EQ(said, "");
}

TEST(ChakraTrace, ReadsNumbersOfAllKinds) {
  const auto with = [](const std::string& value) {
    const std::string field = bytes_field(10, bytes_field(1, "comm_size") + value);
    return chakra_of({kHead + node(1, kSend, {}, field + attribute("comm_dst", kInt32, 0)) +
                      node(2, kReceive, {}, field + attribute("comm_src", kInt32, 0))})
        .of(0)[0]
        .amount;
  };
  for (const int field : {7, 9, 11, 13}) EXPECT_EQ(with(number_field(field, 70)), 70u);
  for (const int field : {15, 17}) EXPECT_EQ(with(number_field(field, 140)), 70u);  // zigzag
  for (const int field : {19, 23})
    EXPECT_EQ(
        with(varint(static_cast<std::uint64_t>(field) << 3 | 5) + std::string("\x46\0\0\0", 4)),
        70u);
  for (const int field : {21, 25})
    EXPECT_EQ(with(varint(static_cast<std::uint64_t>(field) << 3 | 1) +
                   std::string("\x46\0\0\0\0\0\0\0", 8)),
              70u);
}

TEST(ChakraTrace, ExpandsCollectives) {
  const struct {
    std::uint64_t type;
    const char* kind;
  } kinds[] = {{0, "allreduce"},      {2, "allgather"},      {5, "broadcast"}, {6, "alltoall"},
               {7, "reduce_scatter"}, {8, "reduce_scatter"}, {9, "barrier"}};
  for (const auto& [type, kind] : kinds) {
    const std::string more = type == 5 ? attribute("comm_src", kInt32, 2) : "";
    const Workload workload =
        chakra_of(std::vector<std::string>(4, kHead + collective(1, {}, type, 62, more)));
    ProgramOptions options;
    options.shape = {4};
    options.bytes = type == 2 ? 4 * 62 : 62;  // in an all-gather each rank contributes this many
    options.root = type == 5 ? 2 : 0;
    const Workload made =
        make_program(*find_program(kind), find_program(kind)->algorithms[0], options);
    EXPECT_EQ(workload.messages(), made.messages()) << kind;
    std::vector<std::uint64_t> sent[2];
    for (int which = 0; which < 2; ++which)
      (which == 0 ? workload : made)
          .for_each_send([&](std::uint32_t rank, std::uint32_t, const Operation& o) {
            sent[which].insert(sent[which].end(), {rank, o.peer, o.amount});
          });
    EXPECT_EQ(sent[0], sent[1]) << kind;
  }
}

TEST(ChakraTrace, WaitsForCollectivesAndBeforeThem) {
  const std::string rank = kHead + collective(1, {2}, 9, 0, group("0")) + computation(2, {}, 1) +
                           collective(7, {1, 2}, 9, 0, group("0"));
  EXPECT_EQ(goal_text(chakra_of({rank, rank})), goal_of(R"(num_ranks 2
rank 0 { a: calc 0 cpu 1 b: send 0b to 1 c: recv 0b from 1 d: calc 0 cpu 1 b requires a c requires a
         d requires b d requires c e: calc 1000 a requires e
         f: calc 0 cpu 1 g: send 0b to 1 h: recv 0b from 1 i: calc 0 cpu 1 g requires f h requires f
         i requires g i requires h f requires d f requires e }
rank 1 { a: calc 0 cpu 1 b: send 0b to 0 c: recv 0b from 0 d: calc 0 cpu 1 b requires a c requires a
         d requires b d requires c e: calc 1000 a requires e
         f: calc 0 cpu 1 g: send 0b to 0 h: recv 0b from 0 i: calc 0 cpu 1 g requires f h requires f
         i requires g i requires h f requires d f requires e })"));
}

TEST(ChakraTrace, ReportsWhatIsWrongAndWhere) {
  const std::string other = kHead + receive(1, {}, 8, 0);
  const auto one = [&](const std::string& bytes) { return chakra_error({bytes, other}); };
  const auto nodes = [&](const std::string& text) { return one(kHead + text); };
  EXPECT_EQ(nodes(send(5, {}, 8, 1)), "");
  EXPECT_EQ(one(std::string(1, '\0') + send(5, {}, 8, 1)), "");
  const std::size_t head = std::string(kHead).size();
  const std::string type = "Node: a field in it has another type than in et_def.proto";
  const auto damaged = [](int number, std::size_t from, const std::string& what) {
    return fmt::format(
        "0: message {}, from byte {} on, is no {}; allowed: whole messages of et_def.proto, each "
        "after its length",
        number, from, what);
  };
  const std::string size = attribute("comm_size", kInt64, 8);
  EXPECT_EQ(one(""), "0: message 1: the file is empty; allowed: GlobalMetadata");
  EXPECT_EQ(one("\x1f\x8b\x08"), "0: message 1: a compressed file; allowed: as gunzip makes it");
  EXPECT_EQ(
      one(send(5, {}, 8, 1)),
      "0: message 1: not what a Chakra trace begins with; allowed: GlobalMetadata, then nodes");
  EXPECT_EQ(nodes(send(5, {}, 8, 1).substr(0, 20)),
            "0: message 2: 58 bytes, of which 19 are there; allowed: whole messages");
  EXPECT_EQ(nodes("\xff\xff"), damaged(2, head, "Node: it ends within a field"));
  EXPECT_EQ(nodes(send(5, {}, 8, 1) + message("\x08")),
            damaged(3, head + send(5, {}, 8, 1).size(), "Node: it ends within a field"));
  EXPECT_EQ(nodes(message("\x0b")), damaged(2, head, type));
  EXPECT_EQ(nodes(message(bytes_field(3, "x"))), damaged(2, head, type));
  EXPECT_EQ(nodes(message(std::string("\x00\x01", 2))),
            damaged(2, head, "Node: a field in it has a number that no field can have"));
  EXPECT_EQ(nodes(message("\x08" + std::string(10, '\xff'))),
            damaged(2, head, "Node: a number in it has more than 64 bits"));
  EXPECT_EQ(one(message("\x0a\x05")), damaged(1, 0, "GlobalMetadata: it ends within a field"));
  EXPECT_EQ(nodes(node(5, 0, {})),
            "0: message 2: a node of no type; allowed: METADATA_NODE to COMM_COLL_NODE, 1 to 7");
  EXPECT_EQ(nodes(node(5, 8, {})),
            "0: message 2: a node of no type; allowed: METADATA_NODE to COMM_COLL_NODE, 1 to 7");
  EXPECT_EQ(nodes(node(5, kMemory, {}) + node(5, kMemory, {})),
            "0: node 5: there twice; allowed: once");
  EXPECT_EQ(nodes(node(5, kMemory, {6})),
            "0: node 5: it waits for node 6, which is not there; allowed: nodes of its rank");
  EXPECT_EQ(nodes(computation(5, {}, 2'000'000'000'000)),
            "0: node 5: it takes 2000000000000 microseconds; allowed: at most 1000000000000");
  EXPECT_EQ(nodes(node(5, kSend, {})),
            "0: node 5: it has no comm_size; allowed: an attribute of that name, a number");
  EXPECT_EQ(nodes(node(5, kSend, {}, size)),
            "0: node 5: it has no comm_dst; allowed: an attribute of that name, a number");
  EXPECT_EQ(nodes(send(5, {}, 8, 2)), "0: node 5: comm_dst is 2; allowed: 0 to 1");
  EXPECT_EQ(nodes(send(5, {}, ~std::uint64_t{0}, 1)),
            "0: node 5: comm_size is -1; allowed: 0 to 1000000000000000");
  EXPECT_EQ(nodes(node(5, kSend, {}, size + attribute("comm_src", kInt32, 1))),
            "0: node 5: comm_src is 1; allowed: 0, the rank of the file");
  EXPECT_EQ(nodes(send(5, {}, 8, 1, 1ull << 31)),
            "0: node 5: comm_tag is -2147483648; allowed: 0 to 2147483647");
  EXPECT_EQ(nodes(node(5, kCollective, {}, size)),
            "0: node 5: it has no comm_type; allowed: an attribute of that name, a number");
  EXPECT_EQ(nodes(collective(5, {}, 3, 8)),
            "0: node 5: comm_type is 3; allowed: 0 (ALL_REDUCE), 2 (ALL_GATHER), 5 (BROADCAST), 6 "
            "(ALL_TO_ALL), 7 and 8 (REDUCE_SCATTER), 9 (BARRIER)");
  EXPECT_EQ(nodes(collective(5, {}, 0, 1'000'000'000'001)),
            "0: node 5: a collective communication of 1000000000001 bytes; allowed: at most "
            "1000000000000");
  EXPECT_EQ(nodes(collective(5, {}, 0, 8, group("a")) + collective(6, {}, 0, 8, group("b"))),
            "0: node 6: process group 'b' beside 'a', and their ranks are nowhere; allowed: with "
            "workload.groups_file, or one group, of all ranks");
  EXPECT_EQ(nodes(collective(5, {}, 0, 8)),
            "0: node 5: ALL_REDUCE is collective call 1 of rank 0, rank 1 has 0; allowed: as many "
            "in all ranks");
  EXPECT_EQ(chakra_error({kHead + collective(5, {}, 0, 8), kHead + collective(6, {}, 2, 8)}),
            "1: node 6: ALL_GATHER is collective call 1 of rank 1, that of rank 0 is ALL_REDUCE "
            "(0: node 5); allowed: the same one, with the same root and sizes");
  EXPECT_EQ(nodes(""),
            "1: node 1: node 1 of rank 1 waits for a message that rank 0 never sends; allowed: as "
            "many sends as receives of a source, destination and tag");
  EXPECT_EQ(nodes(send(5, {}, 8, 1) + send(6, {}, 8, 1)),
            "0: node 6: node 6 of rank 0 sends a message that rank 1 never receives; allowed: as "
            "many receives as sends of a source, destination and tag");
  EXPECT_EQ(nodes(send(5, {}, 9, 1)),
            "1: node 1: node 1 of rank 1 receives 8 bytes of a message of 9 (node 5 of rank 0, 0); "
            "allowed: at least 9");
  EXPECT_EQ(nodes(send(5, {6}, 8, 1) + node(6, kMemory, {5})),
            "0: node 5: node 5 of rank 0 waits for itself, by way of node 6 of rank 0 (0); "
            "allowed: no cycle of dependencies");
}

// Any bytes give either a workload that can end or a one-line error with a place.
TEST(ChakraTrace, ReadsOrRefusesAnyBytes) {
  RandomStream random(13, 0, RandomPurpose::kTest);
  const auto below = [&](std::size_t n) { return random.below(static_cast<std::uint32_t>(n)); };
  int read = 0, refused = 0;
  for (int i = 0; i < 4000; ++i) {
    std::vector<std::string> ranks;
    const bool has_collective = below(2) == 0;
    const std::uint64_t type = below(10), bytes = below(200);
    for (std::uint32_t rank = 0; rank < 3; ++rank) {
      std::string text = kHead + computation(1, {}, below(4), below(2) == 0) +
                         send(2, {1}, bytes, (rank + 1) % 3) +
                         receive(3, {}, bytes, (rank + 2) % 3);
      if (has_collective) text += collective(4, {2, 3}, type, bytes);
      text += node(5, kMemory, {1 + below(3)});
      for (std::uint32_t change = below(3); change > 0; --change) {
        if (below(2) == 0)
          text[below(text.size())] = static_cast<char>(below(256));
        else
          text.erase(below(text.size()), below(12));
        if (text.empty()) break;
      }
      ranks.push_back(text);
    }
    const RankTexts files(ranks, ".0.et");
    try {
      EXPECT_FALSE(find_problem(read_chakra("k", files.first(), 4, {})));
      ++read;
    } catch (const KeyError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(read, 200);
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace orthant
