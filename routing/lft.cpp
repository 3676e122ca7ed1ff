// Forwarding by the tables of InfiniBand switches, as a subnet manager wrote them.
//
// Source: InfiniBand architecture, linear forwarding tables; the text format of OpenSM.
// VCs: 1 class, or, with lft.service_levels, one for every virtual lane that the paths use: a
// packet
//   has the service level of its source and destination, and every switch maps it to a lane.
// Deadlock: depends on the tables; the check walks the paths.
// Nodes: where tables or levels send the nodes of a router different ways, the file is refused, or,
// by
//   lft.nodes = mixed, each way is drawn with the same probability, whichever node the packet is
//   for.
// LIDs: a port with an LMC has several, each with a path of its own. Packets carry the first one,
//   or, by lft.lids = all, any of them.
// Own node: no hops.
// Tested by: tests/routing/lft_test.cpp
#include "base/error.hpp"
#include "base/key_rows.hpp"
#include "routing/descriptions.hpp"
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
       {.when = kWhen, .help = "File of forwarding tables as OpenSM and ibroute dump them."}},
      {"lft.nodes",
       &LftKeys::mixed_nodes,
       {{"alike", false}, {"mixed", true}},
       {.when = kWhen,
        .help = "What happens if the nodes of a switch are reached in different ways: the file is "
                "refused, or a packet takes any of them, whichever node it is for."}},
      {"lft.lids",
       &LftKeys::lids,
       {{"base", ForwardingTables::Lids::kBase}, {"all", ForwardingTables::Lids::kAll}},
       {.when = kWhen,
        .help = "Which LIDs packets carry where a port has several (LMC): the first of their "
                "destination, or each with the same probability."}},
      {kServiceLevels,
       &LftKeys::service_levels,
       {.when = kWhen,
        .help = "File of service levels of pairs and of the maps by which switches choose virtual "
                "lanes, as saquery and OpenSM print them; lanes are VC classes."}},
  };
  return rows;
}

class Lft final : public ObliviousRouting {
 public:
  Lft(const Topology& topology, FabricPaths paths, RoutingTraits traits)
      : ObliviousRouting(std::move(traits)), topology_(topology), paths_(std::move(paths)) {}

  // Equal paths one after the other are visited once.
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
  const auto many = own.mixed_nodes ? std::nullopt : paths.router_of_many_ways();
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
          .stands_alone = true,
          .make = make};
}

}  // namespace orthant
