// Tested by: tests/app/workload_test.py
#include "app/setup/make_workload.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/keys/spelling.hpp"
#include "app/keys/workload_keys.hpp"
#include "app/setup/make_replay.hpp"
#include "base/error.hpp"
#include "base/line_reader.hpp"
#include "base/numbers.hpp"
#include "base/random.hpp"
#include "topology/topology.hpp"
#include "traffic/goal_file.hpp"
#include "traffic/message_list.hpp"
#include "traffic/programs/programs.hpp"

namespace orthant {
namespace {

constexpr const char* kFile = "workload.file";
constexpr const char* kMappingFile = "workload.mapping_file";
constexpr const char* kKind = "workload.kind";
constexpr const char* kAlgorithm = "workload.algorithm";
constexpr const char* kShape = "workload.shape";

std::vector<NodeId> all_nodes(const Topology& topology) {
  std::vector<NodeId> nodes;
  for (std::size_t n = 0; n < topology.node_count(); ++n) nodes.push_back(NodeId{n});
  return nodes;
}

// Block by block, in each by router.
std::vector<NodeId> blocked_nodes(const Topology& topology) {
  const Grid* grid = topology.grid();
  if (grid == nullptr)
    key_error("workload.mapping",
              "blocked needs a network with dimensions, which a {} has not; allowed: linear, "
              "random, file",
              topology.kind());
  std::vector<NodeId> nodes = all_nodes(topology);
  const auto block_of = [&](NodeId node) {
    std::uint64_t block = 0;
    for (std::size_t d = grid->dimensions(); d-- > 0;) {
      const std::uint64_t side = grid->radix(d) % 2 == 0 ? 2 : 1;
      const std::uint64_t at = grid->coordinate(topology.router_of(node), d);
      block = block * (grid->radix(d) / side) + at / side;
    }
    return block;
  };
  std::ranges::stable_sort(nodes, {}, block_of);
  return nodes;
}

std::vector<NodeId> drawn_nodes(const Topology& topology, std::uint64_t seed) {
  std::vector<NodeId> nodes = all_nodes(topology);
  RandomStream random(seed, 0, RandomPurpose::kOrder);
  for (std::uint32_t i = 0; i < nodes.size(); ++i)
    std::swap(nodes[i], nodes[i + random.below(static_cast<std::uint32_t>(nodes.size() - i))]);
  return nodes;
}

std::vector<NodeId> nodes_of_file(const std::string& file, const Topology& topology,
                                  std::uint32_t ranks) {
  std::vector<NodeId> nodes;
  std::vector<bool> taken(topology.node_count());
  LineReader lines(kMappingFile, file, topology.node_count());
  while (lines.next()) {
    for (const std::string_view entry : lines.entries()) {
      const auto node = parse_integer(entry);
      if (!node || *node < 0 || static_cast<std::size_t>(*node) >= topology.node_count())
        lines.fail("{} is no node; allowed: 0 to {}", LineReader::printable(entry),
                   topology.node_count() - 1);
      const NodeId id{static_cast<std::size_t>(*node)};
      if (taken[id.index()]) lines.fail("node {} is there twice; allowed: a rank a node", *node);
      taken[id.index()] = true;
      nodes.push_back(id);
    }
  }
  if (nodes.size() != ranks)
    lines.fail_file("{} nodes for {} ranks; allowed: one for each", nodes.size(), ranks);
  return nodes;
}

std::vector<NodeId> mapped(const WorkloadKeys& keys, const Topology& topology,
                           std::uint32_t ranks) {
  std::vector<NodeId> nodes;
  switch (keys.mapping) {
    case RankMapping::kLinear:
      nodes = all_nodes(topology);
      break;
    case RankMapping::kBlocked:
      nodes = blocked_nodes(topology);
      break;
    case RankMapping::kRandom:
      nodes = drawn_nodes(topology, keys.mapping_seed);
      break;
    case RankMapping::kFile:
      if (!keys.mapping_file)
        key_error("workload.mapping", "file needs workload.mapping_file, which is missing");
      return nodes_of_file(*keys.mapping_file, topology, ranks);
  }
  nodes.resize(ranks);
  return nodes;
}

// The routers of a grid where each has a node, else a line of all nodes.
std::vector<std::uint32_t> shape_of(const Topology& topology) {
  const Grid* grid = topology.grid();
  std::vector<std::uint32_t> shape;
  if (grid != nullptr && topology.node_count() == topology.router_count()) {
    for (std::size_t d = 0; d < grid->dimensions(); ++d) shape.push_back(grid->radix(d));
  } else {
    shape.push_back(static_cast<std::uint32_t>(topology.node_count()));
  }
  return shape;
}

const ProgramAlgorithm& algorithm_of(const Point& point, const ProgramDescription& kind) {
  if (!point.has_value(kAlgorithm)) return kind.algorithms.front();
  const std::string name = point.text(kAlgorithm);
  const auto found = std::ranges::find(kind.algorithms, name, &ProgramAlgorithm::name);
  if (found == kind.algorithms.end()) {
    std::vector<std::string_view> names;
    for (const ProgramAlgorithm& algorithm : kind.algorithms) names.push_back(algorithm.name);
    key_error(kAlgorithm, "{} is none of {}; allowed: {}", name, kind.kind, joined(names));
  }
  return *found;
}

ProgramOptions program_options(const Point& point, const ProgramDescription& kind,
                               const Topology& topology) {
  ProgramOptions options;
  program_rows().read(point, options);
  kind.rows.read(point, options);
  if (options.shape.empty()) options.shape = shape_of(topology);
  std::uint64_t ranks = 1;
  for (const std::uint32_t side : options.shape) {
    ranks *= side;
    if (ranks > topology.node_count())
      key_error(kShape, "{} has more ranks than the {} nodes; allowed: a node for each rank",
                fmt::join(options.shape, "x"), topology.node_count());
  }
  return options;
}

Workload program_of_file(const WorkloadKeys& keys, std::size_t nodes) {
  const auto read = keys.format == WorkloadFormat::kCsv ? read_message_list : read_goal;
  return read(kFile, *keys.file, nodes);
}

Workload program_of(const Point& point, const Topology& topology, WorkloadOptions& options) {
  const ProgramDescription& kind = *find_program(point.text(kKind));
  const ProgramOptions program = program_options(point, kind, topology);
  // A queue for all requests that there can be at a time is never full.
  const std::uint64_t most = std::uint64_t{program.window} * (program.ranks() - 1);
  if (program.reply_queue < most) options.reply_queue = program.reply_queue;
  return make_program(kind, algorithm_of(point, kind), program);
}

}  // namespace

bool runs_workload(const Point& point) { return point.text("traffic.injection") == "workload"; }

bool has_no_load(const Point& point) { return replays(point) || runs_workload(point); }

std::string name_of_workload(const Point& point) {
  return point.text(point.has_value(kKind) ? kKind : kFile);
}

std::optional<Setup::LeastFlits> least_flits_of(const Point& point, const Topology& topology) {
  if (!point.has_value(kKind)) return std::nullopt;
  const ProgramDescription& kind = *find_program(point.text(kKind));
  if (kind.least_bytes == nullptr) return std::nullopt;
  const ProgramOptions options = program_options(point, kind, topology);
  WorkloadKeys keys;
  workload_rows().read_one(point, keys, "workload.bytes_per_flit");
  return Setup::LeastFlits{
      .per_node =
          kind.least_bytes(options) * options.iterations / static_cast<double>(keys.bytes_per_flit),
      .all_to_all = kind.all_to_all && options.ranks() == topology.node_count()};
}

std::shared_ptr<const WorkloadPlan> make_workload(const Point& point, const Setup& built) {
  return point.place_errors([&] {
    WorkloadKeys keys;
    workload_rows().read_where(point, keys, [](const Key& key) {
      return key.name != kMappingFile && key.name != "workload.mapping_seed";
    });
    if (keys.mapping == RankMapping::kFile) workload_rows().read_one(point, keys, kMappingFile);
    if (keys.mapping == RankMapping::kRandom)
      workload_rows().read_one(point, keys, "workload.mapping_seed");
    if (!keys.file && !point.has_value(kKind))
      key_error("traffic.injection",
                "workload needs workload.file or workload.kind, which are missing");
    if (keys.time_unit == WorkloadTimeUnit::kNs && !built.cycle_ns)
      key_error("workload.time_unit", "ns needs time.cycle_ns, which is missing");
    const std::size_t nodes = built.topology->node_count();
    WorkloadOptions options;
    const auto workload = std::make_shared<const Workload>(
        keys.file ? program_of_file(keys, nodes) : program_of(point, *built.topology, options));
    options.bytes_per_flit = keys.bytes_per_flit;
    options.packet_flits = static_cast<std::uint16_t>(keys.packet_flits);
    if (keys.time_unit == WorkloadTimeUnit::kNs) options.cycle_time = *built.cycle_ns;
    return std::make_shared<const WorkloadPlan>(
        workload, nodes, mapped(keys, *built.topology, workload->ranks()), options);
  });
}

}  // namespace orthant
