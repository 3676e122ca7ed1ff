// Translates the traffic of BookSim 2: one or more classes, each with its pattern, process and
// packets.
//
// Tested by: tests/app/booksim_test.py
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "app/import/booksim_parts.hpp"
#include "app/import/booksim_words.hpp"
#include "app/keys/spelling.hpp"
#include "base/random.hpp"

namespace orthant {
namespace {

constexpr std::string_view kAllowedRates = "above 0, at most 1 packet per node and cycle";

// Packet lengths and their shares.
struct Packets {
  std::vector<std::pair<std::string, double>> parts = {};
  double mean = 0;
  double per_message = 1;  // 2: a request and its reply
  double counted = 0;      // flits of a message by injection_rate_uses_flits

  double flits() const { return mean * per_message; }

  void add(const std::string& flits, double length, double weight) {
    mean += length * weight;
    const auto same = std::ranges::find(parts, flits, &std::pair<std::string, double>::first);
    if (same == parts.end())
      parts.emplace_back(flits, weight);
    else
      same->second += weight;
  }
  void finish() {
    double sum = 0;
    for (const auto& part : parts) sum += part.second;
    for (auto& part : parts) part.second /= sum;
    mean /= sum;
  }
  std::string text() const {
    if (parts.size() == 1) return parts[0].first;
    std::vector<std::string> shares;
    for (const auto& [flits, share] : parts) shares.push_back(fmt::format("{}:{}", flits, share));
    return fmt::format("{}", fmt::join(shares, " "));
  }
};

class ClassImporter {
 public:
  ClassImporter(BooksimConfig& config, const BooksimNodes& nodes, IniDraft& ini, std::size_t number,
                std::string section)
      : config_(config), nodes_(nodes), ini_(ini), number_(number), section_(std::move(section)) {}

  void import() {
    pattern();
    const Packets packets = with_replies() ? requests_and_replies() : lengths();
    const double packets_per_cycle = rate(packets);
    process(packets, packets_per_cycle);
    set("packet_flits", packets.text());
    load(packets, packets_per_cycle);
  }

 private:
  void set(std::string key, std::string value, std::string remark = {}) {
    ini_.set(section_, std::move(key), std::move(value), std::move(remark));
  }
  std::string of_class(std::string_view key) { return config_.of_class(key, number_); }
  bool with_replies() { return config_.number_of_class("use_read_write", number_) != 0; }

  void pattern();
  void check_numbers(const BooksimPattern& known, const BooksimCall& pattern);
  void hotspot(const BooksimCall& pattern);
  Packets lengths();
  Packets requests_and_replies();
  double rate(const Packets& packets);
  void process(const Packets& packets, double packets_per_cycle);
  void on_off(const BooksimCall& process, const Packets& packets, double packets_per_cycle);
  double subnets();
  void load(const Packets& packets, double packets_per_cycle);

