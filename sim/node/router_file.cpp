// Routers that differ, as a CSV file: a head line that names columns, then a row for each
// difference. `#` starts a comment; empty lines do not count; cells have no quotes.
//
//   routers, ports, vcs, buffer_flits, routing_delay_cycles, traversal_delay_cycles
//   all,     node,    2,             ,                     ,
//   0-15 20, x+,       ,           32,                     ,
//   64-67,   ,         ,             ,                    2,                     2
//
// `routers`: `all`, or router numbers and ranges; on a grid also coordinates, as x=3-4 or x=0-3&y=2
// (both must hold). `ports`: the input ports whose VCs and buffers the row sets, named by the
// channel that arrives there: node, channel (from any router), from=64-67 (from these routers), on
// a grid a dimension (x, y, z or its number), x+ or x- (the port in this direction). Both columns
// take several words, of which any may hold. The other columns are keys of [router]. Any column may
// be missing and any cell empty: the row then applies to all routers or all ports, or leaves the
// value as it was. A later row overrides earlier ones.
//
// Tested by: tests/sim/router_file_test.cpp
#include "sim/node/router_file.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <variant>

#include "base/file_kind.hpp"
#include "base/limits.hpp"
#include "base/line_reader.hpp"
#include "base/numbers.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

constexpr std::size_t kLongestLine = 4096;  // numbers

struct DelayColumn {
  std::uint32_t RouterDelays::*member;
};
struct BufferColumn {
  std::uint32_t InputBuffers::*member;
  std::size_t InputBuffers::*line;
};
// A column of numbers: a key of [router].
struct NumberColumn {
  std::string_view name;
  std::int64_t least, most;
  std::variant<DelayColumn, BufferColumn> where;
};
constexpr std::array<NumberColumn, 7> kNumberColumns = {
    {{"vcs", 1, limits::kVcs, BufferColumn{&InputBuffers::vcs, &InputBuffers::vcs_line}},
     {"buffer_flits", 1, limits::kBufferFlits,
      BufferColumn{&InputBuffers::flits, &InputBuffers::flits_line}},
     {"routing_delay_cycles", 0, limits::kDelay, DelayColumn{&RouterDelays::routing}},
     {"vc_allocation_delay_cycles", 0, limits::kDelay, DelayColumn{&RouterDelays::vc_allocation}},
     {"switch_allocation_delay_cycles", 0, limits::kDelay,
      DelayColumn{&RouterDelays::switch_allocation}},
     {"traversal_delay_cycles", 1, limits::kDelay, DelayColumn{&RouterDelays::traversal}},
     {"credit_delay_cycles", 1, limits::kDelay, DelayColumn{&RouterDelays::credit}}}};
constexpr std::string_view kRouters = "routers", kPorts = "ports";

std::string column_names() {
  std::string names = fmt::format("{}, {}", kRouters, kPorts);
  for (const NumberColumn& column : kNumberColumns) names += fmt::format(", {}", column.name);
  return names;
}

// Splits the text at the marks, into at least one part, and trims the blanks around each part.
std::vector<std::string_view> trimmed_parts(std::string_view text, char mark) {
  std::vector<std::string_view> parts = split(text, mark);
  for (std::string_view& part : parts) part = trimmed(part);
  return parts;
}

struct Range {
  std::uint32_t first = 0, last = 0;
  bool contains(std::uint32_t number) const { return first <= number && number <= last; }
};

class RouterFile {
 public:
  RouterFile(const std::string& file, const Topology& topology, const RouterOptions& section)
      : lines_("router.file", file, kLongestLine), topology_(topology) {
    refuse_other_kinds("router.file", file, {}, "a table of routers, a line each");
    routers_.file = file;
    delays_.assign(topology.router_count(), delays_of(section));
    for (std::size_t r = 0; r < topology.router_count(); ++r) {
      routers_.first_port.push_back(routers_.buffers.size());
      routers_.buffers.insert(routers_.buffers.end(), topology.port_count(RouterId{r}),
                              {.vcs = section.vcs, .flits = section.buffer_flits});
    }
  }

  UnequalRouters read() {
    while (lines_.next()) {
      const std::string_view text = lines_.text().substr(0, lines_.text().find('#'));
      if (trimmed(text).empty()) continue;
      if (text.find('"') != text.npos)
        lines_.fail("quotes are not known here; allowed: cells without them");
      if (columns_.empty()) {
        read_head(trimmed_parts(text, ','));
      } else {
        read_row(trimmed_parts(text, ','));
      }
    }
    if (columns_.empty()) lines_.fail_file("no head line; allowed: columns {}", column_names());
    number_pipelines();
    return std::move(routers_);
  }

