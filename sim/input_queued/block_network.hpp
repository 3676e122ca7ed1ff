// A network in blocks that are simulated side by side and told of as one: the same run, whatever
// the blocks, the threads and the ranks. All blocks take a visit; then what they sent each other is
// there.
//
// Each rank (sim/kernel/ranks.hpp) has such a network, with consecutive blocks. Rank 0 is called as
// any network is; it says so to the others, which are called in the same way then: what comes of it
// is of use at rank 0 alone.
//
// Tested by: tests/sim/blocks_test.cpp, tests/sim/ranks_test.cpp
#pragma once

#include <algorithm>
#include <cassert>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/function_ref.hpp"
#include "base/team.hpp"
#include "sim/input_queued/block_set.hpp"
#include "sim/kernel/require.hpp"
#include "sim/node/network.hpp"

namespace orthant {

template <class Block>
class BlockNetwork final : public Network {
 public:
  // A block is made by the thread that will visit it most of the time, so that its memory is near.
  BlockNetwork(const NetworkParts& parts, const Cut& cut,
               FunctionRef<std::unique_ptr<Block>(std::size_t block)> make_block)
      : topology_(parts.topology),
        blocks_(parts, cut),
        has_ranks_(parts.stepping.ranks != nullptr),
        team_(std::min<std::size_t>(parts.stepping.threads, blocks_.size()),
              parts.stepping.team_sizing),
        counts_(0) {
    team_.run([&](std::size_t part) {
      for (auto& block : blocks_of(part))
        block = make_block(blocks_.first_here() +
                           static_cast<std::size_t>(&block - blocks_.all().data()));
    });
    blocks_.connect();
  }
  ~BlockNetwork() override { blocks_.say(Kind::kDestroy); }

  void follow() override {
    Ranks& ranks = *blocks_.ranks();
    for (Instruction next = ranks.next_instruction(); next.kind != Kind::kDestroy;
         next = ranks.next_instruction())
      obey(next);
  }

  std::uint32_t ticks_per_cycle() const override { return first().ticks_per_cycle(); }
  void advance(Cycle tick) override {
    blocks_.say(Kind::kAdvance, tick);
    is_counted_ = false;
    end_ = tick;
    rests_ = !has_visit();
    team_.run([this](std::size_t part) { return step(part); },
              [this] {
                if (rests_) return false;
                if (has_ranks_)
                  blocks_.exchange_mail();
                else
                  tell_in_order();
                rests_ = !has_visit();
                return true;
              });
    if (has_ranks_ && somebody_listens_) tell_in_order();
  }
  void release(std::uint32_t frame, Cycle cycle) override {
    blocks_.say(Kind::kRelease, frame, cycle);
    is_counted_ = false;
    for (const auto& block : blocks_) block->release(frame, cycle);
  }
  void add_times(WorkloadTimes& times) const override;
  Cycle now() const override { return first().now(); }
  Cycle quiet_until() const override { return under_way() == 0 ? next_birth() : now(); }

  const Recorder& recorder() override;
  void open_window(Cycle from, Cycle to, std::size_t batches) override {
    blocks_.say(Kind::kOpenWindow, from, to, batches);
    is_counted_ = false;
    for (const auto& block : blocks_) block->open_window(from, to, batches);
  }
  void listen(PacketLog* log, FlowCounts* flows) override {
    blocks_.say(Kind::kListen, log != nullptr, flows != nullptr);
    is_counted_ = false;
    somebody_listens_ = log != nullptr || flows != nullptr;
    for (const auto& block : blocks_) block->listen(log, flows);
  }
  void count_deliveries() override {
    blocks_.say(Kind::kCountDeliveries);
    for (const auto& block : blocks_) block->count_deliveries();
  }
  std::vector<std::uint64_t> channel_flits() const override;
  std::uint64_t flit_hops() const override {
    blocks_.say(Kind::kTellHops);
    return blocks_.sum([](Block& block) { return block.flit_hops(); });
  }
  void count_activity() override {
    blocks_.say(Kind::kCountActivity);
    for (const auto& block : blocks_) block->count_activity();
  }
  std::vector<RouterActivity> activity() const override;
  std::uint64_t flits_inside() const override {
    blocks_.say(Kind::kTellInside);
    return blocks_.sum([](Block& block) { return block.flits_inside(); });
  }
  std::size_t sources_per_node() const override { return first().sources_per_node(); }
  std::vector<std::uint64_t> backlog_flits() const override;
  bool drained() const override { return quiet_until() == kNever; }

