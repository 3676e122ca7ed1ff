// What each key of BookSim 2 is here. Its router and its run are those of configs/validation/,
// which have been compared with it (docs/validation_booksim.md).
//
// Tested by: tests/app/booksim_test.py
#include "app/import/booksim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

#include "app/config/config.hpp"
#include "app/import/booksim_file.hpp"
#include "app/import/booksim_words.hpp"
#include "base/error.hpp"
#include "base/key_values.hpp"
#include "base/limits.hpp"

namespace orthant {
namespace {

template <std::size_t n>
const BooksimWord* find(const std::array<BooksimWord, n>& table, std::string_view name) {
  const auto found = std::ranges::find(table, name, &BooksimWord::booksim);
  return found == table.end() ? nullptr : &*found;
}

std::optional<double> real(const std::string& text) {
  double result = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(result))
    return std::nullopt;
  return result;
}

class Importer {
 public:
  explicit Importer(const std::string& path) : path_(path), settings_(read_booksim(path)) {}

  std::string text() {
    network();
    routing();
    delays();
    allocation();
    channels();
    traffic();
    load();
    run();
    unread();
    return written();
  }

 private:
  struct Line {
    std::string key, value, remark;
    bool is_on = true;
  };

  const BooksimSetting* find_setting(std::string_view key) const {
    const auto found = std::ranges::find(settings_, key, &BooksimSetting::key);
    return found == settings_.end() ? nullptr : &*found;
  }
  // The value or BookSim's default.
  std::string value(std::string_view key) {
    read_.insert(std::string(key));
    if (const BooksimSetting* setting = find_setting(key)) return setting->value;
    const auto fallback =
        std::ranges::find(kBooksimDefaults, key, [](const auto& d) { return d.first; });
    return std::string(fallback->second);
  }
  double number(std::string_view key) {
    const std::optional<double> result = real(value(key));
    if (!result) fail(key, "a number");
    return *result;
  }
  // Of one of the parts of a key's value.
  double positive(const std::string& part, std::string_view key) {
    const std::optional<double> result = real(part);
    if (!result || *result <= 0) fail(key, "numbers above 0");
    return *result;
  }
  std::int64_t integer(std::string_view key) {
    const double result = number(key);
    constexpr double kMost = 1e9;
    if (result != static_cast<double>(static_cast<std::int64_t>(std::clamp(result, -kMost, kMost))))
      fail(key, "a whole number");
    return static_cast<std::int64_t>(result);
  }
  bool flag(std::string_view key) { return integer(key) != 0; }
  [[noreturn]] void fail(std::string_view key, std::string_view allowed) {
    const BooksimSetting* setting = find_setting(key);
    config_error("{}:{}: {} = {}; allowed: {}", path_, setting ? setting->line : 1, key, value(key),
                 allowed);
  }

  void set(std::string key, std::string value, std::string remark = {}) {
    lines_.push_back({std::move(key), std::move(value), std::move(remark)});
  }
  void leave_out(std::string key, const std::string& booksim) {
    lines_.push_back({std::move(key), "",
                      fmt::format("no counterpart of {} = {}: choose one", booksim, value(booksim)),
                      false});
  }
  void note(std::string_view key, std::string_view why) {
    remarks_.push_back(fmt::format("{} = {}: {}", key, value(key), why));
  }

  void network();
  void routing();
  void delays();
  void allocation();
  void channels();
  void traffic();
  void pattern();
  void load();
  void run();
  void unread();
  std::string written() const;

