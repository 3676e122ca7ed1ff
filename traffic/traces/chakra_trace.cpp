// Tested by: tests/traffic/chakra_trace_test.cpp
#include "traffic/traces/chakra_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/line_reader.hpp"
#include "base/read_file.hpp"
#include "traffic/traces/chakra_nodes.hpp"
#include "traffic/traces/collective_order.hpp"
#include "traffic/traces/rank_files.hpp"
#include "traffic/workload_problem.hpp"

namespace orthant {
namespace {

// Queues of computations: of an accelerator, of what takes no time, and of the cpu beside it.
constexpr std::uint8_t kAccelerator = 0, kNoTime = 1, kCpu = 2;
constexpr std::uint64_t kMostMicros = Workload::kMostAmount / 1000;

struct ChakraCollective {
  std::int64_t type;  // CollectiveCommType
  std::string_view name;
  CollectiveKind kind;
};
constexpr ChakraCollective kChakraCollectives[] = {
    {0, "ALL_REDUCE", CollectiveKind::kAllreduce},
    {2, "ALL_GATHER", CollectiveKind::kAllgather},
    {5, "BROADCAST", CollectiveKind::kBroadcast},
    {6, "ALL_TO_ALL", CollectiveKind::kAlltoall},
    {7, "REDUCE_SCATTER", CollectiveKind::kReduceScatter},
    {8, "REDUCE_SCATTER_BLOCK", CollectiveKind::kReduceScatter},
    {9, "BARRIER", CollectiveKind::kBarrier}};

class ChakraTrace {
 public:
  ChakraTrace(const std::string& key, const std::string& file, std::size_t nodes,
              const TraceOptions& options)
      : key_(key),
        files_(key, file, nodes),
        options_(options),
        collectives_(files_.ranks(), options.algorithm) {}

  Workload read() {
    WorkloadBuilder builder(files_.ranks());
    CollectiveOrder order(
        key_, [&](std::uint32_t rank, std::uint64_t id) { return place_text(rank, id); });
    for (std::uint32_t rank = 0; rank < files_.ranks(); ++rank) {
      traced_.clear();
      write(rank, nodes_of(rank), builder);
      order.add(rank, std::exchange(traced_, {}));
    }
    Workload workload = builder.finish();
    if (const auto problem = find_problem(workload))
      throw KeyError(
          key_, problem_text(*problem, workload, [&](const auto& place) { return place_of(place); },
                             {.send = "sends", .receive = "receives"}));
    return workload;
  }

 private:
  // Of a node: its first operation, which waits, and its last one, which others wait for.
  struct Span {
    std::uint64_t id;
    std::uint32_t first, last;
  };

  std::vector<ChakraNode> nodes_of(std::uint32_t rank) const {
    const std::string file = files_.of(rank);
    return read_chakra_nodes(key_, file, read_file_of(key_, file));
  }

  std::string place_text(std::uint32_t rank, std::uint64_t id) const {
    return fmt::format("{}: node {}", files_.of(rank), id);
  }
  template <class... Args>
  [[noreturn]] void fail(const ChakraNode& node, fmt::format_string<Args...> format,
                         Args&&... args) const {
    key_error(key_, "{}: {}", place_text(rank_, node.id),
              fmt::format(format, std::forward<Args>(args)...));
  }

  // Returns the spans of its nodes in the order of the file.
  std::vector<Span> write(std::uint32_t rank, const std::vector<ChakraNode>& nodes,
                          WorkloadBuilder& builder) {
    rank_ = rank;
    builder_ = &builder;
    builder.begin_rank(rank);
    std::vector<Span> spans;
    for (const ChakraNode& node : nodes) {
      const std::uint32_t first = builder.operations();
      if (first + 2 >= Workload::kMostOperationsOfRank)
        fail(node, "too many operations before it; allowed: below {}",
             Workload::kMostOperationsOfRank);
      write_node(node);
      spans.push_back({node.id, first, builder.operations() - 1});
    }
    add_waits(nodes, spans);
    builder.end_rank();
    return spans;
  }

  void add_waits(const std::vector<ChakraNode>& nodes, const std::vector<Span>& spans) {
    std::vector<Span> by_id = spans;
    std::ranges::sort(by_id, {}, &Span::id);
    const auto twice = std::ranges::adjacent_find(by_id, {}, &Span::id);
    if (twice != by_id.end())
      key_error(key_, "{}: there twice; allowed: once", place_text(rank_, twice->id));
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      for (const std::uint64_t id : nodes[n].waits) {
        const auto other = std::ranges::lower_bound(by_id, id, {}, &Span::id);
        if (other == by_id.end() || other->id != id)
          fail(nodes[n], "it waits for node {}, which is not there; allowed: nodes of its rank",
               id);
        builder_->require(spans[n].first, other->last);
      }
    }
  }

