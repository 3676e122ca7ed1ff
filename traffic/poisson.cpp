// Poisson process: exponential gaps on a continuous clock. A message is generated in the cycle that
// contains its instant, so a cycle may have several. State: the clock at the last message.
//
// Needs: nothing.
#include <cassert>

#include "traffic/descriptions.hpp"

namespace orthant {
namespace {

class Poisson : public Injection {
 public:
  explicit Poisson(double messages_per_cycle) : mean_gap_(1 / messages_per_cycle) {}

  Cycle next(NodeId, InjectionState& state, RandomStream& random) const override {
    state.advance(random.exponential() * mean_gap_);
    return state.cycle;
  }

  GenerationRate rate(NodeId) const override { return {1 / mean_gap_, 1}; }
  bool is_memoryless() const override { return true; }

 private:
  double mean_gap_;
};

}  // namespace

InjectionDescription poisson_injection() {
  return {.name = "poisson",
          .summary = "exponential gaps between messages, several per cycle possible",
          .make = [](const InjectionOptions& options) -> std::unique_ptr<Injection> {
            assert(options.messages_per_cycle > 0);
            return std::make_unique<Poisson>(options.messages_per_cycle);
          }};
}

}  // namespace orthant
