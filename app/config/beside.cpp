#include "app/config/beside.hpp"

#include <filesystem>
#include <system_error>

namespace orthant {

std::string beside_config(const std::string& config, const std::string& name) {
  const std::filesystem::path folder = std::filesystem::path(config).parent_path();
  if (folder.empty() || std::filesystem::path(name).is_absolute()) return name;
  return (folder / name).lexically_normal().string();
}

std::string found_beside_config(const std::string& config, const std::string& name) {
  std::string beside = beside_config(config, name);
  std::error_code ignored;
  return std::filesystem::is_regular_file(beside, ignored) ? beside : name;
}

}  // namespace orthant
