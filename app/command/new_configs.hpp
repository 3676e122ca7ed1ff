// The shipped configs that `orthant new` prints; the build embeds them (app/CMakeLists.txt).
#pragma once

#include <span>
#include <string_view>

namespace orthant {

struct NewConfig {
  std::string_view kind;  // "collective"
  std::string_view name;  // in configs/, without its ending: "all_to_all"
  std::string_view text;
};
std::span<const NewConfig> new_configs();

}  // namespace orthant
