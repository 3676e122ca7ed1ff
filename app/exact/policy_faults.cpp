// Tested by: tests/app/policy_test.py
#include <fmt/format.h>

#include <algorithm>

#include "app/exact/policy_tables.hpp"
#include "app/jobs/interrupt.hpp"
#include "app/jobs/progress.hpp"
#include "app/output/csv.hpp"
#include "base/error.hpp"
#include "topology/faults.hpp"

namespace orthant {
namespace {

// True if p matters: it draws failed links, and the optimal order depends on it.
bool depends_on_p(const PolicyPoint& point) {
  return !point.faults.links || point.policy == Policy::kOptimal;
}

// Groups the points that share draws: the same network and p. A point that does not depend on p
// appears once, with the first p.
std::vector<std::vector<const PolicyPoint*>> grouped(const PolicyPoints& points) {
  std::vector<std::vector<const PolicyPoint*>> groups;
  const auto is_known = [&](const PolicyPoint& point) {
    return std::ranges::any_of(groups, [&](const auto& group) {
      return group[0]->network == point.network &&
             std::ranges::any_of(group, [&](const PolicyPoint* member) {
               return member->policy == point.policy && member->faults.links == point.faults.links;
             });
    });
  };
  for (const PolicyPoint& point : points.all()) {
    if (!depends_on_p(point) && is_known(point)) continue;
    const auto same = std::ranges::find_if(groups, [&](const auto& group) {
      return group[0]->network == point.network && group[0]->p == point.p;
    });
    if (same == groups.end())
      groups.push_back({&point});
    else
      same->push_back(&point);
  }
  return groups;
}

// Number of draws for a group, or of destinations if the failed links are given.
std::size_t draws_of(std::span<const PolicyPoint* const> group) {
  const PolicyPoint& point = *group[0];
  return point.faults.links ? point.network->topology().router_count() : point.trials;
}

FaultStudy study_group(std::span<const PolicyPoint* const> group, std::size_t threads,
                       FunctionRef<void()> done) {
  const PolicyPoint& point = *group[0];
  PolicyNetwork& network = *point.network;
  const bool given = point.faults.links.has_value();
  const bool needs_p =
      std::ranges::any_of(group, [](const PolicyPoint* member) { return depends_on_p(*member); });
  const double p = needs_p ? point.point.real("policy.p") : 1;  // throws if it is missing
  std::vector<OrderedPolicy> policies;
  for (const PolicyPoint* member : group)
    policies.push_back({member->policy, orders_at(member->policy, network.offsets(), p)});
  if (!given) {
    const auto trials = static_cast<std::uint32_t>(draws_of(group));
    return sample_faults(network.topology(), network.offsets(), policies, p, trials,
                         point.faults.fault_seed, threads, done);
  }
  return point.point.place_errors([&] {
    HealthyLinks links(network.topology());
    for (const ChannelId channel : failed(point.faults, network.topology()).links_down)
      links.fail(network.topology(), channel);
    return study_faults(network.topology(), network.offsets(), policies, links,
                        point.faults.fault_seed, threads, done);
  });
}

std::string count_text(std::uint64_t count) { return fmt::format("{}", count); }

// The first fields of a row.
Row begin_row(const PolicyPoint& point, std::size_t offset) {
  const Topology& topology = point.network->topology();
  return {topology.kind(), topology.dimensions(), std::string(kPolicies.name_of(point.policy)),
          point.network->offsets().text(offset), depends_on_p(point) ? real_text(point.p) : ""};
}

std::string share_text(const Deliveries& deliveries, std::size_t offset) {
  if (deliveries.messages[offset] == 0) return "";
  return real_text(static_cast<double>(deliveries.delivered[offset]) /
                   static_cast<double>(deliveries.messages[offset]));
}

void add_rows(const PolicyPoint& point, const Deliveries& deliveries, const FaultStudy& study,
              FaultTables& tables) {
  const Offsets& offsets = point.network->offsets();
  std::vector<double> exact;
  if (point.p && !point.faults.links) exact = delivery(point.policy, offsets, *point.p);
  for (std::size_t x = 1; x < offsets.size(); ++x) {
    const std::uint64_t sent = deliveries.messages[x], arrived = deliveries.delivered[x];
    std::string low, high;  // empty if all pairs send: no sample
    if (!point.faults.links) {
      const Interval interval = wilson_interval(arrived, sent);
      low = real_text(interval.low);
      high = real_text(interval.high);
    }
    Row row = begin_row(point, x);
    for (const std::string& field :
         {count_text(sent), count_text(arrived), share_text(deliveries, x), low, high,
          exact.empty() ? std::string() : real_text(exact[x]), share_text(study.shortest_path, x),
          share_text(study.path, x)})
      row.push_back(field);
    tables.deliveries.rows.push_back(std::move(row));
    Row death = begin_row(point, x);
    death.push_back(count_text(deliveries.lost[x]));
    tables.deaths.rows.push_back(std::move(death));
  }
}

}  // namespace

std::vector<Column> fault_columns() {
  return {kTopologyColumn,
          kDimensionsColumn,
          kPolicyColumn,
          kOffsetColumn,
          kPColumn,
          {"messages", false, {}, "Messages sent."},
          {"delivered", false, {}, "Messages that arrived."},
          {"delivery", false, "share", "delivered over messages."},
          {"ci95_low", false, "share",
           "95 % confidence interval of the delivery (Wilson 1927): low end."},
          {"ci95_high", false, "share", "High end."},
          {"exact", false, kProbability, "What theory says of it."},
          {"shortest_path_healthy", false, "share", "Draws with a healthy shortest path."},
          {"some_path_healthy", false, "share", "Draws in which any healthy path leads there."}};
}

std::vector<Column> death_columns() {
  return {
      kTopologyColumn, kDimensionsColumn,
      kPolicyColumn,   kOffsetColumn,
      kPColumn,        {"died", false, {}, "Messages lost at this offset from their destination."}};
}

FaultTables fault_tables(const PolicyPoints& points, std::size_t threads, bool quiet) {
  FaultTables tables{{fault_columns(), {}}, {death_columns(), {}}};
  const auto groups = grouped(points);
  std::size_t draws = 0;
  for (const auto& group : groups) draws += draws_of(group);
  Progress progress("draws", draws, 0, 0, quiet);
  const auto done = [&] {
    end_if_interrupted();
    progress.item_done(0);
    progress.tick();
  };
  for (const auto& group : groups) {
    const FaultStudy found = study_group(group, threads, done);
    for (std::size_t i = 0; i < group.size(); ++i)
      add_rows(*group[i], found.policies[i], found, tables);
  }
  return tables;
}

}  // namespace orthant
