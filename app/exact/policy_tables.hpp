// The tables of `orthant policy`: exact results for the network of each point of a config.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/policy/link_faults.hpp"
#include "analysis/policy/optimal_policy.hpp"
#include "app/config/config.hpp"
#include "app/keys/analysis_keys.hpp"
#include "topology/faults.hpp"
#include "app/output/table.hpp"

namespace orthant {

// A network and its exact results, each computed when first needed.
class PolicyNetwork {
 public:
  explicit PolicyNetwork(std::shared_ptr<const Topology> topology);

  const Topology& topology() const { return *topology_; }
  const Offsets& offsets() const { return offsets_; }
  const std::vector<Integer>& shortest_paths();
  std::vector<OptimalPiece>& pieces();
  const std::vector<Fraction>& polynomials(Policy policy);  // for all policies but kOptimal

 private:
  std::shared_ptr<const Topology> topology_;
  Offsets offsets_;
  std::vector<Integer> shortest_paths_;
  std::vector<OptimalPiece> pieces_;
  std::map<Policy, std::vector<Fraction>> polynomials_;
};

struct PolicyPoint : PolicyKeys {
  FaultOptions faults;
  Point point;
  PolicyNetwork* network;
};

// The points of a config; points on the same network share one PolicyNetwork.
class PolicyPoints {
 public:
  // Throws ConfigError if the network of a point has no coordinates.
  explicit PolicyPoints(const Config& config);

  std::span<const PolicyPoint> all() const { return points_; }
  // Networks in the order of their first points.
  std::span<PolicyNetwork* const> networks() const { return in_order_; }
  // Number of rows that offset_table() would have.
  std::size_t offset_rows() const;

 private:
  std::map<std::string, std::unique_ptr<PolicyNetwork>> networks_;
  std::vector<PolicyNetwork*> in_order_;
  std::vector<PolicyPoint> points_;
};

// Columns at the beginning of several tables.
inline constexpr std::string_view kProbability = "probability";
inline const Column kTopologyColumn = {"topology", true, {}, "Kind of network."};
inline const Column kDimensionsColumn = {"dimensions", true, {}, "Routers along each dimension."};
inline const Column kPolicyColumn = {
    "policy", true, {}, "Order in which a message tries channels."};
inline const Column kOffsetColumn = {
    "offset", true, {}, "Offset of the destination, per dimension: 3x1."};
inline const Column kPColumn = {
    "p", false, kProbability,
    "Probability that a link is healthy; empty where the answer depends on none."};

std::vector<Column> offset_columns();
std::vector<Column> threshold_columns();
std::vector<Column> mean_columns();
std::vector<Column> counterexample_columns();
// Has a row for every offset of every point; `polynomials` fills their column, which takes exact
// arithmetic. Without p, the optimal policy has rows for every interval of p.
Table offset_table(const PolicyPoints& points, bool polynomials);
// Lists for every network the intervals of p in which the optimal order stays the same.
Table threshold_table(const PolicyPoints& points, unsigned digits);
// Has a row for every point: the mean over all pairs of routers.
Table mean_table(const PolicyPoints& points);

// Isolates a breakpoint, if there is one, to within half a unit of the last of `digits` digits.
void refine(std::optional<Root>& q, unsigned digits);
// A breakpoint as a probability p = 1 - q with `digits` digits; `end` if there is none.
std::string breakpoint_text(std::optional<Root>& q, unsigned digits, const char* end);

// The tables of `orthant policy --faults`: single messages on networks with failed links.
struct FaultTables {
  Table deliveries;  // a row for every offset of every point
  Table deaths;      // places of lost messages, a row for every offset of every point
};

std::vector<Column> fault_columns();
std::vector<Column> death_columns();

// Draws failed links policy.trials times for each network and p, and evaluates all policies on the
// same draws; with faults.links every pair of routers sends one message instead. Throws ConfigError
// if p is missing or a link does not exist, and Interrupted after an interrupt.
FaultTables fault_tables(const PolicyPoints& points, std::size_t threads, bool quiet);

}  // namespace orthant
