// Tested by: tests/app/traffic_classes_test.py, tests/app/setup_test.cpp
#include "app/setup/build_traffic.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <numeric>

#include "analysis/worst_case.hpp"
#include "app/keys/run_keys.hpp"
#include "base/error.hpp"
#include "traffic/kinds.hpp"

namespace orthant {
namespace {

constexpr std::string_view kLoad = "traffic.load";
constexpr std::string_view kLoadUnit = "traffic.load_unit";
constexpr std::string_view kMessagePackets = "traffic.message_packets";

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
  read_injection(point_, setup_.load_flits, true, setup_.traffic);
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
  return point_.traffic_classes().empty() ||
         std::ranges::any_of(point_.traffic_classes(), [&](const std::string& name) {
           return !ClassValues(point_, name).is_own(kLoad);
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
  common_flits_ = setup_.load_flits = in_flits(setup_.load);
}

double TrafficBuilder::in_flits(double load) const {
  return setup_.load_unit == LoadUnit::kFlits ? load : load * *setup_.capacity_flits;
}

// What a class sends per node and cycle; the sum of the weights is of those without own loads.
double TrafficBuilder::class_load(const ClassValues& values, double weights) const {
  if (!values.is_own(kLoad)) return setup_.load_flits * class_rows().read(values).share / weights;
  RunKeys own;
  load_rows().read_one(values, own, kLoad);
  return in_flits(own.load);
}

void TrafficBuilder::read_classes() {
  if (setup_.router.model == RouterModel::kOutputQueued)
    point_.fail("router.model", "output_queued has no classes of traffic; allowed: input_queued");
  double weights = 0;
  for (const std::string& name : point_.traffic_classes())
    if (const ClassValues values(point_, name); !values.is_own(kLoad))
      weights += class_rows().read(values).share;
  std::vector<double> loads;
  for (const std::string& name : point_.traffic_classes())
    loads.push_back(class_load(ClassValues(point_, name), weights));
  setup_.load_flits = std::accumulate(loads.begin(), loads.end(), 0.0);
  std::vector<TrafficClass> classes;
  for (const std::string& name : point_.traffic_classes()) {
    const ClassValues values(point_, name);
    values.place_errors(
        [&] { classes.push_back(read_class(values, name, loads[classes.size()])); });
  }
  setup_.traffic = mixed_traffic(std::move(classes));
  setup_.has_own_loads = !has_common_load();
  if (setup_.has_own_loads)
    setup_.load = setup_.load_unit == LoadUnit::kFlits ? setup_.load_flits
                                                       : setup_.load_flits / *setup_.capacity_flits;
}

void TrafficBuilder::add_answer(const std::string& name, unsigned message_class,
                                const std::string& asked) {
  const auto& all = setup_.traffic_classes;
  if (asked == name || std::ranges::find(all, asked) == all.end())
    key_error("traffic.answers", "'{}' is no other class of traffic; allowed: {}", asked,
              fmt::join(all, ", "));
  setup_.answers.push_back(
      {.asked = asked,
       .answer = name,
       .asked_class = class_rows().read(ClassValues(point_, asked)).message_class,
       .answer_class = message_class});
}

TrafficClass TrafficBuilder::read_class(const ClassValues& values, const std::string& name,
                                        double load_flits) {
  const ClassKeys keys = class_rows().read(values);
  TrafficClass part{.name = name,
                    .traffic = {},
                    .load_share = load_flits,
                    .priority = static_cast<std::uint8_t>(keys.priority),
                    .message_class = static_cast<std::uint8_t>(keys.message_class)};
  if (keys.message_class >= setup_.router.message_classes)
    key_error("traffic.message_class",
              "{} is out of range; allowed: below router.message_classes, {}", keys.message_class,
              setup_.router.message_classes);
  if (values.text("traffic.injection") == "schedule")
    key_error("traffic.injection", "schedule is sent alone; allowed: another injection");
  if (keys.answers) add_answer(name, part.message_class, *keys.answers);
  part.traffic.messages_per_node = setup_.traffic.messages_per_node;
  read_lengths_of(values, part.traffic);
  read_pattern(values, part.traffic);
  read_injection(values, load_flits, !values.is_own(kLoad), part.traffic);
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

const std::vector<NodeId>& TrafficBuilder::worst_permutation() {
  std::vector<NodeId>& permutation = network_.worst_permutation;
  if (permutation.empty()) {
    const ObliviousRouting& routing =
        required_oblivious(*setup_.routing, point_.text("routing.algorithm"));
    permutation = worst_case(find_symmetry(*setup_.topology, routing)).permutation;
  }
  return permutation;
}

template <class Values>
void TrafficBuilder::read_injection(const Values& values, double load_flits, bool shares_load,
                                    Traffic& traffic) {
  const InjectionDescription* injection = find_injection(values.text("traffic.injection"));
  assert(injection);
  InjectionOptions options;
  injection->rows.read(values, options);
  if (lists(injection->keys, kMessagePackets)) read_packets_of(values, traffic);
  options.flits_per_cycle = load_flits;
  options.mean_message_flits = traffic.lengths.mean() * traffic.packets_per_message;
  options.messages_per_cycle = load_flits / traffic.lengths.mean() / traffic.packets_per_message;
  if (injection->most_flits_per_cycle != nullptr && shares_load) {
    const double most = injection->most_flits_per_cycle(options);
    // The load of all at which this one sends what it can; loads of their own do not grow with it.
    const double of_all = setup_.load_flits - common_flits_ + most / (load_flits / common_flits_);
    setup_.most_sent_flits = std::min(setup_.most_sent_flits.value_or(of_all), of_all);
    if (any_load_ && load_flits > most) return;
  }
  traffic.injection = injection->make(options);
}

}  // namespace orthant
