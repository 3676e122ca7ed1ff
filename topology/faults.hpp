// Failed links and routers: named in the config, or drawn.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/key_rows.hpp"
#include "topology/network_changes.hpp"

namespace orthant {

struct FaultOptions {
  // "0-1 (1,2)-(2,2) cable7", or the name of a file of such, or "none".
  std::optional<std::string> links = {};
  std::optional<std::string> routers = {};  // "5 (3,2)", or "none"
  std::optional<std::string> groups = {};   // name of a file of groups of links
  std::optional<double> link_probability = {};
  std::uint64_t fault_seed = 1;

  // The key to name in errors about all that has failed.
  std::string_view key() const {
    if (link_probability) return "faults.link_probability";
    return links ? "faults.links" : "faults.routers";
  }
  bool has_links() const { return links && links != "none"; }
  bool has_routers() const { return routers && routers != "none"; }
  bool any() const {
    return has_links() || has_routers() || groups || link_probability.value_or(0) > 0;
  }
};
// The keys of [faults].
const KeyRows<FaultOptions>& fault_rows();

// The routers and links that are down. With a probability p each link is down with probability p,
// independently; the links of a group are down together, with probability p once for all of them.
// The draw depends on the seed and the network alone, and grows with p: what is down for some p is
// down for every larger one. Throws KeyErrors that name the keys.
NetworkChanges failed(const FaultOptions& options, const Topology& topology);

}  // namespace orthant