  std::string path_;
  std::vector<BooksimSetting> settings_;
  std::set<std::string> read_;
  std::vector<Line> lines_;
  std::vector<std::string> remarks_;
};

void Importer::network() {
  constexpr std::string_view kAllowed = "torus, mesh, cmesh, anynet";
  const std::string topology = value("topology");
  if (topology == "anynet") {
    set("topology.kind", "graph");
    set("topology.file", value("network_file"), "relative to the working directory, as in BookSim");
    set("topology.format", "anynet");
    return;
  }
  const bool concentrated = topology == "cmesh";
  if (topology != "torus" && topology != "mesh" && !concentrated) fail("topology", kAllowed);
  set("topology.kind", topology == "torus" ? "torus" : "mesh");
  const std::int64_t n = integer("n");
  if (n < 1 || n > static_cast<std::int64_t>(limits::kDimensions))
    fail("n", fmt::format("1 to {}", limits::kDimensions));
  const std::vector<std::int64_t> radices(static_cast<std::size_t>(n), integer("k"));
  set("topology.dimensions", fmt::format("{}", fmt::join(radices, "x")));
  if (!concentrated) return;
  set("topology.nodes_per_router", value("c"),
      "a block of nodes of BookSim's grid on each router; nodes have other numbers here, in the "
      "order of routers");
  for (const std::string_view key : {"x", "y", "xr", "yr"})
    if (find_setting(key)) read_.insert(std::string(key));
}

void Importer::routing() {
  const std::string function = value("routing_function"), topology = value("topology");
  if (topology == "cmesh" && !function.ends_with("_no_express"))
    note("routing_function", "takes express channels in BookSim, which are not built here");
  const bool divided = function.starts_with("dim_order_");
  if (divided) note("routing_function", "dimension order, with another division of VCs in BookSim");
  const BooksimWord* known = find(kBooksimRoutings, divided ? "dim_order" : function);
  if (known == nullptr) return leave_out("routing.algorithm", "routing_function");
  set("routing.algorithm", std::string(known->ours), std::string(known->remark));
  if (topology == "torus" && known->ours == "dor")
    set("routing.dor.dateline", "static", "BookSim fixes the VC class when a packet enters a ring");
}

void Importer::delays() {
  if (value("router") != "iq") note("router", "the input-queued router takes its place");
  set("router.vcs", value("num_vcs"));
  set("router.buffer_flits", value("vc_buf_size"));
  set("router.routing_delay_cycles", value("routing_delay"));
  set("router.vc_allocation_delay_cycles", value("vc_alloc_delay"));
  set("router.switch_allocation_delay_cycles", value("sw_alloc_delay"));
  set("router.traversal_delay_cycles",
      fmt::format(
          "{}", std::max<std::int64_t>(1, integer("st_prepare_delay") + integer("st_final_delay"))),
      "st_prepare_delay + st_final_delay");
  set("router.credit_delay_cycles", fmt::format("{}", integer("credit_delay") + 1),
      "credit_delay, and the cycle in which BookSim hands a credit to the channel");
}

void Importer::allocation() {
  const BooksimValue allocator = booksim_value(value("sw_allocator"));
  const BooksimWord* known = find(kBooksimAllocators, allocator.name);
  if (known != nullptr)
    set("router.allocator", std::string(known->ours), std::string(known->remark));
  else
    leave_out("router.allocator", "sw_allocator");
  if (!allocator.parts.empty()) set("router.allocator_iterations", allocator.parts[0]);
  if (booksim_value(value("vc_allocator")).name != allocator.name)
    note("vc_allocator", "VCs are allocated by iSLIP or, by age, input first");
  if (integer("alloc_iters") != 1)
    note("alloc_iters", "changes nothing in BookSim, whose iterations are those in islip(2)");
  set("router.vc_reuse", flag("wait_for_tail_credit") ? "atomic" : "safe");
  set("router.switch_hold", "flit",
      flag("hold_switch_for_packet")
          ? "packet needs router.switching = virtual_cut_through or store_and_forward here"
          : "");
  set("router.speculative", yes_no(flag("speculative")));
  if (const double speedup = number("internal_speedup"); speedup != 1)
    set("router.speedup", fmt::format("{}", speedup),
        "BookSim runs the whole router faster, with a queue behind every output");
  if (integer("input_speedup") != 1)
    set("router.input_speedup", value("input_speedup"),
        "BookSim adds inputs to the switch without further iterations");
  if (integer("output_speedup") != 1)
    note("output_speedup", "outputs have no queue here, so that it would change nothing");
  const std::string priority = value("priority");
  set("router.arbitration", priority == "age" ? "age" : "round_robin");
  if (priority != "none" && priority != "age") note("priority", "no such priority; each in turn");
  set("router.injection_vc", "round_robin");
  set("router.injection_vcs", "all", "BookSim's nodes send on all VCs");
  set("router.selection", "first");
}

void Importer::channels() {
  const std::string topology = value("topology");
  const bool by_layout = flag("use_noc_latency") && topology != "anynet";
  std::int64_t latency = 1;
  if (by_layout && topology == "torus") latency = 2;
  if (by_layout && topology == "cmesh") latency = std::max<std::int64_t>(1, integer("c") / 2);
  set("channel.latency_cycles", fmt::format("{}", latency),
      by_layout ? "BookSim's length of the channels of a folded layout (use_noc_latency = 1)" : "");
  set("channel.injection_latency_cycles", "2",
      "what BookSim takes to write and to read the channel of a source");
  set("channel.ejection_latency_cycles", "1");
}

void Importer::traffic() {
  pattern();
  const std::string process = booksim_value(value("injection_process")).name;
  set("traffic.injection", "bernoulli",
      process == "bernoulli" ? ""
                             : fmt::format("no counterpart of {}; traffic.injection = on_off has "
                                           "bursts of traffic.burst_flits",
                                           process));
  if (integer("classes") != 1) note("classes", "one class; [traffic.NAME] has more here");
  if (booksim_value(value("use_read_write")).name == "1")
    note("use_read_write", "requests and their replies; one kind of packets here");
}

void Importer::pattern() {
  const BooksimValue pattern = booksim_value(value("traffic"));
  const BooksimWord* known = find(kBooksimPatterns, pattern.name);
  if (known == nullptr) return leave_out("traffic.pattern", "traffic");
  set("traffic.pattern", std::string(known->ours), std::string(known->remark));
  if (known->ours == "random_permutation") set("traffic.pattern_seed", value("perm_seed"));
  if (known->ours == "tornado" && value("topology") != "anynet") {
    std::vector<std::int64_t> dimensions(static_cast<std::size_t>(integer("n")));
    std::iota(dimensions.begin(), dimensions.end(), 0);
    set("traffic.dimensions", fmt::format("{}", fmt::join(dimensions, " ")));
  }
}

// BookSim counts packets unless it is told to count flits.
void Importer::load() {
  const BooksimValue sizes = booksim_value(value("packet_size"));
  const BooksimValue rates = booksim_value(value("packet_size_rate"));
  std::vector<std::string> lengths = sizes.parts.empty() ? std::vector{sizes.name} : sizes.parts;
  double sum = 0, mean = 0;
  std::vector<double> shares;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    shares.push_back(i < rates.parts.size() ? positive(rates.parts[i], "packet_size_rate") : 1);
    sum += shares[i];
    mean += shares[i] * positive(lengths[i], "packet_size");
  }
  std::string mix = lengths[0];
  if (lengths.size() > 1) {
    for (std::size_t i = 0; i < lengths.size(); ++i)
      lengths[i] = fmt::format("{}:{}", lengths[i], shares[i] / sum);
    mix = fmt::format("{}", fmt::join(lengths, " "));
  }
  set("traffic.packet_flits", mix);
  const std::string rate = value("injection_rate");
  const bool in_flits = flag("injection_rate_uses_flits") || mean == sum;
  set("traffic.load",
      in_flits ? rate : fmt::format("{:.12g}", positive(rate, "injection_rate") * mean / sum),
      in_flits ? "" : fmt::format("injection_rate = {} packets", rate));
  set("traffic.load_unit", "flits");
}

