// Tested by: tests/routing/lft_test.cpp, tests/routing/service_levels_test.cpp
#include "routing/graph/fabric_paths.hpp"

#include <fmt/format.h>

#include <numeric>

namespace orthant {

FabricPaths::FabricPaths(const Topology& topology, ForwardingTables tables,
                         std::optional<ServiceLevels> levels)
    : topology_(topology), tables_(std::move(tables)), levels_(std::move(levels)) {
  std::iota(class_of_lane_.begin(), class_of_lane_.end(), std::uint8_t{0});
  if (levels_)
    number_lanes();
  else
    classes_ = {{"any"}};
}

void FabricPaths::build(RouterId s, std::size_t i, RouterId t, std::size_t j, std::uint32_t lid,
                        Path& path) const {
  path.clear();
  const std::uint32_t column = tables_.columns_of(node_of(t, j)).first + lid;
  tables_.append_path(s, t, column, path);
  if (levels_) levels_->set_lanes(node_of(s, i), node_of(t, j), column, path);
  for (Leg& leg : path) leg.vc_class = class_of_lane_[leg.vc_class];
}

template <class Visit>
void FabricPaths::for_each_pair(const Visit& visit) const {
  for (std::size_t s = 0; s < topology_.router_count(); ++s) {
    for (std::size_t t = 0; t < topology_.router_count(); ++t) {
      if (topology_.has_nodes(RouterId{s}) && topology_.has_nodes(RouterId{t}))
        visit(RouterId{s}, RouterId{t});
    }
  }
}

void FabricPaths::number_lanes() {
  std::array<bool, kMaxVcClasses> used = {};
  for_each_pair([&](RouterId s, RouterId t) {
    for_each(s, t, [&](const Path& path, double) {
      for (const Leg& leg : path) used[leg.vc_class] = true;
    });
  });
  for (std::size_t lane = 0; lane < used.size(); ++lane) {
    class_of_lane_[lane] = static_cast<std::uint8_t>(classes_.size());
    if (used[lane]) classes_.push_back({.name = fmt::format("VL {}", lane)});
  }
  if (classes_.empty()) classes_.push_back({.name = "VL 0"});  // a single switch
}

std::optional<RouterId> FabricPaths::router_with_differing_paths() const {
  std::optional<RouterId> found;
  for_each_pair([&](RouterId s, RouterId t) {
    if (found) return;
    std::vector<Path> first(lids(t, 0));  // by LID
    Path path;
    for (std::size_t j = 0; j < topology_.node_count_of(t) && !found; ++j) {
      if (lids(t, j) != first.size()) found = t;
      for (std::uint32_t lid = 0; lid < first.size() && !found; ++lid) {
        for (std::size_t i = 0; i < sources(s); ++i) {
          build(s, i, t, j, lid, path);
          if (i == 0 && j == 0) first[lid] = path;
          if (path != first[lid]) found = t;
        }
      }
    }
  });
  return found;
}

}  // namespace orthant
