// Coordinates the blocks of a network: threads within a process, calls between ranks.
#include "sim/blocks/block_network.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "sim/kernel/ranks.hpp"
#include "sim/kernel/require.hpp"

namespace orthant {
namespace {

template <auto kMember>
struct Constant {};

using Numbers = std::uint64_t[Instruction::kNumbers];

template <class Member>
struct Signature;
template <class Result, class... Args>
struct Signature<Result (BlockNetwork::*)(Args...)> {
  template <auto kMember>
  static void call(BlockNetwork& network, const Numbers& numbers) {
    [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
      static_cast<void>((network.*kMember)(static_cast<Args>(numbers[kIndex])...));
    }
    (std::index_sequence_for<Args...>());
  }
};
template <class Result, class... Args>
struct Signature<Result (BlockNetwork::*)(Args...) const>
    : Signature<Result (BlockNetwork::*)(Args...)> {};

// A call is its row number in the table; a call without a row does not compile.
template <auto... kMembers>
struct CallTable {
  static constexpr std::array kRows = {&Signature<decltype(kMembers)>::template call<kMembers>...};

  template <auto kMember>
  static consteval std::uint32_t number() {
    constexpr std::array kIsRow = {std::is_same_v<Constant<kMember>, Constant<kMembers>>...};
    static_assert(std::ranges::count(kIsRow, true) == 1,
                  "a call needs one row in BlockNetwork::Calls");
    return static_cast<std::uint32_t>(std::ranges::find(kIsRow, true) - kIsRow.begin());
  }
};

}  // namespace

struct BlockNetwork::Calls {
  using Table =
      CallTable<&BlockNetwork::advance, &BlockNetwork::release, &BlockNetwork::follow_add_times,
                &BlockNetwork::under_way, &BlockNetwork::next_generation, &BlockNetwork::recorder,
                &BlockNetwork::open_window, &BlockNetwork::follow_observe,
                &BlockNetwork::count_deliveries, &BlockNetwork::channel_flits,
                &BlockNetwork::flit_hops, &BlockNetwork::count_activity,
                &BlockNetwork::flits_inside, &BlockNetwork::backlog_flits, &BlockNetwork::snapshot,
                &BlockNetwork::has_stalled_head, &BlockNetwork::follow_give_state,
                &BlockNetwork::follow_take_state>;
};

template <auto kMember, class... Arguments>
void BlockNetwork::announce(Arguments... arguments) const {
  if (!has_ranks_ || !blocks_.is_root()) return;
  static_assert(sizeof...(Arguments) <= Instruction::kNumbers);
  blocks_.ranks()->broadcast({Instruction::Kind::kCall,
                              {static_cast<std::uint64_t>(arguments)...},
                              Calls::Table::number<kMember>()});
}

BlockNetwork::BlockNetwork(const NetworkParts& parts, const Cut& cut, MakeBlock make_block)
    : parts_(parts),
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

BlockNetwork::~BlockNetwork() {
  if (has_ranks_ && blocks_.is_root()) blocks_.ranks()->broadcast({Instruction::Kind::kDestroy});
}

void BlockNetwork::follow() {
  Ranks& ranks = *blocks_.ranks();
  for (Instruction next = ranks.next_instruction(); next.kind != Instruction::Kind::kDestroy;
       next = ranks.next_instruction()) {
    require(next.kind == Instruction::Kind::kCall && next.call < Calls::Table::kRows.size(),
            "rank {} received an instruction that is no call of a network", ranks.rank());
    Calls::Table::kRows[next.call](*this, next.numbers);
  }
}

void BlockNetwork::advance(Tick tick) {
  announce<&BlockNetwork::advance>(tick);
  is_counted_ = false;
  end_ = tick;
  is_flushing_ = !skip_idle_time();
  team_.run([this](std::size_t part) { return step(part); },
            [this] {
              if (is_flushing_) return false;
              if (has_ranks_)
                blocks_.exchange_messages();
              else
                report_in_order();
              is_flushing_ = !skip_idle_time();
              return true;
            });
  if (has_ranks_ && is_observed_) report_in_order();
}

std::span<std::unique_ptr<Block>> BlockNetwork::blocks_of(std::size_t part) {
  const std::size_t from = blocks_.size() * part / team_.parts();
  const std::size_t to = blocks_.size() * (part + 1) / team_.parts();
  return blocks_.all().subspan(from, to - from);
}

// Lets one thread visit its blocks, or flush their counts. Requests a pause if all blocks may be
// idle, if one has deliveries to report, if messages go to other ranks, and at the end.
Team::Pause BlockNetwork::step(std::size_t part) {
  auto asked = Team::Pause::kIfAll;
  for (const auto& block : blocks_of(part)) {
    if (is_flushing_) {
      block->flush_counts();
    } else {
      block->visit(std::min(end_, block->now() + block->lookahead()));
    }
    if (is_flushing_ || has_ranks_ || block->now() == end_ ||
        block->own_recorder().has_deliveries_to_report())
      asked = Team::Pause::kNow;
    if (asked == Team::Pause::kIfAll && !block->idles()) asked = Team::Pause::kNone;
  }
  return asked;
}

// Returns whether a visit is left before end_.
bool BlockNetwork::skip_idle_time() {
  if (now() < end_) {
    const std::optional<Tick> next = end_of_idle_time();
    for (const auto& block : blocks_)
      if (next) block->skip_to(std::min(end_, *next));
  }
  return now() < end_;
}

// Returns the tick of the next packet if all blocks idle. Ranks agree on it every kVisits visits.
std::optional<Tick> BlockNetwork::end_of_idle_time() const {
  constexpr std::uint64_t kVisits = 16;
  if (has_ranks_ && first().visits() % kVisits != 0) return std::nullopt;
  const bool idle = std::ranges::all_of(blocks_, [](const auto& block) { return block->idles(); });
  Tick next = idle ? kNever : 0;
  for (const auto& block : blocks_)
    if (idle) next = std::min(next, block->next_generation());
  if (has_ranks_) next = blocks_.ranks()->least(next);
  return next == 0 ? std::nullopt : std::optional(next);
}

// Reports the deliveries of each tick in the order of routers, which is that of blocks if blocks
// are ranges.
void BlockNetwork::report_in_order() {
  Recorder& all = first().own_recorder();
  for (std::size_t b = 1; b < blocks_.size(); ++b) all.take_over(blocks_[b].own_recorder());
  if (has_ranks_) {
    const std::vector<std::string> texts =
        blocks_.gather([&](Archive& archive) { all.hand_over(archive); });
    for (const std::string& text : texts) {
      ArchiveReader reader(text);
      all.hand_over(reader);
    }
    if (!blocks_.is_root()) return;
  }
  if (!blocks_.have_ranges()) all.order_by_router(parts_.topology);
  all.report_in_order();
}

void BlockNetwork::release(std::uint32_t frame, Cycle cycle) {
  announce<&BlockNetwork::release>(frame, cycle);
  is_counted_ = false;
  for (const auto& block : blocks_) block->release(frame, cycle);
}

void BlockNetwork::open_window(Tick from, Tick to, std::size_t batches) {
  announce<&BlockNetwork::open_window>(from, to, batches);
  is_counted_ = false;
  for (const auto& block : blocks_) block->open_window(from, to, batches);
}

void BlockNetwork::observe(PacketLog* log, FlowCounts* flows) {
  announce<&BlockNetwork::follow_observe>(log != nullptr, flows != nullptr);
  is_counted_ = false;
  is_observed_ = log != nullptr || flows != nullptr;
  for (const auto& block : blocks_) block->observe(log, flows);
}

void BlockNetwork::follow_observe(bool log, bool flows) {
  observe(log ? &null_log_ : nullptr, flows ? &no_flows_ : nullptr);
}

void BlockNetwork::count_deliveries() {
  announce<&BlockNetwork::count_deliveries>();
  for (const auto& block : blocks_) block->count_deliveries();
}

void BlockNetwork::count_activity() {
  announce<&BlockNetwork::count_activity>();
  for (const auto& block : blocks_) block->count_activity();
}

std::uint64_t BlockNetwork::flit_hops() const {
  announce<&BlockNetwork::flit_hops>();
  return blocks_.sum([](Block& block) { return block.flit_hops(); });
}

std::uint64_t BlockNetwork::flits_inside() const {
  announce<&BlockNetwork::flits_inside>();
  return blocks_.sum([](Block& block) { return block.flits_inside(); });
}

bool BlockNetwork::has_stalled_head() {
  announce<&BlockNetwork::has_stalled_head>();
  return blocks_.sum([](Block& block) { return std::uint64_t{block.has_stalled_head()}; }) != 0;
}

std::uint64_t BlockNetwork::under_way() const {
  announce<&BlockNetwork::under_way>();
  return blocks_.sum([](Block& block) {
    return block.recorder().generated_flits() - block.recorder().ejected_flits();
  });
}

Tick BlockNetwork::next_generation() const {
  announce<&BlockNetwork::next_generation>();
  const std::vector<Tick> ticks =
      blocks_.concatenate([](Block& block) { return std::vector{block.next_generation()}; });
  return ticks.empty() ? kNever : std::ranges::min(ticks);
}

MemoryEstimate BlockNetwork::memory() const {
  MemoryEstimate sum;
  for (const auto& block : blocks_) sum += block->memory();
  return sum;
}

Snapshot BlockNetwork::snapshot(Snapshot::Purpose purpose) const {
  announce<&BlockNetwork::snapshot>(purpose);
  const Cycle cycle = now() / ticks_per_cycle();
  const std::vector<Census> found = blocks_.take_census();
  Snapshot own(purpose, cycle);
  for (std::size_t i = 0; i < blocks_.size(); ++i) blocks_[i].add_to(own, found[i]);
  if (!has_ranks_) {
    own.waits().order_by_router();
    return own;
  }
  Snapshot all(purpose, cycle);
  for (const std::string& text : blocks_.gather([&](Archive& archive) { archive(own); })) {
    Snapshot part(purpose, cycle);
    ArchiveReader reader(text);
    reader(part);
    all.add(std::move(part));
  }
  all.waits().order_by_router();
  return all;
}

std::vector<std::uint64_t> BlockNetwork::channel_flits() const {
  announce<&BlockNetwork::channel_flits>();
  const Topology& topology = parts_.topology;
  const std::vector<std::uint64_t> sent =
      blocks_.concatenate([](Block& block) { return block.port_flits(); });
  if (!blocks_.is_root()) return {};
  std::vector<std::uint64_t> flits(topology.channel_count());
  auto of_port = sent.begin();
  blocks_.for_each_router([&](RouterId r) {
    for (std::size_t p = 0; p < topology.channel_port_count(r); ++p)
      if (const auto channel = topology.channel_from(r, PortId{p}))
        flits[channel->index()] = *(of_port + static_cast<std::ptrdiff_t>(p));
    of_port += static_cast<std::ptrdiff_t>(topology.port_count(r));
  });
  return flits;
}

std::vector<std::uint64_t> BlockNetwork::backlog_flits() const {
  announce<&BlockNetwork::backlog_flits>();
  const Topology& topology = parts_.topology;
  const std::vector<std::uint64_t> by_block =
      blocks_.concatenate([](Block& block) { return block.backlogs_of_block(); });
  if (!blocks_.is_root()) return {};
  const std::size_t sources = sources_per_node();
  std::vector<std::uint64_t> flits(topology.node_count() * sources);
  auto of_node = by_block.begin();
  blocks_.for_each_router([&](RouterId r) {
    const auto count = static_cast<std::ptrdiff_t>(topology.node_count_of(r) * sources);
    if (count == 0) return;
    std::copy(
        of_node, of_node + count,
        flits.begin() + static_cast<std::ptrdiff_t>(topology.first_node_of(r).index() * sources));
    of_node += count;
  });
  return flits;
}

const Recorder& BlockNetwork::recorder() {
  if (is_counted_) return counts_;
  announce<&BlockNetwork::recorder>();
  counts_ = first().recorder();
  for (std::size_t b = 1; b < blocks_.size(); ++b) counts_.add(blocks_[b].recorder());
  is_counted_ = blocks_.is_root();
  if (!has_ranks_) return counts_;
  const std::vector<std::string> texts =
      blocks_.gather([&](Archive& archive) { archive(counts_); });
  if (!blocks_.is_root()) counts_ = Recorder(0);  // frees the counts of every node
  Recorder part = counts_;
  for (std::size_t rank = 1; rank < texts.size(); ++rank) {
    ArchiveReader reader(texts[rank]);
    reader(part);
    counts_.add(part);
  }
  return counts_;
}

void BlockNetwork::add_times(WorkloadTimes& times) const {
  announce<&BlockNetwork::follow_add_times>();
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
      std::vector<OperationTimes> of_others;
      std::vector<std::uint32_t> taken;
      reader(of_others, taken);
      if (of_others.empty()) continue;
      times_.push_back(std::move(of_others));
      taken_.push_back(std::move(taken));
      of_rank = {times_.back(), taken_.back()};
    }
  }
}

