// What differs from a whole network: routers and links that are down, other numbers of nodes,
// slower or longer links, and added links. Exceptions (topology/exceptions.hpp) and drawn faults
// (topology/faults.hpp) both are such changes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "topology/topology.hpp"

namespace orthant {

// Routers and channels of the whole network. A link is one of its two channels, the one with the
// lower id.
struct NetworkChanges {
  struct LinkChange {
    std::optional<Rational> bandwidth = {};  // of both directions, as the next
    std::optional<std::uint32_t> latency_cycles = {};
  };
  struct AddedLink {
    RouterId a, b;
    Rational bandwidth = 1;
    std::uint32_t latency_cycles = 1;
  };

  std::map<RouterId, std::uint32_t> nodes;  // other numbers of nodes
  std::set<RouterId> routers_down;
  std::set<ChannelId> links_down;
  std::map<ChannelId, LinkChange> links;
  std::vector<AddedLink> added;

  bool empty() const {
    return nodes.empty() && routers_down.empty() && links_down.empty() && links.empty() &&
           added.empty();
  }
  // True if no channel is missing or added.
  bool keeps_channels() const {
    return routers_down.empty() && links_down.empty() && added.empty();
  }
};

// The network falls apart.
class DisconnectedError : public KeyError {
 public:
  using KeyError::KeyError;
};

// The link of a channel.
ChannelId link_of(const Topology& topology, ChannelId c);

// The two routers of each link that these changes take down, those of routers that are down
// included.
using LinkEnds = std::pair<RouterId, RouterId>;
std::vector<LinkEnds> links_down(const Topology& whole, const NetworkChanges& changes);

// Builds the network with these changes. Routers keep their numbers; one that is down has neither
// channels nor nodes. Nodes are numbered anew, in the order of their routers. Throws
// DisconnectedError(key, "`prefix`..."), and KeyError if a router has too many ports or no node is
// left.
Topology changed(const Topology& whole, const NetworkChanges& changes, std::string_view key,
                 const std::string& prefix);

}  // namespace orthant
