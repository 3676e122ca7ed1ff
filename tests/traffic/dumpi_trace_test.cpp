#include "traffic/traces/dumpi_trace.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "tests/traffic/dumpi_texts.hpp"

namespace orthant {
namespace {

TEST(DumpiTrace, IsTheSameAsInGoal) {
  const std::string head = "version=1.0.0\nhostname=a entering b\nmeshsize=[]\n";
  EXPECT_EQ(goal_text(dumpi_of({head + Calls()
                                           .call("Init", {"int argc=1"})
                                           .after(100)
                                           .send(2, 1, 5)
                                           .after(7)
                                           .call("Comm_size", {kWorld, "int size=2"})
                                           .after(3)
                                           .receive(9, 1, 6)
                                           .text(),
                                Calls().receive(2, 0, 5).send(1, 0, 6).call("Finalize", {}).text() +
                                    "MPI_Send called 1 times and ignored 0 times\n"})),
            goal_of(R"(num_ranks 2
rank 0 { a: calc 100 b: send 8b to 1 tag 5 c: calc 10 d: recv 36b from 1 tag 6
         b requires a c requires b d requires c }
rank 1 { a: recv 8b from 0 tag 5 b: send 4b to 0 tag 6 b requires a })"));
}

TEST(DumpiTrace, LeavesComputationsOut) {
  const Workload workload = dumpi_of({Calls().after(50).send(1, 1, 0).after(60).send(1, 1, 0),
                                      Calls().receive(1, 0, 0).receive(1, 0, 0)},
                                     {.computations = false});
  EXPECT_EQ(workload.size(), 4u);
}

// Nonblocking operations end at the wait. A join stands for several requests.
TEST(DumpiTrace, WaitsForRequests) {
  const Calls calls =
      Calls()
          .receive(1, 1, 0, 2)
          .send(1, 1, 1, 3)
          .after(5)
          .wait_all({2, 1, 3})
          .send(2, 1, 2, 2)
          .send(3, 1, 3, 4)
          .call("Waitany", {"int count=2", Calls::list("MPI_Request requests", {2, 4}),
                            "int index=1", "MPI_Status status=<IGNORED>"})
          .send(4, 1, 4)
          .wait(2);
  const Calls other =
      Calls()
          .send(1, 0, 0)
          .receive(1, 0, 1, 2)
          .receive(2, 0, 2, 3)
          .receive(3, 0, 3, 4)
          .receive(4, 0, 4, 5)
          .call("Waitsome",
                {"int count=4", Calls::list("MPI_Request requests", {2, 3, 4, 5}), "int outcount=2",
                 Calls::list("int indices", {0, 2}), "MPI_Status statuses[2]=<IGNORED>"})
          .send(7, 0, 9)
          .call("Test", {"MPI_Request request=[3]", "int flag=0", "MPI_Status status=<IGNORED>"})
          .call("Test", {"MPI_Request request=[3]", "int flag=1", "MPI_Status status=<IGNORED>"})
          .call("Testall", {"int count=1", Calls::list("MPI_Request requests", {5}), "int flag=1",
                            "MPI_Status statuses[1]=<IGNORED>"})
          .send(8, 0, 9);
  EXPECT_EQ(
      goal_text(dumpi_of(
          {calls.text() + Calls().after(10'000).receive(7, 1, 9).receive(8, 1, 9).text(), other},
          {.computations = false})),
      goal_of(R"(num_ranks 2
rank 0 { a: recv 4b from 1 b: send 4b to 1 tag 1 join: calc 0 cpu 1 join requires a join requires b
         c: send 8b to 1 tag 2 d: send 12b to 1 tag 3 c requires join d requires join
         e: send 16b to 1 tag 4 e requires d
         f: calc 0 cpu 1 f requires c f requires e
         g: recv 28b from 1 tag 9 g requires f h: recv 32b from 1 tag 9 h requires g }
rank 1 { a: send 4b to 0 b: recv 4b from 0 tag 1 b requires a c: recv 8b from 0 tag 2 c requires a
         d: recv 12b from 0 tag 3 d requires a e: recv 16b from 0 tag 4 e requires a
         join: calc 0 cpu 1 join requires b join requires d
         f: send 28b to 0 tag 9 f requires join
         g: calc 0 cpu 1 g requires c g requires e g requires f
         h: send 32b to 0 tag 9 h requires g })"));
}

TEST(DumpiTrace, AsksStatusesForWildcards) {
  const Calls sender = Calls().send(1, 0, 7).send(2, 0, 8).send(3, 0, 9).send(4, 0, 7);
  const Calls receiver =
      Calls()
          .receive(9, -1, -1, 0, "[" + Calls::status(1, 8) + "]")
          .receive(9, -1, 7, 2)
          .receive(9, 1, -1, 3)
          .receive(9, -1, -1, 4)
          .wait_all({2, 3}, "[" + Calls::status(1, 7) + ", " + Calls::status(1, 9) + "]")
          .wait(4, "[" + Calls::status(1, 7) + "]");
  const Workload workload = dumpi_of({receiver, sender}, {.computations = false});
  std::vector<std::uint64_t> bytes;
  for (const Operation& operation : workload.of(0))
    if (operation.kind == OperationKind::kReceive)
      bytes.push_back(workload.of(1)[operation.match].amount);
  EXPECT_EQ(bytes, (std::vector<std::uint64_t>{8, 4, 12, 16}));
  // Messages to or from MPI_PROC_NULL.
  EXPECT_EQ(dumpi_of({Calls()
                          .send(1, -3, 0)
                          .send(1, -3, 0, 2)
                          .wait(2)
                          .receive(1, -1, 3, 4)
                          .wait(4, "[" + Calls::status(-1, -1) + "]")})
                .size(),
            0u);
}

TEST(DumpiTrace, StartsPersistentRequestsAgainAndAgain) {
  const Arguments end = {"int tag=1", kWorld, "MPI_Request request=[5]"};
  Arguments send = {"int count=3", "MPI_Datatype datatype=14 (MPI_DOUBLE)", "int dest=1"};
  Arguments receive = {"int count=3", "MPI_Datatype datatype=14 (MPI_DOUBLE)", "int source=0"};
  for (Arguments* arguments : {&send, &receive})
    arguments->insert(arguments->end(), end.begin(), end.end());
  Calls sender, receiver;
  sender.call("Send_init", send);
  receiver.call("Recv_init", receive);
  for (int i = 0; i < 3; ++i) {
    sender.call("Start", {"MPI_Request request=[5]"}).wait(5);
    receiver.call("Startall", {"int count=1", "MPI_Request requests[1]=[5]"}).wait(5);
  }
  sender.wait(5).call("Request_free", {"MPI_Request request=[5]"});
  EXPECT_EQ(goal_text(dumpi_of({sender, receiver})), goal_of(R"(num_ranks 2
rank 0 { a: send 24b to 1 b: send 24b to 1 c: send 24b to 1 b requires a c requires b }
rank 1 { a: recv 24b from 0 b: recv 24b from 0 c: recv 24b from 0 b requires a c requires b })"));
}

TEST(DumpiTrace, KnowsTheSizesOfTypes) {
  const auto bytes = [](const std::string& type, const std::string& footer = "") {
    const auto call = [&](const char* name, const char* peer) {
      return Calls()
                 .call(name, {"int count=2", "MPI_Datatype datatype=" + type, peer, "int tag=0",
                              kWorld, "MPI_Status status=<IGNORED>"})
                 .text() +
             footer;
    };
    return dumpi_of({call("Send", "int dest=1"), call("Recv", "int source=0")}).of(0)[0].amount;
  };
  EXPECT_EQ(bytes("14 (MPI_DOUBLE)"), 16u);
  EXPECT_EQ(bytes("16 (MPI_LONG_LONG_INT)", "Datatype 16 (MPI_LONG_LONG_INT) has size 0\n"), 16u);
  EXPECT_EQ(
      bytes("28 (user-defined-datatype)", "Datatype 28 (user-defined-datatype) has size 40\n"),
      80u);
  EXPECT_EQ(bytes("12 (MPI_UNSIGNED_LONG)", "Datatype 12 (MPI_UNSIGNED_LONG) has size 4\n"), 8u);
}

TEST(DumpiTrace, ReportsWhatIsWrongAndWhere) {
  const std::string receive = Calls().receive(1, 0, 0);
  const auto one = [&](const std::string& calls) { return dumpi_error({calls, receive}); };
  const std::string send = Calls().send(1, 1, 0);
  const auto changed = [&](std::string text, const std::string& from, const std::string& to) {
    EXPECT_NE(text.find(from), text.npos);
    return text.replace(text.find(from), from.size(), to);
  };
  EXPECT_EQ(one(send), "");
  for (const auto& [text, why] : std::initializer_list<std::pair<std::string, std::string>>{
           {send.substr(0, send.find("MPI_Send returning")),
            "0:1: MPI_Send never returns; allowed: MPI_Send returning at walltime ..."},
           {send.substr(send.find("MPI_Send returning")),
            "0:1: a call returns that was not entered; allowed: entering at walltime ..."},
           {changed(send, "MPI_Send returning", "MPI_Recv returning"),
            "0:7: MPI_Recv returns, line 1 enters MPI_Send; allowed: the same"},
           {changed(send, "int count=1\n", send),
            "0:2: a call is entered within MPI_Send, which line 1 enters; allowed: MPI_Send "
            "returning at walltime ..."},
           {changed(send, "7.000001000", "7.01"),
            "0:1: no walltime; allowed: seconds, a point and nine digits"},
           {changed(send, "thread 0", "thread 1"),
            "0:1: a call of thread 1.; allowed: those of thread 0 alone"},
           {changed(send, "int count=1\n", ""),
            "0:1: MPI_Send without count; allowed: as dumpi2ascii prints it"},
           {changed(send, "count=1", "count=x"),
            "0:2: count=x is no number; allowed: a whole number"},
           {changed(send, "count=1", "count=-1"), "0:1: count=-1; allowed: 0 or more"},
           {changed(send, "datatype=9", "datatype=99"),
            "0:1: datatype=99 is of unknown size; allowed: types of MPI, or those whose size "
            "dumpi2ascii -X prints"},
           {changed(send, "dest=1", "dest=2"),
            "0:1: dest=2 is no rank; allowed: 0 to 1, for which there are files"},
           {changed(send, "tag=0", "tag=-2"), "0:1: tag=-2 is no tag; allowed: 0 to 2147483647"},
           {changed(send, "comm=2", "comm=4"),
            "0:1: MPI_Send on communicator 4; allowed: MPI_COMM_WORLD alone, which is 2"},
           {Calls().receive(1, -1, 0),
            "0:1: a receive from MPI_ANY_SOURCE whose status is not there; allowed: a source and a "
            "tag, or a status at its end"},
           {Calls().receive(1, 1, -1, 2).wait(3),
            "0:9: request 3 is not under way; allowed: one of MPI_Isend, MPI_Irecv or MPI_Start "
            "before"},
           {Calls().receive(1, 1, -1, 2).wait(2),
            "0:1: a receive from MPI_ANY_TAG whose status is not there; allowed: a source and a "
            "tag, or a status at its end"},
           {Calls().wait(2, "[{source=1}]"),
            "0:3: status=[{source=1}] is no status; allowed: [{..., source=N, tag=N, ...}]"},
           {changed(Calls().wait_all({2, 3}), "=[2, 3]", "=[2 3]"),
            "0:3: requests=[2 3] are no numbers; allowed: [1, 2, ...]"},
           {Calls().call("Start", {"MPI_Request request=[7]"}),
            "0:1: request 7 is none that can be started; allowed: one of MPI_Send_init or "
            "MPI_Recv_init"},
           {Calls().call("Waitany", {Calls::list("MPI_Request requests", {2}), "int index=1",
                                     "MPI_Status status=<IGNORED>"}),
            "0:1: index 1 of 1 requests; allowed: below"},
           {Calls().call("Win_fence", {}),
            "0:1: MPI_Win_fence cannot be replayed; allowed: messages and collective "
            "communications of MPI_COMM_WORLD, and calls that send nothing"},
           {Calls().call("Comm_size", {kWorld, "int size=3"}),
            "0:1: MPI_COMM_WORLD has 3 ranks; allowed: as many as there are files, 2"},
           {Calls().call("Barrier", {kWorld}),
            "0:1: MPI_Barrier is collective call 1 of rank 0, rank 1 has 0; allowed: as many in "
            "all ranks"},
           {Calls().call("Bcast", {"int count=1", "MPI_Datatype datatype=2", "int root=5", kWorld}),
            "0:1: root=5 is no rank; allowed: 0 to 1, for which there are files"},
           {Calls().call("Allgatherv",
                         {"int recvcounts[1]=[4]", "MPI_Datatype recvtype=2", kWorld}),
            "0:1: recvcounts of 1 ranks; allowed: of 2"},
           {Calls().send(1, 1, 0).send(1, 1, 3),
            "0:8: a send of rank 0 sends a message that rank 1 never receives; allowed: as many "
            "recv as send of a source, destination and tag"},
           {"", "0:1: no call of MPI in it; allowed: text, as dumpi2ascii makes it of a trace"},
           {Calls().call("Init", {}),
            "1:1: a receive of rank 1 waits for a message that rank 0 never sends; allowed: as "
            "many send as recv of a source, destination and tag"},
           {Calls().send(2, 1, 0),
            "1:1: a receive of rank 1 receives 4 bytes of a message of 8 (a send of rank 0, 0:1); "
            "allowed: at least 8"}}) {
    EXPECT_EQ(one(text), why) << text;
  }
  EXPECT_EQ(
      dumpi_error({Calls().receive(1, 1, 0).send(1, 1, 0), Calls().receive(1, 0, 0).send(1, 0, 0)}),
      "0:1: a receive of rank 0 waits for itself, by way of a send of rank 1 (1:9), a receive of "
      "rank 1 (1:1), a send of rank 0 (0:9); allowed: no cycle of dependencies");
  const auto reduce = [](const char* name, int count) {
    return Calls().call(name, {fmt::format("int count={}", count), "MPI_Datatype datatype=9",
                               "int root=0", kWorld});
  };
  EXPECT_EQ(dumpi_error({reduce("Allreduce", 1), reduce("Reduce", 1)}),
            "1:1: MPI_Reduce is collective call 1 of rank 1, that of rank 0 is MPI_Allreduce "
            "(0:1); allowed: the same one, with the same root and sizes");
  EXPECT_EQ(dumpi_error({reduce("Allreduce", 1), reduce("Allreduce", 2)}),
            "1:1: MPI_Allreduce is collective call 1 of rank 1, that of rank 0 is MPI_Allreduce "
            "(0:1); allowed: the same one, with the same root and sizes");
  EXPECT_EQ(
      dumpi_error({reduce("Bcast", 2'000'000'000).text() + "Datatype 9 (MPI_INT) has size 4000\n"}),
      "0:1: a collective communication of 8000000000000 bytes; allowed: at most 1000000000000");
}

TEST(DumpiTrace, FindsTheFilesOfRanks) {
  const auto error_of = [](const std::string& name) {
    try {
      read_dumpi("k", name, 1, {});
    } catch (const KeyError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string none = "; allowed: the file of rank 0, such as NAME-0000.txt or NAME.0.et";
  EXPECT_EQ(error_of("trace.txt"), "trace.txt: the name has no number 0" + none);
  EXPECT_EQ(error_of("000/trace-0001.txt"), "000/trace-0001.txt: the name has no number 0" + none);
  EXPECT_EQ(error_of("trace-10.txt"), "trace-10.txt: the name has no number 0" + none);
  EXPECT_EQ(error_of("nowhere/trace-00.txt"),
            "cannot open nowhere/trace-00.txt: No such file or directory");
  const RankTexts files({"", ""}, "-0000.txt");
  EXPECT_EQ(files.error_of([&] { read_dumpi("workload.file", files.first(), 1, {}); }),
            "1: more than 1 ranks for 1 nodes; allowed: a node for each rank");
  const std::vector<std::string> many(12, Calls().call("Init", {}));
  const RankTexts short_numbers(many, ".0.txt");
  EXPECT_EQ(read_dumpi("k", short_numbers.first(), 12, {}).ranks(), 12u);
}

TEST(DumpiTrace, ReportsIgnoredCalls) {
  TraceOptions options;
  std::string said;
  options.report = [&](const std::string& text) { said += text; };
  const RankTexts files({Calls().call("Init", {}).call("Wtime", {}), Calls().call("Comm_dup", {})},
                        "-0000.txt");
  read_dumpi("k", files.first(), 2, options);
  EXPECT_EQ(said, "calls of the trace that send nothing: MPI_Comm_dup, MPI_Init, MPI_Wtime");
}

// Any text gives either a workload that can end or a one-line error with a place.
TEST(DumpiTrace, ReadsOrRefusesAnyText) {
  RandomStream random(3, 0, RandomPurpose::kTest);
  const auto below = [&](std::size_t n) { return random.below(static_cast<std::uint32_t>(n)); };
  const std::string alphabet = "0123456789=[], {}\nMPI_-.<";
  const std::string type = "MPI_Datatype datatype=9 (MPI_INT)";
  int read = 0, refused = 0;
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::string> texts;
    const bool has_barrier = below(2) == 0;
    const int count = static_cast<int>(below(4));
    for (int rank = 0; rank < 3; ++rank) {
      Calls calls;
      calls.after(below(30)).receive(5, rank == 0 ? 2 : rank - 1, below(3) == 0 ? -1 : 0, 2);
      calls.send(count, (rank + 1) % 3, 0, 3);
      calls.wait_all({2, 3}, "[" + Calls::status(rank == 0 ? 2 : rank - 1, 0) + ", " +
                                 Calls::status(8, 8) + "]");
      if (has_barrier) calls.call("Allreduce", {fmt::format("int count={}", count), type, kWorld});
      texts.push_back(calls);
    }
    for (std::uint32_t change = below(4); change > 0; --change) {
      std::string& text = texts[below(3)];
      if (text.empty()) continue;
      if (below(2) == 0)
        text[below(text.size())] = alphabet[below(alphabet.size())];
      else
        text.erase(below(text.size()), below(60));
    }
    const RankTexts files(texts, "-0000.txt");
    try {
      EXPECT_FALSE(find_problem(read_dumpi("k", files.first(), 4, {})));
      ++read;
    } catch (const KeyError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(read, 300);
  EXPECT_GT(refused, 500);
}

}  // namespace
}  // namespace orthant
