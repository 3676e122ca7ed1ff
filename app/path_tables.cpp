// Tested by: tests/app/path_tables_test.cpp
#include "app/path_tables.hpp"

#include "routing/path_table_file.hpp"

namespace orthant {

// All algorithms take the one file that a config can name.
std::shared_ptr<const PathTable> PathTables::find(std::string_view) {
  if (!file_) return nullptr;
  const std::lock_guard lock(mutex_);
  if (!read_) read_ = std::make_shared<const PathTable>(read_path_table(*file_, *topology_));
  return read_;
}

}  // namespace orthant
