// The interface of every routing algorithm. One algorithm is one file that serves the simulator
// (which samples it), the exact analysis (which enumerates it with probabilities) and the deadlock
// checker (which walks it).
//
// Random choices are made only when a packet starts. After that the next hops are a pure function
// of the packet's position, its header and the free space there; the router selects among several
// candidates.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/function_ref.hpp"
#include "base/ids.hpp"
#include "base/key.hpp"
#include "base/option_values.hpp"
#include "base/random.hpp"
#include "routing/flow_control.hpp"
#include "routing/path.hpp"
#include "routing/vc_classes.hpp"
#include "topology/topology.hpp"

namespace orthant {

// A routing that serves a network of this kind, but not this one: a pair of nodes has no path, or
// the paths need more VC classes than there are VCs.
class UnroutableError : public KeyError {
 public:
  using KeyError::KeyError;
};

// The theorem that makes an algorithm deadlock-free; the checker verifies it.
enum class DeadlockTheorem {
  // Dally & Seitz 1987: the channel dependency graph over VC classes has no cycle; for an adaptive
  // routing, over all its candidates.
  kAcyclicDependencies,
  // Duato 1993, 1995: a connected escape whose extended dependency graph has no cycle.
  kDuatoEscape,
  // Puente et al. 2001, Chen et al. 2011, Ma et al. 2015: rings with a bubble, in an acyclic order.
  kBubble,
  kNone
};

// A kind of detour off the shortest paths that start() of an adaptive routing may choose for a
// packet. The routing declares its kinds; results count and name them.
struct DetourKind {
  std::string_view name;
  // Largest number of hops beyond a shortest path that such a packet is meant to take, on a grid;
  // nullopt: not counted.
  std::optional<std::uint32_t> max_extra_hops = {};
  bool guaranteed = false;  // no packet may exceed it
};
// The detour of a packet: none, or k for the kind traits().detours[k - 1].
enum class Detour : std::uint8_t { kNone = 0 };

// Properties of a built routing.
struct RoutingTraits {
  std::vector<VcClass> vc_classes;  // for this topology, switching and flow control
  DeadlockTheorem theorem = DeadlockTheorem::kNone;
  bool minimal = false;
  // True if the routing is defined only for the network it was built for, as by a path table, so
  // that no smaller network can stand in for it.
  bool this_network_only = false;
  // True if start() or candidates() reads the free space, which other routings must not do.
  bool depends_on_occupancy = false;
  // Kinds of detours of an adaptive routing; empty if it counts none.
  std::vector<DetourKind> detours = {};

  // False if the proof covers all candidates, or if there is no proof.
  bool has_escape() const {
    return theorem == DeadlockTheorem::kDuatoEscape || theorem == DeadlockTheorem::kBubble;
  }
};

class ObliviousRouting;
class AdaptiveRouting;

// Immutable once built and thread-safe. The topology must outlive it.
class Routing {
 public:
  virtual ~Routing() = default;
  const RoutingTraits& traits() const { return traits_; }
  // Exactly one of these two is not null.
  virtual const ObliviousRouting* oblivious() const { return nullptr; }
  virtual const AdaptiveRouting* adaptive() const { return nullptr; }

 protected:
  explicit Routing(RoutingTraits traits) : traits_(std::move(traits)) {}

 private:
  RoutingTraits traits_;
};

// A fixed distribution over paths for every pair of routers.
class ObliviousRouting : public Routing {
 public:
  const ObliviousRouting* oblivious() const final { return this; }
  // Visits every path from s to t with positive probability; the probabilities sum to 1. A path may
  // be visited more than once (its probabilities add). s == t: at least one path, usually without
  // legs. If s or t has no nodes there may be no path.
  virtual void enumerate(RouterId s, RouterId t,
                         FunctionRef<void(const Path&, double)> visit) const = 0;
  // Draws a path from the distribution of enumerate() into `path` (cleared first, capacity kept).
  virtual void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const = 0;
  // Largest number of legs of any path.
  virtual std::size_t max_legs() const = 0;