void Importer::run() {
  if (const std::string type = value("sim_type"); type != "latency" && type != "throughput")
    note("sim_type", "a run has a window here");
  const std::int64_t period = integer("sample_period"), warmup = integer("warmup_periods");
  set("run.warmup_cycles", fmt::format("{}", warmup * period), "warmup_periods of sample_period");
  set("run.measure_cycles",
      fmt::format("{}", std::max<std::int64_t>(1, integer("max_samples")) * period),
      "max_samples of sample_period; BookSim ends earlier when its means stop changing");
  set("run.seed", value("seed") == "time" ? "1" : value("seed"), "the random numbers are others");
  set("run.repetitions", value("sim_count"));
}

// What nothing above has asked for.
void Importer::unread() {
  for (const BooksimSetting& setting : settings_) {
    if (read_.contains(setting.key)) continue;
    const auto reason = std::ranges::find_if(kBooksimReasons, [&](const auto& known) {
      return setting.key.starts_with(known.first) || setting.key.ends_with(known.first);
    });
    remarks_.push_back(
        fmt::format("{} = {}: {}", setting.key, setting.value,
                    reason == kBooksimReasons.end() ? "no counterpart" : reason->second));
  }
}

std::string Importer::written() const {
  std::string text = fmt::format("# {}, a config of BookSim 2, as one of Orthant.\n", path_);
  if (!remarks_.empty()) text += "#\n# Without a counterpart:\n";
  for (const std::string& remark : remarks_) text += fmt::format("#   {}\n", remark);
  std::string section;
  for (const Line& line : lines_) {
    const std::string name = line.key.substr(0, line.key.find('.'));
    if (name != section) text += fmt::format("\n[{}]\n", name);
    section = name;
    if (!line.remark.empty()) text += fmt::format("# {}\n", line.remark);
    text += fmt::format("{}{} ={}{}\n", line.is_on ? "" : "; ", line.key.substr(name.size() + 1),
                        line.value.empty() ? "" : " ", line.value);
  }
  return text;
}

}  // namespace

std::string import_booksim(const std::string& path) {
  const std::string text = Importer(path).text();
  try {
    Config::parse(text, "INI", {});
  } catch (const ConfigError& error) {  // "INI:13: router.vcs: ...", of a text that nobody sees
    const std::string_view what = error.what();
    config_error("{}: a value has no counterpart: {}", path, what.substr(what.find(": ") + 2));
  }
  return text;
}

}  // namespace orthant
