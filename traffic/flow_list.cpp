// Format: one line per flow,
//   source destination rate [from_cycle to_cycle]
// separated by blanks or single commas; `#` starts a comment, and empty lines are ignored. A unit
// may follow the rate, with or without a blank ("190MB/s", "3.2 gbps"); otherwise the rate is in
// traffic.rate_unit, by default flits per cycle. The rate holds always, or from from_cycle up to
// but excluding to_cycle. The rates of several flows from one source to one destination add up. The
// first line may hold column names. Example:
//   # source destination rate
//   0 1 0.25
//   0 5 190 MB/s
//   3 2 1.5 gbps 10000 20000
//
// Tested by: tests/traffic/flows_test.cpp
#include "traffic/flow_list.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/file_kind.hpp"
#include "base/line_reader.hpp"
#include "base/numbers.hpp"

namespace orthant {
namespace {

constexpr std::string_view kAllowed = "lines of source destination rate [from_cycle to_cycle]";
constexpr std::string_view kFlits = "flits";

// A unit of rates, with its value in bits per second.
struct Unit {
  std::string_view word;
  double bits_per_second;
};
constexpr std::array kUnits = {Unit{"B/s", 8},
                               Unit{"kB/s", 8e3},
                               Unit{"MB/s", 8e6},
                               Unit{"GB/s", 8e9},
                               Unit{"TB/s", 8e12},
                               Unit{"KiB/s", 8 * 0x1p10},
                               Unit{"MiB/s", 8 * 0x1p20},
                               Unit{"GiB/s", 8 * 0x1p30},
                               Unit{"kbps", 1e3},
                               Unit{"Mbps", 1e6},
                               Unit{"Gbps", 1e9},
                               Unit{"Tbps", 1e12},
                               Unit{"mbps", 1e6},
                               Unit{"gbps", 1e9},
                               Unit{"tbps", 1e12},
                               Unit{"Mbit/s", 1e6},
                               Unit{"Gbit/s", 1e9},
                               Unit{"Tbit/s", 1e12}};

const Unit* find_unit(std::string_view word) {
  const auto* found = std::ranges::find(kUnits, word, &Unit::word);
  return found == kUnits.end() ? nullptr : found;
}

std::string words_of_units() {
  std::string words(kFlits);
  for (const Unit& unit : kUnits) words.append(", ").append(unit.word);
  return words;
}

class FlowReader {
 public:
  FlowReader(const PatternOptions& options, std::size_t nodes)
      : options_(options), lines_("traffic.file", options.file, kMaxEntries), nodes_(nodes) {}

  std::vector<Flow> read() {
    bool first = true;
    while (lines_.next()) {
      const std::vector<std::string_view>& entries = lines_.entries();
      if (entries.empty()) continue;
      if (!first || !is_head(entries)) add(entries);
      first = false;
    }
    if (flows_.empty()) lines_.fail_file("no flow with a rate above 0; allowed: {}", kAllowed);
    check_times();
    return std::move(flows_);
  }

 private:
  static constexpr std::size_t kMaxEntries = 6;
  static constexpr std::size_t kMaxTimes = 10'000;
  static constexpr std::int64_t kMaxCycle = 1'000'000'000'000;
  static constexpr double kMaxRate = 1e18;

  static bool is_head(std::span<const std::string_view> entries) {
    constexpr std::array<std::string_view, 5> kHead = {"source", "destination", "rate",
                                                       "from_cycle", "to_cycle"};
    return (entries.size() == 3 || entries.size() == 5) &&
           std::ranges::equal(entries, std::span(kHead).first(entries.size()));
  }

  void add(std::span<const std::string_view> entries) {
    const bool unit_apart = entries.size() > 3 && begins_with_letter(entries[3]);
    if (unit_apart && !find_rate_unit(entries[3])) fail_unit(entries[3]);
    const std::size_t times = 3 + (unit_apart ? 1 : 0);
    if (entries.size() != times && entries.size() != times + 2)
      lines_.fail("{}; allowed: {}", counted(entries.size(), "values"), kAllowed);
    Flow flow{.source = node_of_entry(lines_, entries[0], nodes_),
              .destination = node_of_entry(lines_, entries[1], nodes_)};
    flow.rate = rate(entries[2], unit_apart ? entries[3] : std::string_view());
    if (entries.size() > times) {
      flow.from = cycle(entries[times]);
      flow.to = cycle(entries[times + 1]);
      if (flow.from >= flow.to)
        lines_.fail("from cycle {} to {}, no time at all; allowed: a later end", flow.from,
                    flow.to);
    }
    if (flow.rate > 0) flows_.push_back(flow);
  }