 protected:
  using Routing::Routing;
};

// The state that a packet of an adaptive routing carries. `via` and `bits` belong to the algorithm.
struct Header {
  RouterId destination;
  RouterId via;
  std::uint32_t bits = 0;
  bool operator==(const Header&) const = default;
};

// A next hop that the routing allows.
struct Candidate {
  PortId port;
  std::uint8_t vc_class = 0;
  // True for the escape network of the theorem; taken only if no other candidate is free. With
  // kAcyclicDependencies the proof covers all candidates, and no candidate is an escape.
  bool escape = false;
  std::uint32_t next_bits = 0;  // the header's bits after this hop
};
using CandidateList = boost::container::small_vector<Candidate, 8>;

// Free space at the router where a packet is: the only buffer state that an algorithm sees.
class LocalOccupancy {
 public:
  virtual ~LocalOccupancy() = default;
  // Free flits in the buffers of one VC class downstream of `port`, and their total size.
  virtual std::uint32_t free_flits(PortId port, std::uint8_t vc_class) const = 0;
  virtual std::uint32_t buffer_flits(PortId port, std::uint8_t vc_class) const = 0;
};

class AdaptiveRouting : public Routing {
 public:
  const AdaptiveRouting* adaptive() const final { return this; }
  // Completes the header of a new packet, whose destination is already set. The input-queued model
  // calls it once, when the head leaves its source. The output-queued model calls it when the
  // packet arrives at its first router, and again for each attempt after this router refused the
  // packet.
  virtual void start(RouterId s, Header& header, const LocalOccupancy& occupancy,
                     RandomStream& random) const = 0;
  // Visits every header that start() can produce for this pair.
  virtual void enumerate_starts(RouterId s, RouterId t,
                                FunctionRef<void(const Header&)> visit) const = 0;
  // The allowed next hops at `here`, best first; with kDuatoEscape and kBubble an escape last.
  // Clears `out` first. Requires here != header.destination. Pure: equal arguments give equal
  // lists. `occupancy` is the occupancy of `here` and read only with traits().depends_on_occupancy.
  // With nullptr, which proofs pass, the list has every hop that some occupancy allows. With an
  // occupancy the list is a nonempty part of that full list and has the same escape. The
  // input-queued router calls this once, when the head has come to the front of its buffer; the
  // output-queued router calls it whenever the packet tries to enter a queue.
  virtual void candidates(RouterId here, const Header& header, const LocalOccupancy* occupancy,
                          CandidateList& out) const = 0;
  void all_candidates(RouterId here, const Header& header, CandidateList& out) const {
    candidates(here, header, nullptr, out);
  }
  virtual std::size_t max_candidates() const = 0;
  // The detour of a packet that started at s with this header.
  virtual Detour detour(RouterId, const Header&) const { return Detour::kNone; }

 protected:
  using Routing::Routing;
};

// A routing whose packets all start alike: the header is the destination and fixed `bits`.
class FixedStartRouting : public AdaptiveRouting {
 public:
  void start(RouterId, Header& header, const LocalOccupancy&, RandomStream&) const final {
    header.bits = bits_;
  }
  void enumerate_starts(RouterId, RouterId t, FunctionRef<void(const Header&)> visit) const final {
    visit({.destination = t, .via = {}, .bits = bits_});
  }

 protected:
  explicit FixedStartRouting(RoutingTraits traits, std::uint32_t bits = 0)
      : AdaptiveRouting(std::move(traits)), bits_(bits) {}