void BlockNetwork::follow_add_times() const {
  WorkloadTimes times(parts_.traffic.workload->workload().ranks());
  add_times(times);
}

// Requires that all message buffers are empty and all deliveries reported. Each rank has its own
// text.
void BlockNetwork::state(Archive& archive) {
  is_counted_ = false;
  if (!has_ranks_) {
    blocks_state(archive);
    if (archive.reads()) restore(archive);
    return;
  }
  archive.same(std::uint64_t{blocks_.ranks()->size()});
  std::vector<std::string> texts;
  if (!archive.reads()) {
    announce<&BlockNetwork::follow_give_state>();
    texts = blocks_.gather([this](Archive& of_rank) { blocks_state(of_rank); });
  }
  texts.resize(blocks_.ranks()->size());
  for (std::string& text : texts) {
    std::vector<char> bytes(text.begin(), text.end());
    archive(bytes);
    text.assign(bytes.begin(), bytes.end());
  }
  if (!archive.reads()) return;
  // Announced once all texts have arrived: reading them may throw.
  announce<&BlockNetwork::follow_take_state>();
  take_state(blocks_.ranks()->scatter(std::move(texts)));
}

void BlockNetwork::blocks_state(Archive& archive) {
  for (const auto& block : blocks_) block->block_state(archive);
}

