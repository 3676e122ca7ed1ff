// Injection processes of sources with individual rates, some of which change over time. A
// memoryless process is restarted at each change. A process with memory keeps its state, and so
// requires a constant rate.
//
// Tested by: tests/traffic/flows_test.cpp
#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "traffic/traffic.hpp"

namespace orthant {
namespace {

class InjectionBySource final : public Injection {
 public:
  InjectionBySource(const Pattern& pattern, std::size_t nodes,
                    FunctionRef<std::shared_ptr<const Injection>(double)> make) {
    first_.reserve(nodes + 1);
    std::map<double, std::shared_ptr<const Injection>> made;
    for (std::size_t n = 0; n < nodes; ++n) {
      for (const RateStep& step : pattern.rates_of(NodeId{n})) {
        std::shared_ptr<const Injection> process;
        if (step.rate > 0) {
          std::shared_ptr<const Injection>& known = made[step.rate];
          if (!known) known = make(step.rate);
          process = known;
        }
        steps_.push_back({step.from, std::move(process)});
      }
      first_.push_back(steps_.size());
    }
  }

  Cycle next(NodeId source, InjectionState& state, RandomStream& random) const override {
    const std::span<const Step> steps = steps_of(source);
    if (steps.size() == 1 && steps[0].process) return steps[0].process->next(source, state, random);
    auto step = std::ranges::upper_bound(steps, state.cycle, {}, &Step::from);
    if (step == steps.begin()) return kNever;
    for (; step != steps.end(); ++step) {
      const auto& process = std::prev(step)->process;
      const Cycle next = process ? process->next(source, state, random) : kNever;
      if (next < step->from) return next;
      state = {.cycle = step->from};
    }
    const auto& last = steps.back().process;
    return last ? last->next(source, state, random) : kNever;
  }

  GenerationRate rate(NodeId source) const override {
    const std::span<const Step> steps = steps_of(source);
    return steps.size() == 1 && steps[0].process ? steps[0].process->rate(source)
                                                 : GenerationRate{};
  }
  bool is_memoryless() const override {
    return std::ranges::all_of(
        steps_, [](const Step& step) { return !step.process || step.process->is_memoryless(); });
  }

 private:
  struct Step {
    Cycle from = 0;
    std::shared_ptr<const Injection> process;  // nullptr: generates nothing
  };
  std::span<const Step> steps_of(NodeId source) const {
    return std::span(steps_).subspan(first_[source.index()],
                                     first_[source.index() + 1] - first_[source.index()]);
  }

  std::vector<std::size_t> first_ = {0};  // per source: its first step; sources + 1 entries
  std::vector<Step> steps_;               // per source ascending in cycle, from 0 on
};

}  // namespace

std::unique_ptr<Injection> injection_by_source(
    const Pattern& pattern, std::size_t nodes,
    FunctionRef<std::shared_ptr<const Injection>(double)> make) {
  auto injection = std::make_unique<InjectionBySource>(pattern, nodes, make);
  if (!pattern.changes().empty() && !injection->is_memoryless())
    key_error(
        "traffic.injection",
        "its messages depend on earlier ones, so that rates cannot change from cycle to cycle "
        "as those of traffic.file do; allowed: bernoulli, poisson, messages with "
        "traffic.message_period = poisson, or flows at all times");
  return injection;
}

}  // namespace orthant
