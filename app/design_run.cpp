// Tested by: tests/app/design_test.py
#include "app/design_run.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <array>

#include "analysis/channel_load.hpp"
#include "app/analysis_run.hpp"
#include "app/csv.hpp"
#include "app/results.hpp"
#include "app/solver_progress.hpp"
#include "app/words.hpp"
#include "base/error.hpp"
#include "routing/path_table_file.hpp"

namespace orthant {
namespace {

// The paths of a table for the exact analysis, without VC classes, of which a routing of many turns
// may need more than a router can have.
class TabulatedPaths final : public ObliviousRouting {
 public:
  explicit TabulatedPaths(const PathTable& table) : ObliviousRouting({}), table_(table) {}

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    table_.for_each_path(s, t, visit);
  }
  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    double left = random.uniform();
    table_.for_each_path(s, t, [&](const Path& next, double probability) {
      if (left >= 0) path = next;
      left -= probability;
    });
  }
  std::size_t max_legs() const override { return table_.longest_legs(); }

 private:
  const PathTable& table_;
};

template <class Value>
std::optional<Value> given(const Point& point, std::string_view key) {
  if (!point.has_value(key)) return std::nullopt;
  if constexpr (std::is_same_v<Value, double>) {
    return point.real(key);
  } else {
    return static_cast<Value>(point.integer(key));
  }
}

}  // namespace

DesignRun::DesignRun(const Point& point, std::size_t threads, const std::string& mps_file)
    : setup_(make_setup(point, SetupNeeds::kNetwork)),
      objective_(point.text("design.objective")),
      paths_(point.text("design.paths")) {
  if (setup_->topology->channel_count() == 0)
    point.fail("topology.dimensions", "a single router has nothing to design; allowed: several");
  try {
    DesignOptions options = options_of(point, threads);
    options.mps_file = mps_file;
    design_ = design_routing(*setup_->topology, options);
    if (design_.status() != LpStatus::kOptimal) return;
    table_ = std::make_shared<const PathTable>(table_of(*setup_->topology, design_));
    analyze(point, threads);
    count_classes();
  } catch (const KeyError& error) {
    point.fail(error.key(), error.what());
  }
}

DesignOptions DesignRun::options_of(const Point& point, std::size_t threads) {
  DesignOptions options;
  options.objective = kObjectives.value_of(objective_);
  options.paths = kDesignPaths.value_of(paths_);
  options.turns = static_cast<std::size_t>(point.integer("design.turns"));
  options.max_length = given<std::size_t>(point, "design.max_length");
  options.locality = given<double>(point, "design.locality");
  options.then_path_length = point.text("design.then") == "path_length";
  options.load_limit = load_limit(point);
  options.symmetry = kSymmetryUses.value_of(point.text("design.symmetry"));
  options.method = kDesignMethods.value_of(point.text("design.method"));
  options.solver.threads = threads;
  options.solver.time_limit_seconds =
      given<double>(point, "design.time_limit_seconds").value_or(kUnlimited);
  options.solver.progress = solver_news("design " + objective_);
  const bool with_matrices = options.objective == DesignObjective::kPattern ||
                             options.objective == DesignObjective::kAverageCase;
  constexpr std::size_t kMostRouters = 10'000;  // 10^8 entries
  if (with_matrices && setup_->topology->router_count() > kMostRouters) {
    point.fail("topology.dimensions",
               fmt::format("{} routers are too many for a matrix of their traffic; allowed: {}",
                           setup_->topology->router_count(), kMostRouters));
  }
  if (options.objective == DesignObjective::kPattern) {
    if (!setup_->traffic.pattern) {
      point.fail("traffic.pattern", point.has_value("traffic.pattern")
                                        ? "worst_case is of a routing; allowed with design: "
                                          "another pattern, or design.objective = worst_case"
                                        : "missing; design.objective = pattern needs it");
    }
    options.matrices = {matrix_of(router_traffic(*setup_->topology, setup_->traffic))};
  }
  if (options.objective == DesignObjective::kAverageCase) {
    const auto average = average_options(point, threads);
    if (!average) {
      point.fail("analysis.average_samples",
                 "missing; design.objective = average_case needs it, or "
                 "analysis.average_sampling = file");
    }
    options.matrices = sample_matrices(*setup_->topology, *average);
  }
  return options;
}

std::optional<double> DesignRun::load_limit(const Point& point) const {
  if (!point.has_value("design.throughput")) return std::nullopt;
  if (point.has_value("design.locality")) {
    point.fail("design.throughput",
               "paths are as short as the throughput allows, and design.locality limits them too; "
               "allowed: one of the two keys");
  }
  if (!setup_->capacity_flits) {
    point.fail("design.throughput", no_capacity_text(*setup_->topology));
  }
  return 1 / (point.real("design.throughput") * *setup_->capacity_flits);
}

