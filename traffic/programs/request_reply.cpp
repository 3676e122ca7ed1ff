// Requests and replies: every rank sends requests to random servers and limits the number of
// outstanding replies.
//
// Tested by: tests/traffic/programs_test.cpp, tests/sim/request_reply_test.cpp
#include <memory>

#include "base/random.hpp"
#include "traffic/programs/descriptions.hpp"

namespace orthant {
namespace {

constexpr Lane kRequests = {.tag = 0, .queue = kRequestNic},
               kReplies = {.tag = 1, .queue = kReplyNic};

// [rank]: the servers of its requests, in order.
using Servers = std::vector<std::vector<std::uint32_t>>;

Servers drawn(const ProgramOptions& options) {
  const std::uint32_t ranks = options.ranks();
  Servers servers(ranks);
  for (std::uint32_t rank = 0; rank < ranks && ranks > 1; ++rank) {
    RandomStream random(options.seed, rank, RandomPurpose::kPattern);
    for (std::uint32_t i = 0; i < options.iterations; ++i) {
      const std::uint32_t other = random.below(ranks - 1);
      servers[rank].push_back(other + (other >= rank ? 1 : 0));
    }
  }
  return servers;
}

// A request waits for the reply to the request `window` places before it. Requests are served in
// order of arrival.
RankBody uniform(const ProgramOptions& options) {
  struct Requests {
    Servers to;
    std::vector<std::vector<std::uint32_t>>
        from;  // [rank]: the sources of its requests, with repetition
  };
  const auto requests = std::make_shared<Requests>();
  requests->to = drawn(options);
  requests->from.resize(options.ranks());
  for (std::uint32_t rank = 0; rank < options.ranks(); ++rank)
    for (const std::uint32_t to : requests->to[rank]) requests->from[to].push_back(rank);
  return [requests, options](RankWriter& writer) {
    std::vector<std::uint32_t> replies;
    for (const std::uint32_t to : requests->to[writer.rank()]) {
      Dependencies after;
      if (replies.size() >= options.window) after = {replies[replies.size() - options.window]};
      if (options.compute > 0) after = {writer.compute(options.compute, after)};
      writer.send(options.bytes, to, after, kRequests);
      replies.push_back(writer.receive(options.reply_bytes, to, {}, kReplies));
    }
    for (const std::uint32_t from : requests->from[writer.rank()]) {
      Dependencies after = {writer.receive(options.bytes, from, {}, kRequests)};
      if (options.service_cycles > 0) after = {writer.compute(options.service_cycles, after)};
      writer.send(options.reply_bytes, from, after, kReplies);
    }
  };
}

// The ranks together send as many replies as requests: on average a rank sends one reply per
// request.
double bytes_a_request(const ProgramOptions& options) {
  return options.ranks() == 1 ? 0 : static_cast<double>(options.bytes + options.reply_bytes);
}

}  // namespace

ProgramDescription request_reply_program() {
  constexpr ReadWhen kWhen = read_if("workload.kind", "request_reply");
  return {.kind = "request_reply",
          .summary = "requests to other ranks and their replies",
          .bytes = "of a request",
          .algorithms = {{"uniform", "each request to a rank that is drawn anew", uniform}},
          .rows = {{"workload.window",
                    &ProgramOptions::window,
                    {.least = 1, .when = kWhen, .help = "Limit on a rank's outstanding requests."}},
                   {"workload.reply_bytes",
                    &ProgramOptions::reply_bytes,
                    {.most = 1'000'000'000'000, .when = kWhen, .help = "Size of a reply."}},
                   {"workload.service_cycles",
                    &ProgramOptions::service_cycles,
                    {.most = 1'000'000'000'000,
                     .when = kWhen,
                     .help = "Time that a rank computes for each received request, one at a time, "
                             "in workload.time_unit."}},
                   {"workload.reply_queue",
                    &ProgramOptions::reply_queue,
                    {.least = 1,
                     .when = kWhen,
                     .help = "Limit on accepted requests whose replies have not left the node; a "
                             "full node ejects no further request. Default: none."}},
                   drawn_seed_row()},
          .computes = true,
          .iterates = true,
          .least_bytes = bytes_a_request};
}

}  // namespace orthant
