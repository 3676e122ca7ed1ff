#include "app/exact/policy_tables.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>

#include "app/jobs/interrupt.hpp"
#include "app/jobs/progress.hpp"
#include "app/output/csv.hpp"
#include "app/setup/build.hpp"
#include "base/progress_timer.hpp"

namespace orthant {
namespace {

// Logs every now and then how many steps of a long computation are done, and ends it after an
// interrupt.
class Steps {
 public:
  explicit Steps(const Topology& topology) : topology_(topology) {}

  // `news(done)`: the text to log.
  void step(FunctionRef<std::string(std::size_t)> news) {
    end_if_interrupted();
    ++done_;
    if (news_.is_due())
      spdlog::info("{} {}: {}, {}", topology_.dimensions(), topology_.kind(), news(done_),
                   duration_text(news_.seconds()));
  }

 private:
  const Topology& topology_;
  ProgressTimer news_;
  std::size_t done_ = 0;
};

}  // namespace

PolicyNetwork::PolicyNetwork(std::shared_ptr<const Topology> topology)
    : topology_(std::move(topology)), offsets_(*topology_->grid()) {}

const std::vector<Integer>& PolicyNetwork::shortest_paths() {
  if (shortest_paths_.empty()) shortest_paths_ = shortest_path_counts(offsets_);
  return shortest_paths_;
}

std::vector<OptimalPiece>& PolicyNetwork::pieces() {
  if (!pieces_.empty()) return pieces_;
  Steps steps(*topology_);
  pieces_ = find_optimal_policy(offsets_, [&] {
    steps.step([&](std::size_t judged) {
      return fmt::format("{} orders judged of {} for each interval of p", judged, offsets_.size());
    });
  });
  return pieces_;
}

const std::vector<Fraction>& PolicyNetwork::polynomials(Policy policy) {
  std::vector<Fraction>& found = polynomials_[policy];
  if (!found.empty()) return found;
  Steps steps(*topology_);
  found = delivery_polynomials(policy, offsets_, [&] {
    steps.step([&](std::size_t begun) {
      return fmt::format("polynomial {} of {} of {}", begun, offsets_.size(),
                         kPolicies.name_of(policy));
    });
  });
  return found;
}

namespace {

// The failed links of --faults.
FaultOptions faults_of(const Point& point) {
  FaultOptions faults = fault_rows().read(point);
  if (faults.routers)
    point.fail("faults.routers",
               "policies are about failed links; allowed: faults.links, with those of the router");
  if (faults.link_probability)
    point.fail("faults.link_probability",
               "policies draw failed links with policy.p; allowed: to leave it out");
  if (faults.groups && !faults.links)
    point.fail("faults.groups", "groups fail by name in faults.links, which is not given");
  return faults;
}

}  // namespace

PolicyPoints::PolicyPoints(const Config& config) {
  for (std::size_t i = 0; i < config.point_count(); ++i) {
    const Point point = config.point(i);
    std::unique_ptr<PolicyNetwork>& network = networks_[settings_up_to(point, Stage::kTopology)];
    if (!network) {
      const auto setup = make_setup(point, SetupNeeds::kWholeTopology);
      const Grid* grid = setup->topology->grid();
      if (setup->topology->twisted_grid() != nullptr)
        point.fail("topology.twist", "policies are for grids; allowed: to leave it out");
      if (grid == nullptr && setup->topology->has_exceptions())
        point.fail("topology.exceptions",
                   "policies are for grids with all channels; allowed: to leave it out");
      if (grid == nullptr)
        point.fail("topology.kind", "policies are for grids; allowed: torus, mesh, hypercube");
      if (setup->topology->has_rings() && !grid->is_torus())
        point.fail("topology.wrap",
                   "policies are for tori and meshes; allowed: yes for all dimensions, or no");
      network = std::make_unique<PolicyNetwork>(setup->topology);
      in_order_.push_back(network.get());
    }
    PolicyKeys keys = policy_rows().read(point);
    points_.push_back({std::move(keys), faults_of(point), point, network.get()});
  }
}

std::size_t PolicyPoints::offset_rows() const {
  std::size_t rows = 0;
  for (const PolicyPoint& point : points_) rows += point.network->offsets().size();
  return rows;
}

void refine(std::optional<Root>& q, unsigned digits) {
  constexpr unsigned kBitsOfADigit = 4;
  if (q) q->refine_to(kBitsOfADigit * (digits + 1));
}

std::string breakpoint_text(std::optional<Root>& q, unsigned digits, const char* end) {
  if (!q) return end;
  refine(q, digits);
  return (Dyadic{1, 0} - q->low()).to_decimal(digits);
}

namespace {

// Formats "8 -12 6 -1", or fractions in lowest terms.
std::string polynomial_text(const Polynomial& numerator, const Integer& denominator) {
  std::string text;
  for (const Integer& c : coefficients_in_p(numerator)) {
    const Integer common = gcd(c, denominator);
    if (!text.empty()) text += ' ';
    text += Integer(c / common).str();
    if (common == denominator) continue;
    text += '/';
    text += Integer(denominator / common).str();
  }
  return text;
}

// Makes the rows of one point.
class OffsetRows {
 public:
  OffsetRows(const PolicyPoint& point, Table& table)
      : point_(point), network_(*point.network), table_(table) {}

