// The traffic of an application: a list of flows between nodes, each with its rate, from
// `traffic.file` (format: traffic/flow_list.cpp). A source injects at the sum of its rates and
// draws destinations in proportion to them. If some rates hold for a limited time, the injection
// rate and the shares of the destinations change over time.
//
// Rows are relative to the mean injection rate of all sending nodes, so that one factor scales all
// rates: traffic.load sets this mean, and traffic.scale sets the factor itself.
//
// Needs: a file of flows.
//
// Tested by: tests/traffic/flows_test.cpp, tests/app/flows_test.py
#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "base/error.hpp"
#include "traffic/descriptions.hpp"
#include "traffic/flow_list.hpp"

namespace orthant {
namespace {

struct Entry {
  NodeId destination;
  double rate = 0;             // flits per cycle
  double cumulative_rate = 0;  // sum of the rates of all entries up to this one
};

// Invariants:
// 1. The steps of a sending source ascend from cycle 0; other sources have none.
// 2. The entries of a step ascend in destination and strictly in cumulative_rate.
class Flows final : public Pattern {
 public:
  Flows(std::size_t nodes, std::vector<Flow> flows);

  std::optional<NodeId> destination(NodeId source, std::uint64_t message,
                                    RandomStream& random) const override {
    return destination_at(0, source, message, random);
  }
  std::optional<NodeId> destination_at(Cycle cycle, NodeId source, std::uint64_t,
                                       RandomStream& random) const override {
    const std::span<const Entry> entries = entries_at(cycle, source);
    if (entries.empty()) return std::nullopt;
    const double drawn = random.uniform() * entries.back().cumulative_rate;
    const auto entry = std::ranges::upper_bound(entries, drawn, {}, &Entry::cumulative_rate);
    return (entry == entries.end() ? entries.back() : *entry).destination;
  }

  // Visits the time average of the rates up to the last change.
  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    if (changes_.empty()) return row_at(0, source, visit);
    std::map<NodeId, double> means;
    const auto all = static_cast<double>(changes_.back());
    const std::span<const Step> steps = steps_of(source);
    for (std::size_t s = 0; s < steps.size(); ++s) {
      const Cycle end = s + 1 < steps.size() ? steps[s + 1].from : changes_.back();
      if (end <= steps[s].from) continue;
      for (const Entry& entry : entries_of(steps[s]))
        means[entry.destination] += entry.rate * static_cast<double>(end - steps[s].from) / all;
    }
    for (const auto& [destination, rate] : means) visit(destination, rate / mean_rate_);
  }
  void row_at(Cycle cycle, NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    for (const Entry& entry : entries_at(cycle, source))
      visit(entry.destination, entry.rate / mean_rate_);
  }
  bool sends(NodeId source, bool self) const override {
    return std::ranges::any_of(steps_of(source), [&](const Step& step) {
      return std::ranges::any_of(entries_of(step), [&](const Entry& entry) {
        return self || entry.destination != source;
      });
    });
  }

  std::optional<double> mean_rate() const override { return mean_rate_; }
  std::vector<RateStep> rates_of(NodeId source) const override {
    std::vector<RateStep> rates;
    for (const Step& step : steps_of(source))
      rates.push_back({.from = step.from, .rate = rate_of(step) / mean_rate_});
    return rates;
  }
  double largest_rate() const override {
    double largest = 0;
    for (const Step& step : steps_) largest = std::max(largest, rate_of(step) / mean_rate_);
    return largest;
  }
  std::vector<Cycle> changes() const override { return changes_; }

 private:
  // The rates from cycle `from` on are those of entries_[first .. end).
  struct Step {
    Cycle from = 0;
    std::size_t first = 0, end = 0;
  };

