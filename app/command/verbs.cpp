// The table of verbs.
//
// Tested by: tests/app/command_line_test.cpp
#include "app/command/verbs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/config/verbs.hpp"
#include "app/keys/spelling.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

// Removes the line end at the beginning.
constexpr std::string_view text(std::string_view raw) { return raw.substr(1); }

// Effects that options have for several verbs.
constexpr OptionUse kCache = {"cache", "keep two_turn tables in DIR, as routing.table_cache=DIR"};
constexpr OptionUse kReplaceFiles = {"overwrite",
                                     "replace files even if of another config or with more rows"};
constexpr OptionUse kStartAfresh = {"overwrite", "start afresh, whatever -o FILE holds"};
constexpr OptionUse kReplaceReport = {"overwrite", "replace -o FILE even if its text differs"};
constexpr OptionUse kOutputText = {"output", "write to FILE; - is standard output"};
constexpr OptionUse kSeed = {"seed", "the same as run.seed=N"};
constexpr OptionUse kTimeRows = {"timing", "write wall time of each row to FILE"};
constexpr OptionUse kTimeSimulations = {"timing", "write wall time and speed of each row to FILE"};
constexpr OptionUse kRoutingFile = {
    "routing", "write the paths to FILE, as a table that routing.table_file reads"};
constexpr OptionUse kShard = {"shard", "compute part I of N alone, for `orthant merge`"};
constexpr OptionUse kQuiet = {"quiet", "print only warnings and errors on stderr"};
constexpr OptionUse kVerbose = {"verbose", "print more on stderr"};
constexpr OptionUse kLog = {"log", "add the messages of stderr to FILE too"};
constexpr OptionUse kHelp = {"help", "print this help"};
constexpr OptionUse kThreadsPerRun = {
    "threads-per-run",
    "let N threads share one simulation (default: several where there\nare fewer runs than "
    "threads); changes no result"};

// Options of verbs that print a text.
std::vector<OptionUse> of_text(std::vector<OptionUse> own = {}) {
  own.insert(own.begin(), {kReplaceReport, kOutputText});
  own.insert(own.end(), {kQuiet, kVerbose, kLog, kHelp});
  return own;
}

}  // namespace

