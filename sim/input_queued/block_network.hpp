// A network in blocks that are simulated side by side and told of as one: the same run, whatever
// the blocks and the threads. All blocks take a visit; then what they sent each other is there.
//
// Tested by: tests/sim/blocks_test.cpp
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/function_ref.hpp"
#include "base/team.hpp"
#include "sim/kernel/cut.hpp"
#include "sim/node/network.hpp"

namespace orthant {

// `Block`: a node model whose inspection speaks of all blocks that are connected.
template <class Block>
class BlockNetwork final : public Network {
 public:
  // A block is made by the thread that will visit it, so that its memory is near to it.
  BlockNetwork(const NetworkParts& parts, const Cut& cut,
               FunctionRef<std::unique_ptr<Block>(std::size_t block)> make_block)
      : team_(std::min<std::size_t>(parts.stepping.threads, cut.blocks()), parts.stepping.cores),
        blocks_(cut.blocks()),
        has_ranges_(cut.has_ranges()),
        counts_(parts.topology.node_count()) {
    team_.run([&](std::size_t member) {
      for (auto& block : blocks_of(member))
        block = make_block(static_cast<std::size_t>(&block - blocks_.data()));
    });
    Block::connect(blocks_);
  }

  std::uint32_t ticks_per_cycle() const override { return first().ticks_per_cycle(); }
  void advance(Cycle tick) override {
    end_ = tick;
    rests_ = !has_visit();
    team_.run([this](std::size_t member) { return step(member); },
              [this] {
                if (rests_) return false;
                tell_in_order();
                rests_ = !has_visit();
                return true;
              });
  }
  void release(std::uint32_t frame, Cycle cycle) override {
    for (const auto& block : blocks_) block->release(frame, cycle);
  }
  void add_times(WorkloadTimes& times) const override {
    for (const auto& block : blocks_) block->add_times(times);
  }
  Cycle now() const override { return first().now(); }
  Cycle quiet_until() const override {
    std::uint64_t under_way = 0;
    for (const auto& block : blocks_)
      under_way += block->recorder().generated_flits() - block->recorder().ejected_flits();
    return under_way == 0 ? next_birth() : now();
  }

  const Recorder& recorder() override {
    counts_ = first().recorder();
    for (std::size_t b = 1; b < blocks_.size(); ++b) counts_.add(blocks_[b]->recorder());
    return counts_;
  }
  void open_window(Cycle from, Cycle to, std::size_t batches) override {
    for (const auto& block : blocks_) block->open_window(from, to, batches);
  }
  void listen(PacketLog* log, FlowCounts* flows) override {
    for (const auto& block : blocks_) block->listen(log, flows);
  }
  void count_deliveries() override {
    for (const auto& block : blocks_) block->count_deliveries();
  }
  std::vector<std::uint64_t> channel_flits() const override { return first().channel_flits(); }
  std::uint64_t flit_hops() const override { return first().flit_hops(); }
  void count_activity() override { first().count_activity(); }
  std::vector<RouterActivity> activity() const override { return first().activity(); }
  std::uint64_t flits_inside() const override {
    std::uint64_t inside = 0;
    for (const auto& block : blocks_) inside += block->flits_inside();
    return inside;
  }
  std::size_t sources_per_node() const override { return first().sources_per_node(); }
  std::vector<std::uint64_t> backlog_flits() const override { return first().backlog_flits(); }
  bool drained() const override { return quiet_until() == kNever; }

  void check_conservation() const override { first().check_conservation(); }
  bool has_stalled_head() override { return first().has_stalled_head(); }
  WaitGraph wait_graph() const override { return first().wait_graph(); }
  MemoryEstimate memory() const override {
    MemoryEstimate sum;
    for (const auto& block : blocks_) sum += block->memory();
    return sum;
  }
  // All mail has been taken, and everything told.
  void state(Archive& archive) override {
    for (const auto& block : blocks_) block->state(archive);
  }

 private:
  Block& first() const { return *blocks_.front(); }
  Cycle next_birth() const {
    Cycle next = kNever;
    for (const auto& block : blocks_) next = std::min(next, block->next_birth());
    return next;
  }
  // Consecutive ones.
  std::span<std::unique_ptr<Block>> blocks_of(std::size_t member) {
    const std::size_t from = blocks_.size() * member / team_.size();
    const std::size_t to = blocks_.size() * (member + 1) / team_.size();
    return std::span(blocks_).subspan(from, to - from);
  }
  // A visit of the blocks of one thread, or their coming to rest. It asks for a pause where all
  // blocks may be idle, where one has something to tell, and at the end.
  Team::Pause step(std::size_t member) {
    auto asked = Team::Pause::kIfAll;
    for (const auto& block : blocks_of(member)) {
      if (rests_) {
        block->come_to_rest();
      } else {
        block->visit(std::min(end_, block->now() + block->lookahead()));
      }
      if (rests_ || block->now() == end_ || block->has_deliveries_to_tell()) asked = Team::Pause::kNow;
      if (asked == Team::Pause::kIfAll && !block->idles()) asked = Team::Pause::kNone;
    }
    return asked;
  }
  // Skips the time in which nothing happens; false: that lasts until the end, or it has come.
  bool has_visit() {
    if (now() < end_ &&
        std::ranges::all_of(blocks_, [](const auto& block) { return block->idles(); })) {
      const Cycle next = next_birth();
      for (const auto& block : blocks_) block->skip_to(std::min(end_, next));
    }
    return now() < end_;
  }
  // Of the same tick router by router, which is block by block where blocks are ranges.
  void tell_in_order() {
    for (std::size_t b = 1; b < blocks_.size(); ++b) first().take_over(*blocks_[b]);
    if (!has_ranges_) first().order_by_router();
    first().tell_in_order();
  }

  Team team_;
  std::vector<std::unique_ptr<Block>> blocks_;
  bool has_ranges_;  // of consecutive routers
  Recorder counts_;  // of all, when asked
  Cycle end_ = 0;    // tick, of advance()
  bool rests_ = false;
};

}  // namespace orthant
