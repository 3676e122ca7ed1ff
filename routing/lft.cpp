// Forwarding by the linear tables of InfiniBand switches, as written by a subnet manager.
//
// Source: InfiniBand architecture, linear forwarding tables; the text format of OpenSM.
// VCs: 1 class, or, with lft.service_levels, one for every virtual lane in use: the service level
//   of a packet follows from its source and destination, and every switch maps it to a lane.
// Deadlock: depends on the tables; the check walks the paths.
// Nodes: a file in which the nodes of a router have different paths is rejected, or, with lft.nodes
//   = mixed, each of these paths is drawn with equal probability for every node.
// LIDs: a port with an LMC has several LIDs, each with its own path. Packets carry the first one,
//   or, with lft.lids = all, any of them.
// Own node: no hops.
// Tested by: tests/routing/lft_test.cpp
#include "base/error.hpp"
#include "base/key_rows.hpp"
#include "routing/descriptions.hpp"
#include "routing/flow_control_words.hpp"
#include "routing/graph/fabric_paths.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

constexpr const char* kFile = "lft.file";
constexpr const char* kServiceLevels = "lft.service_levels";

struct LftKeys {
  std::optional<std::string> file, service_levels;
  bool mixed_nodes = false;
  ForwardingTables::Lids lids = ForwardingTables::Lids::kBase;
};

const KeyRows<LftKeys>& rows() {
  constexpr ReadWhen kWhen = read_if("routing.algorithm", "lft");
  static const KeyRows<LftKeys> rows = {
      {kFile,
       &LftKeys::file,
       {.when = kWhen, .help = "File of forwarding tables in the format of OpenSM and ibroute."}},
      {"lft.nodes",
       &LftKeys::mixed_nodes,
       {{"alike", false}, {"mixed", true}},
       {.when = kWhen,
        .help = "If the nodes of a switch are reached by different paths: reject the file, or draw "
                "one of the paths for each packet, whatever its node."}},
      {"lft.lids",
       &LftKeys::lids,
       {{"base", ForwardingTables::Lids::kBase}, {"all", ForwardingTables::Lids::kAll}},
       {.when = kWhen,
        .help = "LIDs of packets if a port has several (LMC): the first of their destination, or "
                "each with equal probability."}},
      {kServiceLevels,
       &LftKeys::service_levels,
       {.when = kWhen,
        .help = "File of service levels of pairs and of the switches' maps to virtual lanes, as "
                "printed by saquery and OpenSM; lanes are VC classes."}},
  };
  return rows;
}

class Lft final : public ObliviousRouting {
 public:
  Lft(const Topology& topology, FabricPaths paths, RoutingTraits traits)
      : ObliviousRouting(std::move(traits)), topology_(topology), paths_(std::move(paths)) {}

  // Merges consecutive equal paths.
  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    Path last;
    double probability = 0;
    paths_.for_each(s, t, [&](const Path& path, double share) {
      if (probability > 0 && path != last) {
        visit(last, probability);
        probability = 0;
      }
      last = path;
      probability += share;
    });
    if (probability > 0) visit(last, probability);
  }

  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    const auto draw = [&](std::size_t among) {
      return among == 1 ? 0 : random.below(static_cast<std::uint32_t>(among));
    };
    const std::size_t node = draw(topology_.node_count_of(t));
    const std::uint32_t lid = draw(paths_.lids(t, node));
    paths_.build(s, draw(paths_.sources(s)), t, node, lid, path);
  }

  std::size_t max_legs() const override { return paths_.longest(); }

 private:
  const Topology& topology_;
  FabricPaths paths_;
};

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  check_flow_control(options.switching, options.flow_control);
  const LftKeys own = rows().read(options.own);
  if (!own.file)
    key_error(kFile, "missing; allowed: a file of tables as OpenSM or ibroute dumps them");
  ForwardingTables tables(kFile, *own.file, topology, own.lids);
  std::optional<ServiceLevels> levels;
  if (own.service_levels) levels.emplace(kServiceLevels, *own.service_levels, topology, tables);
  FabricPaths paths(topology, std::move(tables), std::move(levels));
  RoutingTraits traits{.vc_classes = paths.vc_classes()};
  traits.this_network_only = true;
  const auto many = own.mixed_nodes ? std::nullopt : paths.router_with_differing_paths();
  if (many)
    key_error(kFile,
              "{}: the nodes of {} are reached in different ways, and a routing here knows the "
              "router of a packet's destination alone; allowed: lft.nodes = mixed, by which every "
              "packet takes one of these ways, whichever node it is for",
              *own.file, router_text(topology, *many));
  return std::make_unique<Lft>(topology, std::move(paths), std::move(traits));
}

}  // namespace

RoutingDescription describe_lft() {
  return {.name = "lft",
          .summary = "linear forwarding tables of InfiniBand switches, from a file",
          .source = "InfiniBand architecture; OpenSM",
          .topologies = "any",
          .vc_classes = "1, or the virtual lanes of lft.service_levels",
          .deadlock = "none claimed: the check walks the paths",
          .adaptive = false,
          .minimal = false,
          .keys = {},
          .own_keys = rows().keys(),
          .excluded_from_interpolation = true,
          .make = make};
}

}  // namespace orthant
