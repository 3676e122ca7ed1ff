// Tested by: tests/app/path_tables_test.cpp
#include "app/setup/path_tables.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "app/jobs/interrupt.hpp"
#include "app/jobs/progress.hpp"
#include "app/output/files.hpp"
#include "base/error.hpp"
#include "base/fnv.hpp"
#include "routing/table/cluster_routes.hpp"
#include "routing/table/path_table_file.hpp"

namespace orthant {
namespace {

// Part of the names of stored tables; to be raised when a design changes.
constexpr int kDesignVersion = 2;

std::optional<std::filesystem::path> user_cache() {
  const auto variable = [](const char* name) -> std::optional<std::filesystem::path> {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') return std::nullopt;
    return value;
  };
  if (const auto cache = variable("XDG_CACHE_HOME")) return *cache / "orthant";
  if (const auto home = variable("HOME")) return *home / ".cache" / "orthant";
  return std::nullopt;
}

// Returns a name that distinguishes networks with different best weights: by their channels, by the
// bandwidths of these and by the nodes of each router.
std::string network_name(const Topology& topology) {
  Fnv rest;
  for (std::size_t r = 0; r < topology.router_count(); ++r)
    rest.add(fmt::format("{} ", topology.node_count_of(RouterId{r})));
  for (const Channel& channel : topology.channels())
    rest.add(fmt::format("{} ", to_double(channel.bandwidth)));
  return fmt::format("{}-{}-{}-{}", topology.kind(), topology.dimensions(),
                     network_fingerprint(topology), rest.text());
}

std::vector<std::string> notes_of(std::string_view algorithm, const Design& design) {
  std::vector<std::string> notes{
      fmt::format("{}, largest load {:.12g}", algorithm, design.largest_load)};
  if (design.length)
    notes.push_back(fmt::format("normalised path length {:.12g}", design.length->objective));
  notes.push_back(fmt::format("relative gap to the bound {:.2g}", design.gap()));
  return notes;
}

}  // namespace

std::shared_ptr<const PathTable> PathTables::find(std::string_view algorithm) {
  const bool can_be_solved = algorithm == "two_turn" || algorithm == "two_turn_a";
  const bool of_cluster = files_.cluster && algorithm == "table";
  if (!files_.table && !of_cluster && !can_be_solved) return nullptr;
  const std::lock_guard lock(mutex_);
  const auto known = found_.find(algorithm);
  if (known != found_.end()) return known->second;
  auto table = std::make_shared<const PathTable>(make(algorithm));
  found_.emplace(algorithm, table);
  return table;
}

PathTable PathTables::make(std::string_view algorithm) const {
  if (files_.table) return read_path_table(*files_.table, *topology_);
  if (algorithm == "table") return read_cluster_routes(*files_.cluster, *topology_);
  const std::optional<std::filesystem::path> folder = files_.cache ? *files_.cache : user_cache();
  const bool kept = folder && can_be_kept(*folder);
  if (!kept) return table_of(*topology_, solved(algorithm));
  const std::string name =
      fmt::format("{}-{}-v{}.paths", algorithm, network_name(*topology_), kDesignVersion);
  const std::string file = (*folder / name).string();
  if (file_exists(file)) {
    try {
      return read_path_table(file, *topology_);
    } catch (const KeyError& error) {
      spdlog::warn("{}: {}; solved again", algorithm, error.what());
    }
  }
  const Design design = solved(algorithm);
  PathTable table = table_of(*topology_, design);
  try {
    write_file(file, path_table_text(table, notes_of(algorithm, design)));
    spdlog::info("{} is kept in {}", algorithm, file);
  } catch (const ConfigError& error) {
    spdlog::warn("{} is not kept: {}", algorithm, error.what());
  }
  return table;
}

// Makes the folder if it is missing. Failure is an error only if the config names the folder.
bool PathTables::can_be_kept(const std::filesystem::path& folder) const {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return true;
  if (files_.cache) {
    key_error("routing.table_cache", "{}: {}; allowed: a folder", folder.string(), error.message());
  }
  spdlog::warn("solved tables are not kept: {}: {}", folder.string(), error.message());
  return false;
}

Design PathTables::solved(std::string_view algorithm) const {
  const CaughtInterrupts caught;
  spdlog::info("{} for {} {} is being solved, which may take minutes", algorithm, topology_->kind(),
               topology_->dimensions());
  DesignOptions options = two_turn_design(*topology_, algorithm == "two_turn_a");
  options.solver.progress = solver_news(std::string(algorithm));
  Design design = design_routing(*topology_, options);
  if (interrupted()) {
    spdlog::warn("interrupted: {} is not solved, and nothing of it is kept", algorithm);
    throw Interrupted();
  }
  if (design.status() != LpStatus::kOptimal) {
    key_error("routing.algorithm", "{} cannot be solved for this network: {}", algorithm,
              lp_status_name(design.status()));
  }
  return design;
}

}  // namespace orthant
