// The path tables of one network, for the routings that are one.
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

// Finds each table when it is first asked for, and once; for any number of threads. All algorithms
// take the one file that a config can name. Without it two_turn and two_turn_a are designed, and
// kept in a folder for the next time.
class PathTables {
 public:
  PathTables(std::shared_ptr<const Topology> topology, PathTableFiles files)
      : topology_(std::move(topology)), files_(std::move(files)) {}

  // The table of an algorithm ("table", "two_turn", ...); nullptr where there is none. Throws
  // KeyError("routing.table_file" or "topology.file") where the file is wrong,
  // KeyError("routing.table_cache") where the folder was given and cannot be made.
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