  void check_conservation() const override;
  bool has_stalled_head() override {
    blocks_.say(Kind::kLookForStalledHeads);
    return blocks_.sum([](Block& block) { return std::uint64_t{block.has_stalled_head()}; }) != 0;
  }
  WaitGraph wait_graph() const override;
  MemoryEstimate memory() const override {
    MemoryEstimate sum;
    for (const auto& block : blocks_) sum += block->memory();
    return sum;
  }
  void state(Archive& archive) override;

 private:
  Block& first() const { return blocks_.first(); }
  using Kind = Instruction::Kind;
  void obey(const Instruction& instruction);

  // Flits generated and not ejected.
  std::uint64_t under_way() const {
    blocks_.say(Kind::kTellUnderWay);
    return blocks_.sum([](Block& block) {
      return block.recorder().generated_flits() - block.recorder().ejected_flits();
    });
  }
  Cycle next_birth() const {
    blocks_.say(Kind::kTellNextBirth);
    const std::vector<Cycle> births =
        blocks_.tell([](Block& block) { return std::vector{block.next_birth()}; });
    return births.empty() ? kNever : std::ranges::min(births);
  }

  // Consecutive ones.
  std::span<std::unique_ptr<Block>> blocks_of(std::size_t part) {
    const std::size_t from = blocks_.size() * part / team_.parts();
    const std::size_t to = blocks_.size() * (part + 1) / team_.parts();
    return blocks_.all().subspan(from, to - from);
  }

  // A visit of some blocks by one thread, or their coming to rest. It asks for a pause where all
  // blocks may be idle, where one has something to tell or other ranks do, and at the end.
  Team::Pause step(std::size_t part) {
    auto asked = Team::Pause::kIfAll;
    for (const auto& block : blocks_of(part)) {
      if (rests_) {
        block->come_to_rest();
      } else {
        block->visit(std::min(end_, block->now() + block->lookahead()));
      }
      if (rests_ || has_ranks_ || block->now() == end_ || block->has_deliveries_to_tell())
        asked = Team::Pause::kNow;
      if (asked == Team::Pause::kIfAll && !block->idles()) asked = Team::Pause::kNone;
    }
    return asked;
  }
  // Skips the time in which nothing happens; false: that lasts until the end, or it has come.
  bool has_visit() {
    if (now() < end_) {
      const std::optional<Cycle> next = next_birth_of_idle();
      for (const auto& block : blocks_)
        if (next) block->skip_to(std::min(end_, *next));
    }
    return now() < end_;
  }
  // Where all blocks idle: the next birth. Ranks agree on that now and then.
  std::optional<Cycle> next_birth_of_idle() const {
    constexpr std::uint64_t kVisits = 16;
    if (has_ranks_ && first().visits() % kVisits != 0) return std::nullopt;
    const bool idle =
        std::ranges::all_of(blocks_, [](const auto& block) { return block->idles(); });
    Cycle next = idle ? kNever : 0;
    for (const auto& block : blocks_)
      if (idle) next = std::min(next, block->next_birth());
    if (has_ranks_) next = blocks_.ranks()->least(next);
    return next == 0 ? std::nullopt : std::optional(next);
  }
  // Of the blocks here, as state() gave it. Where any rank refuses its state, rank 0 throws; the
  // others wait for the end of the network.
  void take_state(const std::string& text);
  void restore(const Archive& archive);
  // Of the same tick router by router, which is block by block where blocks are ranges.
  void tell_in_order();

