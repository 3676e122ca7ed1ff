// A network in blocks that are simulated side by side and told of as one: the same run, whatever
// the blocks. All of them take a visit; then what they sent each other is there.
//
// Tested by: tests/sim/blocks_test.cpp
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "sim/network.hpp"

namespace orthant {

// `Block`: a node model whose inspection speaks of all blocks that are connected.
template <class Block>
class BlockNetwork final : public Network {
 public:
  BlockNetwork(const NetworkParts& parts, std::vector<std::unique_ptr<Block>> blocks)
      : blocks_(std::move(blocks)), counts_(parts.topology.node_count()) {
    Block::connect(blocks_);
  }

  std::uint32_t ticks_per_cycle() const override { return first().ticks_per_cycle(); }
  void advance(Cycle tick) override {
    while (now() < tick) {
      if (std::ranges::all_of(blocks_, [](const auto& block) { return block->idles(); })) {
        const Cycle next = next_birth();
        for (const auto& block : blocks_) block->skip_to(std::min(tick, next));
      }
      if (now() >= tick) break;
      const Cycle to = std::min(tick, now() + first().lookahead());
      for (const auto& block : blocks_) block->visit(to);
      tell_in_order();
    }
    for (const auto& block : blocks_) block->come_to_rest();
  }
  void release(std::uint32_t frame, Cycle cycle) override {
    for (const auto& block : blocks_) block->release(frame, cycle);
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
  std::vector<std::uint64_t> backlog_flits() const override {
    std::vector<std::uint64_t> flits;
    for (const auto& block : blocks_) {
      const std::vector<std::uint64_t> part = block->backlog_flits();
      flits.insert(flits.end(), part.begin(), part.end());
    }
    return flits;
  }
  bool drained() const override { return quiet_until() == kNever; }

  void check_conservation() const override { first().check_conservation(); }
  bool has_stalled_head() override { return first().has_stalled_head(); }
  WaitGraph wait_graph() const override { return first().wait_graph(); }
  MemoryEstimate memory() const override {
    MemoryEstimate sum;
    for (const auto& block : blocks_) sum += block->memory();
    return sum;
  }

 private:
  Block& first() const { return *blocks_.front(); }
  Cycle next_birth() const {
    Cycle next = kNever;
    for (const auto& block : blocks_) next = std::min(next, block->next_birth());
    return next;
  }
  // Of the same tick block by block, as their routers are.
  void tell_in_order() {
    for (std::size_t b = 1; b < blocks_.size(); ++b) first().take_over(*blocks_[b]);
    first().tell_in_order();
  }

  std::vector<std::unique_ptr<Block>> blocks_;
  Recorder counts_;  // of all, when asked
};

}  // namespace orthant
