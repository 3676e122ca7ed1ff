// Tested by: tests/app/chosen_vcs_test.cpp
#include "app/setup/chosen_vcs.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>
#include <string>

#include "app/output/files.hpp"
#include "app/output/origin.hpp"

namespace orthant {
namespace {

constexpr std::string_view kVcsKey = "router.vcs";
constexpr std::string_view kAutoVcs = "auto";

// Drops the axes that networks and routings do not depend on.
Config networks_of(Config config) {
  const std::vector<Axis> axes(config.axes().begin(), config.axes().end());
  for (const Axis& axis : axes)
    if (stage_of(axis.key) > Stage::kRouters) config = config.with_first_value(axis.key);
  return config;
}

// The number of VCs of a file that gets further rows.
std::optional<std::string> number_of_file(const CommandLine& command) {
  if (!command.append || !command.output) return std::nullopt;
  const std::optional<std::string> ini = read_file(*command.output + ".ini");
  if (!ini) return std::nullopt;
  for (const auto& [key, value] : ini_settings(*ini))
    if (key == kVcsKey && value != kAutoVcs) return value;
  return std::nullopt;
}

struct Needs {
  std::uint32_t least = limits::kVcs, most = 0;
};

// Range of the VCs needed; nullopt if a point has output-queued routers, or cannot be built, which
// the check of all points reports.
std::optional<Needs> needs_of(const Config& config, BuiltNetworks& built) try {
  Needs needs;
  for (std::size_t p = 0; p < config.point_count(); ++p) {
    const auto setup = make_setup(config.point(p), SetupNeeds::kVcs, &built,
                                  {.allows_unserved = has_fault_axis(config)});
    if (setup->unserved) continue;
    if (setup->router.model == RouterModel::kOutputQueued) return std::nullopt;
    needs.least = std::min(needs.least, setup->router.vcs);
    needs.most = std::max(needs.most, setup->router.vcs);
  }
  if (needs.most == 0) return std::nullopt;  // faults leave no network that is served
  return needs;
} catch (const ConfigError&) {
  return std::nullopt;
}

}  // namespace

Config with_chosen_vcs(const Config& config, const CommandLine& command, BuiltNetworks& built) {
  const auto axis = std::ranges::find(config.axes(), kVcsKey, &Axis::key);
  if (axis != config.axes().end() && std::ranges::count(axis->values, kAutoVcs) != 0)
    config.point(0).fail(kVcsKey,
                         "auto beside other numbers would be another number for each "
                         "routing; allowed: auto alone, or numbers");
  if (axis != config.axes().end() || config.point(0).text(kVcsKey) != kAutoVcs) return config;
  const std::optional<Needs> needs = needs_of(networks_of(config), built);
  if (!needs) return config;
  if (const auto number = number_of_file(command))
    return config.with_value(kVcsKey, *number, *command.output + ".ini");
  if (needs->least < needs->most)
    spdlog::info("router.vcs = auto: {} for all points, the most that any of them needs",
                 needs->most);
  return config.with_value(kVcsKey, fmt::format("{}", needs->most), "default value");
}

}  // namespace orthant