  Cycle cycle(std::string_view entry) const {
    const auto value = parse_whole(entry);
    if (!value || *value < 0 || *value > kMaxCycle)
      lines_.fail("'{}' is no cycle; allowed: 0 to {}", LineReader::printable(entry), kMaxCycle);
    return static_cast<Cycle>(*value);
  }

  static bool find_rate_unit(std::string_view word) {
    return word == kFlits || find_unit(word) != nullptr;
  }
  static bool begins_with_letter(std::string_view word) {
    const char first = word.front();
    return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
  }
  [[noreturn]] void fail_unit(std::string_view word) const {
    lines_.fail("'{}' is no unit of a rate; allowed: {}", LineReader::printable(word),
                words_of_units());
  }

  // Returns flits per cycle. `unit` is the word after `entry`. If it is empty, the entry ends with
  // its unit, or the default unit applies.
  double rate(std::string_view entry, std::string_view unit) const {
    double value = 0;
    const char* const last = entry.data() + entry.size();
    const auto [end, error] = std::from_chars(entry.data(), last, value);
    if (error != std::errc{} || !(value >= 0 && value <= kMaxRate))
      lines_.fail("'{}' is no rate; allowed: numbers from 0 to {:g}, with or without a unit",
                  LineReader::printable(entry), kMaxRate);
    const std::string_view suffix(end, static_cast<std::size_t>(last - end));
    if (!suffix.empty() && (!unit.empty() || !find_rate_unit(suffix))) fail_unit(suffix);
    if (unit.empty()) unit = suffix.empty() ? options_.rate_unit : suffix;
    return unit == kFlits ? value : value * flits_per_cycle(unit);
  }

  double flits_per_cycle(std::string_view unit) const {
    const FlitUnits units = options_.flit_units ? options_.flit_units() : FlitUnits{};
    if (!units.cycle_ns || !units.flit_bytes)
      lines_.fail("a rate in {} needs {}, which {} missing; allowed: to set {}, or flits per cycle",
                  unit,
                  units.cycle_ns     ? "channel.flit_bytes"
                  : units.flit_bytes ? "time.cycle_ns"
                                     : "time.cycle_ns and channel.flit_bytes",
                  units.cycle_ns || units.flit_bytes ? "is" : "are",
                  units.cycle_ns || units.flit_bytes ? "it" : "them");
    const double seconds = *units.cycle_ns * 1e-9;
    return find_unit(unit)->bits_per_second * seconds / (8 * *units.flit_bytes);
  }

  void check_times() const {
    std::vector<Cycle> times;
    for (const Flow& flow : flows_) {
      times.push_back(flow.from);
      times.push_back(flow.to);
    }
    std::ranges::sort(times);
    const auto [first, last] = std::ranges::unique(times);
    const auto different = static_cast<std::size_t>(first - times.begin());
    if (different > kMaxTimes)
      lines_.fail_file("rates begin or end at {} different cycles; allowed: {}", different,
                       kMaxTimes);
  }

  const PatternOptions& options_;
  LineReader lines_;
  std::size_t nodes_;
  std::vector<Flow> flows_;
};

}  // namespace

NodeId node_of_entry(const LineReader& lines, std::string_view entry, std::size_t nodes) {
  const auto id = parse_integer(entry);
  if (!id || *id < 0 || static_cast<std::uint64_t>(*id) >= nodes)
    lines.fail("'{}' is no node; allowed: 0 to {}", LineReader::printable(entry), nodes - 1);
  return NodeId{static_cast<std::size_t>(*id)};
}

std::vector<Flow> read_flows(const PatternOptions& options, std::size_t nodes) {
  refuse_other_kinds("traffic.file", options.file, {}, kAllowed);
  return FlowReader(options, nodes).read();
}

std::vector<std::string_view> rate_unit_words() {
  std::vector<std::string_view> words = {kFlits};
  for (const Unit& unit : kUnits) words.push_back(unit.word);
  return words;
}

}  // namespace orthant
