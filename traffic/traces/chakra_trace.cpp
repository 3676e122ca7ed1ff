// Tested by: tests/traffic/chakra_trace_test.cpp
#include "traffic/traces/chakra_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/line_reader.hpp"
#include "base/read_file.hpp"
#include "traffic/traces/chakra_nodes.hpp"
#include "traffic/traces/collective_order.hpp"
#include "traffic/traces/process_groups.hpp"
#include "traffic/traces/rank_files.hpp"
#include "traffic/workload_problem.hpp"

namespace orthant {
namespace {

// Computation queues: of the accelerator, of zero-time operations, and of the host's cpu.
constexpr std::uint8_t kAccelerator = 0, kNoTime = 1, kCpu = 2;
constexpr std::uint64_t kMaxMicros = Workload::kMaxAmount / 1000;

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
        shape_(options.shape_of(files_.ranks())),
        groups_(files_.ranks()) {
    if (!options.groups_file.empty())
      groups_.read_file(TraceOptions::kGroupsFile, options.groups_file);
  }

  Workload read() {
    WorkloadBuilder builder(files_.ranks());
    for (std::uint32_t rank = 0; rank < files_.ranks(); ++rank) {
      traced_.clear();
      write(rank, nodes_of(rank), builder);
      for (auto& [group, calls] : traced_) add_calls(group, rank, std::move(calls));
    }
    for (auto& [group, calls] : calls_) add_without_calls(calls, files_.ranks());
    if (ranks_with_calls_ > 0)
      options_.report(fmt::format(
          "{}: control dependencies of {} ranks name callers that are not there; none of theirs is "
          "waited for",
          files_.of(0), ranks_with_calls_));
    Workload workload = builder.finish();
    if (const auto problem = find_problem(workload))
      throw KeyError(
          key_, problem_text(*problem, workload, [&](const auto& place) { return place_of(place); },
                             {.send = "sends", .receive = "receives"}));
    return workload;
  }

 private:
  // Collective calls of the ranks of a group.
  struct GroupCalls {
    CollectiveOrder order;
    std::vector<std::uint32_t> members;  // ascending
    std::size_t added = 0;               // members added so far
  };

  // Ranks come in ascending order. Members before `rank` that were not added have no calls, and are
  // added first.
  void add_calls(std::uint32_t group, std::uint32_t rank, std::vector<TracedCollective> calls) {
    auto found = calls_.find(group);
    if (found == calls_.end()) {
      const auto members = groups_.members(group);
      found = calls_
                  .emplace(group, GroupCalls{.order = CollectiveOrder(key_, place_),
                                             .members = {members.begin(), members.end()}})
                  .first;
      std::ranges::sort(found->second.members);
    }
    add_without_calls(found->second, rank);
    found->second.order.add(rank, std::move(calls));
    ++found->second.added;
  }
  static void add_without_calls(GroupCalls& calls, std::uint32_t before) {
    while (calls.added < calls.members.size() && calls.members[calls.added] < before)
      calls.order.add(calls.members[calls.added++], {});
  }

  // The operations of a node. The first one waits for other nodes, and other nodes wait for the
  // last one.
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

  // Returns the spans of the rank's nodes in the order of the file.
  std::vector<Span> write(std::uint32_t rank, const std::vector<ChakraNode>& nodes,
                          WorkloadBuilder& builder) {
    rank_ = rank;
    builder_ = &builder;
    builder.begin_rank(rank);
    std::vector<Span> spans;
    for (const ChakraNode& node : nodes) {
      if (!node.groups.empty()) read_groups(node);
      const std::uint32_t first = builder.operations();
      if (first + 2 >= Workload::kMaxOperationsOfRank)
        fail(node, "too many operations before it; allowed: below {}",
             Workload::kMaxOperationsOfRank);
      write_node(node);
      spans.push_back({node.id, first, builder.operations() - 1});
    }
    add_waits(nodes, spans);
    builder.end_rank();
    return spans;
  }

  // A rank may describe its groups again when it is written a second time.
  void read_groups(const ChakraNode& node) {
    groups_.read_text(key_, place_text(rank_, node.id), node.groups);
  }