  // Of followers nobody hears anything: what they record is for rank 0.
  struct Nobody final : PacketLog {
    void add(const DeliveredPacket&) override {}
  };

  const Topology& topology_;
  Nobody nobody_;
  FlowCounts no_flows_{0};
  Blocks<Block> blocks_;
  bool has_ranks_;
  Team team_;
  bool somebody_listens_ = false;
  Recorder counts_;                                         // of all, once asked
  bool is_counted_ = false;                                 // since the network moved
  mutable std::vector<std::vector<OperationTimes>> times_;  // of other ranks, when asked
  mutable std::vector<std::vector<std::uint32_t>> taken_;   // as RankTimes::taken
  Cycle end_ = 0;                                           // tick, of advance()
  bool rests_ = false;
};

template <class Block>
void BlockNetwork<Block>::check_conservation() const {
  blocks_.say(Kind::kCheckConservation, InvariantsOfInput::any());
  const std::vector<Census> found = blocks_.look();
  std::uint64_t inside = 0;
  std::uint64_t counted = 0;  // by blocks that flits enter in one and leave in another: modulo 2^64
  std::vector<unsigned> marks;
  const bool holds = blocks_.all_accept([&] {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      inside += blocks_[i].check(found[i]);
      counted += blocks_[i].flits_inside();
      blocks_[i].count_marks(marks);
    }
  });
  if (!holds) return;
  const std::vector<std::string> texts =
      blocks_.gather([&](Archive& archive) { archive(inside, counted, marks); });
  if (!blocks_.lead()) return;
  inside = counted = 0;
  marks.clear();
  for (const std::string& text : texts) {
    std::uint64_t found_there = 0, counted_there = 0;
    std::vector<unsigned> marks_there;
    ArchiveReader reader(text);
    reader(found_there, counted_there, marks_there);
    inside += found_there;
    counted += counted_there;
    marks.resize(std::max(marks.size(), marks_there.size()));
    for (std::size_t i = 0; i < marks_there.size(); ++i) marks[i] += marks_there[i];
  }
  require_conserved(now() / ticks_per_cycle(), counted, inside);
  first().check_marks(marks);
}

template <class Block>
WaitGraph BlockNetwork<Block>::wait_graph() const {
  blocks_.say(Kind::kLookForWaits);
  const std::vector<Census> found = blocks_.look();
  WaitGraph own;
  for (std::size_t i = 0; i < blocks_.size(); ++i) blocks_[i].add_waits(found[i], own);
  WaitGraph all;
  for (const std::string& text : blocks_.gather([&](Archive& archive) { archive(own); })) {
    WaitGraph part;
    ArchiveReader reader(text);
    reader(part);
    all.add(std::move(part));
  }
  all.order_by_router();
  return all;
}

template <class Block>
std::vector<RouterActivity> BlockNetwork<Block>::activity() const {
  blocks_.say(Kind::kTellActivity);
  std::vector<RouterActivity> own(topology_.router_count());
  const std::vector<Census> found = blocks_.look();
  for (std::size_t i = 0; i < blocks_.size(); ++i) blocks_[i].add_activity(found[i], own);
  if (!has_ranks_) return own;
  std::vector<RouterActivity> all(topology_.router_count());
  for (const std::string& text : blocks_.gather([&](Archive& archive) { archive(own); })) {
    ArchiveReader reader(text);
    reader(own);
    for (std::size_t r = 0; r < all.size(); ++r) all[r] += own[r];
  }
  return all;
}

template <class Block>
std::vector<std::uint64_t> BlockNetwork<Block>::channel_flits() const {
  blocks_.say(Kind::kTellPortFlits);
  const std::vector<std::uint64_t> sent =
      blocks_.tell([](Block& block) { return block.port_flits(); });
  if (!blocks_.lead()) return {};
  std::vector<std::uint64_t> flits(topology_.channel_count());
  auto of_port = sent.begin();
  blocks_.for_each_router([&](RouterId r) {
    for (std::size_t p = 0; p < topology_.channel_port_count(r); ++p)
      if (const auto channel = topology_.channel_from(r, PortId{p}))
        flits[channel->index()] = *(of_port + static_cast<std::ptrdiff_t>(p));
    of_port += static_cast<std::ptrdiff_t>(topology_.port_count(r));
  });
  return flits;
}

