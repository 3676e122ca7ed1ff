// The verb policy: how likely a message arrives under shortest-path policies where links fail,
// which order is optimal for which p, and the smallest network on which a policy is not.
//
// Tested by: tests/app/policy_test.py
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "analysis/policy_search.hpp"
#include "app/campaign.hpp"
#include "app/csv.hpp"
#include "app/interrupt.hpp"
#include "app/origin.hpp"
#include "app/output.hpp"
#include "app/policy_certificate.hpp"
#include "app/policy_faults.hpp"
#include "app/policy_tables.hpp"
#include "app/verbs.hpp"
#include "app/words.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

constexpr std::size_t kMostRows = 10'000'000;

unsigned digits_of(const PolicyStudy& study) {
  return static_cast<unsigned>(study.points()[0].point.integer("policy.digits"));
}

std::string dimensions_text(std::span<const std::uint32_t> radices) {
  return fmt::format("{}", fmt::join(radices, "x"));
}

// A row of --counterexample.
Row counterexample_row(const PolicyPoint& point, Counterexample& found) {
  OptimalPiece& piece = found.pieces[found.loss.piece];
  const auto digits = static_cast<unsigned>(point.point.integer("policy.digits"));
  const std::string from = breakpoint_text(piece.to, digits, "0");
  const std::string to = breakpoint_text(piece.from, digits, "1");
  const double middle = 1 - ((piece.from ? piece.from->high().to_double() : 0) +
                             (piece.to ? piece.to->low().to_double() : 1)) /
                                2;
  const double p = point.p.value_or(middle);
  const double best = delivery(Policy::kOptimal, found.offsets, p)[found.loss.offset];
  const double own = delivery(point.policy, found.offsets, p)[found.loss.offset];
  return {point.network->topology().kind(),
          dimensions_text(found.radices),
          std::string(kPolicies.name_of(point.policy)),
          std::string(optimality_name(found.loss.optimality)),
          from,
          to,
          found.offsets.text(found.loss.offset),
          real_text(p),
          real_text(best),
          real_text(best - own)};
}

class Searches {
 public:
  Searches(const CommandLine& command, const PolicyStudy& study)
      : command_(command), study_(study) {}

  Table run() {
    for (const PolicyPoint& point : study_.points()) {
      for (const bool strict : {false, true}) add(point, strict);
    }
    return std::move(table_);
  }
  // Of the last counterexample; nullopt where none was found.
  const std::optional<std::string>& certificate() const { return certificate_; }

 private:
  void add(const PolicyPoint& point, bool strict) {
    if (interrupted()) throw Interrupted();
    const Topology& topology = point.network->topology();
    const std::span<const std::uint32_t> radices = topology.grid()->radices();
    PolicySearch search{.policy = point.policy,
                        .torus = topology.kind() == "torus",
                        .largest = {radices.begin(), radices.end()},
                        .equal_radices = command_.square,
                        .strict = strict};
    std::optional<Counterexample> found = find_counterexample(search);
    if (!found) {
      spdlog::info("{}: {} on every {} up to {}", kPolicies.name_of(point.policy),
                   strict ? "optimal with some rule for ties" : "optimal", topology.kind(),
                   topology.dimensions());
      return;
    }
    Row row = counterexample_row(point, *found);
    if (std::ranges::find(table_.rows, row) != table_.rows.end()) return;
    table_.rows.push_back(std::move(row));
    certificate_ = certificate_text(found->radices, search.torus, found->offsets, found->pieces,
                                    digits_of(study_));
  }

  const CommandLine& command_;
  const PolicyStudy& study_;
  std::optional<std::string> certificate_;
  Table table_{{{"topology", true},
                {"dimensions", true},
                {"policy", true},
                {"optimal", true},
                {"p_from"},
                {"p_to"},
                {"offset", true},
                {"p"},
                {"delivery_optimal"},
                {"loss"}},
               {}};
};

void require_policies_with_an_order(const PolicyStudy& study) {
  for (const PolicyPoint& point : study.points()) {
    if (point.policy == Policy::kMp || point.policy == Policy::kZ2 ||
        point.policy == Policy::kDorRetry)
      continue;
    point.point.fail("policy.policies", "--counterexample judges mp, z2 and dor_retry");
  }
}

const PolicyNetwork& only_network(const PolicyStudy& study, const char* option) {
  if (study.networks().size() != 1)
    study.points()[0].point.fail("topology.dimensions",
                                 fmt::format("{} is for one network; allowed: one value", option));
  return *study.networks()[0];
}

Table main_table(const CommandLine& command, const PolicyStudy& study) {
  if (command.counterexample) {
    require_policies_with_an_order(study);
    Searches searches(command, study);
    Table table = searches.run();
    if (command.certificate_file) {
      if (!searches.certificate())
        config_error("--certificate: there is no counterexample to write one of");
      write_file(*command.certificate_file, *searches.certificate());
    }
    return table;
  }
  if (command.certificate_file) {
    PolicyNetwork& network = *study.networks()[0];
    only_network(study, "--certificate");
    write_file(
        *command.certificate_file,
        certificate_text(network.topology().grid()->radices(), network.topology().kind() == "torus",
                         network.offsets(), network.pieces(), digits_of(study)));
  }
  if (command.thresholds) return threshold_table(study, digits_of(study));
  if (study.offset_rows() > kMostRows)
    config_error("policy: {} offsets in all; allowed: {}", study.offset_rows(), kMostRows);
  return offset_table(study, command.polynomials);
}

}  // namespace

int policy_verb(const CommandLine& command) {
  const Config config =
      without_run_axes(Config::read(command.config_file, command.overrides), "policy");
  const Point first = config.point(0);
  check_paths(command, first, false);
  const std::string ini = origin(config) + config.effective_ini();
  const std::optional<std::string> file = output_file(command, first);
  const PolicyStudy study(config);
  catch_interrupts();
  const Table table = main_table(command, study);
  if (file && !command.overwrite) check_replace(table.columns, table.rows.size(), ini, *file);
  write_result(command, ini, table, file);
  if (command.means_file) write_file(*command.means_file, to_csv(mean_table(study)));
  if (command.faults_file || command.deaths_file) {
    const FaultTables faults = fault_tables(study, threads_of(command).workers);
    if (command.faults_file) write_file(*command.faults_file, to_csv(faults.deliveries));
    if (command.deaths_file) write_file(*command.deaths_file, to_csv(faults.deaths));
  }
  return kExitDone;
}

}  // namespace orthant