  BooksimConfig& config_;
  const BooksimNodes& nodes_;
  IniDraft& ini_;
  std::size_t number_;
  std::string section_;
};

void ClassImporter::pattern() {
  const BooksimCall pattern = config_.call_in(of_class("traffic"), "traffic");
  const BooksimPattern* known = find_word(kBooksimPatterns, pattern.name);
  if (known == nullptr)
    config_.refuse("traffic",
                   "Orthant has no such pattern; allowed: {}, or traffic.pattern = "
                   "matrix in an INI",
                   joined(words_of(kBooksimPatterns)));
  check_numbers(*known, pattern);
  if (with_replies() && !known->is_own_inverse)
    config_.refuse("traffic", "the replies of use_read_write follow no pattern of Orthant");
  set("pattern", std::string(known->ours), std::string(known->remark));
  if (known->ours == "hotspot") hotspot(pattern);
  if (known->ours == "random_permutation") {
    const std::string seed =
        pattern.arguments.empty() ? config_.value("perm_seed") : pattern.arguments[0];
    set("pattern_seed", seed == "time" ? "1" : seed);
  }
  if (known->ours == "tornado") {
    std::vector<std::int64_t> dimensions(static_cast<std::size_t>(config_.integer("n")));
    std::iota(dimensions.begin(), dimensions.end(), 0);
    set("dimensions", fmt::format("{}", fmt::join(dimensions, " ")));
  }
}

// Refuses a pattern that would connect other nodes here.
void ClassImporter::check_numbers(const BooksimPattern& known, const BooksimCall& pattern) {
  constexpr std::string_view kOthers =
      "nodes have other numbers on this network in Orthant, so that the pattern is another one";
  if (known.numbers == PatternNumbers::kMirrored && !nodes_.mirrored)
    config_.refuse("traffic", kOthers);
  if (known.numbers == PatternNumbers::kIds && !nodes_.ours.empty())
    config_.refuse("traffic", kOthers);
  if (known.numbers != PatternNumbers::kGrid) return;
  if (!nodes_.grid)
    config_.refuse("traffic", "the coordinates of nodes are other ones on this network in Orthant");
  constexpr std::array<std::string_view, 3> kOwn = {"k", "n", "xr"};
  for (std::size_t i = 0; i < std::min(pattern.arguments.size(), kOwn.size()); ++i)
    if (pattern.arguments[i] != config_.value(kOwn[i]))
      config_.refuse("traffic",
                     "the pattern of another grid; allowed: {} as that of "
                     "the network, {}",
                     kOwn[i], config_.value(kOwn[i]));
  if (config_.integer("xr") != 1) config_.refuse("xr", "not for traffic of a grid; allowed: 1");
}

// Reads hotspot({nodes},{weights}), written hotspot({{...},{...}}): BookSim takes each argument as
// an element of one list.
void ClassImporter::hotspot(const BooksimCall& pattern) {
  std::vector<std::string> named = {"-1"};
  if (!pattern.arguments.empty()) named = booksim_elements(pattern.arguments[0]);
  std::vector<std::string> weights = {"1"};
  if (pattern.arguments.size() > 1) weights = booksim_elements(pattern.arguments[1]);
  std::map<std::uint64_t, std::uint64_t> weight_of;  // by our numbers
  RandomStream draws(0, static_cast<std::uint32_t>(number_), RandomPurpose::kPattern);
  bool is_drawn = false;
  for (std::size_t i = 0; i < named.size(); ++i) {
    const double node = config_.number_in(named[i], "traffic", -1);
    if (node >= static_cast<double>(nodes_.count))
      config_.refuse("traffic", "node {} does not exist; allowed: 0 to {}", named[i],
                     nodes_.count - 1);
    is_drawn |= node < 0;
    const std::size_t number = node < 0 ? draws.below(static_cast<std::uint32_t>(nodes_.count))
                                        : static_cast<std::size_t>(node);
    weight_of[nodes_.ours.empty() ? number : nodes_.ours[number]] += static_cast<std::uint64_t>(
        config_.number_in(weights[std::min(i, weights.size() - 1)], "traffic", 1));
  }
  set("hotspot_share", "1");
  std::vector<std::uint64_t> nodes, shares;
  std::uint64_t divisor = 0;
  for (const auto& [node, weight] : weight_of) {
    nodes.push_back(node);
    divisor = std::gcd(divisor, shares.emplace_back(weight));
  }
  for (std::uint64_t& share : shares) share /= divisor;
  set("hotspot_nodes", fmt::format("{}", fmt::join(nodes, " ")),
      is_drawn ? "BookSim draws the hot node; another one was drawn here"
      : pattern.arguments.size() > 1 && pattern.arguments[0][0] != '{'
          ? "BookSim reads hotspot({a,b}) as node a with weight b, hotspot({{a,b}}) as two nodes"
          : "");
  if (std::ranges::any_of(shares, [](std::uint64_t share) { return share != 1; }))
    set("hotspot_weights", fmt::format("{}", fmt::join(shares, " ")));
}

// Reads packet lengths: {a,b} is a length for each class, {{a,b}} a mix for one class.
Packets ClassImporter::lengths() {
  const std::vector<std::string> sizes = booksim_elements(of_class("packet_size"));
  const std::vector<std::string> rates = booksim_elements(of_class("packet_size_rate"));
  if (sizes.empty()) config_.fail("packet_size", "lengths of at least 1");
  if (rates.empty()) config_.fail("packet_size_rate", "weights");
  Packets packets;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::string& rate = rates[std::min(i, rates.size() - 1)];
    const double weight = config_.number_in(rate, "packet_size_rate", 0);
    const double length = config_.number_in(sizes[i], "packet_size", 1);
    if (sizes.size() == 1)
      packets.add(sizes[i], length, 1);
    else if (weight > 0)
      packets.add(sizes[i], length, weight);
  }
  if (packets.parts.empty()) config_.fail("packet_size_rate", "a weight above 0");
  packets.finish();
  packets.counted = packets.mean;
  return packets;
}

// Shares of the four kinds of packets; requests and replies are equally many.
Packets ClassImporter::requests_and_replies() {
  const double writes = config_.number_of_class("write_fraction", number_);
  if (writes > 1) config_.fail("write_fraction", "0 to 1");
  Packets packets{.per_message = 2};
  const auto add = [&](std::string_view kind, double share) {
    const double flits = config_.number_in(of_class(kind), kind, 1);
    if (share > 0) packets.add(of_class(kind), flits, share);
    packets.counted += flits / 2;
  };
  add("read_request_size", 1 - writes);
  add("read_reply_size", 1 - writes);
  add("write_request_size", writes);
  add("write_reply_size", writes);
  packets.finish();
  ini_.note(
      "use_read_write = 1: requests and replies are sent as one mix, replies without waiting");
  return packets;
}

// Packets, or requests, per cycle that a node creates.
double ClassImporter::rate(const Packets& packets) {
  const double rate = config_.number_of_class("injection_rate", number_);
  const double created = config_.flag("injection_rate_uses_flits") ? rate / packets.counted : rate;
  if (created <= 0 || created > 1) config_.fail("injection_rate", kAllowedRates);
  return created;
}

void ClassImporter::process(const Packets& packets, double packets_per_cycle) {
  const BooksimCall process = config_.call_in(of_class("injection_process"), "injection_process");
  if (process.name == "on_off") return on_off(process, packets, packets_per_cycle);
  if (process.name != "bernoulli") config_.fail("injection_process", "bernoulli, on_off");
  set("injection", "bernoulli");
}

// Converts an on-off process: a node of BookSim turns on with probability alpha per cycle, off with
// beta, and creates a packet with probability r1 in each cycle that it is on. The number of packets
// in an on period that has any is geometric with mean 1 + r1 (1 - beta) / beta.
void ClassImporter::on_off(const BooksimCall& process, const Packets& packets, double rate) {
  constexpr std::array<std::string_view, 3> kKeys = {"burst_alpha", "burst_beta", "burst_r1"};
  std::array<double, 3> values = {};
  for (std::size_t i = 0; i < kKeys.size(); ++i)
    values[i] = i < process.arguments.size()
                    ? config_.number_in(process.arguments[i], "injection_process", -1)
                    : config_.number(kKeys[i]);
  auto [alpha, beta, r1] = values;
  if (std::ranges::count_if(values, [](double value) { return value < 0; }) != 1)
    config_.refuse("injection_process",
                   "of alpha, beta and r1 one is below 0, and follows from the others");
  if (alpha < 0) alpha = beta * rate / (r1 - rate);
  if (beta < 0) beta = alpha * (r1 - rate) / rate;
  if (r1 < 0) r1 = rate * (alpha + beta) / alpha;
  if (!(alpha > 0 && beta > 0 && r1 > 0 && r1 <= 1 && beta <= 1 && alpha <= 1))
    config_.refuse("injection_process",
                   "no process of rate {:.6g} has alpha = {:.6g}, beta = {:.6g} and "
                   "r1 = {:.6g}; allowed: above 0, at most 1",
                   rate, alpha, beta, r1);
  set("injection", "on_off");
  set("burst_flits", fmt::format("{:.10g}", packets.flits() * (1 + r1 * (1 - beta) / beta)));
  set("duty", fmt::format("{:.10g}", alpha / (alpha + beta)));
  set("burst_spacing", "random");
}

// Number of identical copies of the network; one is simulated, with its share of the packets.
double ClassImporter::subnets() {
  const double subnets = config_.number("subnets");
  if (subnets != std::floor(subnets) || subnets < 1) config_.fail("subnets", "1 or more");
  if (subnets > 1 && (with_replies() || of_class("injection_process").starts_with("on_off")))
    config_.refuse(
        "subnets",
        "requests and replies, and packets of bursts, are not alike on each; allowed: 1");
  return subnets;
}

void ClassImporter::load(const Packets& packets, double packets_per_cycle) {
  const std::string given = of_class("injection_rate");
  if (const double copies = subnets(); copies > 1)
    return set(
        "load", fmt::format("{:.12g}", packets_per_cycle * packets.flits() / copies),
        fmt::format("one of {:g} subnets, of which each packet of BookSim draws one", copies));
  const bool as_given = config_.flag("injection_rate_uses_flits")
                            ? packets.counted == packets.flits()
                            : packets.flits() == 1;
  if (as_given) return set("load", given);
  set("load", fmt::format("{:.12g}", packets_per_cycle * packets.flits()),
      fmt::format("injection_rate = {} {}", given,
                  packets.per_message == 1 ? "packets" : "requests, each with its reply"));
}

// Levels from 0 up, in increasing order of BookSim's values.
std::vector<std::size_t> class_priorities(BooksimConfig& config, std::size_t classes) {
  std::vector<double> given;
  for (std::size_t c = 0; c < classes; ++c)
    given.push_back(config.number_of_class("class_priority", c));
  std::vector<double> levels = given;
  std::ranges::sort(levels);
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  constexpr std::size_t kMostLevels = 8;
  if (levels.size() > kMostLevels)
    config.fail("class_priority", "at most {} different ones", kMostLevels);
  std::vector<std::size_t> result;
  for (const double value : given)
    result.push_back(
        static_cast<std::size_t>(std::ranges::lower_bound(levels, value) - levels.begin()));
  return result;
}

}  // namespace

