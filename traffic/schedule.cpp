// A collective communication: every node sends the messages of a plan once, frame by frame. The
// messages of a frame are generated in the cycle in which it is released, or in a given later
// cycle. State: `count`, the number of the next message; `frame`, the last released frame; `cycle`,
// in which it was released.
//
// Needs: a plan.
//
// Tested by: tests/traffic/schedule_test.cpp
#include <algorithm>
#include <cassert>
#include <map>

#include "traffic/descriptions.hpp"

namespace orthant {
namespace {

class Planned final : public Pattern {
 public:
  explicit Planned(std::shared_ptr<const SendPlan> plan) : plan_(std::move(plan)) {}

  std::optional<NodeId> destination(NodeId source, std::uint64_t message,
                                    RandomStream&) const override {
    const auto messages = plan_->of(source);
    if (message >= messages.size()) return std::nullopt;
    return messages[message].destination;
  }
  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    std::map<NodeId, std::size_t> messages;
    for (const SendPlan::Message& message : plan_->of(source)) ++messages[message.destination];
    const auto all = static_cast<double>(plan_->of(source).size());
    for (const auto& [destination, count] : messages)
      visit(destination, static_cast<double>(count) / all);
  }

 private:
  std::shared_ptr<const SendPlan> plan_;
};

class PlannedInjection final : public Injection {
 public:
  PlannedInjection(std::shared_ptr<const SendPlan> plan, std::vector<std::vector<Cycle>> earliest)
      : plan_(std::move(plan)), earliest_(std::move(earliest)) {}

  Cycle next(NodeId source, InjectionState& state, RandomStream&) const override {
    if (!plan_) return kNever;
    const auto messages = plan_->of(source);
    if (state.count >= messages.size() || messages[state.count].frame > state.frame) return kNever;
    const std::uint64_t message = state.count++;
    if (earliest_.empty()) return state.cycle;
    return std::max(state.cycle, earliest_[source.index()][message]);
  }
  std::uint32_t frames() const override { return plan_ ? plan_->frames() : 0; }

 private:
  std::shared_ptr<const SendPlan> plan_;  // nullptr: nothing is sent
  std::vector<std::vector<Cycle>> earliest_;
};

}  // namespace

SendPlan::SendPlan(std::size_t nodes, std::vector<Message> messages)
    : messages_(std::move(messages)), first_(nodes + 1) {
  std::ranges::stable_sort(messages_, {},
                           [](const Message& m) { return std::pair(m.source, m.frame); });
  for (const Message& message : messages_) {
    assert(message.source.index() < nodes && message.destination.index() < nodes);
    ++first_[message.source.index() + 1];
    frames_ = std::max(frames_, message.frame + 1);
  }
  for (std::size_t n = 0; n < nodes; ++n) first_[n + 1] += first_[n];
}

std::unique_ptr<Pattern> planned_pattern(std::shared_ptr<const SendPlan> plan) {
  return std::make_unique<Planned>(std::move(plan));
}

InjectionDescription schedule_injection() {
  return {
      .name = "schedule",
      .summary = "the transfers of [schedule], each once, frame by frame or as early as possible",
      .keys = {"traffic.message_packets", "schedule.order", "schedule.frames_file",
               "schedule.barrier"},
      .make = [](const InjectionOptions& options) -> std::unique_ptr<Injection> {
        return std::make_unique<PlannedInjection>(options.plan, options.earliest);
      }};
}

}  // namespace orthant
