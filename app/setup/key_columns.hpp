// The columns that say of which network and traffic a row is. The names and their order are a
// contract with everything that reads results: columns may be added at the end, never moved.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "app/output/table.hpp"
#include "app/setup/setup.hpp"

namespace orthant {

// The keys of the axes but those of `shown`, alphabetically.
std::vector<std::string> axes_but(std::span<const Axis> axes,
                                  std::span<const std::string_view> shown);
// The keys of the axes that no fixed column shows, alphabetically. `own` are the keys that the
// verb's own columns show.
std::vector<std::string> swept_keys(std::span<const Axis> axes,
                                    std::span<const std::string_view> own);
// What run and sweep show in columns of their own, and what saturate replaces.
inline constexpr std::string_view kRunOwnKeys[] = {"traffic.load", "run.seed"};
inline constexpr std::string_view kSaturateOwnKeys[] = {"traffic.load"};

// Which network and which traffic a row is about: topology to load_unit, then the swept keys.
std::vector<Column> key_columns(std::span<const std::string> swept);
Row key_fields(const Point& point, const Setup& setup, std::span<const std::string> swept);

std::vector<KnownField> known_key_fields(const Point& point, std::span<const std::string> swept);

}  // namespace orthant
