// Each is a list of settings; the comments are those of the table of keys.
//
// Tested by: tests/app/new_test.py
#include "app/texts/templates.hpp"

#include <fmt/format.h>

#include "app/keys/keys.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

constexpr std::size_t kWidth = 98;  // of a comment

// As comment lines.
std::string wrapped(std::string_view text) {
  std::string out = "#";
  std::size_t width = 1;
  for (const std::string_view word : split(text, ' ')) {
    if (width + 1 + word.size() > kWidth) {
      out += "\n#";
      width = 1;
    }
    out += fmt::format(" {}", word);
    width += 1 + word.size();
  }
  return out + '\n';
}

// "NAME" is that of the config without its ending.
std::string with_names(std::string_view command, std::string_view file) {
  std::string text(command);
  const std::string stem(file.substr(0, std::min(file.rfind(".ini"), file.size())));
  for (const auto& [name, value] : {std::pair<std::string_view, std::string>("CONFIG", file),
                                    std::pair<std::string_view, std::string>("NAME", stem)})
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name))
      text.replace(at, name.size(), value);
  return text;
}

// A curve of latency and throughput.
std::vector<Template::Setting> simulated(std::vector<Template::Setting> network,
                                         std::string_view pattern, std::string_view unit,
                                         std::string_view load) {
  const std::vector<Template::Setting> rest = {
      {"router.switching", "wormhole"}, {"router.vcs", "4"},
      {"router.buffer_flits", "8"},     {"channel.latency_cycles", "1"},
      {"traffic.pattern", pattern},     {"traffic.packet_flits", "4"},
      {"traffic.load", load},           {"traffic.load_unit", unit},
      {"run.warmup_cycles", "2000"},    {"run.measure_cycles", "10000"},
      {"run.drain_cycles", "10000"},    {"run.seed", "1"}};
  network.insert(network.end(), rest.begin(), rest.end());
  return network;
}

}  // namespace

const std::vector<Template>& templates() {
  static const std::vector<Template> all = {
      {.kind = "torus",
       .summary = "Latency and throughput of a torus over its load, deterministic against adaptive "
                  "routing.",
       .command = "sweep CONFIG -o NAME.csv",
       .settings = simulated({{"topology.kind", "torus"},
                              {"topology.dimensions", "8x8"},
                              {"topology.nodes_per_router", "1"},
                              {"routing.algorithm", "dor, minimal_adaptive"}},
                             "uniform", "capacity", "0.1:0.9:0.1")},
      {.kind = "mesh",
       .summary = "Latency and throughput of a mesh over its load, for three routings that can do "
                  "with one VC class or two.",
       .command = "sweep CONFIG -o NAME.csv",
       .settings = simulated({{"topology.kind", "mesh"},
                              {"topology.dimensions", "8x8"},
                              {"topology.nodes_per_router", "1"},
                              {"routing.algorithm", "dor, o1turn, odd_even"}},
                             "transpose", "capacity", "0.05:0.5:0.05")},
      {.kind = "fabric",
       .summary =
           "A network of switches with several nodes each. A file of your own takes the place "
           "of the random graph: kind = graph, with the line of its name switched on.",
       .command = "sweep CONFIG -o NAME.csv",
       .settings = simulated({{"topology.kind", "random"},
                              {"topology.routers", "32"},
                              {"topology.degree", "4"},
                              {"topology.generator", "regular"},
                              {"topology.graph_seed", "1"},
                              {"topology.nodes_per_router", "4"},
                              {"topology.file", "fabric.edges", false},
                              {"routing.algorithm", "up_down"},
                              {"routing.up_down.root", "center"}},
                             "uniform", "flits", "0.02:0.2:0.02")},
      {.kind = "collective",
       .summary = "The frames in which a collective communication goes as fast as its busiest "
                  "channel allows.",
       .command = "schedule CONFIG -o NAME.csv --frames frames.csv",
       .settings = {{"topology.kind", "torus"},
                    {"topology.dimensions", "6x6"},
                    {"routing.algorithm", "dor"},
                    {"routing.ties", "parity"},
                    {"schedule.collective", "all_to_all"},
                    {"schedule.ports", "no"},
                    {"schedule.method", "auto"},
                    {"schedule.time_limit_seconds", "10"}}},
      {.kind = "faults",
       .summary =
           "How likely a message arrives on shortest paths where links fail, and which order "
           "of tries is best.",
       .command = "policy CONFIG -o NAME.csv --faults messages.csv",
       .settings = {{"topology.kind", "torus"},
                    {"topology.dimensions", "8x8"},
                    {"policy.policies", "optimal, mp, random"},
                    {"policy.p", "0.8:0.95:0.05"},
                    {"policy.trials", "200"},
                    {"faults.links", "0-1 5-6", false},
                    {"faults.fault_seed", "1"}}},
  };
  return all;
}

std::string template_text(const Template& of, std::string_view file) {
  std::string text = wrapped(of.summary);
  text += fmt::format("#\n#   orthant {}\n#\n", with_names(of.command, file));
  text += wrapped(
      "Keys that are not here have their defaults; `orthant explain KEY` says more of "
      "each. A list a, b, c or a range from:to:step makes a row for every value.");
  std::string_view section;
  for (const auto& [name, value, is_on] : of.settings) {
    const Key& key = key_table()[*find_key(name)];
    if (key.section() != section) {
      section = key.section();
      text += fmt::format("\n[{}]\n", section);
    }
    text += wrapped(key.help);
    text += fmt::format("{}{} = {}\n", is_on ? "" : "; ", name.substr(section.size() + 1), value);
  }
  return text;
}

std::vector<std::string_view> template_kinds() {
  std::vector<std::string_view> kinds;
  for (const Template& known : templates()) kinds.push_back(known.kind);
  return kinds;
}

}  // namespace orthant