void BlockNetwork::follow_give_state() {
  blocks_.gather([this](Archive& archive) { blocks_state(archive); });
}

void BlockNetwork::follow_take_state() { take_state(blocks_.ranks()->scatter({})); }

// If any rank refuses its state, rank 0 throws; the others wait for the end of the network.
void BlockNetwork::take_state(const std::string& text) {
  ArchiveReader reader(text);
  is_counted_ = false;
  const bool is_read = blocks_.all_accept([&] {
    blocks_state(reader);
    reader.check(reader.left() == 0, "the state of more blocks");
  });
  if (is_read) restore(reader);
}

// Derives the rest of the state once all blocks of all ranks have read theirs.
void BlockNetwork::restore(const Archive& archive) {
  const auto least = [&](std::uint64_t own) {
    return has_ranks_ ? blocks_.ranks()->least(own) : own;
  };
  const Recorder::WindowShape own = first().recorder().window_shape();
  const Tick earliest = least(now());
  const Recorder::WindowShape window{least(own.from), least(own.length), least(own.batches)};
  const bool agree = blocks_.all_accept([&] {
    for (const auto& block : blocks_) {
      archive.check(block->now() == earliest, "blocks at different times");
      archive.check(block->recorder().window_shape() == window, "blocks with different windows");
    }
  });
  if (!agree) return;
  const std::vector<Census> found = blocks_.take_census();
  blocks_.all_accept([&] {
    for (std::size_t i = 0; i < blocks_.size(); ++i) blocks_[i].restore(archive, found[i]);
  });
}

}  // namespace orthant