template <class Block>
std::vector<std::uint64_t> BlockNetwork<Block>::backlog_flits() const {
  blocks_.say(Kind::kTellBacklogs);
  const std::vector<std::uint64_t> told = blocks_.tell([](Block& block) {
    std::vector<std::uint64_t> flits;
    for (const auto& sender : block.senders()) flits.push_back(sender.source.backlog_flits());
    return flits;
  });
  if (!blocks_.lead()) return {};
  const std::size_t sources = sources_per_node();
  std::vector<std::uint64_t> flits(topology_.node_count() * sources);
  auto of_node = told.begin();
  blocks_.for_each_router([&](RouterId r) {
    const auto count = static_cast<std::ptrdiff_t>(topology_.node_count_of(r) * sources);
    if (count == 0) return;
    std::copy(
        of_node, of_node + count,
        flits.begin() + static_cast<std::ptrdiff_t>(topology_.first_node_of(r).index() * sources));
    of_node += count;
  });
  return flits;
}

template <class Block>
const Recorder& BlockNetwork<Block>::recorder() {
  if (is_counted_) return counts_;
  blocks_.say(Kind::kCount);
  counts_ = first().recorder();
  for (std::size_t b = 1; b < blocks_.size(); ++b) counts_.add(blocks_[b].recorder());
  is_counted_ = blocks_.lead();
  if (!has_ranks_) return counts_;
  const std::vector<std::string> texts =
      blocks_.gather([&](Archive& archive) { archive(counts_); });
  if (!blocks_.lead()) counts_ = Recorder(0);  // it has counts of every node
  Recorder part = counts_;
  for (std::size_t rank = 1; rank < texts.size(); ++rank) {
    ArchiveReader reader(texts[rank]);
    reader(part);
    counts_.add(part);
  }
  return counts_;
}

template <class Block>
void BlockNetwork<Block>::tell_in_order() {
  for (std::size_t b = 1; b < blocks_.size(); ++b) first().take_over(blocks_[b]);
  if (has_ranks_) {
    const std::vector<std::string> texts =
        blocks_.gather([&](Archive& archive) { first().hand_over(archive); });
    for (const std::string& text : texts) {
      ArchiveReader reader(text);
      first().hand_over(reader);
    }
    if (!blocks_.lead()) return;
  }
  if (!blocks_.have_ranges()) first().order_by_router();
  first().tell_in_order();
}

template <class Block>
void BlockNetwork<Block>::add_times(WorkloadTimes& times) const {
  blocks_.say(Kind::kAddTimes);
  for (const auto& block : blocks_) block->add_times(times);
  if (!has_ranks_) return;
  const std::vector<std::string> texts = blocks_.gather([&](Archive& archive) {
    for (const auto& of_rank : times) {
      std::vector<OperationTimes> own(of_rank.operations.begin(), of_rank.operations.end());
      std::vector<std::uint32_t> taken(of_rank.taken.begin(), of_rank.taken.end());
      archive(own, taken);
    }
  });
  times_.clear();
  taken_.clear();
  for (std::size_t rank = 1; rank < texts.size(); ++rank) {
    ArchiveReader reader(texts[rank]);
    for (auto& of_rank : times) {
      std::vector<OperationTimes> told;
      std::vector<std::uint32_t> taken;
      reader(told, taken);
      if (told.empty()) continue;
      times_.push_back(std::move(told));
      taken_.push_back(std::move(taken));
      of_rank = {times_.back(), taken_.back()};
    }
  }
}

