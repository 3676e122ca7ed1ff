// Tested by: tests/traffic/msccl_program_test.cpp
#include "traffic/msccl_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "base/line_reader.hpp"
#include "base/numbers.hpp"
#include "base/xml_reader.hpp"
#include "traffic/goal_file.hpp"
#include "traffic/workload_problem.hpp"

namespace orthant {
namespace {

constexpr std::int64_t kMaxChannels = 256;  // queues of a node
constexpr std::int64_t kMaxBlocks = 1 << 16;
constexpr std::int64_t kMaxCount = 1'000'000'000;
constexpr std::int64_t kNone = -1;

struct StepType {
  std::string_view name;
  bool receives, sends;
};
constexpr std::array kStepTypes = {
    StepType{"s", false, true},   StepType{"r", true, false},    StepType{"rcs", true, true},
    StepType{"rrc", true, false}, StepType{"rrcs", true, true},  StepType{"rrs", true, true},
    StepType{"re", false, false}, StepType{"cpy", false, false}, StepType{"nop", false, false}};

struct Step {
  std::uint32_t line;
  std::uint32_t count;       // of chunks
  std::int32_t block, step;  // ids of what it waits for; kNone: nothing
  std::uint8_t type;         // of kStepTypes
  bool awaited;

  std::uint32_t operations() const {
    return kStepTypes[type].receives && kStepTypes[type].sends ? 2 : 1;
  }
};

struct Block {
  std::uint32_t line;
  std::int32_t id;
  std::int64_t send, receive;  // ranks; kNone: none
  std::uint32_t channel;
  std::size_t first_step, steps;
};

struct Gpu {
  std::uint32_t id;
  std::size_t first_block, blocks;
};

struct Algorithm {
  std::uint32_t ranks = 0;
  std::vector<Gpu> gpus;
  std::vector<Block> blocks;
  std::vector<Step> steps;

  std::span<const Block> blocks_of(const Gpu& gpu) const {
    return std::span(blocks).subspan(gpu.first_block, gpu.blocks);
  }
  std::span<const Step> steps_of(const Block& block) const {
    return std::span(steps).subspan(block.first_step, block.steps);
  }
};

class MscclReader : private XmlReader {
 public:
  MscclReader(const std::string& key, const std::string& file, std::uint64_t chunk_bytes,
              std::size_t nodes)
      : XmlReader(key, file), chunk_bytes_(chunk_bytes), nodes_(nodes) {}

  Workload read() {
    read_elements();
    if (algorithm_.ranks == 0) fail_at(line(), "no <algo>; allowed: one");
    WorkloadBuilder builder(algorithm_.ranks, 2 * algorithm_.steps.size());
    for (const Gpu& gpu : algorithm_.gpus) write(gpu, builder);
    Workload workload = builder.finish();
    if (const auto problem = find_problem(workload)) {
      if (problem->kind == WorkloadProblem::Kind::kShortReceive)
        fail_count(problem->places[0], workload);
      throw KeyError(key(), problem_text(*problem, workload,
                                         [&](const OperationId& place) { return place_of(place); },
                                         {"sends", "receives", "gpu", "channel"}));
    }
    for (std::uint32_t rank = 0; rank < workload.ranks(); ++rank) check_counts(rank, workload);
    return workload;
  }

 private:
  // Each element is nested in the previous one.
  static constexpr std::array<std::string_view, 4> kElements = {"algo", "gpu", "tb", "step"};

  void begin(std::string_view element, const XmlAttributes& attributes) override {
    if (depth_ == kElements.size() || element != kElements[depth_])
      fail_at(line(), "<{}> {}; allowed: {}", LineReader::printable(element),
              depth_ == 0 ? "as the outermost element"
                          : fmt::format("inside <{}>", kElements[depth_ - 1]),
              depth_ == kElements.size() ? "nothing" : fmt::format("<{}>", kElements[depth_]));
    switch (depth_++) {
      case 0:
        return begin_algorithm(attributes);
      case 1:
        return begin_gpu(attributes);
      case 2:
        return begin_block(attributes);
      default:
        return add_step(attributes);
    }
  }
  void end(std::string_view element) override {
    --depth_;
    if (element == "gpu") end_gpu(algorithm_.gpus.back());
  }

