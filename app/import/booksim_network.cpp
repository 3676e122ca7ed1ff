// Translates the networks and routings of BookSim 2.
//
// Tested by: tests/app/booksim_test.py
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "app/config/beside.hpp"
#include "app/import/booksim_parts.hpp"
#include "app/import/booksim_words.hpp"
#include "app/keys/spelling.hpp"
#include "base/limits.hpp"
#include "topology/graph_files.hpp"

namespace orthant {
namespace {

constexpr std::string_view kNetworkFile = "network_file";

// Finds the file beside the config, else in the working directory.
std::string network_file(BooksimConfig& config) {
  const std::string name = config.value(kNetworkFile);
  if (name.empty())
    config.fail(kNetworkFile, "the file of an anynet, which topology = anynet needs");
  std::string found = found_beside_config(config.path(), name);
  std::error_code ignored;
  if (std::filesystem::is_regular_file(found, ignored)) return found;
  const std::string beside = beside_config(config.path(), name);
  config.refuse(kNetworkFile, beside == name ? fmt::format("there is no file {}", in_quotes(name))
                                             : fmt::format("there is neither {} nor {}",
                                                           in_quotes(beside), in_quotes(name)));
}

BooksimNodes import_anynet(BooksimConfig& config, IniDraft& ini) {
  const std::string file = network_file(config);
  ini.set("topology", "kind", "graph");
  ini.set("topology", "file", file, "relative to the working directory of the import");
  ini.set("topology", "format", "anynet");
  std::vector<std::uint32_t> routers;
  try {
    routers = anynet_routers_of_nodes(file);
  } catch (const KeyError& error) {
    config.refuse(kNetworkFile, error.what());
  }
  BooksimNodes nodes{.count = routers.size()};
  if (std::ranges::is_sorted(routers)) return nodes;
  nodes.mirrored = false;
  std::vector<std::uint32_t> by_router(routers.size());
  for (std::uint32_t n = 0; n < by_router.size(); ++n) by_router[n] = n;
  std::ranges::stable_sort(by_router, {}, [&](std::uint32_t n) { return routers[n]; });
  nodes.ours.resize(routers.size());
  for (std::uint32_t n = 0; n < by_router.size(); ++n) nodes.ours[by_router[n]] = n;
  ini.note("network_file: nodes have other numbers here, in the order of routers");
  return nodes;
}

// Translates the k-ary 1-fly to one router.
BooksimNodes import_fly(BooksimConfig& config, IniDraft& ini) {
  if (config.integer("n") != 1)
    config.refuse("topology",
                  "Orthant has no butterflies yet; allowed: n = 1, which is one router");
  constexpr auto kMostNodes = static_cast<std::int64_t>(limits::kPorts - 2);
  const std::int64_t nodes = config.integer("k");
  if (nodes < 1 || nodes > kMostNodes) config.fail("k", "1 to {}", kMostNodes);
  ini.set("topology", "kind", "mesh");
  ini.set("topology", "dimensions", "1", "a butterfly of one stage is a router");
  ini.set("topology", "nodes_per_router", config.value("k"));
  return {.count = static_cast<std::uint64_t>(nodes)};
}

// Maps concentrated nodes: a router has a square block of four, which BookSim numbers across the
// whole grid of nodes.
void import_concentration(BooksimConfig& config, std::uint32_t k, BooksimNodes& nodes,
                          IniDraft& ini) {
  if (config.integer("c") != 4 || config.integer("n") != 2)
    config.refuse("topology", "BookSim's cmesh has c = 4 and n = 2 alone");
  for (const std::string_view key : {"x", "y", "xr", "yr"}) config.skip(key);
  ini.set("topology", "nodes_per_router", "4",
          "a block of nodes of BookSim's grid on each router; nodes have other numbers here, in "
          "the order of routers");
  nodes.count *= 4;
  nodes.grid = false;
  for (std::uint32_t n = 0; n < nodes.count; ++n) {
    const std::uint32_t x = n % (2 * k), y = n / (2 * k);
    nodes.ours.push_back(4 * (y / 2 * k + x / 2) + 2 * (y % 2) + x % 2);
  }
}

BooksimNodes import_grid(BooksimConfig& config, const std::string& topology, IniDraft& ini) {
  const std::int64_t n = config.integer("n"), k = config.integer("k");
  if (n < 1 || n > static_cast<std::int64_t>(limits::kDimensions))
    config.fail("n", "1 to {}", limits::kDimensions);
  constexpr std::int64_t kMostRadix = 65535;
  if (k < 1 || k > kMostRadix) config.fail("k", "1 to {}", kMostRadix);
  ini.set("topology", "kind", topology == "torus" ? "torus" : "mesh");
  const std::vector<std::int64_t> radices(static_cast<std::size_t>(n), k);
  ini.set("topology", "dimensions", fmt::format("{}", fmt::join(radices, "x")));
  BooksimNodes nodes{.count = 1, .grid = true};
  constexpr std::uint64_t kMostNodes = 100'000'000;
  for (std::int64_t d = 0; d < n && nodes.count < kMostNodes; ++d)
    nodes.count *= static_cast<std::uint64_t>(k);
  if (nodes.count >= kMostNodes) config.fail("k", "smaller networks");
  if (topology == "cmesh") import_concentration(config, static_cast<std::uint32_t>(k), nodes, ini);
  return nodes;
}

void import_routing(BooksimConfig& config, const std::string& topology, IniDraft& ini) {
  const std::string function = config.value("routing_function");
  const BooksimWord* known = find_word(kBooksimRoutings, function);
  if (known == nullptr) config.fail("routing_function", joined(words_of(kBooksimRoutings)));
  if (known->ours.empty())
    config.refuse("routing_function", "Orthant has no such routing; allowed: {}",
                  joined(words_of(kBooksimRoutings)));
  if (topology == "cmesh" && !function.ends_with("_no_express"))
    ini.note(fmt::format(
        "routing_function = {}: takes express channels in BookSim, which are not built here",
        function));
  ini.set("routing", "algorithm", std::string(known->ours), std::string(known->remark));
  if (known->ours == "shortest")
    ini.set("routing", "parallel_links", "first", "BookSim uses one of several links");
  if (topology == "torus" && known->ours == "dor")
    ini.set("routing", "dor.dateline", "static",
            "BookSim fixes the VC class when a packet enters a ring");
}

// Refuses a network that cannot be imported, known to BookSim or not.
[[noreturn]] void refuse_network(const BooksimConfig& config, const std::string& topology) {
  constexpr auto kNetworks =
      std::to_array<std::string_view>({"torus", "mesh", "cmesh", "anynet", "fly", "qtree", "tree4",
                                       "fattree", "flatfly", "dragonflynew"});
  constexpr std::string_view kAllowed = "allowed: torus, mesh, cmesh, anynet, or fly with n = 1";
  if (std::ranges::find(kNetworks, topology) != kNetworks.end())
    config.refuse("topology", "Orthant has no such network yet; {}", kAllowed);
  const std::string_view guess = nearest(topology, kNetworks);
  config.refuse("topology", "BookSim 2 has no such network{}; {}",
                is_likely(topology, guess) ? fmt::format("; the nearest is {}", guess) : "",
                kAllowed);
}

}  // namespace

BooksimNodes import_network(BooksimConfig& config, IniDraft& ini) {
  constexpr std::array<std::string_view, 3> kGrids = {"torus", "mesh", "cmesh"};
  const std::string topology = config.value("topology");
  BooksimNodes nodes;
  if (topology == "anynet")
    nodes = import_anynet(config, ini);
  else if (topology == "fly")
    nodes = import_fly(config, ini);
  else if (std::ranges::find(kGrids, topology) != kGrids.end())
    nodes = import_grid(config, topology, ini);
  else
    refuse_network(config, topology);
  import_routing(config, topology, ini);
  return nodes;
}

void import_channels(BooksimConfig& config, IniDraft& ini) {
  const std::string topology = config.value("topology");
  const bool by_layout = config.flag("use_noc_latency") && topology != "anynet";
  const std::int64_t latency = by_layout && (topology == "torus" || topology == "cmesh") ? 2 : 1;
  ini.set(
      "channel", "latency_cycles", fmt::format("{}", latency),
      by_layout ? "BookSim's length of the channels of a folded layout (use_noc_latency = 1)" : "");
  ini.set("channel", "injection_latency_cycles", "2",
          "what BookSim takes to write and to read the channel of a source");
  ini.set("channel", "ejection_latency_cycles", "1");
}

}  // namespace orthant
