// Tested by: tests/app/workload_test.py
#include "app/setup/make_workload.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "app/keys/workload_keys.hpp"
#include "app/setup/make_replay.hpp"
#include "app/setup/schedule_problem.hpp"
#include "app/setup/workload_file.hpp"
#include "base/error.hpp"
#include "base/file_kind.hpp"
#include "base/line_reader.hpp"
#include "base/numbers.hpp"
#include "base/random.hpp"
#include "topology/topology.hpp"
#include "traffic/programs/programs.hpp"
#include "traffic/traces/trace_options.hpp"

namespace orthant {
namespace {

constexpr const char* kMappingFile = "workload.mapping_file";
constexpr const char* kKind = "workload.kind";

std::vector<NodeId> all_nodes(const Topology& topology) {
  std::vector<NodeId> nodes;
  for (std::size_t n = 0; n < topology.node_count(); ++n) nodes.push_back(NodeId{n});
  return nodes;
}

// Nodes block by block, and by router within a block.
std::vector<NodeId> blocked_nodes(const Topology& topology) {
  const Structure* grid = topology.structure();
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

std::vector<NodeId> nodes_of_file(const std::string& file, std::uint32_t ranks,
                                  const std::vector<bool>& taken_by_others) {
  std::vector<NodeId> nodes;
  std::vector<bool> taken(taken_by_others.size());
  refuse_other_kinds(kMappingFile, file, {}, "the node of each rank");
  LineReader lines(kMappingFile, file, taken.size());
  while (lines.next()) {
    for (const std::string_view entry : lines.entries()) {
      const auto node = parse_integer(entry);
      if (!node || *node < 0 || static_cast<std::size_t>(*node) >= taken.size())
        lines.fail("{} is no node; allowed: 0 to {}", LineReader::printable(entry),
                   taken.size() - 1);
      const NodeId id{static_cast<std::size_t>(*node)};
      if (taken[id.index()]) lines.fail("node {} is there twice; allowed: a rank a node", *node);
      if (taken_by_others[id.index()])
        lines.fail("node {} has a rank of another job; allowed: a rank a node", *node);
      taken[id.index()] = true;
      nodes.push_back(id);
    }
  }
  if (nodes.size() != ranks)
    lines.fail_file("{} nodes for {} ranks; allowed: one for each", nodes.size(), ranks);
  return nodes;
}

// All nodes in the order in which they are assigned to ranks.
std::vector<NodeId> ordered_nodes(const WorkloadKeys& keys, const Topology& topology) {
  if (keys.mapping == RankMapping::kBlocked) return blocked_nodes(topology);
  if (keys.mapping == RankMapping::kRandom) return drawn_nodes(topology, keys.mapping_seed);
  return all_nodes(topology);
}

// Nodes for the ranks of a job: the first ones that no other job has taken.
std::vector<NodeId> mapped(const WorkloadKeys& keys, const Topology& topology, std::uint32_t ranks,
                           const std::vector<bool>& taken) {
  if (keys.mapping == RankMapping::kFile) {
    if (!keys.mapping_file)
      key_error("workload.mapping", "file needs workload.mapping_file, which is missing");
    return nodes_of_file(*keys.mapping_file, ranks, taken);
  }
  std::vector<NodeId> nodes = ordered_nodes(keys, topology);
  std::erase_if(nodes, [&](NodeId node) { return taken[node.index()]; });
  if (nodes.size() < ranks)
    key_error(
        "workload.mapping",
        "{} ranks, but {} of {} nodes have none of another job; allowed: a node for each rank",
        ranks, nodes.size(), topology.node_count());
  nodes.resize(ranks);
  return nodes;
}

ProgramOptions program_options(const NamedValues& values, const ProgramDescription& kind,
                               const Topology& topology) {
  ProgramOptions options;
  program_rows().read(values, options);
  kind.rows.read(values, options);
  if (options.shape.empty()) options.shape = shape_of(topology);
  std::uint64_t ranks = 1;
  for (const std::uint32_t side : options.shape) {
    ranks *= side;
    if (ranks > topology.node_count())
      key_error(TraceOptions::kShape,
                "{} has more ranks than the {} nodes; allowed: a node for each rank",
                fmt::join(options.shape, "x"), topology.node_count());
  }
  return options;
}

Workload program_of(const NamedValues& values, const Topology& topology, WorkloadJob& job,
                    std::vector<std::vector<std::uint32_t>> order) {
  const ProgramDescription& kind = *find_program(values.text(kKind));
  ProgramOptions program = program_options(values, kind, topology);
  if (program.ranks() == order.size()) program.order = std::move(order);
  // Leaves out a queue that can hold all outstanding requests: it never fills up.
  const std::uint64_t most = std::uint64_t{program.window} * (program.ranks() - 1);
  if (program.reply_queue < most) job.reply_queue = program.reply_queue;
  return make_program(kind, algorithm_of(values, kind), program);
}

// True if a kind determines the program: a job with a kind of its own ignores a common file.
bool has_kind(const NamedValues& values) {
  return values.has_value(kKind) && (!values.has_value(kWorkloadFile) ||
                                     (values.is_own(kKind) && !values.is_own(kWorkloadFile)));
}

// The jobs of the sections [workload.NAME], or the only job.
std::vector<NamedValues> jobs_of(const Point& point) {
  std::vector<NamedValues> jobs;
  for (const std::string& name : point.jobs()) jobs.emplace_back(point, "workload", name);
  if (jobs.empty()) jobs.emplace_back(point);
  return jobs;
}

// Combines the jobs of a config.
class Jobs {
 public:
  // `order`: ProgramOptions::order for one rank per node. The notes must outlive this object.
  Jobs(const Topology& topology, ProgramNotes& notes, std::vector<std::vector<std::uint32_t>> order)
      : topology_(topology),
        notes_(notes),
        order_(std::move(order)),
        taken_(topology.node_count()) {}

  void add(const NamedValues& values) {
    WorkloadKeys keys;
    workload_rows().read_where(values, keys, [](const Key& key) {
      return key.name != kMappingFile && key.name != "workload.mapping_seed" &&
             !is_for_some_formats(key.name);
    });
    if (keys.mapping == RankMapping::kFile) workload_rows().read_one(values, keys, kMappingFile);
    if (keys.mapping == RankMapping::kRandom)
      workload_rows().read_one(values, keys, "workload.mapping_seed");
    if (!keys.file && !values.has_value(kKind))
      key_error("traffic.injection",
                "workload needs its messages; allowed: with workload.file or workload.kind");
    WorkloadJob& job = jobs_.emplace_back();
    job.name = values.name();
    job.delay = keys.start;
    job.first_rank = static_cast<std::uint32_t>(nodes_.size());
    parts_.push_back(has_kind(values)
                         ? scaled(program_of(values, topology_, job, order_), values, keys)
                         : program_of_file(values, keys, topology_, notes_));
    job.ranks = parts_.back().ranks();
    for (const NodeId node : mapped(keys, topology_, job.ranks, taken_)) {
      taken_[node.index()] = true;
      nodes_.push_back(node);
    }
  }

  std::shared_ptr<const WorkloadPlan> plan(const WorkloadOptions& options) {
    std::vector<std::uint64_t> delays;
    for (const WorkloadJob& job : jobs_) delays.push_back(job.delay);
    const bool as_it_is = parts_.size() == 1 && delays[0] == 0;
    auto workload = std::make_shared<const Workload>(as_it_is ? std::move(parts_[0])
                                                              : side_by_side(parts_, delays));
    return std::make_shared<const WorkloadPlan>(std::move(workload), topology_.node_count(),
                                                std::move(nodes_), options, std::move(jobs_));
  }

 private:
  const Topology& topology_;
  ProgramNotes& notes_;
  std::vector<std::vector<std::uint32_t>> order_;
  std::vector<bool> taken_;  // [NodeId]
  std::vector<WorkloadJob> jobs_;
  std::vector<Workload> parts_;  // [job]
  std::vector<NodeId> nodes_;    // [rank]
};

WorkloadOptions options_of(const Point& point, const Setup& built) {
  WorkloadKeys keys;
  for (const char* const key :
       {"workload.bytes_per_flit", "workload.packet_flits", kWorkloadTimeUnit})
    workload_rows().read_one(point, keys, key);
  if (point.has_value("channel.flit_bytes")) {
    const auto most = static_cast<std::uint64_t>(point.integer("channel.flit_bytes"));
    if (keys.bytes_per_flit > most)
      key_error("workload.bytes_per_flit",
                "{} bytes do not fit into a flit of channel.flit_bytes = {}; allowed: 1 to {}",
                keys.bytes_per_flit, most, most);
  }
  if (keys.time_unit == WorkloadTimeUnit::kNs && !built.cycle_ns)
    key_error(kWorkloadTimeUnit, "ns needs time.cycle_ns, which is missing");
  WorkloadOptions options{.bytes_per_flit = keys.bytes_per_flit,
                          .packet_flits = static_cast<std::uint16_t>(keys.packet_flits)};
  if (keys.time_unit == WorkloadTimeUnit::kNs) options.cycle_time = *built.cycle_ns;
  return options;
}

}  // namespace

bool runs_workload(const Point& point) { return point.text("traffic.injection") == "workload"; }

bool sends_liquid(const Point& point) {
  return runs_workload(point) && point.jobs().empty() && has_kind(point) &&
         point.text(kKind) == "alltoall" && point.has_value(kWorkloadAlgorithm) &&
         point.text(kWorkloadAlgorithm) == "liquid" && point.text("workload.mapping") == "linear";
}

bool has_no_load(const Point& point) { return replays(point) || runs_workload(point); }

std::string name_of_workload(const Point& point) {
  std::vector<std::string> names;
  for (const NamedValues& values : jobs_of(point))
    names.push_back(values.text(has_kind(values) ? kKind : kWorkloadFile));
  return fmt::format("{}", fmt::join(names, "+"));
}

std::vector<std::string> workload_files(const Point& point) {
  std::vector<std::string> files;
  for (const NamedValues& values : jobs_of(point)) {
    WorkloadKeys keys;
    if (!has_kind(values)) workload_rows().read_one(values, keys, kWorkloadFile);
    files.push_back(keys.file.value_or(""));
  }
  return files;
}

std::optional<Setup::LeastFlits> least_flits_of(const Point& point, const Topology& topology) {
  if (!has_kind(point) || !point.jobs().empty()) return std::nullopt;
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

// Destinations of each node, in the order of its sends.
static std::vector<std::vector<std::uint32_t>> liquid_order(const Point& point,
                                                            const Setup& built) {
  const ScheduleProblem problem(point, built);
  if (problem.keys().collective != Collective::kAllToAll)
    point.fail("schedule.collective", "liquid messages go to all; allowed: all_to_all");
  if (problem.keys().repetitions > 1)
    point.fail("schedule.repetitions", "is for a schedule alone; allowed: workload.iterations");
  refuse_several_routes(point, problem);
  return problem.orders(liquid_frames(point, problem)).to;
}

// Calls work(). If a default makes the workload too large, reports it for the key that the user
// set, and names the default.
template <class Work>
static decltype(auto) name_set_key(const Point& point, const Work& work) {
  try {
    return work();
  } catch (const KeyError& error) {
    const std::string& key = error.key();
    const std::string_view source = point.is_set(kWorkloadFile) ? kWorkloadFile : kKind;
    if (point.is_set(key) || !point.has_value(key) || !point.is_set(source)) throw;
    key_error(std::string(source), "{} = {} (default): {}", key, point.text(key), error.what());
  }
}

void say(const ProgramNotes& notes) {
  for (const ProgramNote& note : notes)
    spdlog::log(note.is_warning ? spdlog::level::warn : spdlog::level::info, "{}", note.text);
}

std::shared_ptr<const WorkloadPlan> make_workload(const Point& point, const Setup& built,
                                                  ProgramNotes& notes) {
  std::vector<std::vector<std::uint32_t>> order;
  if (sends_liquid(point) && built.routing) order = liquid_order(point, built);
  Jobs jobs(*built.topology, notes, std::move(order));
  const bool is_one = point.jobs().empty();
  for (const NamedValues& values : jobs_of(point))
    if (!is_one) values.place_errors([&] { jobs.add(values); });
  return point.place_errors([&] {
    return name_set_key(point, [&] {
      if (is_one) jobs.add(point);
      return jobs.plan(options_of(point, built));
    });
  });
}

}  // namespace orthant