  void write_node(const ChakraNode& node) {
    switch (node.type) {
      case ChakraType::kComputation: {
        if (node.micros > kMostMicros)
          fail(node, "it takes {} microseconds; allowed: at most {}", node.micros, kMostMicros);
        const std::uint64_t time = options_.computations ? 1000 * node.micros : 0;
        builder_->compute(time, time == 0 ? kNoTime : node.on_cpu ? kCpu : kAccelerator);
        return;
      }
      case ChakraType::kSend:
      case ChakraType::kReceive: {
        const bool sends = node.type == ChakraType::kSend;
        const std::uint64_t bytes = bytes_of(node);
        const std::uint32_t peer = peer_of(node, sends), tag = tag_of(node);
        if (sends)
          builder_->send(bytes, peer, tag);
        else
          builder_->receive(bytes, peer, tag);
        return;
      }
      case ChakraType::kCollective:
        return write_collective(node);
      default:
        builder_->compute(0, kNoTime);
    }
  }

  std::int64_t attribute(const ChakraNode& node, const std::optional<std::int64_t>& value,
                         std::string_view name, std::int64_t most) const {
    if (!value) fail(node, "it has no {}; allowed: an attribute of that name, a number", name);
    if (*value < 0 || *value > most) fail(node, "{} is {}; allowed: 0 to {}", name, *value, most);
    return *value;
  }
  std::uint64_t bytes_of(const ChakraNode& node) const {
    return static_cast<std::uint64_t>(
        attribute(node, node.size, "comm_size", static_cast<std::int64_t>(Workload::kMostAmount)));
  }
  std::uint32_t tag_of(const ChakraNode& node) const {
    return static_cast<std::uint32_t>(
        attribute(node, node.tag ? node.tag : 0, "comm_tag", CollectiveWriter::kFirstTag - 1));
  }
  // The other end; this one, if it is said, is the rank itself.
  std::uint32_t peer_of(const ChakraNode& node, bool sends) const {
    const std::string_view names[] = {"comm_src", "comm_dst"};
    const auto& own = sends ? node.source : node.destination;
    if (own && *own != std::int64_t{rank_})
      fail(node, "{} is {}; allowed: {}, the rank of the file", names[sends ? 0 : 1], *own, rank_);
    return static_cast<std::uint32_t>(attribute(node, sends ? node.destination : node.source,
                                                names[sends ? 1 : 0], files_.ranks() - 1));
  }

  void write_collective(const ChakraNode& node) {
    const std::int64_t type = attribute(node, node.collective, "comm_type", 9);
    const auto known = std::ranges::find(kChakraCollectives, type, &ChakraCollective::type);
    if (known == std::end(kChakraCollectives))
      fail(node,
           "comm_type is {}; allowed: 0 (ALL_REDUCE), 2 (ALL_GATHER), 5 (BROADCAST), 6 "
           "(ALL_TO_ALL), 7 and 8 (REDUCE_SCATTER), 9 (BARRIER)",
           type);
    check_group(node);
    CollectiveCall call{.kind = known->kind};
    if (call.kind != CollectiveKind::kBarrier) call.bytes = bytes_of(node);
    if (call.kind == CollectiveKind::kBroadcast && node.source)
      call.root =
          static_cast<std::uint32_t>(attribute(node, node.source, "comm_src", files_.ranks() - 1));
    const std::uint32_t start = builder_->compute(0, kNoTime);
    try {
      collectives_.write(*builder_, rank_, call, {start});
    } catch (const KeyError& error) {
      if (is_of_algorithm(error)) throw;
      fail(node, "{}", error.what());
    }
    traced_.push_back({std::move(call), known->name, node.id});
  }

  // Which ranks a group has is in none of the files: there may be one, of all of them.
  void check_group(const ChakraNode& node) {
    if (node.on_some_dimensions)
      fail(node, "involved_dim leaves dimensions out; allowed: collectives of all ranks");
    if (!group_) {
      group_ = node.group;
      return;
    }
    if (node.group != *group_)
      fail(node, "process group '{}' beside '{}'; allowed: one group, of all ranks",
           LineReader::printable(node.group), LineReader::printable(*group_));
  }

  PlaceInFile place_of(const OperationId& place) {
    WorkloadBuilder builder(files_.ranks());
    const std::vector<Span> spans = write(place.rank, nodes_of(place.rank), builder);
    const auto node = std::ranges::lower_bound(spans, place.operation, {}, &Span::last);
    return {.where = place_text(place.rank, node->id),
            .beside = files_.of(place.rank),
            .name = fmt::format("node {} of rank {}", node->id, place.rank)};
  }

  const std::string& key_;
  RankFiles files_;
  const TraceOptions& options_;
  CollectiveWriter collectives_;
  std::optional<std::string> group_;  // of the collectives so far
  std::uint32_t rank_ = 0;            // the present one
  WorkloadBuilder* builder_ = nullptr;
  std::vector<TracedCollective> traced_;  // of the present rank
};

}  // namespace

Workload read_chakra(const std::string& key, const std::string& file, std::size_t nodes,
                     const TraceOptions& options) {
  return ChakraTrace(key, file, nodes, options).read();
}

}  // namespace orthant
