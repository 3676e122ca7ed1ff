// Collective communications among subsets of the ranks of a Chakra trace.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "tests/traffic/chakra_writer.hpp"
#include "tests/traffic/rank_texts.hpp"
#include "traffic/traces/chakra_trace.hpp"

namespace orthant {
namespace {

using namespace chakra;

// (source, destination, bytes) -> number of messages.
using Traffic = std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, int>;
Traffic messages_of(const Workload& workload) {
  Traffic sent;
  workload.for_each_send([&](std::uint32_t rank, std::uint32_t, const Operation& o) {
    ++sent[{rank, o.peer, o.amount}];
  });
  return sent;
}

// A groups file that is removed at the end of a test.
class GroupsFile {
 public:
  explicit GroupsFile(const std::string& text) : files_({text}, ".0.json") {}
  TraceOptions options() const {
    TraceOptions options;
    options.groups_file = files_.first();
    return options;
  }
  const RankTexts& files() const { return files_; }

 private:
  RankTexts files_;
};

Workload traced_of(const std::vector<std::string>& ranks, const TraceOptions& options) {
  const RankTexts files(ranks, ".0.et");
  return read_chakra("workload.file", files.first(), 16, options);
}
Workload with_groups(const std::vector<std::string>& ranks, const std::string& groups) {
  return traced_of(ranks, GroupsFile(groups).options());
}
std::string groups_error(const std::vector<std::string>& ranks, const std::string& groups) {
  const RankTexts files(ranks, ".0.et");
  const GroupsFile named(groups);
  std::string what =
      files.error_of([&] { read_chakra("workload.file", files.first(), 16, named.options()); });
  const std::string& name = named.files().first();
  for (std::size_t at = what.find(name); at != what.npos; at = what.find(name))
    what.replace(at, name.size(), "G");
  return what;
}

// Four ranks in tensor-parallel pairs 0 1 and 2 3, data-parallel pairs 0 2 and 1 3.
std::vector<std::string> two_by_two() {
  return std::vector<std::string>(4, kHead + collective(2, {}, 0, 4096, group("tp")) +
                                         collective(3, {2}, 0, 4096, group("dp")));
}
// In a ring of two a rank sends its partner one half, then the other.
const Traffic kTwoByTwo = {{{0, 1, 2048}, 2}, {{1, 0, 2048}, 2}, {{2, 3, 2048}, 2},
                           {{3, 2, 2048}, 2}, {{0, 2, 2048}, 2}, {{2, 0, 2048}, 2},
                           {{1, 3, 2048}, 2}, {{3, 1, 2048}, 2}};

TEST(ChakraGroups, AreReadInAllForms) {
  for (const char* groups :
       {R"({"tp": [[0, 1], [2, 3]], "dp": [[0, 2], [1, 3]]})",
        R"({"tp0": [0, 1], "tp1": [2, 3], "dp0": [0, 2], "dp1": [1, 3]})",
        R"([{"pg_name": "tp", "ranks": [0, 1]}, {"ranks": [2, 3], "pg_name": "tp", "x": null},
            {"pg_name": "dp", "ranks": [0, 2]}, {"pg_name": "dp", "ranks": [1, 3]}])"})
    EXPECT_EQ(messages_of(with_groups(two_by_two(), groups)), kTwoByTwo) << groups;
}

// ASTRA-sim uses numbers as names; a name that ends in a digit matches only itself.
TEST(ChakraGroups, AreNamedByNumbersToo) {
  const auto trace = [](const std::string& name) {
    const std::string rank = kHead + collective(1, {}, 0, 8, group(name));
    return std::vector<std::string>{rank, rank, kHead, kHead};
  };
  const char* const groups = R"({"1": [0, 1], "20": [0, 1, 2, 3]})";
  EXPECT_EQ(messages_of(with_groups(trace("1"), groups)),
            (Traffic{{{0, 1, 4}, 2}, {{1, 0, 4}, 2}}));
  EXPECT_EQ(groups_error(trace("2"), groups),
            "0: node 1: no process group '2' has rank 0; allowed: those of workload.groups_file "
            "and of the trace");
  const std::string number = bytes_field(10, bytes_field(1, "pg_name") + number_field(kInt32, 1));
  const std::string rank = kHead + collective(1, {}, 0, 8, number);
  EXPECT_EQ(with_groups({rank, rank, kHead, kHead}, groups).messages(), 4u);
}

// PyTorch's description of its groups, which converters leave in the inputs of a node.
TEST(ChakraGroups, AreReadFromTheTrace) {
  const auto metadata = [](const std::string& ranks) {
    const std::string values = R"([['[{"pg_name": "0", "ranks": [], "group_size": 4}, )"
                               R"({"pg_name": "7", "ranks": )" +
                               ranks + R"(}]']])";
    return node(1, kMetadata, {}, bytes_field(8, bytes_field(1, values)));
  };
  const std::string calls =
      collective(2, {1}, 9, 0, group("0")) + collective(3, {1}, 2, 10, group("7"));
  const Workload workload =
      traced_of({kHead + metadata("[0, 3]") + calls, kHead + metadata("[2, 1]") + calls,
                 kHead + metadata("[2, 1]") + calls, kHead + metadata("[0, 3]") + calls},
                {});
  Traffic gathered = messages_of(workload);
  std::erase_if(gathered, [](const auto& sent) { return std::get<2>(sent.first) == 0; });
  EXPECT_EQ(gathered,
            (Traffic{{{0, 3, 10}, 1}, {{3, 0, 10}, 1}, {{1, 2, 10}, 1}, {{2, 1, 10}, 1}}));
  // A barrier of four ranks: each sends log2 4 messages.
  EXPECT_EQ(workload.messages(), 4u + 8u);
}

// Byte counts of simulators that read these traces: each of N ranks sends N - 1 parts, twice in an
// all-reduce; in an all-gather a rank's bytes are one part, otherwise N parts.
TEST(ChakraGroups, SendAsManyBytesAsTheirAlgorithmsSay) {
  constexpr std::uint64_t kBytes = 1 << 20;
  for (const std::uint32_t ranks : {4u, 8u, 16u})
    for (const std::uint64_t type : {0u, 2u, 6u, 7u}) {
      const Workload workload =
          traced_of(std::vector<std::string>(ranks, kHead + collective(0, {}, type, kBytes)), {});
      const std::uint64_t steps = (type == 0 ? 2 : 1) * (ranks - 1);
      const std::uint64_t part = type == 2 ? kBytes : kBytes / ranks;
      std::uint64_t bytes = 0;
      workload.for_each_send(
          [&](std::uint32_t, std::uint32_t, const Operation& o) { bytes += o.amount; });
      EXPECT_EQ(workload.messages(), ranks * steps);
      EXPECT_EQ(bytes, ranks * steps * part) << type;
    }
}

// Groups are independent, and the same pair may call in another order in each.
TEST(ChakraGroups, AreIndependent) {
  const std::string pair = collective(1, {}, 0, 8, group("pair"));
  const std::string all = collective(2, {}, 9, 0, group("all"));
  const Workload workload = with_groups({kHead + pair + all, kHead + all + pair, kHead + all},
                                        R"({"pair": [1, 0], "all": [0, 1, 2]})");
  workload.for_each_send([&](std::uint32_t rank, std::uint32_t, const Operation& send) {
    EXPECT_EQ(workload.of(send.peer)[send.match].amount, send.amount) << rank;
  });
  EXPECT_EQ(messages_of(workload)[std::tuple(0u, 1u, std::uint64_t{4})], 2);
}

TEST(ChakraGroups, HaveRootsOfTheirOwn) {
  const std::string call =
      kHead + collective(1, {}, 5, 100, attribute("comm_src", kInt64, 2) + group("odd"));
  const char* const groups = R"({"odd": [3, 2]})";
  EXPECT_EQ(messages_of(with_groups({kHead, kHead, call, call}, groups)),
            (Traffic{{{2, 3, 100}, 1}}));
  EXPECT_EQ(groups_error({kHead, kHead, call, call}, R"({"odd": [3, 1]})"),
            "2: node 1: no process group 'odd' has rank 2; allowed: those of workload.groups_file "
            "and of the trace");
  const std::string other =
      kHead + collective(1, {}, 5, 100, attribute("comm_src", kInt64, 0) + group("odd"));
  EXPECT_EQ(groups_error({kHead, kHead, other, other}, groups),
            "2: node 1: comm_src is 0; allowed: a rank of its group, 3 2");
}

TEST(ChakraGroups, GoAlongDimensions) {
  const auto of_shape = [](std::vector<std::uint32_t> shape, const std::string& along) {
    TraceOptions options;
    options.shape = std::move(shape);
    return traced_of(
        std::vector<std::string>(6, kHead + collective(1, {}, 2, 5, dimensions(along))), options);
  };
  // Dimension 0 varies fastest: ranks 0 1 2 and 3 4 5 form rings.
  const Traffic rows = {{{0, 1, 5}, 2}, {{1, 2, 5}, 2}, {{2, 0, 5}, 2},
                        {{3, 4, 5}, 2}, {{4, 5, 5}, 2}, {{5, 3, 5}, 2}};
  EXPECT_EQ(messages_of(of_shape({3, 2}, std::string("\1\0", 2))), rows);
  EXPECT_EQ(messages_of(of_shape({3, 2}, std::string("\1\0\1\1", 4))), rows);
  Traffic columns;
  for (std::uint32_t r = 0; r < 6; ++r) columns[{r, (r + 3) % 6, 5}] = 1;
  EXPECT_EQ(messages_of(of_shape({3, 2}, std::string("\0\1", 2))), columns);
  EXPECT_EQ(of_shape({3, 2}, "\1\1\1\1").messages(), 30u);
  EXPECT_EQ(of_shape({5}, "\1").messages(), 30u);  // all dimensions
  EXPECT_EQ(of_shape({3, 2}, std::string("\0\0", 2)).messages(), 0u);
  try {
    of_shape({4, 2}, std::string("\0\1", 2));
    ADD_FAILURE();
  } catch (const KeyError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("node 1: involved_dim leaves some of 2 dimensions "
                        "out, but the shape 4x2 has 2 dimensions and 8 ranks "
                        "of 6; allowed: workload.shape with as many"),
              std::string::npos)
        << error.what();
  }
}

// The host's node that launches a kernel has neither type nor size.
TEST(ChakraGroups, LeaveTheHostOut) {
  const std::string host = attribute("is_cpu_op", kBool, 1);
  const std::string rank = kHead + node(1, kCollective, {}, number_field(7, 3) + host) +
                           node(2, kSend, {1}, number_field(7, 4) + host) +
                           collective(3, {1, 2}, 9, 0);
  EXPECT_EQ(goal_text(traced_of({rank, rank}, {})), goal_of(R"(num_ranks 2
rank 0 { a: calc 3000 cpu 2 b: calc 4000 cpu 2 c: calc 0 cpu 1 d: send 0b to 1 e: recv 0b from 1
         f: calc 0 cpu 1 b requires a c requires a c requires b d requires c e requires c
         f requires d f requires e }
rank 1 { a: calc 3000 cpu 2 b: calc 4000 cpu 2 c: calc 0 cpu 1 d: send 0b to 0 e: recv 0b from 0
         f: calc 0 cpu 1 b requires a c requires a c requires b d requires c e requires c
         f requires d f requires e })"));
}

TEST(ChakraGroups, CallTheSame) {
  const std::string call = kHead + collective(1, {}, 0, 8, group("a"));
  const char* const groups = R"({"a": [1, 2]})";
  EXPECT_EQ(groups_error({kHead, kHead, call}, groups),
            "2: node 1: ALL_REDUCE is collective call 1 of rank 2, rank 1 has 0; allowed: as many "
            "in all ranks");
  EXPECT_EQ(groups_error({kHead, call, kHead}, groups),
            "1: node 1: ALL_REDUCE is collective call 1 of rank 1, rank 2 has 0; allowed: as many "
            "in all ranks");
  EXPECT_EQ(groups_error({kHead, call, kHead + collective(1, {}, 0, 9, group("a"))}, groups),
            "2: node 1: ALL_REDUCE is collective call 1 of rank 2, that of rank 1 is ALL_REDUCE "
            "(1: node 1); allowed: the same one, with the same root and sizes");
}

TEST(ChakraGroups, ReportWhatIsWrongAndWhere) {
  const auto error = [](const std::string& groups) { return groups_error({kHead, kHead}, groups); };
  const std::string forms =
      "allowed: {\"NAME\": [0, 1], ...}, or [{\"pg_name\": \"NAME\", \"ranks\": [0, 1]}, ...]";
  EXPECT_EQ(error(R"({"a": [0, 1]})"), "");
  EXPECT_EQ(error(""), "workload.groups_file: G:1: no process groups; " + forms);
  EXPECT_EQ(error("{}"), "workload.groups_file: G:1: the file has no group; " + forms);
  EXPECT_EQ(error("{\n\"a\": 1}"),
            "workload.groups_file: G:2: group 'a' has no list of ranks; " + forms);
  EXPECT_EQ(error("{\"a\": [\n0, 2]}"), "workload.groups_file: G:2: 2 is no rank; allowed: 0 to 1");
  EXPECT_EQ(error("{\"a\": [0, 0]}"),
            "workload.groups_file: G:1: rank 0 is there twice in a group; allowed: once");
  EXPECT_EQ(error("{\"a\": [[0], [0, 1]]}"),
            "workload.groups_file: G:1: rank 0 is in two groups 'a'; allowed: one of each name");
  EXPECT_EQ(error("[{\"ranks\": [0]}]"),
            "workload.groups_file: G:1: a group without pg_name; " + forms);
  EXPECT_EQ(error("{\"a\": [0]}\n{}"),
            "workload.groups_file: G:2: more after the groups; allowed: the end of the file");
}

}  // namespace
}  // namespace orthant
