// Bursts: a node alternates between on and off; it is silent while off. A burst is a geometric
// number of messages with a mean of `burst_flits` flits.
//
// burst_spacing = even: while on, messages are evenly spaced; off times are exponential.
// Definition, with load L (flits per cycle) and a mean message length of F flits:
//   peak    = L / duty flits per cycle, the rate while on. Without `traffic.duty` the peak is one
//             flit per cycle, back to back, so that duty = L.
//   spacing = F / peak; a burst of K messages keeps the node on for exactly K spacings.
//   K       = 1, 2, ... with mean burst_flits / F; mean off time = mean on time (1 - duty) / duty.
// The share of time on is therefore `duty` and the long-run load is L, exactly, at every load. A
// process starts in its steady state: on with probability duty, at a uniform instant of a spacing.
// State: the clock, at which the next message of the burst, or the off time, begins; `count`,
// messages left in the burst.
//
// burst_spacing = random: a Markov-modulated Bernoulli process (Dally & Towles 2004, section 24.2;
// on_off of BookSim 2). At the start of a cycle a node that is off turns on with probability alpha,
// and one that is on turns off with probability beta; then, if it is on, it generates a message
// with probability
//   r1    = L / (duty F), and
//   beta  = r1 / (burst_flits / F - 1 + r1): the messages of on periods that have any are
//           geometric with mean 1 + r1 (1 - beta) / beta = burst_flits / F,
//   alpha = beta duty / (1 - duty).
// It also starts in its steady state. State: the cycle of the last message, when the node is on.
//
// Needs: burst_flits >= F, L <= duty <= 1; with random spacing L / F <= duty <= 1, alpha <= 1.
#include <algorithm>
#include <cassert>

#include "base/error.hpp"
#include "traffic/descriptions.hpp"

namespace orthant {
namespace {

class OnOff : public Injection {
 public:
  OnOff(double messages_per_burst, double duty, double spacing_cycles)
      : messages_per_burst_(messages_per_burst),
        burst_(1 / messages_per_burst),
        duty_(duty),
        spacing_cycles_(spacing_cycles),
        mean_off_cycles_(messages_per_burst * spacing_cycles * ((1 - duty) / duty)) {}

  Cycle next(NodeId, InjectionState& state, RandomStream& random) const override {
    if (!state.started) start(state, random);
    if (state.count == 0) {
      state.advance(random.exponential() * mean_off_cycles_);
      state.count = random.trials(burst_);
    }
    --state.count;
    const Cycle cycle = state.cycle;
    state.advance(spacing_cycles_);
    return cycle;
  }

  // Bursts and silences form a renewal process; with a mean of m messages per burst the dispersion
  // is (1 - duty)^2 (2 m - 1).
  GenerationRate rate(NodeId) const override {
    const double off = 1 - duty_;
    return {duty_ / spacing_cycles_, off * off * (2 * messages_per_burst_ - 1)};
  }

 private:
  // If the node is off, the remaining off time is exponential, too. If it is on, part of the
  // current spacing remains, whose message was generated before cycle 0; the number of later
  // messages of the burst is geometric, possibly zero.
  void start(InjectionState& state, RandomStream& random) const {
    state.started = true;
    if (!random.bernoulli(duty_)) return;
    state.advance(random.uniform() * spacing_cycles_);
    state.count = random.trials(burst_) - 1;
  }

  double messages_per_burst_;
  BernoulliTrials burst_;
  double duty_;
  double spacing_cycles_;
  double mean_off_cycles_;
};

class RandomBursts : public Injection {
 public:
  RandomBursts(double messages_per_cycle, double messages_per_burst, double duty)
      : duty_(duty),
        message_(std::min(messages_per_cycle / duty, 1.0)),
        turn_off_(duty < 1 ? message_ / (messages_per_burst - 1 + message_) : 0),
        turn_on_(duty < 1 ? std::min(rate_on(turn_off_, duty), 1.0) : 1),
        off_or_message_(turn_off_ + (1 - turn_off_) * message_),
        change_(off_or_message_),
        on_(turn_on_) {}

  // True if an off time has a mean of at least one cycle.
  bool is_possible() const { return duty_ == 1 || rate_on(turn_off_, duty_) <= 1 + 1e-6; }

  Cycle next(NodeId, InjectionState& state, RandomStream& random) const override {
    bool on = true;
    if (!state.started) {
      state.started = true;
      on = random.bernoulli(duty_);
      if (on && random.bernoulli(message_)) return state.cycle;
    }
    while (state.cycle != kNever) {
      if (on) {
        state.advance(static_cast<double>(random.trials(change_)));
        on = !random.bernoulli(turn_off_ / off_or_message_);
        if (on) return state.cycle;
      } else {
        state.advance(static_cast<double>(random.trials(on_)));
        on = true;
        if (random.bernoulli(message_)) return state.cycle;
      }
    }
    return kNever;
  }

