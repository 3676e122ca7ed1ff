// Help for people, about one screen each. What keys there are is said by `orthant list keys`.
//
// Tested by: tests/app/command_line_test.cpp
#include "app/help.hpp"

#include <fmt/format.h>

#include <array>
#include <cassert>

#include "app/command_line.hpp"
#include "app/spelling.hpp"

#ifndef ORTHANT_VERSION
#error "ORTHANT_VERSION comes from CMake"
#endif

namespace orthant {
namespace {

struct VerbHelp {
  std::string_view verb;
  std::string_view usage;
  std::string_view purpose;
  std::string_view options;  // besides the common ones
  std::string_view example;
};

constexpr std::array<VerbHelp, 9> kHelps = {{
    {"run", "orthant run CONFIG.ini [section.key=value ...] [options]",
     "Simulates one point: every key has one value (lists and ranges are for `sweep`). Prints a\n"
     "table on a terminal, CSV when the output is a file or a pipe.",
     "  --append              add the rows to -o FILE under an equal header; safe with several\n"
     "                        writers at a time\n"
     "  --overwrite           replace files although of another config or with more rows\n"
     "  --require-stable      exit with 5 unless the network is stable\n"
     "  --seed N              the same as run.seed=N\n"
     "  --timing FILE         write wall time and speed to FILE\n",
     "  orthant run torus.ini traffic.load=0.4 run.seed=7 -o point.csv"},
    {"sweep", "orthant sweep CONFIG.ini [section.key=value ...] [options]",
     "Simulates every combination of the keys that have several values: `a, b, c` or\n"
     "`from:to:step`. Writes CSV, one row per combination and repetition, in the order of the\n"
     "config and the same for any number of threads. Started again with the same -o FILE, it\n"
     "computes only what is missing.",
     "  --overwrite           start afresh, whatever -o FILE holds\n"
     "  --require-stable      exit with 5 unless every point is stable\n"
     "  --seed N              the same as run.seed=N\n"
     "  --timing FILE         write wall time and speed of each row to FILE\n",
     "  orthant sweep torus.ini traffic.load=0.1:0.9:0.1 routing.ties=split,plus -o curve.csv"},
    {"saturate", "orthant saturate CONFIG.ini [section.key=value ...] [options]",
     "Finds the largest stable load by bisection on traffic.load, to run.tolerance, for every\n"
     "combination of the other keys that have several values. Writes CSV, one row each.",
     "  --overwrite           start afresh, whatever -o FILE holds\n"
     "  --seed N              the same as run.seed=N\n"
     "  --timing FILE         write wall time and speed of each row to FILE\n",
     "  orthant saturate torus.ini traffic.pattern=uniform,tornado -o saturation.csv"},
    {"analyze", "orthant analyze CONFIG.ini [section.key=value ...] [options]",
     "Computes what an oblivious routing guarantees, exactly and without a simulation:\n"
     "throughput under uniform traffic, under the worst permutation, under traffic.pattern\n"
     "(where given) and on the average of analysis.average_samples matrices, as fractions of\n"
     "capacity; and its path lengths. Of the config it reads the network, routing,\n"
     "traffic.pattern, traffic.self and analysis.",
     "  --channels FILE       write the load of every channel to FILE\n"
     "  --permutation FILE    write the worst permutation to FILE\n"
     "  --pairs FILE          write the path lengths of every pair of routers to FILE\n"
     "  --roots FILE          up_down: write what every root gives, a row each, to FILE\n"
     "  --forwarding FILE     write forwarding tables to FILE, as OpenSM does\n"
     "  --graph FILE          write the network: .edges .anynet .ibnetdiscover .graphml .dot\n"
     "  --routing FILE        write the paths to FILE, as a table that routing.table_file reads\n"
     "  --overwrite           replace files although of another config or with more rows\n"
     "  --timing FILE         write wall time of each row to FILE\n",
     "  orthant analyze torus.ini routing.algorithm=val,ival,romm -o guarantees.csv"},
    {"design", "orthant design CONFIG.ini [section.key=value ...] [options]",
     "Finds the best oblivious routing for design.objective by linear programming: worst_case,\n"
     "average_case, capacity (uniform traffic) or pattern; among all paths, the shortest, or\n"
     "those of at most design.turns turns. Prints what it guarantees beside a lower bound that\n"
     "no routing can beat. With several values of design.locality or design.throughput it\n"
     "traces the tradeoff curve. Of the config it reads the network, design, analysis and\n"
     "traffic.pattern.",
     "  --routing FILE        write the paths to FILE, as a table that routing.table_file reads\n"
     "  --write-mps FILE      write the (last) linear program to FILE, for other solvers\n"
     "  --max-length N        the same as design.max_length=N: at most N hops on any path\n"
     "  --overwrite           replace files although of another config or with more rows\n"
     "  --timing FILE         write wall time of each row to FILE\n",
     "  orthant design torus.ini design.objective=worst_case design.then=path_length \\\n"
     "      --routing best.paths"},
    {"policy", "orthant policy CONFIG.ini [section.key=value ...] [options]",
     "Computes how likely a message arrives that tries the channels on shortest paths in the\n"
     "order of policy.policies, each link healthy with probability policy.p: a row for every\n"
     "offset between source and destination. Of the config it reads the network, policy and\n"
     "faults.",
     "  --no-polynomials      leave out the probabilities as polynomials of p, exactly, which\n"
     "                        take long on large networks\n"
     "  --thresholds          instead: the intervals of p with the same optimal order, exactly,\n"
     "                        and whether mp, z2 and dor_retry are optimal in them\n"
     "  --counterexample      instead: the smallest network, up to topology.dimensions, on which\n"
     "                        a policy is not optimal (with its rule for ties; with any)\n"
     "  --square              of --counterexample: equal radices only\n"
     "  --certificate FILE    write a proof of the optimal orders, or of the counterexample\n"
     "  --means FILE          write the mean over all pairs, and the p for policy.target\n"
     "  --faults FILE         write what single messages find on networks with failed links\n"
     "  --deaths FILE         write where they are lost\n"
     "  --overwrite           replace files although of another config or with more rows\n",
     "  orthant policy torus.ini policy.policies=optimal,mp policy.p=0.5:0.95:0.05 -o s.csv"},
    {"schedule", "orthant schedule CONFIG.ini [section.key=value ...] [options]",
     "Finds in how few frames all transfers of schedule.collective can go so that no two of a\n"
     "frame share a channel, along the routes of a routing with one path for every pair. No\n"
     "schedule has fewer frames than the busiest channel has transfers; one with as many is\n"
     "liquid. Of the config it reads the network, routing and schedule.",
     "  --frames FILE         write the schedule to FILE, to FILE.json with its channels\n"
     "  --msccl FILE          write an all_to_all to FILE as an algorithm of MSCCL (XML)\n"
     "  --teams FILE          write what enumerating all full teams visits to FILE, with every\n"
     "                        combination of its reductions\n"
     "  --verify FILE         instead: judge the schedule in FILE; exit with 2 where it is none\n"
     "  --case FILE           take the transfers of a scheduling case instead of a config\n"
     "  --overwrite           replace files although of another config or with more rows\n"
     "  --timing FILE         write wall time of each row to FILE\n",
     "  orthant schedule torus.ini schedule.ports=no --frames frames.csv"},
    {"check", "orthant check CONFIG.ini [section.key=value ...] [options]",
     "Reads and builds everything, proves that no deadlock is possible, predicts zero-load\n"
     "latency, capacity and memory, and lists the keys that this config sets but does not use.\n"
     "Simulates nothing.",
     "  --seed N              the same as run.seed=N\n"
     "  --overwrite           replace -o FILE although it says something else\n",
     "  orthant check torus.ini routing.algorithm=o1turn"},
    {"list", "orthant list [topologies|routings|patterns|injections|keys|columns] [options]",
     "Shows the names that a config can use and the columns of results, with what they mean;\n"
     "without a word, all of them. `--format markdown` writes the reference page.",
     "  --overwrite           replace -o FILE although it says something else\n",
     "  orthant list keys --format csv"},
}};

constexpr std::string_view kCommonOptions =
    "  -o, --output FILE     write the result to FILE; all but check also write FILE.ini, the\n"
    "                        complete config; - is standard output\n"
    "  --format FORMAT       table, csv or json; check has no csv\n"
    "  -j, --threads N       worker threads (default: as many as there are cores)\n"
    "  -q, --quiet           only warnings and errors on stderr\n"
    "  -v, --verbose         more on stderr\n"
    "  --log FILE            add the messages of stderr to FILE too\n"
    "  -h, --help            this help\n";

constexpr std::string_view kListOptions =
    "  -o, --output FILE     write to FILE; - is standard output\n"
    "  --format FORMAT       table, csv, json; for keys also markdown\n"
    "  -h, --help            this help\n";

constexpr std::string_view kExitCodes =
    "Exit codes:\n"
    "  0    done\n"
    "  1    internal error\n"
    "  2    wrong usage, config or input file\n"
    "  3    not converged; of a sweep only where --require-stable was given\n"
    "  4    deadlock: found, or not excluded by the check\n"
    "  5    saturated, where --require-stable was given\n"
    "  130  interrupted; finished points are on disk\n"
    "Where several apply: 4, then 5, then 3.\n";

}  // namespace

std::string version_text() { return fmt::format("orthant {}\n", ORTHANT_VERSION); }

std::string main_help() {
  std::string text =
      "Orthant designs, analyses and simulates the routing of tori, meshes, hypercubes and\n"
      "irregular networks.\n\n"
      "Usage: orthant VERB CONFIG.ini [section.key=value ...] [options]\n\n"
      "Verbs:\n";
  for (const VerbDescription& verb : verbs()) {
    text += fmt::format("  {:<10} {}\n", verb.name, verb.summary);
  }
  text += fmt::format(
      "\nA bare section.key=value overrides the file. `orthant VERB --help` explains a verb,\n"
      "`orthant list keys` the config.\n\nOptions:\n{}  --version             print the "
      "version\n\n{}",
      kCommonOptions, kExitCodes);
  return text;
}

std::string verb_help(std::string_view verb) {
  for (const VerbHelp& help : kHelps) {
    if (help.verb != verb) continue;
    return fmt::format("Usage: {}\n\n{}\n\nOptions:\n{}{}\nExample:\n{}\n\n{}", help.usage,
                       help.purpose, help.options, verb == "list" ? kListOptions : kCommonOptions,
                       help.example, kExitCodes);
  }
  assert(false && "a verb without help");
  return {};
}

}  // namespace orthant