  void add_waits(const std::vector<ChakraNode>& nodes, const std::vector<Span>& spans) {
    std::vector<Span> by_id = spans;
    std::ranges::sort(by_id, {}, &Span::id);
    const auto twice = std::ranges::adjacent_find(by_id, {}, &Span::id);
    if (twice != by_id.end())
      key_error(key_, "{}: there twice; allowed: once", place_text(rank_, twice->id));
    const auto find = [&](std::uint64_t id) -> const Span* {
      const auto other = std::ranges::lower_bound(by_id, id, {}, &Span::id);
      return other == by_id.end() || other->id != id ? nullptr : &*other;
    };
    // On a host, control dependencies are callers if some of them are missing from the trace.
    const bool are_calls = std::ranges::any_of(nodes, [&](const ChakraNode& node) {
      return std::ranges::any_of(node.controls, [&](auto id) { return find(id) == nullptr; });
    });
    if (are_calls) ++ranks_with_calls_;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      for (const std::uint64_t id : nodes[n].waits) {
        const Span* const other = find(id);
        if (other == nullptr)
          fail(nodes[n], "it waits for node {}, which is not there; allowed: nodes of its rank",
               id);
        builder_->require(spans[n].first, other->last);
      }
      if (are_calls) continue;
      for (const std::uint64_t id : nodes[n].controls)
        builder_->require(spans[n].first, find(id)->last);
    }
  }

  // True for the host's part of a communication, which launches the communication kernel and has no
  // size.
  static bool is_host_part(const ChakraNode& node) {
    return node.on_cpu && !node.collective && !node.source && !node.destination;
  }

  void write_computation(const ChakraNode& node) {
    if (node.micros > kMaxMicros)
      fail(node, "it takes {} microseconds; allowed: at most {}", node.micros, kMaxMicros);
    const std::uint64_t time = options_.computations ? 1000 * node.micros : 0;
    builder_->compute(time, time == 0 ? kNoTime : node.on_cpu ? kCpu : kAccelerator);
  }

