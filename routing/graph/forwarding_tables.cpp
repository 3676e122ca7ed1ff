#include "routing/graph/forwarding_tables.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>

#include "base/error.hpp"
#include "topology/names.hpp"

namespace orthant {
namespace {

// Per router and destination router: the port of the next hop.
class NextPorts {
 public:
  NextPorts(const Topology& topology, const ObliviousRouting& routing)
      : topology_(topology), routers_(topology.router_count()), ports_(routers_ * routers_) {
    for (std::size_t s = 0; s < routers_; ++s) {
      for (std::size_t t = 0; t < routers_; ++t) {
        int paths = 0;
        routing.enumerate(RouterId{s}, RouterId{t}, [&](const Path& path, double) {
          if (++paths > 1)
            key_error("routing.algorithm",
                      "forwarding tables have one path for every pair, and from {} to {} there are "
                      "several; allowed: one path, as of dor or up_down",
                      router_text(topology_, RouterId{s}), router_text(topology_, RouterId{t}));
          add(RouterId{s}, RouterId{t}, path);
        });
      }
    }
  }

  // Returns nullopt if no path to t passes through r.
  std::optional<PortId> operator()(RouterId r, RouterId t) const {
    return ports_[r.index() * routers_ + t.index()];
  }

 private:
  void add(RouterId s, RouterId t, const Path& path) {
    for_each_hop(topology_, s, path, [&](ChannelId c, int) {
      const Channel& channel = topology_.channel(c);
      std::optional<PortId>& known = ports_[channel.from.index() * routers_ + t.index()];
      if (known && *known != channel.from_port)
        key_error("routing.algorithm",
                  "forwarding tables know the destination alone, and {} forwards to {} by the "
                  "source, too; allowed: up_down.forwarding = destination",
                  router_text(topology_, channel.from), router_text(topology_, t));
      known = channel.from_port;
    });
  }

  const Topology& topology_;
  std::size_t routers_;
  std::vector<std::optional<PortId>> ports_;
};

// The owner of a LID: a node, or a switch itself.
struct Owner {
  RouterId router;
  std::optional<NodeId> node;
};

std::map<std::uint32_t, Owner> owners(const Topology& topology, const Fabric& fabric) {
  std::map<std::uint32_t, Owner> owners;
  for (std::size_t r = 0; r < fabric.switches.size(); ++r)
    owners[fabric.switches[r].lid] = {RouterId{r}, std::nullopt};
  for (std::size_t n = 0; n < fabric.endpoints.size(); ++n) {
    const auto& [guid, lid, name, lmc] = fabric.endpoints[n];
    if (lid == 0)
      key_error(
          "topology.file",
          "node {} ('{}') has no LID; allowed for forwarding tables: a LID for every node, or "
          "for none",
          n, name);
    for (std::uint32_t i = 0; i < (1u << lmc); ++i)
      owners[lid + i] = {topology.router_of(NodeId{n}), NodeId{n}};
  }
  owners.erase(0);  // of switches without a LID
  return owners;
}

// "Switch portguid 0x0002000000000000: 'left'"
std::string owner_text(const Fabric& fabric, const Owner& owner) {
  if (!owner.node) {
    const Fabric::Switch& known = fabric.switches[owner.router.index()];
    return fmt::format("Switch portguid 0x{:016x}: '{}'", known.guid, known.name);
  }
  const Fabric::Endpoint& known = fabric.endpoints[owner.node->index()];
  return fmt::format("Channel Adapter portguid 0x{:016x}: '{}'", known.port_guid, known.name);
}

}  // namespace

std::string forwarding_tables_text(const Topology& topology, const ObliviousRouting& routing) {
  const Fabric fabric = topology.fabric();
  const NextPorts next(topology, routing);
  const std::map<std::uint32_t, Owner> all = owners(topology, fabric);
  std::string text;
  for (std::size_t i = 0; i < topology.router_count(); ++i) {
    const RouterId r{i};
    const Fabric::Switch& own = fabric.switches[i];
    text += fmt::format("Unicast lids [0x0-0x{:x}] of switch Lid {} guid 0x{:016x} ('{}'):\n",
                        all.rbegin()->first, own.lid, own.guid, own.name);
    std::size_t entries = 0;
    for (const auto& [lid, owner] : all) {
      std::uint32_t port = 0;  // the switch itself
      if (owner.router != r) {
        const auto hop = next(r, owner.router);
        if (!hop) continue;
        port = own.port_numbers[hop->index()];
      } else if (owner.node) {
        port = own.port_numbers[topology.port_of(*owner.node).index()];
      }
      text += fmt::format("0x{:04x} {:03} # {}\n", lid, port, owner_text(fabric, owner));
      ++entries;
    }
    text += fmt::format("{} lids dumped\n", entries);
  }
  return text;
}

// ---- paths --------------------------------------------------------------------------------------

void ForwardingTables::append_path(RouterId s, RouterId t, std::uint32_t column, Path& path) const {
  for (RouterId here = s; here != t;) {
    const PortId next{std::size_t{port(here, column)}};
    path.push_back({.port = next, .hops = 1});
    here = topology_.channel(*topology_.channel_from(here, next)).to;
  }
}

}  // namespace orthant
