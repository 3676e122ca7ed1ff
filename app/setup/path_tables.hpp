// The path tables of one network, for routings that use one.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "analysis/design/design.hpp"
#include "app/keys/network_keys.hpp"
#include "routing/table/path_table.hpp"

namespace orthant {

// Finds each table once, when it is first needed; for any number of threads. All algorithms share
// the one file that a config can name. Without it two_turn and two_turn_a are designed, and kept in
// a folder for later runs.
class PathTables {
 public:
  PathTables(std::shared_ptr<const Topology> topology, PathTableFiles files)
      : topology_(std::move(topology)), files_(std::move(files)) {}

  // The table of an algorithm ("table", "two_turn", ...); nullptr if it needs none. Throws
  // KeyError("routing.table_file" or "topology.file") if the file is wrong, and
  // KeyError("routing.table_cache") if the folder was given and cannot be made.
  std::shared_ptr<const PathTable> find(std::string_view algorithm);

 private:
  PathTable make(std::string_view algorithm) const;
  bool can_be_kept(const std::filesystem::path& folder) const;
  Design solved(std::string_view algorithm) const;

  std::shared_ptr<const Topology> topology_;
  PathTableFiles files_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const PathTable>, std::less<>> found_;
};

}  // namespace orthant
