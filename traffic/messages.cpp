// Bursts of packets to one destination, `traffic.message_packets` in each message. With
// `message_period = poisson` the messages of a node are a Poisson process; with `fixed` every node
// starts a message at cycles 0, P, 2P, ..., rounded up, where P is 1 / (messages per cycle) and
// need not be an integer. State of `fixed`: `count`, the number of the next message.
//
// Needs: nothing.
#include <cassert>
#include <cmath>

#include "traffic/descriptions.hpp"

namespace orthant {
namespace {

class FixedPeriod : public Injection {
 public:
  // Sets a period slightly below the quotient, whose rounding could otherwise delay messages by a
  // cycle: a load that means P = 50 may give a quotient of 50.000000000000007.
  explicit FixedPeriod(double messages_per_cycle)
      : period_cycles_(1 / messages_per_cycle * (1 - 0x1p-50)) {}

  Cycle next(NodeId, InjectionState& state, RandomStream&) const override {
    // A product instead of a sum of periods, so that rounding errors do not accumulate.
    const double instant = static_cast<double>(state.count) * period_cycles_;
    if (!(instant < 0x1p62)) return kNever;
    ++state.count;
    // A message generated between two cycles becomes visible in the later one.
    return static_cast<Cycle>(std::ceil(instant));
  }

  GenerationRate rate(NodeId) const override { return {1 / period_cycles_, 0}; }

 private:
  double period_cycles_;
};

}  // namespace

InjectionDescription messages_injection() {
  return {.name = "messages",
          .summary = "messages of message_packets packets to one destination, Poisson or periodic",
          .rows = {{"traffic.message_period",
                    &InjectionOptions::fixed_period,
                    {{"poisson", false}, {"fixed", true}},
                    {.when = read_if("traffic.injection", "messages"),
                     .help = "Times between the messages of a node: exponential or constant."}}},
          .keys = {"traffic.message_packets"},
          .make = [](const InjectionOptions& options) -> std::unique_ptr<Injection> {
            if (!options.fixed_period) return poisson_injection().make(options);
            assert(options.messages_per_cycle > 0);
            return std::make_unique<FixedPeriod>(options.messages_per_cycle);
          }};
}

}  // namespace orthant
