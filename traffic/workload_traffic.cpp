// A workload as traffic: its matrix and the lengths of its packets. When messages are born is not
// said here, since that depends on when others arrive: the nodes of a simulator see to it.
//
// Needs: a plan.
//
// Tested by: tests/sim/workload_test.cpp, tests/app/workload_test.py
#include <map>
#include <utility>

#include "traffic/descriptions.hpp"

namespace orthant {
namespace {

// A destination's share is that of its flits.
class WorkloadPattern final : public Pattern {
 public:
  explicit WorkloadPattern(std::shared_ptr<const WorkloadPlan> plan) : plan_(std::move(plan)) {}

  std::optional<NodeId> destination(NodeId, std::uint64_t, RandomStream&) const override {
    return std::nullopt;
  }
  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    const auto rank = plan_->rank_at(source);
    if (!rank) return;
    std::map<NodeId, std::uint64_t> flits;
    std::uint64_t all = 0;
    for (const Operation& operation : plan_->workload().of(*rank)) {
      if (operation.kind != OperationKind::kSend) continue;
      const std::uint64_t sent = plan_->flits(operation.amount);
      flits[plan_->node_of(operation.peer)] += sent;
      all += sent;
    }
    for (const auto& [node, sent] : flits)
      visit(node, static_cast<double>(sent) / static_cast<double>(all));
  }
  bool sends(NodeId source, bool) const override {
    const auto rank = plan_->rank_at(source);
    if (!rank) return false;
    for (const Operation& operation : plan_->workload().of(*rank))
      if (operation.kind == OperationKind::kSend) return true;
    return false;
  }

 private:
  std::shared_ptr<const WorkloadPlan> plan_;
};

class WorkloadInjection final : public Injection {
 public:
  Cycle next(NodeId, InjectionState&, RandomStream&) const override { return kNever; }
};

PacketLengths lengths_of(const WorkloadPlan& plan) {
  std::map<std::uint16_t, std::uint64_t> packets;
  const std::uint16_t longest = plan.options().packet_flits;
  plan.workload().for_each_send([&](std::uint32_t, std::uint32_t, const Operation& send) {
    const std::uint64_t flits = plan.flits(send.amount);
    if (flits >= longest) packets[longest] += flits / longest;
    if (flits % longest != 0) ++packets[static_cast<std::uint16_t>(flits % longest)];
  });
  if (packets.empty()) return PacketLengths::fixed(1);
  std::vector<PacketLengths::Part> parts;
  for (const auto& [flits, count] : packets) parts.push_back({flits, static_cast<double>(count)});
  return PacketLengths(std::move(parts), true);
}

}  // namespace

void send_workload(std::shared_ptr<const WorkloadPlan> plan, Traffic& traffic) {
  traffic.lengths = lengths_of(*plan);
  traffic.pattern = std::make_unique<WorkloadPattern>(plan);
  traffic.injection = std::make_unique<WorkloadInjection>();
  traffic.workload = std::move(plan);
}

InjectionDescription workload_injection() {
  return {.name = "workload",
          .summary = "the messages of [workload], each when what it waits for is done",
          .make = [](const InjectionOptions&) -> std::unique_ptr<Injection> {
            return std::make_unique<WorkloadInjection>();
          }};
}

}  // namespace orthant