 private:
  void read_head(const std::vector<std::string_view>& names) {
    for (const std::string_view name : names) {
      if (name != kRouters && name != kPorts &&
          std::ranges::find(kNumberColumns, name, &NumberColumn::name) == kNumberColumns.end())
        lines_.fail("no column {:?}; allowed: {}", LineReader::printable(name), column_names());
      if (std::ranges::find(columns_, name) != columns_.end())
        lines_.fail("column {} stands twice; allowed: once", name);
      columns_.emplace_back(name);
    }
  }

  void read_row(const std::vector<std::string_view>& cells) {
    if (cells.size() != columns_.size())
      lines_.fail("{} cells; allowed: {}, as the head line has columns", cells.size(),
                  columns_.size());
    const auto cell = [&](std::string_view name) {
      const auto found = std::ranges::find(columns_, name) - columns_.begin();
      return static_cast<std::size_t>(found) < cells.size() ? cells[static_cast<std::size_t>(found)]
                                                            : std::string_view{};
    };
    const std::vector<RouterId> routers = routers_named(cell(kRouters));
    const std::string_view ports = cell(kPorts);
    const std::vector<std::size_t> buffers = buffers_named(routers, ports);
    for (const NumberColumn& column : kNumberColumns) {
      const std::string_view text = cell(column.name);
      if (text.empty()) continue;
      const std::uint32_t value = number(column, text);
      if (const auto* delay = std::get_if<DelayColumn>(&column.where)) {
        if (!ports.empty())
          lines_.fail("{} is of a whole router; allowed: a row without ports", column.name);
        for (const RouterId r : routers) delays_[r.index()].*delay->member = value;
      } else {
        const auto& [member, line] = std::get<BufferColumn>(column.where);
        for (const std::size_t b : buffers) {
          routers_.buffers[b].*member = value;
          routers_.buffers[b].*line = lines_.line_number();
        }
      }
    }
  }

  std::uint32_t number(const NumberColumn& column, std::string_view text) const {
    const std::optional<std::int64_t> value = parse_whole(text);
    if (value && *value >= column.least && *value <= column.most)
      return static_cast<std::uint32_t>(*value);
    const std::string_view digits = text.substr(text.starts_with('-'));
    const bool whole = !digits.empty() && digits.find_first_not_of("0123456789") == digits.npos;
    lines_.fail("{}: {:?} is {}; allowed: {} to {}", column.name, LineReader::printable(text),
                whole ? "out of range" : "no whole number", column.least, column.most);
  }

  // Parses "5" or "0-63"; all numbers must be below `count`. `what` names the numbers in errors.
  Range range(std::string_view text, std::size_t count, std::string_view what) const {
    const std::size_t dash = text.find('-');
    const std::optional<std::int64_t> first = parse_integer(text.substr(0, dash));
    const std::optional<std::int64_t> last =
        dash == text.npos ? first : parse_integer(text.substr(dash + 1));
    if (!first || !last || *first < 0 || *last < *first ||
        *last >= static_cast<std::int64_t>(count))
      lines_.fail("{:?}: no {}; allowed: 0 to {}, or a range of them", LineReader::printable(text),
                  what, count - 1);
    return {static_cast<std::uint32_t>(*first), static_cast<std::uint32_t>(*last)};
  }

  // Parses "x", "y", "z" or a number.
  std::optional<std::size_t> dimension(std::string_view text) const {
    const Structure* grid = topology_.structure();
    if (grid == nullptr || text.size() != 1) return std::nullopt;
    const char first = text[0] >= 'x' && text[0] <= 'z' ? 'x' : '0';
    const auto d = static_cast<std::size_t>(text[0] - first);
    return text[0] >= first && d < grid->dimensions() ? std::optional(d) : std::nullopt;
  }

  std::string dimensions_allowed() const {
    if (topology_.structure() == nullptr) return "";
    return fmt::format(" (dimensions: {} to {}, of which x, y, z are the first)", 0,
                       topology_.structure()->dimensions() - 1);
  }

  std::vector<RouterId> routers_named(std::string_view cell) const {
    std::vector<bool> named(topology_.router_count(), cell.empty());
    for (const std::string_view word : split(cell, ' ')) add_routers(word, named);
    std::vector<RouterId> routers;
    for (std::size_t r = 0; r < named.size(); ++r)
      if (named[r]) routers.emplace_back(r);
    return routers;
  }

