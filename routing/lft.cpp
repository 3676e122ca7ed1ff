// Forwarding by the tables of InfiniBand switches, as a subnet manager wrote them.
//
// Source: InfiniBand architecture, linear forwarding tables; the text format of OpenSM.
// VCs: 1 class.
// Deadlock: depends on the tables; the check walks the paths.
// Nodes: where the tables send the nodes of a router different ways, the file is refused, or, by
//   lft.nodes = mixed, each way is drawn with the same probability, whichever node the packet is
//   for.
// Own node: no hops.
// Tested by: tests/routing/lft_test.cpp
#include "base/error.hpp"
#include "base/key_rows.hpp"
#include "routing/descriptions.hpp"
#include "routing/graph/forwarding_tables.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

constexpr const char* kFile = "lft.file";

struct LftKeys {
  std::optional<std::string> file;
  bool mixed_nodes = false;
};

const KeyRows<LftKeys>& rows() {
  constexpr std::string_view kWhen = "routing.algorithm = lft";
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
  };
  return rows;
}

class Lft final : public ObliviousRouting {
 public:
  Lft(ForwardingTables tables, RoutingTraits traits)
      : ObliviousRouting(std::move(traits)), tables_(std::move(tables)) {}

  void enumerate(RouterId s, RouterId t,
                 FunctionRef<void(const Path&, double)> visit) const override {
    Path path;
    const std::size_t paths = tables_.path_count(t);
    for (std::size_t i = 0; i < paths; ++i) {
      path.clear();
      tables_.append_path(s, t, i, path);
      visit(path, 1 / static_cast<double>(paths));
    }
  }

  void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const override {
    path.clear();
    const auto paths = static_cast<std::uint32_t>(tables_.path_count(t));
    tables_.append_path(s, t, paths == 1 ? 0 : random.below(paths), path);
  }

  std::size_t max_legs() const override { return tables_.longest(); }

 private:
  ForwardingTables tables_;
};

std::unique_ptr<Routing> make(const Topology& topology, const RoutingOptions& options) {
  check_flow_control(options.switching, options.flow_control);
  const LftKeys own = rows().read(options.own);
  if (!own.file)
    key_error(kFile, "missing; allowed: a file of tables as OpenSM or ibroute dumps them");
  RoutingTraits traits{.vc_classes = {{"any"}}};
  traits.this_network_only = true;
  ForwardingTables tables(kFile, *own.file, topology);
  const auto many = tables.router_of_many_ways();
  if (many && !own.mixed_nodes)
    key_error(kFile,
              "{}: the nodes of {} are reached in different ways, and a routing here knows the "
              "router of a packet's destination alone; allowed: lft.nodes = mixed, by which every "
              "packet takes one of these ways, whichever node it is for",
              *own.file, router_text(topology, *many));
  return std::make_unique<Lft>(std::move(tables), std::move(traits));
}

}  // namespace

RoutingDescription describe_lft() {
  return {.name = "lft",
          .summary = "linear forwarding tables of InfiniBand switches, from a file",
          .source = "InfiniBand architecture; OpenSM",
          .topologies = "any",
          .vc_classes = "1",
          .deadlock = "none claimed: the check walks the paths",
          .adaptive = false,
          .minimal = false,
          .keys = {},
          .own_keys = rows().keys(),
          .stands_alone = true,
          .make = make};
}

}  // namespace orthant
