// Bernoulli process: a node generates a message in each cycle with a fixed probability,
// independently, and at most one per cycle. The geometric gaps are drawn directly, so cycles
// without a message cost nothing. State: `cycle`, the first undecided cycle.
//
// Needs: at most one message per node and cycle.
#include <cassert>

#include "base/error.hpp"
#include "traffic/descriptions.hpp"

namespace orthant {
namespace {

class Bernoulli : public Injection {
 public:
  explicit Bernoulli(double probability) : probability_(probability), gaps_(probability) {}

  Cycle next(NodeId, InjectionState& state, RandomStream& random) const override {
    constexpr Cycle kEnd = Cycle{1} << 62;
    const Cycle undecided = state.cycle;
    const Cycle gap = random.trials(gaps_);  // at most 2^62
    if (undecided >= kEnd || gap >= kEnd) {
      state.cycle = kNever;
      return kNever;
    }
    state.cycle = undecided + gap;
    return state.cycle - 1;
  }

  GenerationRate rate(NodeId) const override { return {probability_, 1 - probability_}; }
  bool is_memoryless() const override { return true; }

 private:
  double probability_;
  BernoulliTrials gaps_;
};

std::unique_ptr<Injection> make(const InjectionOptions& options) {
  assert(options.messages_per_cycle > 0);
  if (options.messages_per_cycle > 1) {
    key_error("traffic.load",
              "a load of {:.10g} flits per node and cycle is {:.10g} messages per cycle; bernoulli "
              "makes at most 1; allowed: a lower load, or poisson",
              options.flits_per_cycle, options.messages_per_cycle);
  }
  return std::make_unique<Bernoulli>(options.messages_per_cycle);
}

}  // namespace

InjectionDescription bernoulli_injection() {
  return {.name = "bernoulli",
          .summary = "a message in each cycle with equal probability, at most one",
          .make = make,
          .max_flits_per_cycle = [](const InjectionOptions& options) {
            return options.mean_message_flits;  // one message per cycle
          }};
}

}  // namespace orthant
