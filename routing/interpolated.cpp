// Interpolation between two oblivious routings: each packet takes a path of the first with
// probability alpha, else one of the second. Path lengths and channel loads are the weighted means
// of the two; the worst-case throughput is at least the weighted harmonic mean.
//
// Source: Towles, Dally & Boyd 2003, section 5.3, equations 11 to 14.
// VCs: both routings use the same classes, as many as the routing that needs more. (IVAL includes
//   DOR's paths, so DOR and IVAL together need no more than IVAL.)
// Deadlock: two routings that are free of deadlock may deadlock together. The checker walks both
//   path sets in one graph, since enumeration visits both.
// Tested by: tests/routing/interpolated_test.cpp
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/key_rows.hpp"
#include "routing/descriptions.hpp"
#include "routing/flow_control_words.hpp"

namespace orthant {
namespace {

constexpr std::string_view kFirst = "interpolated.first";
constexpr std::string_view kSecond = "interpolated.second";

struct InterpolatedKeys {
  std::string first, second;
  double alpha = 0;
};

bool is_part(const RoutingDescription& routing) {
  return !routing.adaptive && !routing.excluded_from_interpolation;
}

std::vector<std::string_view> part_names() {
  std::vector<std::string_view> names;
  for (const RoutingDescription& routing : routing_registry())
    if (is_part(routing)) names.push_back(routing.name);
  return names;
}

const KeyRows<InterpolatedKeys>& rows() {
  constexpr ReadWhen kWhen = read_if("routing.algorithm", "interpolated");
  static const KeyRows<InterpolatedKeys> rows = {
      {kFirst,
       &InterpolatedKeys::first,
       {.type = KeyType::kWord,
        .names = part_names,
        .has_default = false,
        .when = kWhen,
        .help = "First of two interpolated routings."}},
      {kSecond,
       &InterpolatedKeys::second,
       {.type = KeyType::kWord,
        .names = part_names,
        .has_default = false,
        .when = kWhen,
        .help = "Second of two interpolated routings."}},
      {"interpolated.alpha",
       &InterpolatedKeys::alpha,
       {.high = 1,
        .has_default = false,
        .when = kWhen,
        .help = "Share of the packets that take the first of two interpolated routings."}},
  };
  return rows;
}

RoutingTraits traits_of(const RoutingTraits& first, const RoutingTraits& second) {
  RoutingTraits traits = first.vc_classes.size() < second.vc_classes.size() ? second : first;
  traits.minimal = false;  // in general
  traits.this_network_only = first.this_network_only || second.this_network_only;
  return traits;
}

class Interpolated final : public ObliviousRouting {
 public:
  Interpolated(std::unique_ptr<Routing> first, std::unique_ptr<Routing> second, double alpha)
      : ObliviousRouting(traits_of(first->traits(), second->traits())),
        first_(std::move(first)),
        second_(std::move(second)),
        alpha_(alpha) {}

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    if (alpha_ > 0) {
      first_->oblivious()->enumerate(s, t,
                                     [&](const Path& path, double p) { visit(path, alpha_ * p); });
    }
    if (alpha_ < 1) {
      second_->oblivious()->enumerate(
          s, t, [&](const Path& path, double p) { visit(path, (1 - alpha_) * p); });
    }
  }

  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    const Routing& routing = random.bernoulli(alpha_) ? *first_ : *second_;
    routing.oblivious()->sample(s, t, random, path);
  }

  std::size_t max_legs() const override {
    return std::max(first_->oblivious()->max_legs(), second_->oblivious()->max_legs());
  }

 private:
  std::unique_ptr<Routing> first_, second_;
  double alpha_;
};

std::unique_ptr<Routing> make_part(const Topology& topology, const RoutingOptions& options,
                                   std::string_view key, const std::string& name) {
  const RoutingDescription* part = find_routing(name);
  if (part == nullptr || !is_part(*part))
    key_error(std::string(key), "'{}' is no oblivious routing; allowed: {}", name,
              fmt::join(part_names(), ", "));
  RoutingOptions part_options = options;
  part_options.shares_vc_classes = true;
  return part->make(topology, part_options);
}

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  check_flow_control(options.switching, options.flow_control);
  const InterpolatedKeys own = rows().read(options.own);
  if (!(own.alpha >= 0 && own.alpha <= 1))
    key_error("interpolated.alpha", "{} is no share; allowed: 0 to 1", own.alpha);
  return std::make_unique<Interpolated>(make_part(topology, options, kFirst, own.first),
                                        make_part(topology, options, kSecond, own.second),
                                        own.alpha);
}

}  // namespace

RoutingDescription describe_interpolated() {
  return {.name = "interpolated",
          .summary =
              "each packet takes one of two oblivious routings, the first with probability "
              "alpha",
          .source = "Towles, Dally & Boyd 2003",
          .topologies = "those of both routings",
          .vc_classes = "the larger number of the two routings",
          .deadlock = "checked as the union of both path sets",
          .adaptive = false,
          .minimal = false,
          .keys = {"routing.order", "routing.ties", "routing.table_file"},
          .own_keys = rows().keys(),
          .excluded_from_interpolation = true,
          .make = make};
}

}  // namespace orthant