  std::span<const Step> steps_of(NodeId source) const {
    return std::span(steps_).subspan(first_[source.index()],
                                     first_[source.index() + 1] - first_[source.index()]);
  }
  std::span<const Entry> entries_of(const Step& step) const {
    return std::span(entries_).subspan(step.first, step.end - step.first);
  }
  double rate_of(const Step& step) const {
    return step.first == step.end ? 0 : entries_[step.end - 1].cumulative_rate;
  }
  std::span<const Entry> entries_at(Cycle cycle, NodeId source) const {
    const std::span<const Step> steps = steps_of(source);
    const auto next = std::ranges::upper_bound(steps, cycle, {}, &Step::from);
    return next == steps.begin() ? std::span<const Entry>() : entries_of(*std::prev(next));
  }
  void add_source(std::span<const Flow> flows);
  void add_step(Cycle from, std::span<const Flow> flows);
  double largest_mean() const;

  std::vector<std::size_t> first_ = {0};  // per source: its first step; sources + 1 entries
  std::vector<Step> steps_;
  std::vector<Entry> entries_;
  std::vector<Cycle> changes_;
  double mean_rate_ = 0;
};

Flows::Flows(std::size_t nodes, std::vector<Flow> flows) {
  std::ranges::stable_sort(flows, {}, &Flow::source);
  auto next = flows.begin();
  for (std::size_t n = 0; n < nodes; ++n) {
    const auto begin = next;
    while (next != flows.end() && next->source == NodeId{n}) ++next;
    if (begin != next) add_source({begin, next});
    first_.push_back(steps_.size());
  }
  std::set<Cycle> times;
  for (const Step& step : steps_)
    if (step.from > 0) times.insert(step.from);
  changes_.assign(times.begin(), times.end());
  mean_rate_ = largest_mean();
}

void Flows::add_source(std::span<const Flow> flows) {
  std::set<Cycle> times = {0};
  for (const Flow& flow : flows) {
    times.insert(flow.from);
    if (flow.to != kNever) times.insert(flow.to);
  }
  for (const Cycle time : times) add_step(time, flows);
}

void Flows::add_step(Cycle from, std::span<const Flow> flows) {
  std::map<NodeId, double> rates;
  for (const Flow& flow : flows)
    if (flow.from <= from && from < flow.to) rates[flow.destination] += flow.rate;
  const std::size_t first = entries_.size();
  double sum = 0;
  for (const auto& [destination, rate] : rates) {
    if (!(sum + rate > sum)) continue;  // too small to be drawn
    sum += rate;
    entries_.push_back({.destination = destination, .rate = rate, .cumulative_rate = sum});
  }
  steps_.push_back({.from = from, .first = first, .end = entries_.size()});
}

// Injection rate, averaged over the nodes that ever send, at the time when this average is largest.
double Flows::largest_mean() const {
  std::map<Cycle, double> differences;  // cycle -> change of the sum of all rates
  std::size_t senders = 0;
  for (std::size_t n = 0; n + 1 < first_.size(); ++n) {
    double before = 0;
    for (const Step& step : steps_of(NodeId{n})) {
      differences[step.from] += rate_of(step) - before;
      before = rate_of(step);
    }
    senders += steps_of(NodeId{n}).empty() ? 0 : 1;
  }
  double sum = 0;
  double largest = 0;
  for (const auto& [cycle, difference] : differences)
    largest = std::max(largest, sum += difference);
  return largest / static_cast<double>(senders);
}

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions& options) {
  if (options.file.empty())
    key_error("traffic.file", "missing; flows needs it; allowed: a file of flows");
  return std::make_unique<Flows>(topology.node_count(), read_flows(options, topology.node_count()));
}

}  // namespace

PatternDescription flows_pattern() {
  return {
      .name = "flows",
      .summary = "rates of an application from traffic.file: source, destination, rate per line",
      .needs = "a file of flows",
      .rows = {pattern_file_row(),
               {"traffic.rate_unit",
                &PatternOptions::rate_unit,
                {.type = KeyType::kWord,
                 .names = rate_unit_words,
                 .axis = false,
                 .when = read_if("traffic.pattern", "flows"),
                 .help = "Default unit of the rates in traffic.file: flits per cycle, or bytes or "
                         "bits per second, which time.cycle_ns and channel.flit_bytes convert."}}},
      .make = make};
}

}  // namespace orthant
