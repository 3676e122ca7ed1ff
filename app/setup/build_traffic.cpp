// Tested by: tests/app/traffic_classes_test.py, tests/app/setup_test.cpp
#include "app/setup/build_traffic.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <numeric>

#include "analysis/guarantees/worst_case.hpp"
#include "app/keys/run_keys.hpp"
#include "app/setup/make_workload.hpp"
#include "base/error.hpp"
#include "traffic/kinds.hpp"

namespace orthant {
namespace {

constexpr std::string_view kLoad = "traffic.load";
constexpr std::string_view kLoadUnit = "traffic.load_unit";
constexpr std::string_view kScale = "traffic.scale";
constexpr std::string_view kMessagePackets = "traffic.message_packets";
constexpr std::string_view kShare = "traffic.share";

bool lists(const std::vector<std::string_view>& keys, std::string_view key) {
  return std::ranges::find(keys, key) != keys.end();
}

MessageKeys read_message(const NamedValues& values, std::string_view key) {
  MessageKeys keys;
  message_rows().read_one(values, keys, key);
  return keys;
}

void read_packets_of(const NamedValues& values, Traffic& traffic) {
  traffic.packets_per_message = read_message(values, kMessagePackets).packets;
}

void read_self_of(const NamedValues& values, Traffic& traffic) {
  traffic.self = read_message(values, "traffic.self").self;
}

std::vector<NamedValues> classes_of(const Point& point) {
  std::vector<NamedValues> classes;
  for (const std::string& name : point.traffic_classes())
    classes.emplace_back(point, "traffic", name);
  return classes;
}

ClassKeys read_class_key(const NamedValues& values, std::string_view key) {
  ClassKeys keys;
  class_rows().read_one(values, keys, key);
  return keys;
}

// True if the class has a load that others do not share.
bool has_own_load(const NamedValues& values) { return values.is_own(kLoad); }

std::string section_text(const NamedValues& values) {
  return values.section().empty() ? std::string() : fmt::format(" in [{}]", values.section());
}

}  // namespace

TrafficBuilder::TrafficBuilder(const Point& point, const SetupChanges& changes, bool any_load,
                               BuiltNetwork& network, Setup& setup)
    : point_(point), changes_(changes), any_load_(any_load), network_(network), setup_(setup) {
  const auto classes = point.traffic_classes();
  setup.traffic_classes.assign(classes.begin(), classes.end());
}

void TrafficBuilder::read() {
  if (!point_.traffic_classes().empty()) {
    read_load();
    return read_classes();
  }
  if (keeps_rates(point_)) read_pattern(point_, setup_.traffic);  // its file sets the load
  read_load();
  if (!setup_.traffic.pattern) read_pattern(point_, setup_.traffic);
  read_injection(point_, setup_.load_flits, setup_.traffic);
}

void TrafficBuilder::read_lengths() { read_lengths_of(point_, setup_.traffic); }
void TrafficBuilder::read_packets_per_message() { read_packets_of(point_, setup_.traffic); }
void TrafficBuilder::read_self() { read_self_of(point_, setup_.traffic); }

// True if the load is that of the pattern's file, times traffic.scale, and not traffic.load.
bool TrafficBuilder::keeps_rates(const NamedValues& values) const {
  if (!values.has_value("traffic.pattern") || values.text("traffic.pattern") != "flows" ||
      has_own_load(values))
    return false;
  return values.has_value(kScale) || !values.has_value(kLoad);
}

bool TrafficBuilder::shares_load(const NamedValues& values) const {
  return !has_own_load(values) && !keeps_rates(values);
}

// False if there are only flows at the rates of files, which need no load unit.
bool TrafficBuilder::has_any_load() const {
  const auto classes = classes_of(point_);
  return classes.empty() || std::ranges::any_of(classes, [&](const NamedValues& values) {
           return has_own_load(values) || !keeps_rates(values);
         });
}

LoadUnit TrafficBuilder::load_unit() const {
  RunKeys keys;
  if (!point_.has_value(kLoadUnit) && !has_any_load()) return LoadUnit::kFlits;
  if (!changes_.load_unit || point_.has_value(kLoadUnit))
    load_rows().read_one(point_, keys, kLoadUnit);
  return changes_.load_unit.value_or(keys.load_unit);
}

void TrafficBuilder::read_lengths_of(const NamedValues& values, Traffic& traffic) const {
  traffic.lengths = PacketLengths(read_message(values, "traffic.packet_flits").packet_flits,
                                  values.text("traffic.normalize") == "yes");
}

// True if some class shares traffic.load; otherwise the key may be missing.
bool TrafficBuilder::has_common_load() const {
  const auto classes = classes_of(point_);
  return classes.empty() || std::ranges::any_of(classes, [&](const NamedValues& values) {
           return shares_load(values);
         });
}

void TrafficBuilder::read_load() {
  setup_.load_unit = load_unit();
  const bool by_file = setup_.traffic.pattern != nullptr;
  if (changes_.load)
    setup_.load = *changes_.load;
  else if (has_common_load() && !by_file)
    load_rows().read_one(point_, setup_, kLoad);
  if (setup_.load_unit == LoadUnit::kCapacity && !setup_.capacity_flits) {
    point_.fail("traffic.load_unit", no_capacity_text(*setup_.topology) + "; allowed: flits");
  }
  if (by_file && !changes_.load) setup_.load = in_unit(flits_of_file(point_, setup_.traffic));
  setup_.shared_flits = setup_.load_flits = in_flits(setup_.load);
}

double TrafficBuilder::in_flits(double load) const {
  return setup_.load_unit == LoadUnit::kFlits ? load : load * *setup_.capacity_flits;
}

double TrafficBuilder::in_unit(double flits) const {
  return setup_.load_unit == LoadUnit::kFlits ? flits : flits / *setup_.capacity_flits;
}

// The mean rate of the file, scaled.
double TrafficBuilder::flits_of_file(const NamedValues& values, const Traffic& traffic) const {
  RunKeys keys;
  load_rows().read_one(values, keys, kScale);
  return keys.scale.value_or(1) * traffic.pattern->mean_rate().value();
}

// Loads of classes per node and cycle. A class that keeps the rates of a file has its pattern read
// for this.
std::vector<double> TrafficBuilder::class_loads() {
  const std::vector<NamedValues> classes = classes_of(point_);
  double weights = 0;  // of classes that share traffic.load
  for (const NamedValues& values : classes)
    if (shares_load(values)) weights += read_class_key(values, kShare).share;
  std::vector<double> loads;
  for (const NamedValues& values : classes) {
    if (shares_load(values)) {
      loads.push_back(setup_.shared_flits * read_class_key(values, kShare).share / weights);
      continue;
    }
    if (keeps_rates(values)) {
      Traffic traffic;
      values.place_errors([&] { read_pattern(values, traffic); });
      setup_.own_flits += loads.emplace_back(flits_of_file(values, traffic));
      continue;
    }
    RunKeys own;
    load_rows().read_one(values, own, kLoad);
    setup_.own_flits += loads.emplace_back(in_flits(own.load));
  }
  return loads;
}

void TrafficBuilder::read_classes() {
  const std::vector<double> loads = class_loads();
  setup_.load_flits = std::accumulate(loads.begin(), loads.end(), 0.0);
  std::vector<TrafficClass> classes;
  for (const NamedValues& values : classes_of(point_))
    values.place_errors([&] { classes.push_back(read_class(values, loads[classes.size()])); });
  setup_.traffic = mixed_traffic(std::move(classes));
  setup_.has_own_loads = !has_common_load();
  if (setup_.has_own_loads) setup_.load = in_unit(setup_.load_flits);
}

void TrafficBuilder::add_answer(const NamedValues& values, unsigned message_class,
                                const std::string& asked) {
  std::vector<std::string> others = setup_.traffic_classes;
  std::erase(others, values.name());
  if (std::ranges::find(others, asked) == others.end())
    key_error("traffic.answers", "'{}' is no other class of traffic; allowed: {}", asked,
              others.empty() ? "to leave it out" : fmt::format("{}", fmt::join(others, ", ")));
  setup_.answers.push_back({.request = asked,
                            .reply = std::string(values.name()),
                            .request_class = read_class_key(NamedValues(point_, "traffic", asked),
                                                            "traffic.message_class")
                                                 .message_class,
                            .reply_class = message_class});
}

TrafficClass TrafficBuilder::read_class(const NamedValues& values, double load_flits) {
  ClassKeys keys;  // the share was read by class_loads()
  class_rows().read_where(values, keys, [](const Key& key) { return key.name != kShare; });
  TrafficClass part{.name = std::string(values.name()),
                    .traffic = {},
                    .load_share = load_flits,
                    .priority = static_cast<std::uint8_t>(keys.priority),
                    .message_class = static_cast<std::uint8_t>(keys.message_class)};
  const std::string injection = values.text("traffic.injection");
  if (injection == "schedule" || injection == "workload")
    key_error("traffic.injection", "{} is sent alone; allowed: another injection", injection);
  if (keys.answers) add_answer(values, part.message_class, *keys.answers);
  part.traffic.messages_per_node = setup_.traffic.messages_per_node;
  read_lengths_of(values, part.traffic);
  read_pattern(values, part.traffic);
  read_injection(values, load_flits, part.traffic);
  return part;
}

void TrafficBuilder::read_pattern_alone() {
  if (!point_.traffic_classes().empty())
    point_.fail("traffic.pattern",
                "exact analysis is of one pattern; allowed: no section [traffic.{}]",
                point_.traffic_classes().front());
  read_self();
  if (!point_.has_value("traffic.pattern") || point_.text("traffic.pattern") == "worst_case")
    return;
  read_pattern(point_, setup_.traffic);
  if (setup_.traffic.pattern->mean_rate()) read_load_of_flows();
}

// Sets the load for exact analysis to the rates of flows instead of one flit per node.
void TrafficBuilder::read_load_of_flows() {
  setup_.load_unit = load_unit();
  if (setup_.load_unit == LoadUnit::kCapacity && !setup_.capacity_flits)
    point_.fail("traffic.load_unit",
                "the capacity is not computed here, by which rates are to be scaled; allowed: "
                "flits");
  if (!keeps_rates(point_)) load_rows().read_one(point_, setup_, kLoad);
  setup_.load_flits =
      keeps_rates(point_) ? flits_of_file(point_, setup_.traffic) : in_flits(setup_.load);
}

void TrafficBuilder::read_pattern(const NamedValues& values, Traffic& traffic) {
  const bool own = values.has_value("traffic.pattern") || !changes_.pattern;
  const PatternDescription* pattern =
      find_pattern(own ? values.text("traffic.pattern") : std::string(*changes_.pattern));
  assert(pattern);
  PatternOptions options;
  options.flit_units = [this] { return flit_units(); };
  pattern->rows.read(values, options);
  if (pattern->name == "worst_case") options.permutation = worst_permutation();
  traffic.pattern = pattern->make(*setup_.topology, options);
  read_self_of(values, traffic);
  if (traffic.pattern->mean_rate()) check_flows(traffic);
}

FlitUnits TrafficBuilder::flit_units() const {
  FlitUnits units;
  if (setup_.cycle_ns) units.cycle_ns = to_double(*setup_.cycle_ns);
  if (point_.has_value("channel.flit_bytes"))
    units.flit_bytes = static_cast<double>(point_.integer("channel.flit_bytes"));
  return units;
}

void TrafficBuilder::check_flows(const Traffic& traffic) const {
  if (!traffic.pattern->changes().empty() && load_unit() == LoadUnit::kCapacity)
    key_error("traffic.load_unit",
              "capacity, but rates in traffic.file change with time, so that no load is a share of "
              "it; allowed: flits");
  for (std::size_t n = 0; n < setup_.topology->node_count() && !traffic.self; ++n)
    traffic.pattern->row(NodeId{n}, [n](NodeId destination, double) {
      if (destination == NodeId{n})
        key_error("traffic.self",
                  "no, but node {} sends to itself; allowed: yes, or other flows in traffic.file",
                  n);
    });
}

void refuse_worst_case_of_adaptive(const Point& point) {
  if (!point.has_value("routing.algorithm") || has_no_load(point)) return;
  const RoutingDescription* routing = find_routing(point.text("routing.algorithm"));
  if (routing == nullptr || !routing->adaptive) return;
  const auto asks = [&](const std::string& key) {
    return point.has_value(key) && point.text(key) == "worst_case";
  };
  bool any = point.traffic_classes().empty() && asks("traffic.pattern");
  for (const std::string& name : point.traffic_classes()) {
    const std::string own = fmt::format("traffic.{}.pattern", name);
    any |= asks(point.has_value(own) ? own : "traffic.pattern");
  }
  if (any) point.fail("routing.algorithm", adaptive_text(routing->name));
}

const std::vector<NodeId>& TrafficBuilder::worst_permutation() {
  if (!setup_.class_networks.empty())
    key_error("traffic.pattern",
              "worst_case is of one routing, and message classes have links of their own here; "
              "allowed: permutation, with what analyze --permutation writes for a message class");
  std::vector<NodeId>& permutation = network_.worst_permutation;
  if (permutation.empty()) {
    const ObliviousRouting& routing =
        required_oblivious(*setup_.routing, point_.text("routing.algorithm"));
    const std::size_t threads = changes_.threads;
    permutation =
        worst_case(find_symmetry(*setup_.topology, routing, {.threads = threads}), threads)
            .permutation;
  }
  return permutation;
}

void TrafficBuilder::read_injection(const NamedValues& values, double load_flits,
                                    Traffic& traffic) {
  const InjectionDescription* injection = find_injection(values.text("traffic.injection"));
  assert(injection);
  InjectionOptions options;
  injection->rows.read(values, options);
  if (lists(injection->keys, kMessagePackets)) read_packets_of(values, traffic);
  options.mean_message_flits = traffic.lengths.mean() * traffic.packets_per_message;
  const bool has_rates = traffic.pattern->mean_rate().has_value();
  if (injection->max_flits_per_cycle != nullptr) {
    const double of_source = injection->max_flits_per_cycle(options);
    const double most = has_rates ? of_source / traffic.pattern->largest_rate() : of_source;
    if (shares_load(values) || (has_rates && point_.traffic_classes().empty())) {
      const double shared = most / (load_flits / setup_.shared_flits);
      if (!setup_.most_sent_flits || shared < *setup_.most_sent_flits) {
        setup_.most_sent_flits = shared;
        setup_.most_sent_by = fmt::format("{}{}", injection->name, section_text(values));
      }
      if (any_load_ && load_flits > most) return;
    }
    if (has_rates && load_flits > most)
      refuse_busy_source(values.text("traffic.file"), traffic, load_flits, injection->name,
                         of_source);
  }
  const auto make = [&](double rate) {
    options.flits_per_cycle = load_flits * rate;
    options.messages_per_cycle =
        options.flits_per_cycle / traffic.lengths.mean() / traffic.packets_per_message;
    return injection->make(options);
  };
  traffic.injection =
      has_rates ? injection_by_source(*traffic.pattern, setup_.topology->node_count(), make)
                : make(1);
}

// Names the node that sends most if its process cannot make that rate.
void TrafficBuilder::refuse_busy_source(const std::string& file, const Traffic& traffic,
                                        double load_flits, std::string_view injection,
                                        double most) const {
  const double largest = traffic.pattern->largest_rate();
  std::size_t busiest = 0;
  for (std::size_t n = 0; n < setup_.topology->node_count(); ++n)
    for (const RateStep& step : traffic.pattern->rates_of(NodeId{n}))
      if (step.rate == largest) busiest = n;
  key_error("traffic.file",
            "{}: node {} sends {:.6g} flits per cycle at this traffic.scale or traffic.load; {} "
            "makes at most {:.6g}; allowed: a lower one, or another traffic.injection",
            file, busiest, load_flits * largest, injection, most);
}

}  // namespace orthant
