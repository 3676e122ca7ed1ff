#include "routing/graph/router_file.hpp"

#include <limits>

#include "base/file_kind.hpp"
#include "base/numbers.hpp"

namespace orthant {

RouterFile::RouterFile(const std::string& key, const std::string& file, const Topology& topology)
    : reader_(key, file, 2), topology_(topology) {
  refuse_other_kinds(key, file, {}, "lines of two numbers, as in 0 1 or 0-1");
}

bool RouterFile::next_pair() {
  while (reader_.next()) {
    const std::vector<std::string_view>& entries = reader_.entries();
    if (entries.empty()) continue;
    if (entries.size() == 2) {
      entries_ = {std::string(entries[0]), std::string(entries[1])};
      return true;
    }
    const std::size_t dash = entries[0].find('-');
    if (entries.size() != 1 || dash == entries[0].npos)
      fail(fmt::format("{}; allowed: two numbers, as in 0 1 or 0-1",
                       entries.size() == 1
                           ? fmt::format("{} alone", LineReader::printable(entries[0]))
                           : fmt::format("{} numbers on a line", entries.size())));
    entries_ = {std::string(entries[0].substr(0, dash)), std::string(entries[0].substr(dash + 1))};
    return true;
  }
  return false;
}

RouterId RouterFile::router(std::size_t entry) const {
  const auto number = parse_integer(entries_[entry]);
  if (!number || *number < 0 || static_cast<std::size_t>(*number) >= topology_.router_count())
    fail(fmt::format("{} is no router; allowed: 0 to {}", LineReader::printable(entries_[entry]),
                     topology_.router_count() - 1));
  return RouterId{static_cast<std::size_t>(*number)};
}

std::uint32_t RouterFile::number(std::size_t entry, std::string_view what) const {
  const auto number = parse_integer(entries_[entry]);
  if (!number || *number < 0 || *number > std::numeric_limits<std::uint32_t>::max())
    fail(fmt::format("{} is no {}; allowed: whole numbers from 0 to 2^32 - 1",
                     LineReader::printable(entries_[entry]), what));
  return static_cast<std::uint32_t>(*number);
}

std::vector<RouterFile::Value> RouterFile::value_of_every_router(std::string_view what) {
  std::vector<Value> values(topology_.router_count());
  while (next_pair()) {
    const RouterId r = router(0);
    Value& value = values[r.index()];
    if (value.line != 0)
      fail(fmt::format("router {} has a {} already, in line {}; allowed: one for each", r.value,
                       what, value.line));
    value = {number(1, what), reader_.line_number()};
  }
  for (std::size_t r = 0; r < values.size(); ++r) {
    if (values[r].line == 0)
      reader_.fail("the file ends, and router {} has no {}; allowed: one for each", r, what);
  }
  return values;
}

}  // namespace orthant