void import_traffic(BooksimConfig& config, const BooksimNodes& nodes, IniDraft& ini) {
  constexpr std::int64_t kMostClasses = 16;
  const std::int64_t classes = config.integer("classes");
  if (classes < 1 || classes > kMostClasses) config.fail("classes", "1 to {}", kMostClasses);
  const bool by_class = config.value("priority") == "class";
  const auto count = static_cast<std::size_t>(classes);
  if (classes == 1) {
    ClassImporter(config, nodes, ini, 0, "traffic").import();
    return ini.set("traffic", "load_unit", "flits");
  }
  ini.set("traffic", "load_unit", "flits");
  std::size_t sending = 0;
  std::vector<std::size_t> priorities(count);
  if (by_class) priorities = class_priorities(config, count);
  for (std::size_t c = 0; c < count; ++c) {
    const std::string section = fmt::format("traffic.class{}", c);
    if (config.number_of_class("injection_rate", c) == 0) {
      ini.note(fmt::format("injection_rate: class {} sends nothing, and is left out", c));
      continue;
    }
    ClassImporter(config, nodes, ini, c, section).import();
    ++sending;
    if (by_class) ini.set(section, "priority", fmt::format("{}", priorities[c]));
  }
  if (sending == 0) config.fail("injection_rate", kAllowedRates);
}

}  // namespace orthant