void DesignRun::analyze(const Point& point, std::size_t threads) {
  const Topology& topology = *setup_->topology;
  const TabulatedPaths routing(*table_);
  const SymmetricLoads found = find_symmetry(topology, routing, {.threads = threads});
  const PairLoads& loads = found.loads;
  worst_ = worst_case(found, threads);
  lengths_ = path_length(loads);
  if (const auto average = average_options(point, threads))
    average_ = average_case(loads, *average);
  if (setup_->traffic.pattern) {
    pattern_throughput_ = pattern_throughput(
        topology, setup_->traffic, loads.channel_loads(router_traffic(topology, setup_->traffic)),
        setup_->ejection_bandwidth());
  }
}

// The VC classes of a wormhole network with credits. Few turns are settled at once by sets; many of
// them ask for layers, which takes long in large tables.
void DesignRun::count_classes() {
  constexpr std::size_t kFewTurns = 6, kMostPaths = 2'000'000;
  const std::size_t sources = table_->by_translation() ? setup_->topology->router_count() : 1;
  const bool few = setup_->topology->grid() != nullptr && table_->longest_turns() <= kFewTurns;
  if (!few && table_->path_count() * sources > kMostPaths) return;
  RoutingOptions options;
  options.path_table = [this](std::string_view, const Topology&) { return table_; };
  try {
    vc_classes_ =
        find_routing("table")->make(*setup_->topology, options)->traits().vc_classes.size();
  } catch (const KeyError& error) {
    spdlog::info("{}", error.what());
  }
}

std::vector<Column> DesignRun::columns() {
  std::vector<Column> columns;
  for (const char* name : {"topology",
                           "dimensions",
                           "objective",
                           "paths",
                           "locality",
                           "capacity_flits",
                           "worst_case_throughput",
                           "average_case_throughput",
                           "path_length_normalized",
                           "dual_gap",
                           "variables",
                           "constraints",
                           "status",
                           "pattern_throughput",
                           "average_case_true",
                           "average_case_ci95",
                           "load",
                           "load_bound",
                           "path_length_bound",
                           "table_paths",
                           "turns_max",
                           "vc_classes"})
    columns.push_back({name});
  return columns;
}

Row DesignRun::fields(const Point& point) const {
  const Setup& setup = *setup_;
  const SolvedProgram& last = design_.last();
  const auto average = [&](auto member) {
    return average_ ? fraction_of_capacity((*average_).*member, setup) : std::string();
  };
  const auto if_solved = [&](std::string text) { return table_ ? std::move(text) : std::string(); };
  return {setup.topology->kind(),
          setup.topology->dimensions(),
          objective_,
          paths_,
          point.has_value("design.locality") ? point.text("design.locality") : "",
          real_text(setup.capacity_flits),
          if_solved(fraction_of_capacity(worst_.throughput_flits(), setup)),
          average(&AverageCase::throughput),
          if_solved(lengths_.minimal_mean > 0 ? real_text(lengths_.normalized()) : ""),
          if_solved(real_text(design_.gap())),
          fmt::format("{}", last.variables),
          fmt::format("{}", last.constraints),
          std::string(lp_status_name(design_.status())),
          if_solved(fraction_of_capacity(pattern_throughput_, setup)),
          average(&AverageCase::throughput_true),
          average(&AverageCase::half_width),
          if_solved(real_text(design_.largest_load)),
          real_text(load_bound()),
          design_.length ? real_text(design_.length->bound) : "",
          if_solved(table_ ? fmt::format("{}", table_->path_count()) : ""),
          if_solved(table_ ? fmt::format("{}", table_->longest_turns()) : ""),
          vc_classes_ ? fmt::format("{}", *vc_classes_) : ""};
}

std::optional<double> DesignRun::load_bound() const {
  if (design_.load) return design_.load->bound;
  return design_.known;
}

std::string DesignRun::table_text() const {
  const auto program = [](std::string_view what, const SolvedProgram& solved) {
    return fmt::format("{} {:.12g}, at least {:.12g}", what, solved.objective, solved.bound);
  };
  std::vector<std::string> notes{fmt::format("designed for {}, paths: {}", objective_, paths_)};
  if (design_.known) notes.push_back(fmt::format("largest load {:.12g}, optimal", *design_.known));
  if (design_.load) notes.push_back(program("largest load", *design_.load));
  if (!load_bound()) notes.push_back(fmt::format("load at most {:.12g}", design_.largest_load));
  if (design_.length) notes.push_back(program("normalised path length", *design_.length));
  return path_table_text(*table_, notes);
}

std::string DesignRun::summary() const {
  std::string text(lp_status_name(design_.status()));
  const auto add = [&](std::string_view what, const SolvedProgram& solved) {
    const std::string objective = solved.status == LpStatus::kOptimal
                                      ? fmt::format("{:.9g}, ", solved.objective)
                                      : std::string();
    text += fmt::format("; {}: {}at least {:.9g}, {} variables, {} constraints, {} iterations",
                        what, objective, solved.bound, solved.variables, solved.constraints,
                        solved.iterations);
  };
  if (!design_.reason.empty()) return text + ": " + design_.reason;
  if (design_.known) text += fmt::format("; load: {:.9g}, known to be optimal", *design_.known);
  if (design_.load) add("load", *design_.load);
  if (design_.length) add("path length", *design_.length);
  return text + fmt::format("; symmetries: {}", design_.symmetries);
}

}  // namespace orthant