  void add(bool polynomials) {
    const Offsets& offsets = network_.offsets();
    if (point_.p) delivery_ = delivery(point_.policy, offsets, *point_.p);
    if (!polynomials) return add_rows("", "", [](std::size_t) { return std::string(); });
    if (point_.policy != Policy::kOptimal) {
      const std::vector<Fraction>& r = network_.polynomials(point_.policy);
      return add_rows("0", "1", [&](std::size_t x) {
        return polynomial_text(r[x].numerator, r[x].denominator);
      });
    }
    for (OptimalPiece* piece : pieces()) {
      add_rows(breakpoint_text(piece->to, kDigits, "0"), breakpoint_text(piece->from, kDigits, "1"),
               [&](std::size_t x) { return polynomial_text(piece->delivery[x], 1); });
    }
  }

 private:
  static constexpr unsigned kDigits = 12;

  // The pieces that contain p, or all, from p = 0 up.
  std::vector<OptimalPiece*> pieces() {
    std::vector<OptimalPiece>& all = network_.pieces();
    if (!point_.p) {
      std::vector<OptimalPiece*> pieces;
      for (std::size_t i = all.size(); i-- > 0;) pieces.push_back(&all[i]);
      return pieces;
    }
    if (*point_.p <= 0) return {&all.back()};
    if (*point_.p >= 1) return {&all.front()};
    return {&piece_at(all, Dyadic{1, 0} - Dyadic::of(*point_.p))};
  }

  void add_rows(const std::string& p_from, const std::string& p_to,
                FunctionRef<std::string(std::size_t)> polynomial) {
    const Topology& topology = network_.topology();
    const Offsets& offsets = network_.offsets();
    for (std::size_t x = 0; x < offsets.size(); ++x) {
      end_if_interrupted();
      table_.rows.push_back({topology.kind(), topology.dimensions(),
                             std::string(kPolicies.name_of(point_.policy)), offsets.text(x),
                             fmt::format("{}", offsets.distance(x)),
                             network_.shortest_paths()[x].str(), real_text(point_.p),
                             point_.p ? real_text(delivery_[x]) : "", polynomial(x), p_from, p_to});
    }
  }