  void write_node(const ChakraNode& node) {
    if (is_host_part(node) && node.type >= ChakraType::kSend) return write_computation(node);
    switch (node.type) {
      case ChakraType::kComputation:
        return write_computation(node);
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
        attribute(node, node.size, "comm_size", static_cast<std::int64_t>(Workload::kMaxAmount)));
  }
  std::uint32_t tag_of(const ChakraNode& node) const {
    return static_cast<std::uint32_t>(
        attribute(node, node.tag ? node.tag : 0, "comm_tag", CollectiveWriter::kFirstTag - 1));
  }
  // Returns the rank at the other end of a message; this end, if given, must be the current rank.
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
    const std::uint32_t group = group_of(node);
    const CollectiveMembers members{.ranks = groups_.members(group), .group = group};
    CollectiveCall call{.kind = known->kind};
    if (call.kind != CollectiveKind::kBarrier) call.bytes = bytes_of(node);
    // A trace gives the bytes per rank; a call has the bytes of all parts.
    if (call.kind == CollectiveKind::kAllgather) call.bytes *= members.ranks.size();
    if (call.kind == CollectiveKind::kBroadcast && node.source) call.root = root_of(node, group);
    const std::uint32_t start = builder_->compute(0, kNoTime);
    try {
      writer_of(members.ranks.size())
          .write(*builder_, groups_.position(group, rank_), call, {start}, members);
    } catch (const KeyError& error) {
      if (is_algorithm_error(error)) throw;
      fail(node, "{}", error.what());
    }
    traced_[group].push_back({std::move(call), known->name, node.id});
  }

  CollectiveWriter& writer_of(std::size_t ranks) {
    const auto size = static_cast<std::uint32_t>(ranks);
    const std::vector<std::uint32_t> line = {size};
    return writers_.try_emplace(size, size == files_.ranks() ? shape_ : line, options_.algorithm)
        .first->second;
  }

  // Position of the root in the group.
  std::uint32_t root_of(const ChakraNode& node, std::uint32_t group) const {
    const auto root =
        static_cast<std::uint32_t>(attribute(node, node.source, "comm_src", files_.ranks() - 1));
    const auto members = groups_.members(group);
    if (std::ranges::find(members, root) == members.end())
      fail(node, "comm_src is {}; allowed: a rank of its group, {}", root,
           fmt::join(members.first(std::min<std::size_t>(members.size(), 8)), " "));
    return groups_.position(group, root);
  }

  // Finds the group by its name, else by involved_dim.
  std::uint32_t group_of(const ChakraNode& node) {
    if (const auto group = groups_.find(node.group, rank_)) return *group;
    const bool is_default = node.group.empty() || node.group == "0";
    if (!is_default && !groups_.empty())
      fail(node, "no process group '{}' has rank {}; allowed: those of {} and of the trace",
           LineReader::printable(node.group), rank_, TraceOptions::kGroupsFile);
    if (!is_default) check_only_group(node);
    return along_dimensions(node);
  }

  // If no file lists the ranks of groups, there may be only one group, of all ranks.
  void check_only_group(const ChakraNode& node) {
    if (!only_group_) only_group_ = node.group;
    if (node.group != *only_group_)
      fail(node,
           "process group '{}' beside '{}', and their ranks are nowhere; allowed: with {}, or one "
           "group, of all ranks",
           LineReader::printable(node.group), LineReader::printable(*only_group_),
           TraceOptions::kGroupsFile);
  }

  // Returns the group of the ranks that differ from the current rank only in the dimensions of
  // involved_dim; dimension 0 varies fastest.
  std::uint32_t along_dimensions(const ChakraNode& node) {
    const std::vector<bool>& along = node.dimensions;
    const std::vector<std::uint32_t>& shape = options_.shape;
    if (std::ranges::find(along, false) == along.end()) return 0;
    std::uint64_t ranks = 1;
    for (const std::uint32_t side : shape) ranks *= side;
    if (ranks != files_.ranks() || along.size() < shape.size())
      fail(node,
           "involved_dim leaves some of {} dimensions out, but the shape {} has {} dimensions and "
           "{} "
           "ranks of {}; allowed: {} with as many",
           along.size(), fmt::join(shape, "x"), shape.size(), ranks, files_.ranks(),
           TraceOptions::kShape);
    std::vector<std::uint32_t> members = {rank_};
    std::uint32_t stride = 1;
    for (std::size_t d = 0; d < shape.size(); stride *= shape[d++]) {
      if (!along[d]) continue;
      const std::vector<std::uint32_t> before = std::exchange(members, {});
      for (std::uint32_t place = 0; place < shape[d]; ++place)
        for (const std::uint32_t rank : before)
          members.push_back(rank + (place - rank / stride % shape[d]) * stride);
    }
    return groups_.number_of(std::move(members));
  }

  PlaceInFile place_of(const OperationId& place) {
    WorkloadBuilder builder(files_.ranks());
    const std::vector<Span> spans = write(place.rank, nodes_of(place.rank), builder);
    const auto node = std::ranges::lower_bound(spans, place.operation, {}, &Span::last);
    return {.where = place_text(place.rank, node->id),
            .brief = files_.of(place.rank),
            .name = fmt::format("node {} of rank {}", node->id, place.rank)};
  }

  const std::string& key_;
  RankFiles files_;
  const TraceOptions& options_;
  std::vector<std::uint32_t> shape_;  // of all ranks
  ProcessGroups groups_;
  std::map<std::uint32_t, CollectiveWriter> writers_;  // by the number of ranks
  std::optional<std::string> only_group_;              // the group without a list of ranks
  std::map<std::uint32_t, GroupCalls> calls_;          // by group
  std::uint32_t rank_ = 0;                             // current rank
  std::uint32_t ranks_with_calls_ = 0;                 // ranks whose control dependencies are calls
  WorkloadBuilder* builder_ = nullptr;
  std::map<std::uint32_t, std::vector<TracedCollective>> traced_;  // of the current rank, by group
  const std::function<std::string(std::uint32_t, std::uint64_t)> place_ =
      [this](std::uint32_t rank, std::uint64_t id) { return place_text(rank, id); };
};

}  // namespace

Workload read_chakra(const std::string& key, const std::string& file, std::size_t nodes,
                     const TraceOptions& options) {
  return ChakraTrace(key, file, nodes, options).read();
}

}  // namespace orthant
