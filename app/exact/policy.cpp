// The verb policy: the probability that a message arrives under shortest-path policies when links
// fail, the optimal order for each p, and the smallest network on which a policy is not optimal.
//
// Tested by: tests/app/policy_test.py
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <vector>

#include "analysis/policy/policy_search.hpp"
#include "app/config/verbs.hpp"
#include "app/exact/policy_tables.hpp"
#include "app/jobs/interrupt.hpp"
#include "app/jobs/progress.hpp"
#include "app/jobs/study.hpp"
#include "app/output/csv.hpp"
#include "app/output/json.hpp"
#include "app/output/output.hpp"
#include "base/error.hpp"
#include "base/progress_timer.hpp"

namespace orthant {

std::vector<Column> counterexample_columns() {
  return {kTopologyColumn,
          kDimensionsColumn,
          kPolicyColumn,
          {"optimal", true, {}, "no, or tie: only with another rule for ties."},
          {"p_from", false, kProbability, "Where the policy is not optimal: from this p."},
          {"p_to", false, kProbability, "To this p."},
          kOffsetColumn,
          {"p", false, kProbability, "The p of the next two columns."},
          {"delivery_optimal", false, kProbability, "By the best order."},
          {"loss", false, kProbability, "What the policy loses."}};
}

namespace {

// The orders as a list without blanks; there may be thousands.
std::string orders_text(const OptimalPiece& piece) {
  std::string text;
  for (const PolicyOrder& order : piece.orders)
    text += fmt::format("{}[{}]", text.empty() ? "" : ",", fmt::join(order.dimensions(), ","));
  return '[' + text + ']';
}

// Describes a piece on three lines.
std::string piece_text(const Offsets& offsets, const OptimalPiece& piece) {
  const auto word = [](std::string_view name, std::string_view text) {
    return json_member(name, json_string(text));
  };
  const auto judged = [&](std::string_view name, Policy policy) {
    return word(name, optimality_name(classify_optimality(policy, offsets, piece)));
  };
  return fmt::format("{{{}, {},\n  {}, {}, {},\n  {}}}",
                     word("from", piece.from ? piece.from->high().to_fraction() : "0"),
                     word("to", piece.to ? piece.to->low().to_fraction() : "1"),
                     judged("mp", Policy::kMp), judged("z2", Policy::kZ2),
                     judged("dor_retry", Policy::kDorRetry),
                     json_member("orders", orders_text(piece)));
}

// Proofs that orders are optimal, as a file that studies/wu/check_certificate.py verifies without
// this program. JSON: "radices" and "torus" describe the network; each of "pieces" holds an open
// interval of q = 1 - p, "from" and "to" as exact fractions, the optimal "orders" of its offsets
// (dimension 0 fastest), and how mp, z2 and dor_retry fare in it. Between two pieces lies a
// breakpoint.
std::string certificate_text(std::span<const std::uint32_t> radices, bool torus,
                             const Offsets& offsets, std::span<OptimalPiece> pieces,
                             unsigned digits) {
  std::vector<std::string> texts;
  for (OptimalPiece& piece : pieces) {
    refine(piece.from, digits);
    refine(piece.to, digits);
    texts.push_back(piece_text(offsets, piece));
  }
  return json_object(
             std::array{json_member("radices", fmt::format("[{}]", fmt::join(radices, ", "))),
                        json_member("torus", torus ? "true" : "false"),
                        json_member("pieces", json_list(texts, 1))}) +
         '\n';
}

unsigned digits_of(const PolicyPoints& points) { return points.all()[0].digits; }

bool is_torus(const Topology& topology) {
  return topology.kind() == "torus" || topology.has_rings();
}

// Searches for counterexamples (--counterexample).
class Searches {
 public:
  Searches(const PolicyPoints& points, bool square, bool certify)
      : points_(points), square_(square), certify_(certify) {}

  Table run() {
    for (const PolicyPoint& point : points_.all()) {
      if (point.policy != Policy::kMp && point.policy != Policy::kZ2 &&
          point.policy != Policy::kDorRetry)
        point.point.fail("policy.policies",
                         "{}: not for --counterexample; allowed: mp, z2, dor_retry",
                         kPolicies.name_of(point.policy));
    }
    for (const PolicyPoint& point : points_.all()) {
      // Skips the strict search if the first one finds nothing: an optimal policy is optimal with
      // some rule for ties, too.
      if (add(point, false)) add(point, true);
    }
    return std::move(table_);
  }
  // Certificate of the last counterexample; nullopt if none was found or none is wanted.
  const std::optional<std::string>& certificate() const { return certificate_; }

