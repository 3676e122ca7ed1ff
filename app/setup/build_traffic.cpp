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
constexpr std::string_view kMessagePackets = "traffic.message_packets";
constexpr std::string_view kShare = "traffic.share";

bool lists(const std::vector<std::string_view>& keys, std::string_view key) {
  return std::ranges::find(keys, key) != keys.end();
}

template <class Values>
MessageKeys read_message(const Values& values, std::string_view key) {
  MessageKeys keys;
  message_rows().read_one(values, keys, key);
  return keys;
}

template <class Values>
void read_packets_of(const Values& values, Traffic& traffic) {
  traffic.packets_per_message = read_message(values, kMessagePackets).packets;
}

template <class Values>
void read_self_of(const Values& values, Traffic& traffic) {
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

// Whether its load is traffic.load, or part of that.
bool shares_load(const Point&) { return true; }
bool shares_load(const NamedValues& values) { return !values.is_own(kLoad); }

std::string section_text(const Point&) { return {}; }
std::string section_text(const NamedValues& values) {
  return fmt::format(" in [{}]", values.section());
}

}  // namespace

TrafficBuilder::TrafficBuilder(const Point& point, const SetupChanges& changes, bool any_load,
                               BuiltNetwork& network, Setup& setup)
    : point_(point), changes_(changes), any_load_(any_load), network_(network), setup_(setup) {
  const auto classes = point.traffic_classes();
  setup.traffic_classes.assign(classes.begin(), classes.end());
}

void TrafficBuilder::read() {
  read_load();
  if (!point_.traffic_classes().empty()) return read_classes();
  read_pattern(point_, setup_.traffic);
  read_injection(point_, setup_.load_flits, setup_.traffic);
}

void TrafficBuilder::read_lengths() { read_lengths_of(point_, setup_.traffic); }
void TrafficBuilder::read_packets_per_message() { read_packets_of(point_, setup_.traffic); }
void TrafficBuilder::read_self() { read_self_of(point_, setup_.traffic); }

LoadUnit TrafficBuilder::load_unit() const {
  RunKeys keys;
  if (!changes_.load_unit || point_.has_value(kLoadUnit))
    load_rows().read_one(point_, keys, kLoadUnit);
  return changes_.load_unit.value_or(keys.load_unit);
}

template <class Values>
void TrafficBuilder::read_lengths_of(const Values& values, Traffic& traffic) const {
  traffic.lengths = PacketLengths(read_message(values, "traffic.packet_flits").packet_flits,
                                  values.text("traffic.normalize") == "yes");
}

// Of all classes but those with a load of their own; where all have, there need be none.
bool TrafficBuilder::has_common_load() const {
  const auto classes = classes_of(point_);
  return classes.empty() || std::ranges::any_of(classes, [](const NamedValues& values) {
           return shares_load(values);
         });
}

void TrafficBuilder::read_load() {
  setup_.load_unit = load_unit();
  if (changes_.load)
    setup_.load = *changes_.load;
  else if (has_common_load())
    load_rows().read_one(point_, setup_, kLoad);
  if (setup_.load_unit == LoadUnit::kCapacity && !setup_.capacity_flits) {
    point_.fail("traffic.load_unit", no_capacity_text(*setup_.topology) + "; allowed: flits");
  }
  setup_.shared_flits = setup_.load_flits = in_flits(setup_.load);
}

double TrafficBuilder::in_flits(double load) const {
  return setup_.load_unit == LoadUnit::kFlits ? load : load * *setup_.capacity_flits;
}

// What classes send per node and cycle.
std::vector<double> TrafficBuilder::class_loads() {
  const std::vector<NamedValues> classes = classes_of(point_);
  double weights = 0;  // of those without loads of their own
  for (const NamedValues& values : classes)
    if (shares_load(values)) weights += read_class_key(values, kShare).share;
  std::vector<double> loads;
  for (const NamedValues& values : classes) {
    if (shares_load(values)) {
      loads.push_back(setup_.shared_flits * read_class_key(values, kShare).share / weights);
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
  if (setup_.has_own_loads)
    setup_.load = setup_.load_unit == LoadUnit::kFlits ? setup_.load_flits
                                                       : setup_.load_flits / *setup_.capacity_flits;
}

void TrafficBuilder::add_answer(const NamedValues& values, unsigned message_class,
                                const std::string& asked) {
  std::vector<std::string> others = setup_.traffic_classes;
  std::erase(others, values.name());
  if (std::ranges::find(others, asked) == others.end())
    key_error("traffic.answers", "'{}' is no other class of traffic; allowed: {}", asked,
              others.empty() ? "to leave it out" : fmt::format("{}", fmt::join(others, ", ")));
  setup_.answers.push_back(
      {.asked = asked,
       .answer = std::string(values.name()),
       .asked_class = read_class_key(NamedValues(point_, "traffic", asked), "traffic.message_class")
                          .message_class,
       .answer_class = message_class});
}

TrafficClass TrafficBuilder::read_class(const NamedValues& values, double load_flits) {
  ClassKeys keys;  // the share has been read where it counts
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
                fmt::format("exact analysis is of one pattern; allowed: no section [traffic.{}]",
                            point_.traffic_classes().front()));
  read_self();
  if (point_.has_value("traffic.pattern") && point_.text("traffic.pattern") != "worst_case")
    read_pattern(point_, setup_.traffic);
}

template <class Values>
void TrafficBuilder::read_pattern(const Values& values, Traffic& traffic) {
  const bool own = values.has_value("traffic.pattern") || !changes_.pattern;
  const PatternDescription* pattern =
      find_pattern(own ? values.text("traffic.pattern") : std::string(*changes_.pattern));
  assert(pattern);
  PatternOptions options;
  pattern->rows.read(values, options);
  if (pattern->name == "worst_case") options.permutation = worst_permutation();
  traffic.pattern = pattern->make(*setup_.topology, options);
  read_self_of(values, traffic);
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

template <class Values>
void TrafficBuilder::read_injection(const Values& values, double load_flits, Traffic& traffic) {
  const InjectionDescription* injection = find_injection(values.text("traffic.injection"));
  assert(injection);
  InjectionOptions options;
  injection->rows.read(values, options);
  if (lists(injection->keys, kMessagePackets)) read_packets_of(values, traffic);
  options.flits_per_cycle = load_flits;
  options.mean_message_flits = traffic.lengths.mean() * traffic.packets_per_message;
  options.messages_per_cycle = load_flits / traffic.lengths.mean() / traffic.packets_per_message;
  if (injection->most_flits_per_cycle != nullptr && shares_load(values)) {
    const double most = injection->most_flits_per_cycle(options);
    const double shared = most / (load_flits / setup_.shared_flits);
    if (!setup_.most_sent_flits || shared < *setup_.most_sent_flits) {
      setup_.most_sent_flits = shared;
      setup_.most_sent_by = fmt::format("{}{}", injection->name, section_text(values));
    }
    if (any_load_ && load_flits > most) return;
  }
  traffic.injection = injection->make(options);
}

}  // namespace orthant
