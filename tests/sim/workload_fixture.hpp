// Workloads for tests: from a text, from their kinds, and run on the nodes of a small network.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tests/sim/network_fixture.hpp"
#include "traffic/goal_file.hpp"
#include "traffic/programs/programs.hpp"

namespace orthant::test {

struct Program {
  std::shared_ptr<const Workload> workload;
  WorkloadOptions options = {};
  std::vector<WorkloadJob> jobs = {};  // empty: one
  std::vector<NodeId> nodes = {};      // of ranks; empty: rank i at node i
};

inline Program program(const std::string& text) {
  return {std::make_shared<const Workload>(parse_goal("workload.file", "FILE", text))};
}
inline Program made(std::string_view kind, std::string_view algorithm,
                    const ProgramOptions& options) {
  const ProgramDescription& description = *find_program(kind);
  const auto found = std::ranges::find(description.algorithms, algorithm, &ProgramAlgorithm::name);
  return {std::make_shared<const Workload>(make_program(description, *found, options))};
}
inline SimulationResult run(Scenario s, const Program& program,
                            const RunObservers& observers = {}) {
  s.run.until_drained = true;
  Built built = build(s);
  std::vector<NodeId> nodes = program.nodes;
  for (std::uint32_t rank = 0; nodes.size() < program.workload->ranks(); ++rank)
    nodes.push_back(NodeId{rank});
  send_workload(std::make_shared<const WorkloadPlan>(program.workload, built.topology->node_count(),
                                                     nodes, program.options, program.jobs),
                built.traffic);
  const NetworkParts parts = built.parts(s);
  return orthant::simulate(parts, s.run, observers);
}

// Everything that a run reports.
inline std::string reported(const Scenario& s, const Program& program) {
  struct Log final : PacketLog {
    std::string text;
    void add(const DeliveredPacket& p) override {
      text += std::to_string(p.generated_at) + " " + std::to_string(p.arrival) + " " +
              std::to_string(p.source.value) + " " + std::to_string(p.destination.value) + " " +
              std::to_string(p.flits) + "\n";
    }
  } log;
  const SimulationResult result = run(s, program, {.packets = &log});
  const WorkloadResult& workload = result.workload.value();
  return log.text + std::to_string(workload.completion_cycles) + " " +
         std::to_string(workload.message_latency_mean.value_or(0)) + " " +
         std::to_string(workload.critical_network_share.value_or(0)) + " " +
         std::to_string(result.flit_hops);
}

}  // namespace orthant::test
