// A workload as traffic: its matrix and packet lengths. Generation times depend on arrivals, so the
// nodes of a simulator decide them.
//
// Needs: a plan.
//
// Tested by: tests/sim/workload_test.cpp, tests/app/workload_test.py
#include <map>
#include <utility>

#include "traffic/descriptions.hpp"

namespace orthant {
namespace {

// Selects the messages of one message class.
struct OneClass {
  std::uint32_t message_class = 0, message_classes = 1;

  bool has(const Operation& send) const {
    return class_of_nic(send.queue, message_classes) == message_class;
  }
};

// In the traffic matrix, a destination has its share of all flits of the source, whatever the
// message class of those flits.
class WorkloadPattern final : public Pattern {
 public:
  explicit WorkloadPattern(std::shared_ptr<const WorkloadPlan> plan, OneClass part = {})
      : plan_(std::move(plan)), part_(part) {}

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
      all += sent;
      if (part_.has(operation)) flits[plan_->node_of(operation.peer)] += sent;
    }
    for (const auto& [node, sent] : flits)
      visit(node, static_cast<double>(sent) / static_cast<double>(all));
  }
  bool sends(NodeId source, bool) const override {
    const auto rank = plan_->rank_at(source);
    if (!rank) return false;
    for (const Operation& operation : plan_->workload().of(*rank))
      if (operation.kind == OperationKind::kSend && part_.has(operation)) return true;
    return false;
  }

 private:
  std::shared_ptr<const WorkloadPlan> plan_;
  OneClass part_;
};

class WorkloadInjection final : public Injection {
 public:
  Cycle next(NodeId, InjectionState&, RandomStream&) const override { return kNever; }
};

PacketLengths lengths_of(const WorkloadPlan& plan, OneClass part = {}) {
  std::map<std::uint16_t, std::uint64_t> packets;
  const std::uint16_t longest = plan.options().packet_flits;
  plan.workload().for_each_send([&](std::uint32_t, std::uint32_t, const Operation& send) {
    if (!part.has(send)) return;
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

std::vector<TrafficClass> by_message_class(const Traffic& traffic, std::uint32_t message_classes) {
  if (!traffic.classes.empty()) return traffic.classes;
  if (!traffic.workload) return {{.name = "", .traffic = traffic}};
  std::vector<TrafficClass> parts;
  for (std::uint32_t m = 0; m < message_classes; ++m) {
    if (!traffic.workload->uses_message_class(m, message_classes)) continue;
    const OneClass part{m, message_classes};
    Traffic own = traffic;
    own.lengths = lengths_of(*traffic.workload, part);
    own.pattern = std::make_shared<WorkloadPattern>(traffic.workload, part);
    parts.push_back(
        {.name = "", .traffic = std::move(own), .message_class = static_cast<std::uint8_t>(m)});
  }
  return parts;
}

InjectionDescription workload_injection() {
  return {.name = "workload",
          .summary = "the messages of [workload], each when its dependencies are done",
          .make = [](const InjectionOptions&) -> std::unique_ptr<Injection> {
            return std::make_unique<WorkloadInjection>();
          }};
}

}  // namespace orthant