  void begin_algorithm(const XmlAttributes& attributes) {
    const std::int64_t gpus = number(attributes, "ngpus", 1, kMaxRanks);
    if (static_cast<std::size_t>(gpus) > nodes_)
      fail_at(line(), "{} gpus for {} nodes; allowed: a node for each gpu", gpus, nodes_);
    algorithm_.ranks = static_cast<std::uint32_t>(gpus);
    channels_ = attributes.find("nchannels") == nullptr
                    ? kMaxChannels
                    : number(attributes, "nchannels", 1, kMaxChannels);
    seen_.resize(algorithm_.ranks);
  }

  void begin_gpu(const XmlAttributes& attributes) {
    const auto id = static_cast<std::uint32_t>(number(attributes, "id", 0, algorithm_.ranks - 1));
    if (seen_[id]) fail_at(line(), "gpu {} is there twice; allowed: once", id);
    seen_[id] = true;
    algorithm_.gpus.push_back({id, algorithm_.blocks.size(), 0});
  }

  void begin_block(const XmlAttributes& attributes) {
    Gpu& gpu = algorithm_.gpus.back();
    const Block block{
        .line = static_cast<std::uint32_t>(line()),
        .id = static_cast<std::int32_t>(number(attributes, "id", 0, kMaxBlocks - 1)),
        .send = peer(attributes, "send"),
        .receive = peer(attributes, "recv"),
        .channel = static_cast<std::uint32_t>(number(attributes, "chan", 0, channels_ - 1)),
        .first_step = algorithm_.steps.size(),
        .steps = 0};
    algorithm_.blocks.push_back(block);
    ++gpu.blocks;
  }

  std::int64_t peer(const XmlAttributes& attributes, const char* name) {
    const std::int64_t other = number(attributes, name, kNone, algorithm_.ranks - 1);
    if (other == algorithm_.gpus.back().id)
      fail_at(line(), "{} of gpu {} is gpu {} itself; allowed: another one, or -1", name, other,
              other);
    return other;
  }

  void add_step(const XmlAttributes& attributes) {
    Block& block = algorithm_.blocks.back();
    const std::int64_t place = number(attributes, "s", 0, kMaxSteps);
    if (static_cast<std::size_t>(place) != block.steps)
      fail_at(line(), "step {} where step {} should be; allowed: 0, 1, 2, ...", place, block.steps);
    const std::string name = required(attributes, "step", "type");
    const auto type = std::ranges::find(kStepTypes, name, &StepType::name);
    if (type == kStepTypes.end())
      fail_at(line(), "type {} is unknown; allowed: s, r, rcs, rrc, rrcs, rrs, re, cpy, nop",
              LineReader::printable(name));
    const bool sends = type->sends, receives = type->receives;
    if (sends && block.send == kNone)
      fail_at(line(), "{} in a tb without send; allowed: a tb with a gpu to send to", name);
    if (receives && block.receive == kNone)
      fail_at(line(), "{} in a tb without recv; allowed: a tb with a gpu to receive from", name);
    Step step{
        .line = static_cast<std::uint32_t>(line()),
        .count = sends || receives ? count(attributes) : 0,
        .block = static_cast<std::int32_t>(number(attributes, "depid", kNone, kMaxBlocks - 1)),
        .step = static_cast<std::int32_t>(number(attributes, "deps", kNone, kMaxSteps)),
        .type = static_cast<std::uint8_t>(type - kStepTypes.begin()),
        .awaited = number(attributes, "hasdep", 0, 1) != 0};
    if ((step.block == kNone) != (step.step == kNone))
      fail_at(line(), "depid={} beside deps={}; allowed: both -1, or a tb and a step of it",
              step.block, step.step);
    algorithm_.steps.push_back(step);
    ++block.steps;
  }

