// The path tables of one network, for the routings that are one.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "routing/path_table.hpp"

namespace orthant {

// Reads the file when it is first asked for, and once; for any number of threads.
class PathTables {
 public:
  // `file`: routing.table_file, where it is given.
  PathTables(std::shared_ptr<const Topology> topology, std::optional<std::string> file)
      : topology_(std::move(topology)), file_(std::move(file)) {}

  // The table of an algorithm ("table", "two_turn", ...); nullptr where there is none. Throws
  // KeyError("routing.table_file") where the file is wrong.
  std::shared_ptr<const PathTable> find(std::string_view algorithm);

 private:
  std::shared_ptr<const Topology> topology_;
  std::optional<std::string> file_;
  std::mutex mutex_;
  std::shared_ptr<const PathTable> read_;
};

}  // namespace orthant
