// The programs that a config can name: they can end, their messages, and their flow of information.
#include "traffic/programs/programs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "traffic/programs/lines.hpp"

namespace orthant {
namespace {

struct Case {
  const ProgramDescription* kind;
  const ProgramAlgorithm* algorithm;
  ProgramOptions options;

  std::string name() const {
    std::string text = std::string(kind->kind) + " " + std::string(algorithm->name);
    for (const std::uint32_t side : options.shape) text += " " + std::to_string(side);
    return text;
  }
};

// To the previous rank first, then to the one before it.
std::vector<std::vector<std::uint32_t>> backwards(std::uint32_t ranks) {
  std::vector<std::vector<std::uint32_t>> order(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank)
    for (std::uint32_t distance = 1; distance < ranks; ++distance)
      order[rank].push_back((rank + ranks - distance) % ranks);
  return order;
}

// Visits all kinds and algorithms that accept the shape.
template <class Visit>
void for_each_program(const Visit& visit) {
  const std::vector<std::vector<std::uint32_t>> shapes = {
      {1}, {2}, {5}, {8}, {13}, {4, 4}, {2, 3}, {1, 6}, {4, 4, 2}, {3, 2, 3}};
  for (const ProgramDescription& kind : program_registry()) {
    for (const ProgramAlgorithm& algorithm : kind.algorithms) {
      bool seen = false;
      for (const auto& shape : shapes) {
        for (const std::uint64_t bytes : {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{960}}) {
          Case program{&kind, &algorithm, {.shape = shape, .bytes = bytes, .degree = 0}};
          program.options.root = program.options.ranks() / 2;
          program.options.segment_bytes = 100;
          program.options.degree = std::min(3u, program.options.ranks() - 1);
          program.options.order = backwards(program.options.ranks());
          try {
            const Workload workload = make_program(kind, algorithm, program.options);
            SCOPED_TRACE(program.name());
            visit(program, workload);
            seen = true;
          } catch (const KeyError& error) {
            EXPECT_THAT(error.what(), testing::AnyOf(testing::HasSubstr("needs 2^n ranks"),
                                                     testing::HasSubstr("dimensions, there are")));
          }
        }
      }
      EXPECT_TRUE(seen) << kind.kind << ' ' << algorithm.name;
    }
  }
}

std::vector<std::uint64_t> bytes_sent(const Workload& workload) {
  std::vector<std::uint64_t> bytes;
  for (std::uint32_t rank = 0; rank < workload.ranks(); ++rank) {
    bytes.push_back(0);
    for (const Operation& operation : workload.of(rank))
      if (operation.kind == OperationKind::kSend) bytes.back() += operation.amount;
  }
  return bytes;
}

// [rank]: the ranks whose initial data can influence its data at the end.
std::vector<std::set<std::uint32_t>> known(const Workload& workload) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint32_t>> of;
  std::vector<std::set<std::uint32_t>> all(workload.ranks());
  for (std::uint32_t rank = 0; rank < workload.ranks(); ++rank) all[rank] = {rank};
  visit_in_order(workload, [&](OperationId place, bool is_end) {
    auto& here = of[{place.rank, place.operation}];
    here.insert(place.rank);
    const Operation& operation = workload.of(place.rank)[place.operation];
    if (is_end && operation.kind == OperationKind::kReceive) {
      const auto& sent = of[{operation.peer, operation.match}];
      here.insert(sent.begin(), sent.end());
    }
    if (!is_end) return;
    all[place.rank].insert(here.begin(), here.end());
    for (const Successor next : workload.successors(place.rank, place.operation))
      of[{place.rank, next.operation}].insert(here.begin(), here.end());
  });
  return all;
}

TEST(Programs, CanEndAndSendNothingToThemselves) {
  for_each_program([](const Case& program, const Workload& workload) {
    EXPECT_FALSE(find_problem(workload)) << program.name();
    EXPECT_EQ(workload.ranks(), program.options.ranks());
    for (std::uint32_t rank = 0; rank < workload.ranks(); ++rank)
      for (const Operation& operation : workload.of(rank))
        if (operation.kind != OperationKind::kComputation) {
          EXPECT_NE(operation.peer, rank);
        }
  });
}

// A lower bound on the bytes of any algorithm, attained by those that move no data twice.
TEST(Programs, SendAsManyBytesAsTheirKindNeeds) {
  const std::set<std::string> more = {"allreduce recursive_doubling", "alltoall bruck",
                                      "alltoall by_dimension"};
  const std::map<std::string_view, std::uint64_t> times = {
      {"allreduce", 2}, {"reduce_scatter", 1}, {"allgather", 1}, {"alltoall", 1}, {"broadcast", 1}};
  std::set<std::string> counted;
  for_each_program([&](const Case& program, const Workload& workload) {
    const auto of_kind = times.find(program.kind->kind);
    if (of_kind == times.end()) return;
    const std::uint64_t ranks = workload.ranks();
    std::uint64_t all = 0;
    for (const std::uint64_t bytes : bytes_sent(workload)) all += bytes;
    const std::uint64_t least = of_kind->second * program.options.bytes * (ranks - 1);
    const std::string name =
        std::string(program.kind->kind) + " " + std::string(program.algorithm->name);
    const bool folds =
        program.algorithm->name == "rabenseifner" && power_below(program.options.ranks()) != ranks;
    if (more.contains(name) || folds) {
      if (program.options.bytes % ranks == 0) {
        EXPECT_GE(all, least);
      }
    } else {
      EXPECT_EQ(all, least);
    }
    counted.insert(name);
  });
  EXPECT_EQ(counted.size(), 22u);  // five kinds
}

// A random order per rank, by the seed.
TEST(Programs, DrawTheOrderOfPartsForEveryRank) {
  const ProgramDescription& kind = *find_program("alltoall");
  const auto algorithm =
      std::ranges::find(kind.algorithms, "direct_random", &ProgramAlgorithm::name);
  const auto orders = [&](std::uint64_t seed) {
    const Workload workload = make_program(kind, *algorithm, {.shape = {16}, .seed = seed});
    std::set<std::vector<std::uint32_t>> drawn;
    std::vector<std::uint32_t> distance;
    workload.for_each_send([&](std::uint32_t rank, std::uint32_t, const Operation& send) {
      distance.push_back((send.peer + 16 - rank) % 16);
      if (distance.size() < 15) return;
      EXPECT_EQ(std::set(distance.begin(), distance.end()).size(), 15u);
      drawn.insert(std::exchange(distance, {}));
    });
    return drawn;
  };
  EXPECT_EQ(orders(1).size(), 16u);
  EXPECT_EQ(orders(1), orders(1));
  EXPECT_NE(orders(1), orders(2));
}

TEST(Programs, SendInTheOrderOfASchedule) {
  const ProgramDescription& kind = *find_program("alltoall");
  const auto liquid = std::ranges::find(kind.algorithms, "liquid", &ProgramAlgorithm::name);
  const auto order = backwards(6);
  const Workload workload =
      make_program(kind, *liquid, {.shape = {6}, .bytes = 60, .iterations = 2, .order = order});
  std::vector<std::vector<std::uint32_t>> sent(6);
  workload.for_each_send([&](std::uint32_t rank, std::uint32_t, const Operation& send) {
    sent[rank].push_back(send.peer);
    EXPECT_EQ(send.amount, 10u);
  });
  for (std::uint32_t rank = 0; rank < 6; ++rank) {
    auto twice = order[rank];
    twice.insert(twice.end(), order[rank].begin(), order[rank].end());
    EXPECT_EQ(sent[rank], twice);
  }
  EXPECT_THROW(make_program(kind, *liquid, {.shape = {6}}), KeyError);
}

// Three rounds of messages of 10 bytes: 3, 3 and 4 bytes each, to all ranks in each round.
TEST(Programs, SendInRounds) {
  const ProgramDescription& kind = *find_program("alltoall");
  for (const ProgramAlgorithm& algorithm : kind.algorithms) {
    const ProgramOptions options{.shape = {6}, .bytes = 60, .rounds = 3, .order = backwards(6)};
    if (algorithm.name == "bruck" || algorithm.name == "by_dimension") {
      EXPECT_THROW(make_program(kind, algorithm, options), KeyError);
      continue;
    }
    std::vector<std::vector<std::uint32_t>> sent(6);
    make_program(kind, algorithm, options)
        .for_each_send([&](std::uint32_t rank, std::uint32_t, const Operation& send) {
          EXPECT_EQ(send.amount, sent[rank].size() / 5 == 2 ? 4u : 3u);
          sent[rank].push_back(send.peer);
        });
    bool same = true;
    for (const auto& to : sent) {
      ASSERT_EQ(to.size(), 15u);
      for (const std::size_t begin : {0u, 5u, 10u})
        EXPECT_EQ(std::set(to.begin() + begin, to.begin() + begin + 5).size(), 5u);
      same = same && std::equal(to.begin(), to.begin() + 5, to.begin() + 5);
    }
    EXPECT_EQ(same, algorithm.name != "direct_random");  // which draws a new order
  }
}

TEST(Programs, LetEveryRankKnowOfAllThatItNeeds) {
  for_each_program([](const Case& program, const Workload& workload) {
    const std::string_view kind = program.kind->kind;
    const auto all = known(workload);
    for (std::uint32_t rank = 0; rank < workload.ranks(); ++rank) {
      if (kind == "broadcast") {
        EXPECT_TRUE(all[rank].contains(program.options.root));
      } else if (kind != "halo" && kind != "sparse" && kind != "request_reply") {
        EXPECT_EQ(all[rank].size(), workload.ranks()) << rank;
      }
    }
  });
}

const Workload one(std::string_view kind, std::string_view algorithm,
                   const ProgramOptions& options) {
  const ProgramDescription& description = *find_program(kind);
  for (const ProgramAlgorithm& entry : description.algorithms)
    if (entry.name == algorithm) return make_program(description, entry, options);
  throw std::logic_error("no such algorithm");
}

// Each request has a reply; at most `window` requests are outstanding.
TEST(Programs, RepliesFollowRequestsInTheirWindow) {
  constexpr std::uint32_t kRanks = 6, kRequests = 20, kWindow = 3;
  const Workload workload = one("request_reply", "uniform",
                                {.shape = {kRanks},
                                 .bytes = 5,
                                 .iterations = kRequests,
                                 .window = kWindow,
                                 .reply_bytes = 7,
                                 .service_cycles = 9});
  EXPECT_EQ(workload.messages(), 2 * kRanks * kRequests);
  std::uint64_t services = 0;
  std::vector<std::uint32_t> waiting(kRanks);  // outstanding requests of a rank
  visit_in_order(workload, [&](OperationId place, bool is_end) {
    const Operation& what = workload.of(place.rank)[place.operation];
    if (what.kind == OperationKind::kComputation) services += what.amount == 9 && is_end;
    if (what.kind == OperationKind::kSend && what.amount == 5 && !is_end) {
      EXPECT_EQ(what.queue, kRequestNic);
      EXPECT_NE(what.peer, place.rank);
      EXPECT_LE(++waiting[place.rank], kWindow);
    }
    if (what.kind == OperationKind::kSend && what.amount == 7) {
      EXPECT_EQ(what.queue, kReplyNic);
    }
    if (what.kind == OperationKind::kReceive && what.amount == 7 && is_end) --waiting[place.rank];
  });
  EXPECT_EQ(services, kRanks * kRequests);
}

TEST(Programs, ShareAVectorOnAllPortsOfARank) {
  const Workload workload = one("allreduce", "multiport_bucket", {.shape = {4, 4}, .bytes = 640});
  std::map<unsigned, std::set<std::uint32_t>> peers;
  std::map<unsigned, std::uint64_t> bytes;
  for (const Operation& operation : workload.of(5))
    if (operation.kind == OperationKind::kSend) {
      peers[operation.queue].insert(operation.peer);
      bytes[operation.queue] += operation.amount;
    }
  const std::set<std::uint32_t> ahead = {6, 9}, back = {4, 1};  // 5 is at (1, 1)
  EXPECT_EQ(peers, (decltype(peers){{0, ahead}, {1, back}, {2, ahead}, {3, back}}));
  for (const auto& [queue, sent] : bytes) EXPECT_EQ(sent, 2u * 160 * 15 / 16);
}

TEST(Programs, ExchangeWithNeighboursOfAGridThatClosesInRings) {
  const auto peers = [](std::string_view algorithm, std::vector<std::uint32_t> shape) {
    const Workload workload = one("halo", algorithm, {.shape = std::move(shape), .bytes = 8});
    std::vector<std::uint32_t> to;
    for (const Operation& operation : workload.of(0))
      if (operation.kind == OperationKind::kSend) to.push_back(operation.peer);
    return to;
  };
  EXPECT_EQ(peers("5_point", {4, 3}), (std::vector<std::uint32_t>{1, 3, 4, 8}));
  EXPECT_EQ(peers("9_point", {4, 3}).size(), 8u);
  EXPECT_EQ(peers("7_point", {3, 3, 3}), (std::vector<std::uint32_t>{1, 2, 3, 6, 9, 18}));
  EXPECT_EQ(peers("27_point", {3, 3, 3}).size(), 26u);
  EXPECT_EQ(peers("5_point", {2, 1}), (std::vector<std::uint32_t>{1, 1}));
}

TEST(Programs, ComputeAfterTheirMessagesOrBesideThem) {
  for (const bool overlap : {false, true}) {
    const Workload workload =
        one("halo", "5_point",
            {.shape = {3, 3}, .bytes = 8, .iterations = 2, .compute = 50, .overlap = overlap});
    std::uint64_t time = 0;
    for (const Operation& operation : workload.of(4)) {
      if (operation.kind == OperationKind::kComputation) time += operation.amount;
    }
    EXPECT_EQ(time, 100u);
    // Dependencies of the first computation: 4 sends and 4 receives, or none.
    for (const Operation& operation : workload.of(4)) {
      if (operation.amount != 50) continue;
      EXPECT_EQ(operation.waits, overlap ? 0u : 8u);
      break;
    }
  }
}

TEST(Programs, SweepFromAllCornersOfAGrid) {
  const Workload workload = one("sweep", "wavefront", {.shape = {3, 3}, .bytes = 8, .compute = 5});
  std::uint64_t messages = 0;
  for (const Operation& operation : workload.of(4)) messages += operation.amount == 8 ? 1 : 0;
  EXPECT_EQ(messages, 16u);  // two in and two out for each of four sweeps
  EXPECT_EQ(workload.messages(), 4u * 12);
}

TEST(RankWriter, RefusesOneOperationTooMany) {
  WorkloadBuilder builder(2);
  builder.begin_rank(0);
  RankWriter writer(builder, 0, 3);
  writer.compute(1, {});
  writer.send(8, 1, {});
  try {
    writer.join({});
    ADD_FAILURE() << "no error";
  } catch (const KeyError& error) {
    EXPECT_EQ(error.key(), "workload.iterations");
    EXPECT_THAT(error.what(),
                testing::HasSubstr("rank 0 has 3 operations or more; allowed: fewer"));
  }
}

TEST(Programs, DrawOtherRanksForEachSeed) {
  std::set<std::vector<std::uint32_t>> drawn;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Workload workload =
        one("sparse", "random", {.shape = {20}, .bytes = 8, .degree = 6, .seed = seed});
    std::vector<std::uint32_t> to;
    for (const Operation& operation : workload.of(3))
      if (operation.kind == OperationKind::kSend) to.push_back(operation.peer);
    EXPECT_EQ(std::set(to.begin(), to.end()).size(), 6u);
    drawn.insert(to);
  }
  EXPECT_EQ(drawn.size(), 5u);
}

}  // namespace
}  // namespace orthant