  std::uint32_t count(const XmlAttributes& attributes) const {
    const std::int64_t chunks = number(attributes, "cnt", 1, kMaxCount);
    if (static_cast<std::uint64_t>(chunks) > Workload::kMaxAmount / chunk_bytes_)
      fail_at(line(), "{} chunks of {} bytes; allowed: at most {} bytes", chunks, chunk_bytes_,
              Workload::kMaxAmount);
    return static_cast<std::uint32_t>(chunks);
  }

  std::int64_t number(const XmlAttributes& attributes, const char* name, std::int64_t least,
                      std::int64_t most) const {
    const std::string text = required(attributes, kElements[depth_ - 1], name);
    const auto value = parse_integer(text);
    if (!value || *value < least || *value > most)
      fail_at(line(), "{}={} of <{}>; allowed: {} to {}", name, LineReader::printable(text),
              kElements[depth_ - 1], least, most);
    return *value;
  }

  // Resolves dependencies: their `block` becomes an index among the blocks of the GPU.
  void end_gpu(const Gpu& gpu) {
    const std::span<const Block> blocks = algorithm_.blocks_of(gpu);
    std::vector<std::pair<std::int32_t, std::int32_t>> numbers;  // by id
    std::vector<std::array<std::int64_t, 4>> ends;               // peer, direction, channel, line
    for (const Block& block : blocks) {
      numbers.emplace_back(block.id, static_cast<std::int32_t>(numbers.size()));
      if (block.send != kNone) ends.push_back({block.send, 0, block.channel, block.line});
      if (block.receive != kNone) ends.push_back({block.receive, 1, block.channel, block.line});
    }
    std::ranges::sort(numbers);
    const auto twice =
        std::ranges::adjacent_find(numbers, {}, [](const auto& n) { return n.first; });
    if (twice != numbers.end())
      fail_at(blocks[static_cast<std::size_t>(std::next(twice)->second)].line,
              "tb {} of gpu {} is there twice; allowed: once", twice->first, gpu.id);
    check_ends(gpu, std::move(ends));
    std::size_t operations = 0;
    for (const Block& block : blocks) {
      for (Step& step : std::span(algorithm_.steps).subspan(block.first_step, block.steps)) {
        operations += step.operations();
        if (step.block == kNone) continue;
        const auto other = std::ranges::lower_bound(numbers, step.block, {},
                                                    [](const auto& n) { return n.first; });
        if (other == numbers.end() || other->first != step.block)
          fail_at(step.line, "depid={}: gpu {} has no such tb; allowed: one of its own", step.block,
                  gpu.id);
        const auto steps = algorithm_.steps_of(blocks[static_cast<std::size_t>(other->second)]);
        if (static_cast<std::size_t>(step.step) >= steps.size())
          fail_at(step.line, "deps={}: tb {} of gpu {} has no such step; allowed: below {}",
                  step.step, step.block, gpu.id, steps.size());
        const Step& awaited = steps[static_cast<std::size_t>(step.step)];
        if (!awaited.awaited)
          fail_at(awaited.line,
                  "hasdep=0 of step {} of tb {} of gpu {}, for which line {} waits; allowed: 1",
                  step.step, step.block, gpu.id, step.line);
        step.block = other->second;
      }
    }
    if (operations >= Workload::kMaxOperationsOfRank)
      fail_at(line(), "gpu {} has {} operations; allowed: below {}", gpu.id, operations,
              Workload::kMaxOperationsOfRank);
  }

  // Fails if two thread blocks of a GPU have the same peer, direction and channel.
  void check_ends(const Gpu& gpu, std::vector<std::array<std::int64_t, 4>> ends) const {
    std::ranges::sort(ends);
    for (std::size_t e = 1; e < ends.size(); ++e) {
      const auto [peer, direction, channel, line] = ends[e];
      if (std::equal(ends[e].begin(), ends[e].begin() + 3, ends[e - 1].begin()))
        fail_at(static_cast<std::size_t>(line),
                "a second tb of gpu {} that {} gpu {} on channel {}; allowed: one", gpu.id,
                direction == 0 ? "sends to" : "receives from", peer, channel);
    }
  }