  const PolicyPoint& point_;
  PolicyNetwork& network_;
  Table& table_;
  std::vector<double> delivery_;
};

// k/2 of a square 2-D torus of even radix k; nullopt for other networks.
std::optional<std::uint32_t> half_ring(const Topology& topology) {
  const Grid& grid = *topology.grid();
  const bool square = grid.dimensions() == 2 && grid.radix(0) == grid.radix(1);
  if (!square || !grid.has_ring(0) || grid.radix(0) % 2 != 0) return std::nullopt;
  return grid.radix(0) / 2;
}

// The first row from which the optimal order in column k/2 prefers to go along the column.
std::string first_row_text(const PolicyNetwork& network, const OptimalPiece& piece) {
  const auto half = half_ring(network.topology());
  if (!half) return "";
  const Offsets& offsets = network.offsets();
  for (std::uint32_t row = 1; row < *half; ++row) {
    const std::size_t x = offsets.at(std::array{*half, row});
    const bool column_first = piece.orders[x].dimensions().front() == 1;
    if (column_first) return fmt::format("{}", row);
  }
  return "";
}

}  // namespace

std::vector<Column> offset_columns() {
  return {
      kTopologyColumn,
      kDimensionsColumn,
      kPolicyColumn,
      kOffsetColumn,
      {"distance", false, "hops", "Hops of a shortest path."},
      {"shortest_paths", false, {}, "Number of shortest paths."},
      kPColumn,
      {"delivery", false, kProbability, "Probability that the message arrives."},
      {"polynomial", true, {}, "Delivery as a polynomial of p: coefficients from p^distance on."},
      {"p_from", false, kProbability, "Least p for which the polynomial holds."},
      {"p_to", false, kProbability, "Largest p for which it holds."}};
}

Table offset_table(const PolicyPoints& points, bool polynomials) {
  Table table{offset_columns(), {}};
  for (const PolicyPoint& point : points.all()) OffsetRows(point, table).add(polynomials);
  return table;
}

std::vector<Column> threshold_columns() {
  constexpr std::string_view kOptimal = "Whether the policy is optimal there: yes, no or tie.";
  return {kTopologyColumn,
          kDimensionsColumn,
          {"p_from", false, kProbability, "Where an optimal order begins."},
          {"p_to", false, kProbability, "Where it ends."},
          {"mp_optimal", true, {}, kOptimal},
          {"first_row", false, {}, "Row from which the optimal order in column k/2 goes along it."},
          {"z2_optimal", true, {}, kOptimal},
          {"dor_retry_optimal", true, {}, kOptimal},
          {"turning_point", false, {}, "k/4 of a square torus of even radix."}};
}

Table threshold_table(const PolicyPoints& points, unsigned digits) {
  Table table{threshold_columns(), {}};
  for (PolicyNetwork* const known : points.networks()) {
    PolicyNetwork& network = *known;
    const auto half = half_ring(network.topology());
    std::vector<OptimalPiece>& pieces = network.pieces();
    for (std::size_t i = pieces.size(); i-- > 0;) {
      OptimalPiece& piece = pieces[i];
      const auto judged = [&](Policy policy) {
        return std::string(optimality_name(classify_optimality(policy, network.offsets(), piece)));
      };
      table.rows.push_back({network.topology().kind(), network.topology().dimensions(),
                            breakpoint_text(piece.to, digits, "0"),
                            breakpoint_text(piece.from, digits, "1"), judged(Policy::kMp),
                            first_row_text(network, piece), judged(Policy::kZ2),
                            judged(Policy::kDorRetry), half ? fmt::format("{}", *half / 2) : ""});
    }
  }
  return table;
}

std::vector<Column> mean_columns() {
  return {kTopologyColumn,
          kDimensionsColumn,
          kPolicyColumn,
          kPColumn,
          {"delivery_mean", false, kProbability, "Mean over all pairs of routers."},
          {"delivery_min", false, kProbability, "Of the pair that fares worst."},
          {"target", false, kProbability, "policy.target."},
          {"p_for_target", false, kProbability, "Least p for which the mean reaches the target."}};
}

Table mean_table(const PolicyPoints& points) {
  Table table{mean_columns(), {}};
  for (const PolicyPoint& point : points.all()) {
    const Topology& topology = point.network->topology();
    const Offsets& offsets = point.network->offsets();
    std::string mean, least, needed;
    if (offsets.size() > 1) {  // a single offset has no pairs
      needed = real_text(
          needed_for_mean(point.policy, offsets, point.target, [] { end_if_interrupted(); }));
      if (point.p) {
        const std::vector<double> found = delivery(point.policy, offsets, *point.p);
        mean = real_text(mean_delivery(offsets, found));
        least = real_text(std::ranges::min(found));
      }
    }
    table.rows.push_back({topology.kind(), topology.dimensions(),
                          std::string(kPolicies.name_of(point.policy)), real_text(point.p), mean,
                          least, real_text(point.target), needed});
  }
  return table;
}

}  // namespace orthant
