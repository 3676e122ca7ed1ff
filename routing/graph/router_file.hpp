// Files with one line per router or pair of routers: trees, labels, regions.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/line_reader.hpp"
#include "topology/topology.hpp"

namespace orthant {

// Lines of two numbers, "0 1" or "0-1"; `#` starts a comment. Mistakes are KeyErrors of the key,
// "FILE:LINE: ...".
class RouterFile {
 public:
  RouterFile(const std::string& key, const std::string& file, const Topology& topology);

  // Goes to the next line with a pair of numbers; returns false at the end of the file.
  bool next_pair();
  // Parses an entry (0 or 1) of the current line as a router of the network, or as a number.
  RouterId router(std::size_t entry) const;
  std::uint32_t number(std::size_t entry, std::string_view what) const;

  struct Value {
    std::uint32_t value = 0;
    std::size_t line = 0;
  };
  // Reads the whole file as lines "router value", every router once.
  std::vector<Value> value_of_every_router(std::string_view what);

  [[noreturn]] void fail(const std::string& what) const { reader_.fail("{}", what); }
  [[noreturn]] void fail_at(std::size_t line, const std::string& what) const {
    reader_.fail_at(line, "{}", what);
  }
  [[noreturn]] void fail_file(const std::string& what) const { reader_.fail_file("{}", what); }

 private:
  LineReader reader_;
  const Topology& topology_;
  std::array<std::string, 2> entries_;
};

}  // namespace orthant