 private:
  std::uint32_t bits_;
};

// Walks the path of an unobstructed packet, which takes the first candidate at every router, with
// this occupancy at each: calls visit(channel, VC class) for every hop from `here` on. The walk has
// at most as many hops as there are channels times VC classes, in case the packet never arrives.
template <class Visit>
void for_each_first_hop(const Topology& topology, const AdaptiveRouting& routing, RouterId here,
                        Header header, const LocalOccupancy* occupancy, CandidateList& candidates,
                        const Visit& visit) {
  std::size_t most = topology.channel_count() * routing.traits().vc_classes.size();
  for (; here != header.destination && most > 0; --most) {
    routing.candidates(here, header, occupancy, candidates);
    const Candidate& first = candidates.at(0);
    const ChannelId channel = topology.channel_from(here, first.port).value();
    visit(channel, first.vc_class);
    here = topology.neighbor(here, first.port);
    header.bits = first.next_bits;
  }
}

// ---- registry -----------------------------------------------------------------------------------

enum class Order { kFixed, kRandom };                 // routing.order
enum class Ties { kSplit, kPlus, kParity, kSource };  // routing.ties
// routing.parallel_links: how packets use parallel links between two routers.
enum class ParallelLinks {
  kSpread,         // each with a probability proportional to its bandwidth
  kByDestination,  // assigned to destinations in proportion to bandwidth, as by subnet managers
  kFirst           // the lowest port
};

class PathTable;  // routing/table/path_table.hpp

// Options of all algorithms; an algorithm reads those it uses. Defaults are those of the config
// keys.
struct RoutingOptions {
  Switching switching = Switching::kWormhole;
  FlowControl flow_control = FlowControl::kCredit;
  // With kBubble: rings along the other dimensions have datelines, as with credits.
  DimensionMask bubble_dimensions = kAllDimensions;
  VcReuse vc_reuse = VcReuse::kSafe;
  // A channel always sends the waiting packet whose class comes first in priority_order(), even one
  // that was refused before (router.model = output_queued).
  bool strict_priority = false;
  Order order = Order::kFixed;
  Ties ties = Ties::kSplit;
  ParallelLinks parallel_links = ParallelLinks::kSpread;
  // Given values of the algorithm's own keys.
  OptionValues own = {};
  // Returns the paths of a path-table algorithm ("table", "two_turn", "two_turn_a") on this
  // network, which the table refers to. There are none if the function is empty or returns nullptr.
  // May throw KeyErrors.
  std::function<std::shared_ptr<const PathTable>(std::string_view algorithm, const Topology&)>
      path_table = {};
  // The whole network, whose links files may name, if the routing is built on the channels of one
  // message class (topology/message_classes.hpp); otherwise nullptr.
  const Topology* whole = nullptr;
  // The routing shares its VC classes with another one, so both must number them alike.
  bool shares_vc_classes = false;
  std::size_t threads = 1;  // for building and checking; the result does not depend on it
};

struct RoutingDescription {
  std::string_view name;        // value of routing.algorithm
  std::string_view summary;     // one line
  std::string_view source;      // author and year
  std::string_view topologies;  // for display: "torus, mesh, hypercube"
  std::string_view vc_classes;  // for display: "torus: 2 (credit), 1 (bubble); mesh, hypercube: 1"
  std::string_view deadlock;    // for display: the theorem in a few words
  bool adaptive = false;
  bool minimal = false;
  // Config keys that it shares with other algorithms: "routing.ties", ...
  std::vector<std::string_view> keys;
  // The algorithm's own keys, such as "ofr.delta", some shared with a few other algorithms: the
  // keys() of the rows in its file.
  std::vector<Key> own_keys = {};
  // The order of its candidates is the algorithm (mp, z2): selection by free space would change it.
  bool ordered_candidates = false;
  // Works on any network, and so also on the links that carry one message class.
  bool finds_paths_anywhere = false;
  // Cannot be a part of `interpolated`, which does not pass on the keys of its parts.
  bool excluded_from_interpolation = false;
  // Throws KeyError for a topology or an option that does not fit ("routing.algorithm" or one of
  // its own keys).
  std::unique_ptr<Routing> (*make)(const Topology&, const RoutingOptions&) = nullptr;
  // Options for a smaller network that stands in for a large one in the deadlock check: distances
  // that exceed the small network are reduced to the smallest that produce all kinds of turns.
  // nullptr: the same options.
  RoutingOptions (*for_smaller_network)(const RoutingOptions&) = nullptr;

  bool reads(std::string_view key) const;
};

// All algorithms in the order of `orthant list routings`.
std::span<const RoutingDescription> routing_registry();
// Returns nullptr if there is no such algorithm.
const RoutingDescription* find_routing(std::string_view name);

}  // namespace orthant