const std::vector<OptionUse>& common_uses() {
  static const std::vector<OptionUse> uses = {
      {"output",
       "write the result to FILE; all but check also write FILE.ini, the\nconfig that reproduces "
       "it; - is "
       "standard output"},
      {"format", "table, csv or json; check has no csv"},
      {"threads", "worker threads (default: as many as there are cores)"},
      kQuiet,
      kVerbose,
      kLog,
      kHelp,
  };
  return uses;
}

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> all = {
      {.name = "run",
       .summary = "simulate one point",
       .purpose = text(R"(
Simulates one point: every key has one value (lists and ranges are for `sweep`). Prints a
table on a terminal, CSV when the output is a file or a pipe. Under mpirun the ranks share
the network; no digit of the result depends on that.)"),
       .options =
           {kCache,
            {"append",
             "add the rows to -o FILE under an equal header; safe with several\nwriters at a time"},
            kReplaceFiles,
            {"require-stable", "exit with 5 unless the network is stable"},
            {"resume", "go on from the checkpoint that run.checkpoint_minutes left\nbeside FILE"},
            kSeed,
            kThreadsPerRun,
            {"timing", "write wall time and speed to FILE"}},
       .example = "  orthant run torus.ini traffic.load=0.4 run.seed=7 -o point.csv",
       .run = run_verb,
       .over_ranks = true},
      {.name = "sweep",
       .summary = "simulate every combination of values: latency and throughput curves",
       .purpose = text(R"(
Simulates every combination of the keys that have several values: `a, b, c` or
`from:to:step`. Writes CSV (a table on a terminal), one row per combination and
repetition, in the order of the config and the same for any number of threads. Started
again with the same -o FILE, it computes only what is missing, also where an axis has
further values or run.repetitions is larger than before.)"),
       .options = {kCache,
                   kStartAfresh,
                   {"require-stable", "exit with 5 unless every point is stable"},
                   kSeed,
                   kShard,
                   kThreadsPerRun,
                   kTimeSimulations},
       .example = "  orthant sweep torus.ini traffic.load=0.1:0.9:0.1 routing.ties=split,plus -o "
                  "curve.csv",
       .run = sweep_verb,
       .over_ranks = true},
      {.name = "saturate",
       .summary = "find the largest stable load",
       .purpose = text(R"(
Finds the largest stable load by bisection on traffic.load, to run.tolerance, for every
combination of the other keys that have several values. Writes CSV, one row each.)"),
       .options = {kCache, kStartAfresh, kSeed, kShard, kThreadsPerRun, kTimeSimulations},
       .example = "  orthant saturate torus.ini traffic.pattern=uniform,tornado -o saturation.csv",
       .run = saturate_verb,
       .over_ranks = true},
      {.name = "analyze",
       .summary =
           "compute exactly what an oblivious routing guarantees: worst case, average, pattern",
       .purpose = text(R"(
Computes what an oblivious routing guarantees, exactly and without a simulation:
throughput under uniform traffic, under the worst permutation, under traffic.pattern
(where given) and on the average of analysis.average_samples matrices, as fractions of
capacity; and its path lengths. Of the config it reads the network, routing,
traffic.pattern, traffic.self and analysis.)"),
       .options = {kCache,
                   {"channels", "write the load of every channel to FILE"},
                   {"permutation", "write the worst permutation to FILE"},
                   {"pairs", "write the path lengths of every pair of routers to FILE"},
                   {"roots", "up_down: write a row for each root to FILE"},
                   {"forwarding", "write forwarding tables to FILE, as OpenSM does"},
                   {"map", "print instead who is where: routers, ports, nodes, channels"},
                   {"hops",
                    "print instead where packets from node S to node D may go, hop by\nhop, also "
                    "of an adaptive routing"},
                   {"graph", "write the network: .edges .anynet .ibnetdiscover .graphml .dot"},
                   kRoutingFile,
                   kReplaceFiles,
                   kTimeRows},
       .example = "  orthant analyze torus.ini routing.algorithm=val,ival,romm -o guarantees.csv",
       .run = analyze_verb},
      {.name = "design",
       .summary = "find the best oblivious routing for an objective, by linear programming",
       .purpose = text(R"(
Finds the best oblivious routing for design.objective by linear programming: worst_case,
average_case, capacity (uniform traffic) or pattern; among all paths, the shortest, or
those of at most design.turns turns. Prints what it guarantees beside a lower bound that
no routing can beat. With several values of design.locality or design.throughput it
traces the tradeoff curve. Of the config it reads the network, design, analysis and
traffic.pattern.)"),
       .options = {kRoutingFile,
                   {"write-mps", "write the (last) linear program to FILE, for other solvers"},
                   {"max-length", "the same as design.max_length=N: at most N hops on any path"},
                   kReplaceFiles,
                   kTimeRows},
       .example = "  orthant design torus.ini design.objective=worst_case design.then=path_length "
                  "\\\n      --routing best.paths",
       .run = design_verb},
      {.name = "policy",
       .summary =
           "compute how likely messages arrive where links fail, and the best order of tries",
       .purpose = text(R"(
Computes how likely a message arrives if it tries the channels on shortest paths in the
order of policy.policies. Each link is healthy with probability policy.p. Writes a row for
every offset between source and destination. Of the config it reads the network, policy
and faults.)"),
       .options = {{"no-polynomials",
                    "leave out the exact polynomials in p, which take long on large\n"
                    "networks"},
                   {"thresholds",
                    "print instead the exact intervals of p with the same optimal\n"
                    "order, and whether mp, z2 and dor_retry are optimal in them"},
                   {"counterexample",
                    "print instead the smallest network, up to topology.dimensions, on\n"
                    "which a policy is not optimal (with its rule for ties; with any)"},
                   {"square", "with --counterexample: look at equal radices only"},
                   {"certificate", "write a proof of the optimal orders, or of the counterexample"},
                   {"means", "write the mean over all pairs, and the p for policy.target"},
                   {"faults", "write the fate of single messages on networks with failed links"},
                   {"deaths", "write where they are lost"},
                   kReplaceFiles},
       .example =
           "  orthant policy torus.ini policy.policies=optimal,mp policy.p=0.5:0.95:0.05 -o s.csv",
       .run = policy_verb},
      {.name = "schedule",
       .summary = "find the frames in which a collective communication goes as fast as it can",
       .purpose = text(R"(
Finds in how few frames all transfers of schedule.collective can go so that no two of a
frame share a channel, along the routes of a routing with one path for every pair. No
schedule has fewer frames than the busiest channel has transfers; one with as many is
liquid. Of the config it reads the network, routing and schedule.)"),
       .options =
           {{"frames", "write the schedule to FILE, with its channels where that\nends in .json"},
            {"goal",
             "write a program in the language GOAL to FILE: the workload of\n"
             "traffic.injection = workload; else every node sends its transfers\n"
             "in the order of the schedule, of workload.bytes each"},
            {"msccl", "write an all_to_all to FILE as an algorithm of MSCCL (XML)"},
            {"teams",
             "write to FILE how many categories an enumeration of all full teams\nvisits, with "
             "every combination of its reductions"},
            {"verify",
             "judge the schedule in FILE instead, in a row that says whether\n"
             "every transfer goes once and no two of a frame share a channel\n"
             "(valid), and whether it has as many frames as the duration\n"
             "(liquid); exit with 2 where it is not valid"},
            {"case", "take the transfers of a scheduling case instead of a config"},
            kReplaceFiles,
            kTimeRows},
       .example = "  orthant schedule torus.ini schedule.ports=no --frames frames.csv",
       .run = schedule_verb},
      {.name = "merge",
       .summary = "join the parts of a sweep that --shard computed",
       .usage = "FILE... -o RESULT.csv [options]",
       .purpose = text(R"(
Joins the files of all parts that `sweep --shard I/N` or `saturate --shard I/N` wrote, in
any order, into what the command writes without --shard, byte for byte. Refuses parts that
are missing, double, not finished, changed, or of another config or version.)"),
       .options = {{"output", "write to FILE and FILE.ini (default: standard output)"},
                   kReplaceFiles,
                   kQuiet,
                   kVerbose,
                   kLog,
                   kHelp},
       .takes_config = false,
       .example = "  orthant merge part1.csv part2.csv part3.csv -o curve.csv",
       .run = merge_verb},
      {.name = "check",
       .summary = "prove deadlock freedom and predict, without a simulation",
       .purpose = text(R"(
Reads and builds everything, proves that no deadlock is possible, predicts zero-load
latency, capacity and memory, and lists the keys that this config sets but does not use.
Simulates nothing.)"),
       .options = {kCache, kSeed, kReplaceReport},
       .example = "  orthant check torus.ini routing.algorithm=o1turn",
       .run = check_verb},
      {.name = "plot",
       .summary = "draw pictures of result files",
       .usage = "FILE... -o X.png|svg|pdf [options]",
       .purpose = text(R"(
Draws result files and the files that options and keys write beside them: curves over
the load, bars of the largest stable loads, histograms of latencies, heat maps of
channels and routers, frames of schedules. FILE.ini beside a FILE says how it was made:
rows that differ in any key are never taken for one. It needs the Debian package
python3-matplotlib.)"),
       .options = {{"output", "write the picture to FILE, which may be there already"},
                   {"kind",
                    "draw a curve, bar, histogram, tail, heat or gantt (default: what\nthe file is "
                    "for)"},
                   {"x", "draw over a key or column (default: the load)"},
                   {"y", "draw a column (default: latency and accepted load)"},
                   {"facet",
                    "draw a panel for each value of KEY (default: where there are\nmore than "
                    "six curves)"},
                   {"title",
                    "set the title, \"\" for none (default: what all rows have in\ncommon)"},
                   {"ymin", "begin the axis of values at VALUE"},
                   {"ymax",
                    "end the axis of values at VALUE (default of a latency: four\ntimes the "
                    "zero-load latency of the lowest curve)"},
                   {"logy", "draw values on a logarithmic axis"},
                   {"size", "make the picture W inches wide and H high"},
                   {"order", "draw curves, bars and panels in this order of their names,\nA,B,C"},
                   {"label", "name a value in legends and titles; several by commas"},
                   kHelp},
       .takes_config = false,
       .example = "  orthant plot curve.csv --facet pattern -o curve.pdf",
       .run = plot_verb},
      {.name = "report",
       .summary = "write one page of HTML from result files",
       .usage = "FILE... -o X.html [options]",
       .purpose = text(R"(
Writes a page that needs no network: curves with their intervals, bars of the largest
stable loads, tradeoffs, histograms, channels, frames of schedules, packets cycle by
cycle (output.trace); filters and panels by key, verdicts, the configs with the keys
that differ, the commands that make the files again, and the first rows. FILE.ini beside
a FILE says how it was made: rows that differ in any key are never taken for one. It
needs the Debian package python3.)"),
       .options = {{"output", "write the page to FILE, which may be there already"},
                   {"title", "set the title (default: what all rows have in common)"},
                   kHelp},
       .takes_config = false,
       .example = "  orthant report dor.csv adaptive.csv -o report.html",
       .run = report_verb},
      {.name = "list",
       .summary =
           "show topologies, routings, patterns, workloads, keys, columns, verbs and options",
       .usage = "[TOPIC] [options]",
       .purpose = text(R"(
Shows the names that a config can use and the columns of results, with what they mean.
TOPIC is topologies, routings, patterns, injections, workloads, keys, columns, verbs
or options; without it, an overview of all (csv and json: all of them).
`--format markdown` writes the reference page.)"),
       .options = of_text({{"format", "table, csv, json; all or keys also markdown"}}),
       .takes_config = false,
       .words = topic_names,
       .example = "  orthant list keys --format csv",
       .run = list_verb},
      {.name = "import",
       .summary = "turn a config of BookSim 2 into one of Orthant",
       .usage = "booksim FILE [options]",
       .purpose = text(R"(
Prints FILE, a config of BookSim 2, as an INI with the names of Orthant, and a remark for
each key that has no counterpart.)"),
       .options = of_text(),
       .takes_config = false,
       .words = import_sources,
       .example = "  orthant import booksim torus88 -o torus88.ini && orthant check torus88.ini",
       .run = import_verb},
      {.name = "explain",
       .summary = "say what a key means, its values, default and who reads it",
       .usage = "NAME [options]",
       .purpose = text(R"(
Says what NAME means: a config key, as section.key or its last word alone; a section or
another beginning of keys, which lists them; or a topology, routing, pattern, injection,
result column, verb, value or option, as --seed. A name of several things gives all.)"),
       .options = of_text({{"format", "table or json"}}),
       .takes_config = false,
       .words = names_to_explain,
       .example = "  orthant explain router.vcs",
       .run = explain_verb},
      {.name = "new",
       .summary = "print a commented config to begin with",
       .usage = "torus|mesh|fabric|collective|faults [options]",
       .purpose = text(R"(
Prints a config that runs as it is, with a comment for every key and the command for it:
a curve of a torus, of a mesh or of a fabric of switches, the schedule of a collective
communication, or messages where links fail.)"),
       .options = of_text(),
       .takes_config = false,
       .words = kinds_of_configs,
       .example = "  orthant new torus -o torus.ini && orthant sweep torus.ini -o torus.csv",
       .run = new_verb},
      {.name = "completion",
       .summary = "print the completion script for a shell",
       .usage = "bash|zsh|fish [options]",
       .purpose = text(R"(
Prints a script for a shell that completes verbs, options, config keys and their values,
with <Tab>. An installed Orthant has them in place.)"),
       .options = of_text(),
       .takes_config = false,
       .words = shell_names,
       .example = "  orthant completion bash > ~/.local/share/bash-completion/completions/orthant",
       .run = completion_verb},
      {.name = "complete",
       .summary = "print how the words of a command go on, for the shells",
       .usage = "-- [WORD ...]",
       .purpose = text(R"(
Prints by what the last WORD of a command is completed: words, open (words that go on
without a blank), file or folder (after the text that follows), or nothing; then a line
for every word that it may become, with its help after a tab.)"),
       .options = {kQuiet, kVerbose, kLog, kHelp},
       .takes_config = false,
       .words = verb_names,
       .example = "  orthant complete -- run torus.ini router.allocator=",
       .run = complete_verb},
      {.name = "man",
       .summary = "print a manual page, of this command or of a verb",
       .usage = "[VERB] [options]",
       .purpose = text(R"(
Shows the manual page of VERB, or of the whole command; into a file or a pipe it goes as
man(7) source. An installed Orthant has them in place: `man orthant`, `man orthant-run`.)"),
       .options = of_text(),
       .takes_config = false,
       .words = verb_names,
       .example = "  orthant man sweep",
       .run = man_verb},
      {.name = "help",
       .summary = "print the help, of this command or of a verb",
       .usage = "[VERB] [options]",
       .purpose = text(R"(
Prints what `orthant VERB --help` prints; without VERB, what `orthant --help` does.)"),
       .options = of_text(),
       .takes_config = false,
       .words = verb_names,
       .example = "  orthant help sweep",
       .run = help_verb},
  };
  return all;
}

