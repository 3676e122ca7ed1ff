// The checked words after `orthant` (verb, config file, overrides and options), the table of
// options, and the exit codes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace orthant {

// Name of a result that goes to standard output.
inline constexpr std::string_view kStandardOutput = "-";

enum class Format { kTable, kCsv, kJson };

// One part of a sweep: 1 <= number <= of.
struct Shard {
  std::size_t number = 1, of = 1;
};
inline constexpr std::size_t kMostShards = 1'000'000;
// Parses "2/4"; nullopt if the text is no shard.
std::optional<Shard> parse_shard(std::string_view text);

struct CommandLine {
  std::string verb;                    // one of verbs(); empty with help or version
  std::string config_file;             // empty with --case and for verbs that take none
  std::vector<std::string> words;      // after a verb that takes no config, but `list`
  std::vector<std::string> overrides;  // "section.key=value"; also from options, last

  std::optional<std::string> output;             // -o FILE
  bool to_stdout = false;                        // -o -, which overrides output.csv
  std::optional<Format> format;                  // not given: the verb's default
  std::optional<std::uint32_t> threads;          // -j N, >= 1
  std::optional<std::uint32_t> threads_per_run;  // --threads-per-run N, >= 1
  std::optional<Shard> shard;                    // sweep, saturate: --shard I/N
  bool quiet = false;
  bool verbose = false;
  std::optional<std::string> log_file;      // --log FILE
  std::optional<std::string> cache_folder;  // --cache DIR, also one of the overrides
  std::optional<std::string> timing_file;   // --timing FILE
  // analyze: --channels, --permutation, --pairs, --graph, --roots, --forwarding FILE
  std::optional<std::string> channels_file, permutation_file, pairs_file, graph_file, roots_file;
  std::optional<std::string> forwarding_file;
  bool map = false;                         // analyze: --map
  std::optional<std::string> hops;          // analyze: --hops S-D
  std::optional<std::string> routing_file;  // analyze, design: --routing FILE
  std::optional<std::string> mps_file;      // design: --write-mps FILE
  // policy: --means, --faults, --deaths, --certificate FILE
  std::optional<std::string> means_file, faults_file, deaths_file, certificate_file;
  // schedule: --case, --frames, --msccl, --teams, --verify FILE
  std::optional<std::string> case_file, frames_file, goal_file, msccl_file, teams_file, verify_file;
  // plot: the contents and form of the figure; report: --title too
  std::optional<std::string> kind, x, y, facet, title, ymin, ymax, size, order, label;
  bool logy = false;
  // policy: contents of the result, and options of the computation
  bool thresholds = false, counterexample = false, square = false, no_polynomials = false;
  bool append = false;          // run: --append
  bool resume = false;          // run: --resume
  bool overwrite = false;       // --overwrite: replaces FILE regardless of its contents
  bool require_stable = false;  // run, sweep: exit 5 when a point is saturated
  bool markdown = false;        // list keys: --format markdown

  // Text to print on stdout and exit with 0: --help, VERB --help, --version.
  std::optional<std::string> to_print;
};

// An option, which begins with --.
struct Option {
  std::string_view name;
  char letter = 0;                 // also -h; 0: none
  std::string_view argument = {};  // "FILE"; empty: a flag
  // Member that the option sets; std::monostate: several members, which the parser sets.
  std::variant<std::monostate, bool CommandLine::*, std::optional<std::string> CommandLine::*>
      member = {};
  std::vector<std::string_view> words = {};  // allowed arguments; empty: any
  bool beside = false;                       // names a file that is written beside the result
  bool changes_result = false;               // the result depends on it
};
// Options in the order in which messages list them.
const std::vector<Option>& options();
const Option& option_named(std::string_view name);

// Exit codes of the command.
inline constexpr int kExitDone = 0;
inline constexpr int kExitInternal = 1;
inline constexpr int kExitConfig = 2;
inline constexpr int kExitUnfinished = 3;
inline constexpr int kExitDeadlock = 4;
inline constexpr int kExitSaturated = 5;
inline constexpr int kExitInterrupted = 130;

}  // namespace orthant
