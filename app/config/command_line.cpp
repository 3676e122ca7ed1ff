// Tested by: tests/app/command_line_test.cpp
#include "app/config/command_line.hpp"

#include <algorithm>
#include <charconv>

namespace orthant {

const std::vector<Option>& options() {
  using C = CommandLine;
  static const std::vector<Option> all = {
      {.name = "help", .letter = 'h'},
      {.name = "version"},
      {.name = "output", .letter = 'o', .argument = "FILE", .member = &C::output},
      {.name = "format", .argument = "FORMAT", .words = {"table", "csv", "json"}},
      {.name = "threads", .letter = 'j', .argument = "N"},
      {.name = "threads-per-run", .argument = "N"},
      {.name = "shard", .argument = "I/N"},
      {.name = "seed", .argument = "N"},
      {.name = "quiet", .letter = 'q', .member = &C::quiet},
      {.name = "verbose", .letter = 'v', .member = &C::verbose},
      {.name = "log", .argument = "FILE", .member = &C::log_file},
      {.name = "timing", .argument = "FILE", .member = &C::timing_file, .beside = true},
      {.name = "channels", .argument = "FILE", .member = &C::channels_file, .beside = true},
      {.name = "permutation", .argument = "FILE", .member = &C::permutation_file, .beside = true},
      {.name = "pairs", .argument = "FILE", .member = &C::pairs_file, .beside = true},
      {.name = "map", .member = &C::map, .changes_result = true},
      {.name = "hops", .argument = "S-D", .member = &C::hops, .changes_result = true},
      {.name = "graph", .argument = "FILE", .member = &C::graph_file, .beside = true},
      {.name = "roots", .argument = "FILE", .member = &C::roots_file, .beside = true},
      {.name = "forwarding", .argument = "FILE", .member = &C::forwarding_file, .beside = true},
      {.name = "routing", .argument = "FILE", .member = &C::routing_file, .beside = true},
      {.name = "write-mps", .argument = "FILE", .member = &C::mps_file, .beside = true},
      {.name = "max-length", .argument = "N"},
      {.name = "thresholds", .member = &C::thresholds, .changes_result = true},
      {.name = "counterexample", .member = &C::counterexample, .changes_result = true},
      {.name = "square", .member = &C::square, .changes_result = true},
      {.name = "no-polynomials", .member = &C::no_polynomials, .changes_result = true},
      {.name = "means", .argument = "FILE", .member = &C::means_file, .beside = true},
      {.name = "faults", .argument = "FILE", .member = &C::faults_file, .beside = true},
      {.name = "deaths", .argument = "FILE", .member = &C::deaths_file, .beside = true},
      {.name = "certificate", .argument = "FILE", .member = &C::certificate_file, .beside = true},
      {.name = "case", .argument = "FILE", .member = &C::case_file},
      {.name = "frames", .argument = "FILE", .member = &C::frames_file, .beside = true},
      {.name = "goal", .argument = "FILE", .member = &C::goal_file, .beside = true},
      {.name = "msccl", .argument = "FILE", .member = &C::msccl_file, .beside = true},
      {.name = "teams", .argument = "FILE", .member = &C::teams_file, .beside = true},
      {.name = "verify", .argument = "FILE", .member = &C::verify_file},
      {.name = "cache", .argument = "DIR", .member = &C::cache_folder},
      {.name = "kind",
       .argument = "KIND",
       .member = &C::kind,
       .words = {"curve", "bar", "histogram", "tail", "heat", "gantt"}},
      {.name = "x", .argument = "KEY", .member = &C::x},
      {.name = "y", .argument = "COLUMN", .member = &C::y},
      {.name = "facet", .argument = "KEY", .member = &C::facet},
      {.name = "title", .argument = "TEXT", .member = &C::title},
      {.name = "ymin", .argument = "VALUE", .member = &C::ymin},
      {.name = "ymax", .argument = "VALUE", .member = &C::ymax},
      {.name = "logy", .member = &C::logy},
      {.name = "size", .argument = "W,H", .member = &C::size},
      {.name = "order", .argument = "NAMES", .member = &C::order},
      {.name = "label", .argument = "OLD=NEW", .member = &C::label},
      {.name = "append", .member = &C::append},
      {.name = "resume", .member = &C::resume},
      {.name = "overwrite", .member = &C::overwrite},
      {.name = "require-stable", .member = &C::require_stable},
  };
  return all;
}

const Option& option_named(std::string_view name) {
  return *std::ranges::find(options(), name, &Option::name);
}

std::optional<Shard> parse_shard(std::string_view text) {
  const auto number = [](std::string_view digits) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && end == digits.data() + digits.size() ? value : 0;
  };
  const std::size_t slash = std::min(text.find('/'), text.size());
  const Shard shard = {number(text.substr(0, slash)),
                       number(text.substr(std::min(slash + 1, text.size())))};
  if (shard.number < 1 || shard.number > shard.of || shard.of > kMostShards) return std::nullopt;
  return shard;
}

}  // namespace orthant