  // The on state has autocorrelation 1 - alpha - beta from cycle to cycle.
  GenerationRate rate(NodeId) const override {
    const double per_cycle = duty_ * message_;
    if (duty_ == 1) return {per_cycle, 1 - per_cycle};
    const double sum = turn_on_ + turn_off_;
    return {per_cycle, 1 - per_cycle + 2 * message_ * (1 - duty_) * (1 - sum) / sum};
  }

 private:
  static double rate_on(double goes_off, double duty) { return goes_off * duty / (1 - duty); }

  double duty_;
  double message_;         // r1
  double turn_off_;        // beta
  double turn_on_;         // alpha
  double off_or_message_;  // in the next cycle
  BernoulliTrials change_, on_;
};

// A node that is on generates at most one flit per cycle, or with random spacing one message per
// cycle. Without a duty the limit is one flit per cycle.
double max_flits_per_cycle(const InjectionOptions& options) {
  const double most = options.random_spacing ? options.mean_message_flits : 1;
  return options.duty ? *options.duty * most : 1;
}

double duty_of(const InjectionOptions& options) {
  const double load = options.flits_per_cycle;
  if (!options.duty) {
    if (load > max_flits_per_cycle(options)) {
      key_error(
          "traffic.load",
          "a load of {:.10g} flits per node and cycle is above 1, the rate of on_off within a "
          "burst; allowed: at most 1",
          load);
    }
    return load;
  }
  const double duty = *options.duty;
  if (!(duty > 0 && duty <= 1)) {
    key_error("traffic.duty", "{:.10g} is no share of time; allowed: above 0, at most 1", duty);
  }
  if (load > max_flits_per_cycle(options)) {
    key_error(
        "traffic.duty",
        "a node that is on for the share {:.10g} of the time cannot send {:.10g} flits per cycle; "
        "allowed: at least the load in {} per node and cycle",
        duty, load, options.random_spacing ? "messages" : "flits");
  }
  return duty;
}

std::unique_ptr<Injection> make(const InjectionOptions& options) {
  assert(options.messages_per_cycle > 0);
  if (!options.burst_flits) {
    key_error("traffic.burst_flits",
              "missing; on_off needs it; allowed: the mean flits of a burst");
  }
  if (!(*options.burst_flits >= options.mean_message_flits && *options.burst_flits <= 1e12)) {
    key_error(
        "traffic.burst_flits",
        "a burst of {:.10g} flits is out of range; allowed: {:.10g}, one mean message, to 1e12",
        *options.burst_flits, options.mean_message_flits);
  }
  const double duty = duty_of(options);
  const double messages = *options.burst_flits / options.mean_message_flits;
  if (!options.random_spacing)
    return std::make_unique<OnOff>(messages, duty, duty / options.messages_per_cycle);
  auto bursts = std::make_unique<RandomBursts>(options.messages_per_cycle, messages, duty);
  if (!bursts->is_possible())
    key_error("traffic.duty",
              "with {:.10g} of the time on, and {:.10g} messages in a burst, a node is off for "
              "less than a cycle; allowed: a smaller duty, or longer bursts",
              duty, messages);
  return bursts;
}

}  // namespace

InjectionDescription on_off_injection() {
  constexpr ReadWhen kWhen = read_if("traffic.injection", "on_off");
  return {
      .name = "on_off",
      .summary = "bursts of burst_flits separated by silence; on for the share duty of the time",
      .rows =
          {{"traffic.burst_flits",
            &InjectionOptions::burst_flits,
            {.high = 1e12, .low_allowed = false, .when = kWhen, .help = "Mean size of a burst."}},
           {"traffic.duty",
            &InjectionOptions::duty,
            {.high = 1,
             .low_allowed = false,
             .when = kWhen,
             .help = "Share of the time that a node is on; default: the load in flits, so "
                     "that a burst has one flit per cycle."}},
           {"traffic.burst_spacing",
            &InjectionOptions::random_spacing,
            {{"even", false}, {"random", true}},
            {.when = kWhen,
             .help = "Messages of a burst are evenly spaced, or generated in each cycle of a burst "
                     "with the same probability (Markov-modulated Bernoulli)."}}},
      .make = make,
      .max_flits_per_cycle = max_flits_per_cycle};
}

}  // namespace orthant
