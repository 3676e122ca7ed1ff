// Collective calls of DUMPI traces, expanded into messages.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "tests/traffic/dumpi_texts.hpp"

namespace orthant {
namespace {

// Bytes sent, by source and destination.
using Sent = std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t>;
Sent sent_in(const Workload& workload) {
  Sent sent;
  workload.for_each_send([&](std::uint32_t rank, std::uint32_t, const Operation& send) {
    sent[{rank, send.peer}] += send.amount;
  });
  return sent;
}

TEST(DumpiTrace, ExpandsCollectives) {
  const std::string type = "MPI_Datatype datatype=2 (MPI_CHAR)",
                    ends = "MPI_Datatype sendtype=2 (MPI_CHAR)",
                    gets = "MPI_Datatype recvtype=2 (MPI_CHAR)";
  const auto run = [&](const std::function<Calls(int)>& of_rank, const TraceOptions& options = {}) {
    return dumpi_of({of_rank(0), of_rank(1), of_rank(2), of_rank(3)}, options);
  };
  const auto same = [&](const std::string& name, const Arguments& arguments) {
    return run([&](int) { return Calls().call(name, arguments); });
  };
  ProgramOptions options;
  options.shape = {4};
  options.bytes = 64;
  const auto program = [&](std::string_view kind) {
    return sent_in(make_program(*find_program(kind), find_program(kind)->algorithms[0], options));
  };
  EXPECT_EQ(sent_in(same("Barrier", {kWorld})), program("barrier"));
  EXPECT_EQ(sent_in(same("Allreduce", {"int count=64", type, kWorld})), program("allreduce"));
  EXPECT_EQ(sent_in(same("Allgather", {"int sendcount=0", ends, "int recvcount=16", gets, kWorld})),
            program("allgather"));
  EXPECT_EQ(sent_in(same("Alltoall", {"int sendcount=16", ends, "int recvcount=16", gets, kWorld})),
            program("alltoall"));
  EXPECT_EQ(sent_in(same("Reduce_scatter", {"int recvcounts[4]=[20, 12, 16, 16]", type, kWorld})),
            program("reduce_scatter"));
  options.root = 2;
  EXPECT_EQ(sent_in(same("Bcast", {"int count=64", type, "int root=2", kWorld})),
            program("broadcast"));
  // Rooted at rank 2: 3 and 1 send to the previous rank, 0 to 2.
  EXPECT_EQ(sent_in(same("Reduce", {"int count=64", type, "int root=2", kWorld})),
            (Sent{{{3, 2}, 64}, {{1, 0}, 64}, {{0, 2}, 64}}));
  EXPECT_EQ(sent_in(same("Scan", {"int count=8", type, kWorld})),
            (Sent{{{0, 1}, 8}, {{1, 2}, 8}, {{2, 3}, 8}}));
  const auto rooted = [&](const std::string& name, const Arguments& arguments, bool gathers) {
    return sent_in(run([&](int rank) {
      Arguments own = arguments;
      own.push_back(fmt::format("int commrank={}", rank));
      if (name.ends_with("v"))
        own.push_back(fmt::format("int {}count={}", gathers ? "send" : "recv", 10 + rank));
      return Calls().call(name, own);
    }));
  };
  const Arguments both = {ends, gets, "int root=1", kWorld};
  Arguments parts = both;
  parts.insert(parts.end(), {"int sendcount=16", "int recvcount=16"});
  const Sent to_root = {{{0, 1}, 16}, {{2, 1}, 16}, {{3, 1}, 16}},
             from_root = {{{1, 0}, 16}, {{1, 2}, 16}, {{1, 3}, 16}};
  EXPECT_EQ(rooted("Gather", parts, true), to_root);
  EXPECT_EQ(rooted("Scatter", parts, false), from_root);
  Arguments unequal = both;
  unequal.push_back("int recvcounts[4]=[10, 11, 12, 13]");
  EXPECT_EQ(rooted("Gatherv", unequal, true), (Sent{{{0, 1}, 10}, {{2, 1}, 12}, {{3, 1}, 13}}));
  unequal = both;
  unequal.push_back("int sendcounts[4]=[10, 11, 12, 13]");
  EXPECT_EQ(rooted("Scatterv", unequal, false), (Sent{{{1, 0}, 10}, {{1, 2}, 12}, {{1, 3}, 13}}));
  // Rank r passes on all parts except that of the next rank: 10 + 11 + 12 + 13 minus that.
  EXPECT_EQ(sent_in(same("Allgatherv", {"int sendcount=9", ends,
                                        "int recvcounts[4]=[10, 11, 12, 13]", gets, kWorld})),
            (Sent{{{0, 1}, 35}, {{1, 2}, 34}, {{2, 3}, 33}, {{3, 0}, 36}}));
  EXPECT_EQ(sent_in(run([&](int rank) {
              std::vector<int> to(4), from(4);
              for (int other = 0; other < 4; ++other) {
                to[other] = 10 * rank + other;
                from[other] = 10 * other + rank;
              }
              return Calls().call("Alltoallv", {Calls::list("int sendcounts", to), ends,
                                                Calls::list("int recvcounts", from), gets, kWorld});
            })),
            (Sent{{{0, 1}, 1},
                  {{0, 2}, 2},
                  {{0, 3}, 3},
                  {{1, 0}, 10},
                  {{1, 2}, 12},
                  {{1, 3}, 13},
                  {{2, 0}, 20},
                  {{2, 1}, 21},
                  {{2, 3}, 23},
                  {{3, 0}, 30},
                  {{3, 1}, 31},
                  {{3, 2}, 32}}));
  // Another algorithm sends whole vectors.
  TraceOptions doubling;
  doubling.algorithm = [](const ProgramDescription& kind) -> const ProgramAlgorithm& {
    return kind.algorithms[1];
  };
  EXPECT_EQ(sent_in(run(
                        [&](int) {
                          return Calls().call("Allreduce", {"int count=64", type, kWorld});
                        },
                        doubling))
                .size(),
            8u);
  EXPECT_EQ(
      dumpi_error({Calls().call("Reduce_scatter", {"int recvcounts[3]=[4, 4, 4]", type, kWorld}),
                   Calls().call("Reduce_scatter", {"int recvcounts[3]=[4, 4, 4]", type, kWorld}),
                   Calls().call("Reduce_scatter", {"int recvcounts[3]=[4, 4, 4]", type, kWorld})},
                  doubling),
      "workload.reduce_scatter_algorithm: recursive_halving needs 2^n ranks, there are 3; allowed: "
      "2, 4, 8 and so on, or another algorithm");
}

// The next call of a rank starts when the whole collective is done; messages of different
// collectives do not mix.
TEST(DumpiTrace, KeepsCollectivesInTheirPlace) {
  const auto calls = [](int other) {
    return Calls()
        .receive(1, other, 0, 2)
        .after(5)
        .call("Barrier", {kWorld})
        .call("Barrier", {kWorld})
        .send(1, other, 0)
        .wait(2);
  };
  EXPECT_EQ(goal_text(dumpi_of({calls(1), calls(0)})), goal_of(R"(num_ranks 2
rank 0 { a: recv 4b from 1 b: calc 5
         c: send 0b to 1 tag 1 d: recv 0b from 1 tag 1 c requires b d requires b
         j: calc 0 cpu 1 j requires c j requires d
         e: send 0b to 1 tag 1 f: recv 0b from 1 tag 1 e requires j f requires j
         k: calc 0 cpu 1 k requires e k requires f g: send 4b to 1 g requires k }
rank 1 { a: recv 4b from 0 b: calc 5
         c: send 0b to 0 tag 1 d: recv 0b from 0 tag 1 c requires b d requires b
         j: calc 0 cpu 1 j requires c j requires d
         e: send 0b to 0 tag 1 f: recv 0b from 0 tag 1 e requires j f requires j
         k: calc 0 cpu 1 k requires e k requires f g: send 4b to 0 g requires k })"));
}

}  // namespace
}  // namespace orthant