std::vector<std::string_view> verb_names() {
  std::vector<std::string_view> names;
  for (const Verb& verb : verbs()) names.push_back(verb.name);
  return names;
}

const Verb* find_verb(std::string_view name) {
  const auto found = std::ranges::find(verbs(), name, &Verb::name);
  return found == verbs().end() ? nullptr : &*found;
}

std::vector<OptionUse> uses_of(const Verb& verb) {
  std::vector<OptionUse> uses = verb.options;
  if (verb.takes_config) uses.insert(uses.end(), common_uses().begin(), common_uses().end());
  return uses;
}

std::string word_of(const CommandLine& command, std::string_view what, bool optional) {
  const std::vector<std::string>& words = command.words;
  const std::vector<std::string_view> known = find_verb(command.verb)->words();
  const std::string allowed = joined(known) + (optional ? ", or none" : "");
  if (words.empty() && optional) return {};
  if (words.empty())
    config_error("command line: {}: the {} is missing; allowed: {}", command.verb, what, allowed);
  if (words.size() > 1)
    config_error("command line: {}: one word too many for {}", in_quotes(words[1]), command.verb);
  if (std::ranges::find(known, words[0]) != known.end()) return words[0];
  const std::string_view guess = nearest(words[0], known);
  config_error("command line: {}: unknown {}{}; allowed: {}", in_quotes(words[0]), what,
               is_likely(words[0], guess) ? fmt::format(", did you mean {}?", guess) : "", allowed);
}

}  // namespace orthant
