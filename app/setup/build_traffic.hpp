// Builds the traffic of a point, or of each of its classes, from [traffic] and [traffic.NAME].
#pragma once

#include "app/config/config.hpp"
#include "app/setup/built_network.hpp"
#include "app/setup/setup.hpp"
#include "traffic/kinds.hpp"

namespace orthant {

// Throws ConfigError if an adaptive routing is combined with traffic.pattern = worst_case, without
// building anything: the worst permutation may take long to find for the routings before it.
void refuse_worst_case_of_adaptive(const Point& point);

// Fills the traffic and load of a Setup, after its network, router and run.
class TrafficBuilder {
 public:
  // `any_load`: a load that the injection cannot make is no mistake; its injection is not built.
  TrafficBuilder(const Point& point, const SetupChanges& changes, bool any_load,
                 BuiltNetwork& network, Setup& setup);

  LoadUnit load_unit() const;
  void read();                // load, patterns and injections
  void read_pattern_alone();  // unless it is worst_case
  void read_lengths();
  void read_packets_per_message();
  void read_self();

 private:
  // `values`: those of the point, or of a class of its traffic.
  void read_lengths_of(const NamedValues& values, Traffic& traffic) const;
  void read_pattern(const NamedValues& values, Traffic& traffic);
  void read_injection(const NamedValues& values, double load_flits, Traffic& traffic);
  bool keeps_rates(const NamedValues& values) const;
  bool shares_load(const NamedValues& values) const;
  double flits_of_file(const NamedValues& values, const Traffic& traffic) const;
  FlitUnits flit_units() const;
  void check_flows(const Traffic& traffic) const;
  [[noreturn]] void refuse_busy_source(const std::string& file, const Traffic& traffic,
                                       double load_flits, std::string_view injection,
                                       double most) const;
  const std::vector<NodeId>& worst_permutation();
  bool has_any_load() const;
  bool has_common_load() const;
  void read_load();
  void read_load_of_flows();
  double in_flits(double load) const;
  double in_unit(double flits) const;
  std::vector<double> class_loads();
  void read_classes();
  TrafficClass read_class(const NamedValues& values, double load_flits);
  void add_answer(const NamedValues& values, unsigned message_class, const std::string& asked);

  const Point& point_;
  const SetupChanges& changes_;
  bool any_load_;
  BuiltNetwork& network_;  // its existing parts are used
  Setup& setup_;
};

}  // namespace orthant
