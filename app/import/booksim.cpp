// `orthant import booksim FILE`: writes a BookSim 2 config as an INI file, part by part.
//
// Tested by: tests/app/booksim_test.py
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/config/config.hpp"
#include "app/config/verbs.hpp"
#include "app/import/booksim_parts.hpp"
#include "app/keys/spelling.hpp"
#include "app/output/output.hpp"
#include "base/error.hpp"

namespace orthant {

void IniDraft::set(std::string section, std::string key, std::string value, std::string remark) {
  lines_.push_back({std::move(section), std::move(key), std::move(value), std::move(remark)});
}

std::string IniDraft::text(std::string_view title) const {
  std::string text = fmt::format("# {}\n", title);
  if (!notes_.empty()) text += "#\n# Without a counterpart:\n";
  for (const std::string& note : notes_) text += fmt::format("#   {}\n", note);
  std::string section;
  for (const Line& line : lines_) {
    if (line.section != section) text += fmt::format("\n[{}]\n", line.section);
    section = line.section;
    if (!line.remark.empty()) text += fmt::format("# {}\n", line.remark);
    text += fmt::format("{} ={}{}\n", line.key, line.value.empty() ? "" : " ", line.value);
  }
  return text;
}

namespace {

void import_window(BooksimConfig& config, IniDraft& ini) {
  const std::int64_t period = config.integer("sample_period");
  const std::int64_t warmup = config.integer("warmup_periods");
  const std::int64_t samples = config.integer("max_samples");
  if (samples <= warmup) config.fail("max_samples", "more than warmup_periods, {}", warmup);
  if (warmup > 0)
    ini.set("run", "warmup_cycles", fmt::format("{}", warmup * period),
            "warmup_periods of sample_period");
  else
    ini.set("run", "warmup_cycles", "auto", "BookSim warms up until its means stop changing");
  ini.set("run", "measure_cycles",
          fmt::format("{}", (samples - std::max<std::int64_t>(warmup, 0)) * period),
          "what max_samples leaves; BookSim ends earlier when its means stop changing");
}

}  // namespace

void import_run(BooksimConfig& config, IniDraft& ini) {
  const std::string type = config.value("sim_type");
  if (type == "batch")
    config.refuse("sim_type",
                  "Orthant has no batches; allowed: latency, throughput; run.until = drained with "
                  "run.messages_per_node is near to one");
  if (type != "latency" && type != "throughput") config.fail("sim_type", "latency, throughput");
  import_window(config, ini);
  const std::string seed = config.value("seed");
  ini.set("run", "seed", seed == "time" ? "1" : seed, "the random numbers are others");
  ini.set("run", "repetitions", config.value("sim_count"));
}

// Writes BookSim's defaults that differ from ours, too, and a remark for each setting without a
// counterpart.
static std::string import_booksim(const std::string& path) {
  BooksimConfig config(path);
  IniDraft ini;
  const BooksimNodes nodes = import_network(config, ini);
  import_router(config, ini);
  import_channels(config, ini);
  import_traffic(config, nodes, ini);
  import_run(config, ini);
  for (std::string& remark : config.remarks()) ini.note(std::move(remark));
  const std::string text =
      ini.text(fmt::format("{}, a config of BookSim 2, as one of Orthant.", path));
  try {
    Config::parse(text, "INI", {});
  } catch (const ConfigError& error) {  // "INI:13: router.vcs: ...", about a text that no user sees
    const std::string_view what = error.what();
    config_error("{}: a value has no counterpart: {}", path, what.substr(what.find(": ") + 2));
  }
  return text;
}

std::vector<std::string_view> import_sources() { return {"booksim"}; }

int import_verb(const CommandLine& command) {
  const std::vector<std::string>& words = command.words;
  if (words.empty())
    config_error("command line: import: the program is missing; allowed: booksim FILE");
  if (const auto known = import_sources(); std::ranges::find(known, words[0]) == known.end())
    config_error("command line: {}: nothing to import from; allowed: {}", in_quotes(words[0]),
                 joined(known));
  if (words.size() == 1)
    config_error("command line: import booksim: the config is missing; allowed: a file");
  if (words.size() > 2)
    config_error("command line: {}: one word too many for import", in_quotes(words[2]));
  write_report(command, import_booksim(words[1]));
  return kExitDone;
}

}  // namespace orthant
