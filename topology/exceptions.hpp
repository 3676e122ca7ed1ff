// The file of topology.exceptions: what differs in a network from the kind of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "topology/network_changes.hpp"

namespace orthant {

// Values of an added link that the file leaves open.
struct AddedLinkDefaults {
  Rational bandwidth = 1;
  std::uint32_t latency_cycles = 1;
};

// Reads one exception a line:
//   router (3,2) nodes 4
//   router (0,0) down
//   link (1,2) (2,2) down
//   link (7,0) (0,0) bandwidth 0.5 latency 10
//   link (0,0) (4,0) added bandwidth 1 latency 3
// A router is (x,y,...) in a network with coordinates, or its number or name. `number K` after the
// routers names the K-th link, from 1 on, of several between them. `#` starts a comment. Throws
// KeyError("topology.exceptions", "FILE:LINE: ...") for anything else.
NetworkChanges read_exceptions(const std::string& file, const Topology& topology,
                               const AddedLinkDefaults& defaults);

// Splits a text at blanks; those within (...) and "..." do not count, and the quotes are dropped.
std::vector<std::string> words_of_routers(std::string_view text);

// The router that a word names, as above; nullopt if there is none.
std::optional<RouterId> router_named(const Topology& topology, std::string_view word);

// All links between two routers, by port of the first.
std::vector<ChannelId> links_between(const Topology& topology, RouterId a, RouterId b);

}  // namespace orthant
