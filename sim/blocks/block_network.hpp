// A network in blocks that are simulated in parallel and reported as one: the run does not depend
// on the blocks, the threads or the ranks. All blocks make a visit; then their messages have
// arrived.
//
// Each rank (sim/kernel/ranks.hpp) has such a network, with consecutive blocks. The caller uses
// rank 0 as any network; rank 0 announces each call to the other ranks, which make the same call.
// Only rank 0 has the result.
//
// Tested by: tests/sim/blocks_test.cpp, tests/sim/ranks_test.cpp
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/function_ref.hpp"
#include "base/team.hpp"
#include "sim/blocks/block_set.hpp"
#include "sim/node/network.hpp"

namespace orthant {

class BlockNetwork final : public Network {
 public:
  using MakeBlock = FunctionRef<std::unique_ptr<Block>(std::size_t block)>;

  // The thread that will visit a block most of the time also makes it, so that its memory is near.
  BlockNetwork(const NetworkParts& parts, const Cut& cut, MakeBlock make_block);
  ~BlockNetwork() override;

  void follow() override;

  std::uint32_t ticks_per_cycle() const override { return first().ticks_per_cycle(); }
  void advance(Tick tick) override;
  void release(std::uint32_t frame, Cycle cycle) override;
  void add_times(WorkloadTimes& times) const override;
  Tick now() const override { return first().now(); }
  Tick quiet_until() const override { return under_way() == 0 ? next_generation() : now(); }

  const Recorder& recorder() override;
  void open_window(Tick from, Tick to, std::size_t batches) override;
  void observe(PacketLog* log, FlowCounts* flows) override;
  void count_deliveries() override;
  std::vector<std::uint64_t> channel_flits() const override;
  std::uint64_t flit_hops() const override;
  void count_activity() override;
  std::uint64_t flits_inside() const override;
  std::size_t sources_per_node() const override { return first().sources_per_node(); }
  std::vector<std::uint64_t> backlog_flits() const override;
  bool drained() const override { return quiet_until() == kNever; }

  Snapshot snapshot(Snapshot::Purpose purpose) const override;
  bool has_stalled_head() override;
  MemoryEstimate memory() const override;
  void state(Archive& archive) override;

 private:
  struct Calls;  // calls that rank 0 announces to the other ranks

  Block& first() const { return blocks_.first(); }
  // Rank 0: the other ranks call kMember too, with these numbers as arguments.
  template <auto kMember, class... Numbers>
  void announce(Numbers... numbers) const;

  std::uint64_t under_way() const;  // flits generated and not ejected
  Tick next_generation() const;

  // The part of the blocks that one thread visits.
  std::span<std::unique_ptr<Block>> blocks_of(std::size_t part);
  Team::Pause step(std::size_t part);
  bool skip_idle_time();
  std::optional<Tick> end_of_idle_time() const;
  void report_in_order();

  // The calls of the other ranks, where they differ from those of rank 0.
  void follow_observe(bool log, bool flows);
  void follow_add_times() const;
  void follow_give_state();
  void follow_take_state();

  void blocks_state(Archive& archive);
  void take_state(const std::string& text);
  void restore(const Archive& archive);

  // Only rank 0 logs packets; the other ranks keep them for it.
  struct NullPacketLog final : PacketLog {
    void add(const DeliveredPacket&) override {}
  };

  const NetworkParts parts_;
  NullPacketLog null_log_;
  FlowCounts no_flows_{0};
  BlockSet blocks_;
  bool has_ranks_;
  Team team_;
  bool is_observed_ = false;                                // packet by packet
  Recorder counts_;                                         // sum over all blocks, if is_counted_
  bool is_counted_ = false;                                 // counts_ is current
  mutable std::vector<std::vector<OperationTimes>> times_;  // times of other ranks, on request
  mutable std::vector<std::vector<std::uint32_t>> taken_;   // as RankTimes::taken
  Tick end_ = 0;                                            // end of advance(), a tick
  bool is_flushing_ = false;                                // the last step of advance()
};

}  // namespace orthant