 private:
  // True if a counterexample exists, which is added to the table.
  bool add(const PolicyPoint& point, bool strict) {
    const Topology& topology = point.network->topology();
    const std::span<const std::uint32_t> radices = topology.grid()->radices();
    const PolicySearch search{.policy = point.policy,
                              .torus = is_torus(topology),
                              .largest = {radices.begin(), radices.end()},
                              .equal_radices = square_,
                              .strict = strict};
    std::optional<Counterexample> found =
        find_counterexample(search, [&](std::span<const std::uint32_t> now) {
          end_if_interrupted();
          if (!news_.is_due()) return;
          spdlog::info("{}: at the {} {}, {}", kPolicies.name_of(point.policy), topology.kind(),
                       fmt::join(now, "x"), duration_text(news_.seconds()));
        });
    if (!found) {
      spdlog::info("{}: {} on every {} up to {}", kPolicies.name_of(point.policy),
                   strict ? "optimal with some rule for ties" : "optimal", topology.kind(),
                   topology.dimensions());
      return false;
    }
    Row row = row_of(point, *found);
    if (std::ranges::find(table_.rows, row) != table_.rows.end()) return true;  // it has no ties
    table_.rows.push_back(std::move(row));
    if (certify_)
      certificate_ = certificate_text(found->radices, search.torus, found->offsets, found->pieces,
                                      digits_of(points_));
    return true;
  }

  Row row_of(const PolicyPoint& point, Counterexample& found) const {
    OptimalPiece& piece = found.pieces[found.loss.piece];
    const double low = piece.from ? piece.from->high().to_double() : 0;
    const double high = piece.to ? piece.to->low().to_double() : 1;
    const bool holds = point.p && low <= 1 - *point.p && 1 - *point.p <= high;
    const double p = holds ? *point.p : 1 - (low + high) / 2;
    const double best = delivery(Policy::kOptimal, found.offsets, p)[found.loss.offset];
    const double own = delivery(point.policy, found.offsets, p)[found.loss.offset];
    return {point.network->topology().kind(),
            fmt::format("{}", fmt::join(found.radices, "x")),
            std::string(kPolicies.name_of(point.policy)),
            std::string(optimality_name(found.loss.optimality)),
            breakpoint_text(piece.to, digits_of(points_), "0"),
            breakpoint_text(piece.from, digits_of(points_), "1"),
            found.offsets.text(found.loss.offset),
            real_text(p),
            real_text(best),
            real_text(best - own)};
  }

  const PolicyPoints& points_;
  bool square_;
  bool certify_;
  ProgressTimer news_;
  std::optional<std::string> certificate_;
  Table table_{counterexample_columns(), {}};
};

std::string certificate_of(const PolicyPoints& points) {
  if (points.networks().size() != 1)
    points.all()[0].point.fail("topology.dimensions",
                               "--certificate is for one network; allowed: one value");
  PolicyNetwork& network = *points.networks()[0];
  return certificate_text(network.topology().grid()->radices(), is_torus(network.topology()),
                          network.offsets(), network.pieces(), digits_of(points));
}

Table offset_table_of(const CommandLine& command, const PolicyPoints& points) {
  if (points.offset_rows() > kMostRows)
    config_error("policy: {} offsets in all; allowed: {}", points.offset_rows(), kMostRows);
  return offset_table(points, !command.no_polynomials);
}

}  // namespace

int policy_verb(const CommandLine& command) {
  const Config config = config_without_runs(
      command, {"routing.", "router.", "traffic.", "channel.", "analysis.", "design."});
  const Point first = config.point(0);
  const ResultFiles files(command, first, config_text(config, command));
  const PolicyPoints points(config);
  catch_interrupts();
  std::optional<std::string> certificate;
  Table table;
  if (command.counterexample) {
    Searches searches(points, command.square, command.certificate_file.has_value());
    table = searches.run();
    certificate = searches.certificate();
  } else {
    if (command.certificate_file) certificate = certificate_of(points);
    table = command.thresholds ? threshold_table(points, digits_of(points))
                               : offset_table_of(command, points);
  }
  // Writes nothing after an interrupt.
  std::optional<Table> means;
  if (command.means_file) means = mean_table(points);
  std::optional<FaultTables> faults;
  if (command.faults_file || command.deaths_file)
    faults = fault_tables(points, threads_of(command).threads, command.quiet);
  files.write(table);
  if (means) files.write_beside("--means", to_csv(*means));
  if (command.faults_file) files.write_beside("--faults", to_csv(faults->deliveries));
  if (command.deaths_file) files.write_beside("--deaths", to_csv(faults->deaths));
  if (!command.certificate_file) return kExitDone;
  if (!certificate) {
    spdlog::warn("there is no counterexample within topology.dimensions: {} is not written",
                 *command.certificate_file);
    return kExitUnfinished;
  }
  files.write_beside("--certificate", *certificate);
  return kExitDone;
}

}  // namespace orthant
