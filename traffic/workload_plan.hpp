// A workload on a network: the placement of ranks on nodes, and the division of messages into
// packets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "base/rational.hpp"
#include "traffic/workload.hpp"

namespace orthant {

// The nics of a node for requests and replies.
inline constexpr std::uint8_t kRequestNic = 0, kReplyNic = 1;

// The message class of a nic, which selects its VCs.
constexpr std::uint32_t class_of_nic(std::uint8_t nic, std::uint32_t message_classes) {
  return nic % message_classes;
}

inline constexpr std::size_t kMaxJobs = 64;

// Consecutive ranks that exchange messages only among themselves.
struct WorkloadJob {
  std::uint32_t first_rank = 0;
  std::uint32_t ranks = 0;
  std::uint64_t delay = 0;  // time before its ranks start
  // Largest number of requests that a node has started to receive and not yet answered; nullopt: no
  // limit. A request is a message of nic kRequestNic. It is answered when its reply, a message of
  // the node's own nic kReplyNic, has left the node. With a limit, each request has one reply and
  // is one packet.
  std::optional<std::uint32_t> reply_queue = {};  // >= 1
  std::string name = {};                          // NAME of [workload.NAME]; empty: the only job
};

struct WorkloadOptions {
  std::uint64_t bytes_per_flit = 1;  // >= 1
  std::uint16_t packet_flits = 64;   // longest packet, >= 1
  Rational cycle_time = 1;           // in time units of computations, > 0
};

class WorkloadPlan {
 public:
  // `node_of_rank`: a different node, below `nodes`, for every rank. `jobs`: ordered by rank;
  // empty: all ranks form one job. Throws KeyError("workload.bytes_per_flit") if a message has too
  // many packets, KeyError("workload.time_unit") if computations last too long,
  // KeyError("workload.packet_flits") if a job with a reply queue has a request longer than a
  // packet.
  WorkloadPlan(std::shared_ptr<const Workload> workload, std::size_t nodes,
               std::vector<NodeId> node_of_rank, const WorkloadOptions& options,
               std::vector<WorkloadJob> jobs = {});

  const Workload& workload() const { return *workload_; }
  // Returns this plan for another workload, which must have the same ranks and as many operations.
  WorkloadPlan with(std::shared_ptr<const Workload> workload) const {
    WorkloadPlan plan = *this;
    plan.workload_ = std::move(workload);
    return plan;
  }
  const WorkloadOptions& options() const { return options_; }
  std::span<const WorkloadJob> jobs() const { return jobs_; }
  const WorkloadJob& job_of(std::uint32_t rank) const;
  bool queues_replies() const {
    return std::ranges::any_of(jobs_, [](const auto& job) { return job.reply_queue.has_value(); });
  }
  NodeId node_of(std::uint32_t rank) const { return node_of_rank_[rank]; }
  std::optional<std::uint32_t> rank_at(NodeId node) const {
    const std::uint32_t rank = rank_of_node_[node.index()];
    return rank == kNoRank ? std::nullopt : std::optional(rank);
  }

  // Flits of a message; an empty message has one flit.
  std::uint64_t flits(std::uint64_t bytes) const {
    const std::uint64_t flits = (bytes + options_.bytes_per_flit - 1) / options_.bytes_per_flit;
    return flits == 0 ? 1 : flits;
  }
  // Number of packets of a message; all packets but the last have packet_flits flits.
  std::uint64_t packets(std::uint64_t bytes) const { return packets_of(flits(bytes)); }
  std::uint64_t packets_of(std::uint64_t flits) const {
    return (flits + options_.packet_flits - 1) / options_.packet_flits;
  }
  // Flits of the last packet.
  std::uint64_t last_packet_of(std::uint64_t flits) const {
    return flits - (packets_of(flits) - 1) * options_.packet_flits;
  }
  // True if some message belongs to this message class.
  bool uses_message_class(std::size_t message_class, std::uint32_t message_classes) const;
  // Duration of a computation in cycles, rounded up.
  Cycle cycles(std::uint64_t time) const { return static_cast<Cycle>(wide_cycles(time)); }

 private:
  static constexpr std::uint32_t kNoRank = ~std::uint32_t{0};
  static constexpr std::uint64_t kMaxPackets = 0xffff'ffff;  // per message
  static constexpr Cycle kMaxCycles = 1'000'000'000'000'000'000;
  Wide wide_cycles(std::uint64_t time) const;

  std::shared_ptr<const Workload> workload_;
  std::vector<NodeId> node_of_rank_;
  std::vector<std::uint32_t> rank_of_node_;
  WorkloadOptions options_;
  std::vector<WorkloadJob> jobs_;
};

}  // namespace orthant