  void write(const Gpu& gpu, WorkloadBuilder& builder) const {
    const std::span<const Block> blocks = algorithm_.blocks_of(gpu);
    // Per step of the GPU: its first operation; steps + 1 entries.
    std::vector<std::uint32_t> first = {0};
    std::vector<std::size_t> first_step;  // [block], index into `first`
    for (const Block& block : blocks) {
      first_step.push_back(first.size() - 1);
      for (const Step& step : algorithm_.steps_of(block))
        first.push_back(first.back() + step.operations());
    }
    builder.begin_rank(gpu.id);
    for (const Block& block : blocks) {
      for (const Step& step : algorithm_.steps_of(block)) {
        const std::uint32_t here = add(block, step, builder);
        if (&step != algorithm_.steps_of(block).data()) builder.require(here, here - 1);
        if (step.block == kNone) continue;
        const std::size_t other =
            first_step[static_cast<std::size_t>(step.block)] + static_cast<std::size_t>(step.step);
        builder.require(here, first[other + 1] - 1);
      }
    }
    builder.end_rank();
  }

  // Adds the operations of a step, and returns the first one.
  std::uint32_t add(const Block& block, const Step& step, WorkloadBuilder& builder) const {
    const StepType& type = kStepTypes[step.type];
    const std::uint64_t bytes = step.count * chunk_bytes_;
    const std::uint32_t here = builder.operations();
    if (type.receives)
      builder.receive(bytes, static_cast<std::uint32_t>(block.receive), block.channel);
    if (type.sends)
      builder.send(bytes, static_cast<std::uint32_t>(block.send), block.channel,
                   static_cast<std::uint8_t>(block.channel));
    if (type.receives && type.sends) builder.require(here + 1, here);
    if (!type.receives && !type.sends) builder.compute(0);
    return here;
  }

  PlaceInFile place_of(const OperationId& place) const {
    const Gpu& gpu = *std::ranges::find(algorithm_.gpus, place.rank, &Gpu::id);
    std::uint32_t end = 0;
    for (const Block& block : algorithm_.blocks_of(gpu)) {
      std::size_t number = 0;
      for (const Step& step : algorithm_.steps_of(block)) {
        end += step.operations();
        if (end > place.operation)
          return {.where = fmt::format("{}:{}", file(), step.line),
                  .brief = fmt::format("line {}", step.line),
                  .name = fmt::format("step {} of tb {} of gpu {}", number, block.id, gpu.id)};
        ++number;
      }
    }
    return {};
  }

  // Both ends of a message must have equal chunk counts.
  void check_counts(std::uint32_t rank, const Workload& workload) const {
    const auto operations = workload.of(rank);
    for (std::uint32_t i = 0; i < operations.size(); ++i) {
      const Operation& operation = operations[i];
      if (operation.kind == OperationKind::kReceive &&
          operation.amount != workload.of(operation.peer)[operation.match].amount)
        fail_count({rank, i}, workload);
    }
  }
  [[noreturn]] void fail_count(const OperationId& place, const Workload& workload) const {
    const Operation& receive = workload.of(place.rank)[place.operation];
    const PlaceInFile here = place_of(place), send = place_of({receive.peer, receive.match});
    const std::uint64_t sent = workload.of(receive.peer)[receive.match].amount / chunk_bytes_;
    key_error(key(), "{}: {} receives {} of a message of {} ({}, {}); allowed: {}", here.where,
              here.name, counted(receive.amount / chunk_bytes_, "chunks"), sent, send.name,
              send.brief, sent);
  }

  static constexpr std::int64_t kMaxSteps = Workload::kMaxOperationsOfRank - 1;

  std::uint64_t chunk_bytes_;
  std::size_t nodes_;
  std::size_t depth_ = 0;  // open elements
  std::int64_t channels_ = kMaxChannels;
  std::vector<bool> seen_;  // [GPU]
  Algorithm algorithm_;
};

}  // namespace

Workload read_msccl(const std::string& key, const std::string& file, std::uint64_t chunk_bytes,
                    std::size_t nodes) {
  return MscclReader(key, file, chunk_bytes, nodes).read();
}

}  // namespace orthant
