// Tested by: tests/traffic/dumpi_trace_test.cpp, tests/traffic/chakra_trace_test.cpp
#include "traffic/traces/rank_files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.hpp"

namespace orthant {

RankFiles::RankFiles(const std::string& key, const std::string& first, std::size_t nodes) {
  const std::size_t name = first.rfind('/') == first.npos ? 0 : first.rfind('/') + 1;
  const std::size_t point = first.rfind('.');
  const std::size_t end = point == first.npos || point < name ? name : point;
  std::size_t begin = end;
  while (begin > name && first[begin - 1] == '0') --begin;
  const bool is_longer = begin > name && first[begin - 1] >= '1' && first[begin - 1] <= '9';
  if (begin == end || is_longer)
    key_error(key,
              "{}: the name has no number 0; allowed: the file of rank 0, such as NAME-0000.txt or "
              "NAME.0.et",
              first);
  before_ = first.substr(0, begin);
  after_ = first.substr(end);
  digits_ = end - begin;
  while (::access(of(ranks_).c_str(), F_OK) == 0) {
    if (ranks_ == nodes)
      key_error(key, "{}: more than {} ranks for {} nodes; allowed: a node for each rank",
                of(ranks_), ranks_, nodes);
    ++ranks_;
  }
  if (ranks_ == 0) key_error(key, "cannot open {}: {}", first, std::strerror(errno));
}

std::string RankFiles::of(std::uint32_t rank) const {
  return fmt::format("{}{:0>{}}{}", before_, rank, digits_, after_);
}

}  // namespace orthant