  void add_routers(std::string_view word, std::vector<bool>& named) const {
    if (word == "all") return named.assign(named.size(), true);
    if (word.find('=') == word.npos) {
      const Range numbers = range(word, named.size(), "router");
      std::fill(named.begin() + numbers.first, named.begin() + numbers.last + 1, true);
      return;
    }
    std::vector<std::pair<std::size_t, Range>> box;
    for (const std::string_view part : trimmed_parts(word, '&')) {
      const std::size_t equals = std::min(part.find('='), part.size());
      const std::optional<std::size_t> d = dimension(part.substr(0, equals));
      if (!d || equals == part.size())
        lines_.fail(
            "routers: {:?} names none; allowed: all, numbers, 0-3{}", LineReader::printable(part),
            topology_.structure() != nullptr ? ", x=0-3 or x=0-3&y=2" + dimensions_allowed() : "");
      box.emplace_back(
          *d, range(part.substr(equals + 1), topology_.structure()->radix(*d), "coordinate"));
    }
    bool any = false;
    for (std::size_t r = 0; r < named.size(); ++r) {
      const bool inside = std::ranges::all_of(box, [&](const auto& side) {
        return side.second.contains(topology_.structure()->coordinate(RouterId{r}, side.first));
      });
      if (inside) any = named[r] = true;
    }
    if (!any)
      lines_.fail("routers: {:?} names no router; allowed: coordinates that one has",
                  LineReader::printable(word));
  }

  // Returns the places in `buffers` of the ports of these routers.
  std::vector<std::size_t> buffers_named(const std::vector<RouterId>& routers,
                                         std::string_view cell) const {
    std::vector<std::function<bool(RouterId, PortId)>> words;
    for (const std::string_view word : split(cell, ' ')) words.push_back(ports_of(word));
    std::vector<std::size_t> places;
    for (const RouterId r : routers) {
      for (std::size_t p = 0; p < topology_.port_count(r); ++p) {
        const bool is_named = words.empty() || std::ranges::any_of(words, [&](const auto& has) {
                                return has(r, PortId{p});
                              });
        if (is_named) places.push_back(routers_.first_port[r.index()] + p);
      }
    }
    if (places.empty() && !words.empty())
      lines_.fail(
          "ports: {:?}: these routers have no such port; allowed: ports that one of them has",
          LineReader::printable(cell));
    return places;
  }

  std::function<bool(RouterId, PortId)> ports_of(std::string_view word) const {
    const auto channel = [this](RouterId r, PortId p) { return topology_.channel_from(r, p); };
    if (word == "node") {
      return [this](RouterId r, PortId p) { return p.index() >= topology_.channel_port_count(r); };
    }
    if (word == "channel") return [=](RouterId r, PortId p) { return channel(r, p).has_value(); };
    if (word.starts_with("from=")) {
      const Range from = range(word.substr(5), topology_.router_count(), "router");
      return [=, this](RouterId r, PortId p) {
        return channel(r, p) && from.contains(topology_.channel(*channel(r, p)).to.value);
      };
    }
    const bool directed = word.ends_with('+') || word.ends_with('-');
    const std::optional<std::size_t> d = dimension(word.substr(0, word.size() - directed));
    if (!d)
      lines_.fail("ports: {:?} names none; allowed: node, channel, from=0-3{}",
                  LineReader::printable(word),
                  topology_.structure() != nullptr ? ", x, x+, x-" + dimensions_allowed() : "");
    return [=](RouterId r, PortId p) {
      return channel(r, p) && Grid::dimension_of(p) == *d &&
             (!directed || Grid::is_plus(p) == word.ends_with('+'));
    };
  }

  void number_pipelines() {
    for (const RouterDelays& delays : delays_) {
      const auto known = std::ranges::find(routers_.pipelines, delays);
      routers_.pipeline.push_back(static_cast<std::uint32_t>(known - routers_.pipelines.begin()));
      if (known == routers_.pipelines.end()) routers_.pipelines.push_back(delays);
    }
  }

  LineReader lines_;
  const Topology& topology_;
  std::vector<std::string> columns_;
  std::vector<RouterDelays> delays_;  // [router]
  UnequalRouters routers_;
};

}  // namespace

std::shared_ptr<const UnequalRouters> read_router_file(const std::string& file,
                                                       const Topology& topology,
                                                       const RouterOptions& section) {
  return std::make_shared<const UnequalRouters>(RouterFile(file, topology, section).read());
}

}  // namespace orthant