// All mail has been taken, and everything told. Of ranks each has a text of its own.
template <class Block>
void BlockNetwork<Block>::state(Archive& archive) {
  const auto blocks = [&](Archive& of_rank) {
    for (const auto& block : blocks_) block->block_state(of_rank);
  };
  is_counted_ = false;
  if (!has_ranks_) {
    blocks(archive);
    if (archive.reads()) restore(archive);
    return;
  }
  archive.same(std::uint64_t{blocks_.ranks()->size()});
  std::vector<std::string> texts;
  if (!archive.reads()) {
    blocks_.say(Kind::kGiveState);
    texts = blocks_.gather(blocks);
  }
  texts.resize(blocks_.ranks()->size());
  for (std::string& text : texts) {
    std::vector<char> bytes(text.begin(), text.end());
    archive(bytes);
    text.assign(bytes.begin(), bytes.end());
  }
  if (!archive.reads()) return;
  blocks_.say(Kind::kTakeState);  // once all texts are there: reading them may throw
  take_state(blocks_.ranks()->scatter(std::move(texts)));
}

template <class Block>
void BlockNetwork<Block>::take_state(const std::string& text) {
  ArchiveReader reader(text);
  is_counted_ = false;
  const bool is_read = blocks_.all_accept([&] {
    for (const auto& block : blocks_) block->block_state(reader);
    reader.check(reader.left() == 0, "the state of more blocks");
  });
  if (is_read) restore(reader);
}

// What follows from what was read, once all blocks of all ranks have been.
template <class Block>
void BlockNetwork<Block>::restore(const Archive& archive) {
  const auto least = [&](std::uint64_t own) {
    return has_ranks_ ? blocks_.ranks()->least(own) : own;
  };
  const Recorder::WindowShape own = first().recorder().window_shape();
  const Cycle earliest = least(now());
  const Recorder::WindowShape window{least(own.from), least(own.length), least(own.batches)};
  const bool agree = blocks_.all_accept([&] {
    for (const auto& block : blocks_) {
      archive.check(block->now() == earliest, "blocks at different times");
      archive.check(block->recorder().window_shape() == window, "blocks with different windows");
    }
  });
  if (!agree) return;
  const std::vector<Census> found = blocks_.look();
  blocks_.all_accept([&] {
    for (std::size_t i = 0; i < blocks_.size(); ++i) blocks_[i].restore(archive, found[i]);
  });
}

template <class Block>
void BlockNetwork<Block>::obey(const Instruction& instruction) {
  const auto [a, b, c] = instruction.numbers;
  switch (instruction.kind) {
    case Kind::kAdvance:
      return advance(a);
    case Kind::kRelease:
      return release(static_cast<std::uint32_t>(a), b);
    case Kind::kOpenWindow:
      return open_window(a, b, c);
    case Kind::kListen:
      return listen(a != 0 ? &nobody_ : nullptr, b != 0 ? &no_flows_ : nullptr);
    case Kind::kCountDeliveries:
      return count_deliveries();
    case Kind::kCountActivity:
      return count_activity();
    case Kind::kCheckConservation: {
      std::optional<InvariantsOfInput> guard;  // as at rank 0
      if (a != 0) guard.emplace();
      return check_conservation();
    }
    case Kind::kTellUnderWay:
      return void(under_way());
    case Kind::kTellNextBirth:
      return void(next_birth());
    case Kind::kCount:
      return void(recorder());
    case Kind::kTellPortFlits:
      return void(channel_flits());
    case Kind::kTellHops:
      return void(flit_hops());
    case Kind::kTellInside:
      return void(flits_inside());
    case Kind::kTellActivity:
      return void(activity());
    case Kind::kTellBacklogs:
      return void(backlog_flits());
    case Kind::kLookForStalledHeads:
      return void(has_stalled_head());
    case Kind::kLookForWaits:
      return void(wait_graph());
    case Kind::kAddTimes: {
      WorkloadTimes times(first().program_ranks());
      return add_times(times);
    }
    case Kind::kGiveState:
      return void(blocks_.gather([&](Archive& archive) {
        for (const auto& block : blocks_) block->block_state(archive);
      }));
    case Kind::kTakeState:
      return take_state(blocks_.ranks()->scatter({}));
    default:
      assert(false && "no instruction for a network");
  }
}

}  // namespace orthant
