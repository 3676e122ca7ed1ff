// The interface of every routing algorithm. One algorithm = one file that serves the simulator
// (which samples it), the exact analysis (which enumerates it with probabilities) and the deadlock
// checker (which walks it).
//
// Randomness lives in the start of a packet only. After that, the next hop is a pure function of
// where the packet is and of its header; which of several candidates it takes is the router's
// choice.
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

#include "base/function_ref.hpp"
#include "base/ids.hpp"
#include "base/key.hpp"
#include "base/limits.hpp"
#include "base/option_values.hpp"
#include "base/random.hpp"
#include "topology/topology.hpp"

namespace orthant {

enum class Switching { kWormhole, kVirtualCutThrough, kStoreAndForward };
enum class FlowControl {
  kCredit,
  kBubble,  // slots of the longest packet; who enters a ring leaves one free (Puente et al. 2001)
  // slots of the longest packet; one free slot of every ring is marked, and who enters the ring
  // leaves that one (Chen et al. 2011)
  kCriticalBubble,
  kFlitBubble  // flits; who enters a ring leaves one free (Ma et al. 2015)
};
// One VC class for every ring is enough.
constexpr bool has_bubble(FlowControl flow_control) { return flow_control != FlowControl::kCredit; }
// The dimensions whose rings, if they have some, are kept moving by bubbles.
template <class Options>
DimensionMask bubbles_of(const Options& options) {
  return has_bubble(options.flow_control) ? options.bubble_dimensions : 0;
}
// Room is counted in slots of the longest packet, one for each packet whatever its length.
constexpr bool counts_packets(FlowControl flow_control) {
  return flow_control == FlowControl::kBubble || flow_control == FlowControl::kCriticalBubble;
}
// router.vc_reuse: what a VC must be before a packet is granted it, with credits.
enum class VcReuse {
  kSafe,    // as much as the proofs need: wormhole grants an adaptive VC when it is empty or takes
            // the whole packet, any other VC once its last packet has left the router before
  kAtomic,  // empty: a buffer holds one packet at a time
  kAny      // let go of by its last packet, whatever is in it: worms wait behind each other
};
// Its word in router.flow_control, of one that has_bubble().
std::string_view bubble_name(FlowControl flow_control);
// Throws KeyError("router.flow_control") for bubbles of packets with wormhole, and for flit_bubble
// without.
void check_flow_control(Switching switching, FlowControl flow_control);
// Throws KeyError("router.vc_reuse") for a rule about credits where there are bubbles.
void refuse_vc_reuse_with_bubble(VcReuse vc_reuse, FlowControl flow_control);

// ---- VC classes ---------------------------------------------------------------------------------

// A group of virtual channels with the same rights. Classes are numbered from 0.
struct VcClass {
  std::string name;       // for reports: "dateline 0", "adaptive"
  bool adaptive = false;  // an adaptive class takes every VC that the others leave over
  // Leg of a route through an intermediate router: packets never return to a smaller one.
  std::uint8_t phase = 0;
};

// The VCs of a class: first .. first+count-1 of every port, count >= 1.
struct VcRange {
  std::uint8_t first = 0;
  std::uint8_t count = 0;
  bool shared = false;  // it has no VC of its own and uses that of another class

  // A bit per VC.
  std::uint16_t mask() const { return static_cast<std::uint16_t>(((1u << count) - 1) << first); }
};

// Splits `vcs` >= 1 virtual channels among classes, of which at most one is adaptive. Without an
// adaptive class: evenly, the first classes one more where it does not divide. With one: one VC to
// each other class, the rest to the adaptive one. A class c for which none is left, since
// vcs < classes.size(), shares VC c mod vcs.
std::vector<VcRange> split_vcs(std::span<const VcClass> classes, std::uint32_t vcs);

// The classes by strict priority, the first to be sent first: those at which routes end before those
// that lead there (the larger phase, then the larger number), adaptive classes last. So no packet
// that is refused again and again keeps back the packets that it waits for.
std::vector<std::uint8_t> priority_order(std::span<const VcClass> classes);
// As split_vcs(), with VCs numbered in that order: VC 0 belongs to the class of highest priority.
std::vector<VcRange> split_vcs_by_priority(std::span<const VcClass> classes, std::uint32_t vcs);

// Largest number of VC classes of any algorithm.
inline constexpr std::size_t kMaxVcClasses = limits::kVcs;

// The theorem that makes an algorithm deadlock-free, and that the checker verifies.
enum class DeadlockTheorem {
  // Dally & Seitz 1987: the channel dependency graph over VC classes has no cycle. Of an adaptive
  // routing: over all its candidates.
  kAcyclicDependencies,
  // Duato 1993, 1995: a connected escape whose extended dependency graph has no cycle.
  kDuatoEscape,
  // Puente et al. 2001, Chen et al. 2011, Ma et al. 2015: rings with a bubble, in an order without
  // a cycle.
  kBubble,
  kNone
};

// ---- routings -----------------------------------------------------------------------------------

// A kind of detour, off the shortest paths, on which the start of a packet of an adaptive routing
// may send it. The routing declares its kinds; they are counted and named in results.
struct DetourKind {
  std::string_view name;
  // Hops that such a packet is meant to take beyond its shortest path at most, on a grid, and
  // whether every one keeps to it; nullopt: these hops are not counted.
  std::optional<std::uint32_t> most_extra_hops = {};
  bool promised = false;
};
// The detour of a packet: none, or k for the kind traits().detours[k - 1].
enum class Detour : std::uint8_t { kNone = 0 };

// What a built routing says of itself.
struct RoutingTraits {
  std::vector<VcClass> vc_classes;  // for this topology, switching and flow control
  DeadlockTheorem theorem = DeadlockTheorem::kNone;
  bool minimal = false;
  // True where the routing exists for the network it was built for only (a path table), so that no
  // smaller network can stand for it.
  bool this_network_only = false;
  // Adaptive: the kinds of detours that its packets may take; empty where it counts none.
  std::vector<DetourKind> detours = {};

  // False where the proof is over all candidates, or there is none.
  bool has_escape() const {
    return theorem == DeadlockTheorem::kDuatoEscape || theorem == DeadlockTheorem::kBubble;
  }
};

class ObliviousRouting;
class AdaptiveRouting;

// Immutable once built; safe to use from many threads. Lives no longer than the Topology it was
// built for.
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

// A straight run of a path: `hops` channels, each left through the same port number, in one VC
// class.
struct Leg {
  PortId port;
  std::uint16_t hops = 0;  // >= 1
  std::uint8_t vc_class = 0;
  bool operator==(const Leg&) const = default;
};
using Path = std::vector<Leg>;

// Where a walk along a path ended.
struct PathEnd {
  RouterId router;
  // The leg whose port has no channel at `router`; nullptr where the walk reached the path's end.
  const Leg* without_channel = nullptr;
};

// Walks a path from router s: calls visit(channel, VC class) for every hop, in order.
template <class Visit>
PathEnd for_each_hop(const Topology& topology, RouterId s, const Path& path, const Visit& visit) {
  RouterId here = s;
  for (const Leg& leg : path) {
    for (std::size_t i = 0; i < leg.hops; ++i) {
      const auto channel = topology.channel_from(here, leg.port);
      if (!channel) return {here, &leg};
      visit(*channel, leg.vc_class);
      here = topology.neighbor(here, leg.port);
    }
  }
  return {here};
}

// A fixed distribution over paths for every pair of routers.
class ObliviousRouting : public Routing {
 public:
  const ObliviousRouting* oblivious() const final { return this; }
  // Visits every path from s to t that has a positive probability; the probabilities sum to 1. The
  // same path may be visited more than once (its probabilities add). s == t: at least one path,
  // usually without legs. Where s or t has no nodes there may be no path, since no packet goes there.
  virtual void enumerate(RouterId s, RouterId t,
                         FunctionRef<void(const Path&, double)> visit) const = 0;
  // Draws a path from the distribution of enumerate() into `path` (cleared first, capacity kept).
  virtual void sample(RouterId s, RouterId t, RandomStream& random, Path& path) const = 0;
  // No path has more legs.
  virtual std::size_t max_legs() const = 0;

 protected:
  using Routing::Routing;
};

// What a packet of an adaptive routing carries. `via` and `bits` are the algorithm's own.
struct Header {
  RouterId destination;
  RouterId via;
  std::uint32_t bits = 0;
  bool operator==(const Header&) const = default;
};

// One way for a packet to go on.
struct Candidate {
  PortId port;
  std::uint8_t vc_class = 0;
  // Part of the escape network that the theorem leans on; taken only where nothing else is free.
  // Where the theorem is kAcyclicDependencies all candidates are part of the proof and none is an
  // escape.
  bool escape = false;
  std::uint32_t next_bits = 0;  // the header's bits once this hop is taken
};
using CandidateList = boost::container::small_vector<Candidate, 8>;

// Free space at the router where a packet starts: all that an algorithm ever sees of buffers.
class LocalOccupancy {
 public:
  virtual ~LocalOccupancy() = default;
  // Free flits in the downstream buffers of one VC class behind `port`, and their total size.
  virtual std::uint32_t free_flits(PortId port, std::uint8_t vc_class) const = 0;
  virtual std::uint32_t buffer_flits(PortId port, std::uint8_t vc_class) const = 0;
};

class AdaptiveRouting : public Routing {
 public:
  const AdaptiveRouting* adaptive() const final { return this; }
  // The header of a new packet (destination already set); called when its head enters its first
  // router, and again for each further attempt where the router refused it.
  virtual void start(RouterId s, Header& header, const LocalOccupancy& occupancy,
                     RandomStream& random) const = 0;
  // Every header that start() can produce for this pair.
  virtual void enumerate_starts(RouterId s, RouterId t,
                                FunctionRef<void(const Header&)> visit) const = 0;
  // All allowed next hops at `here`, best first, with kDuatoEscape and kBubble an escape last;
  // cleared first. Called only where here != header.destination. Pure: the same arguments give the
  // same list.
  virtual void candidates(RouterId here, const Header& header, CandidateList& out) const = 0;
  virtual std::size_t max_candidates() const = 0;
  // The detour of a packet that started at s with this header.
  virtual Detour detour(RouterId, const Header&) const { return Detour::kNone; }

 protected:
  using Routing::Routing;
};

// One whose packets all start alike: a header says no more than the destination, and `bits`.
class StartsAlike : public AdaptiveRouting {
 public:
  void start(RouterId, Header& header, const LocalOccupancy&, RandomStream&) const final {
    header.bits = bits_;
  }
  void enumerate_starts(RouterId, RouterId t, FunctionRef<void(const Header&)> visit) const final {
    visit({.destination = t, .via = {}, .bits = bits_});
  }

 protected:
  explicit StartsAlike(RoutingTraits traits, std::uint32_t bits = 0)
      : AdaptiveRouting(std::move(traits)), bits_(bits) {}

 private:
  std::uint32_t bits_;
};

// The way of a packet that meets no other: calls visit(channel, VC class) for every first candidate
// from `here` on. At most as often as there are channels of VC classes, should it never arrive.
template <class Visit>
void for_each_first_hop(const Topology& topology, const AdaptiveRouting& routing, RouterId here,
                        Header header, CandidateList& candidates, const Visit& visit) {
  std::size_t most = topology.channel_count() * routing.traits().vc_classes.size();
  for (; here != header.destination && most > 0; --most) {
    routing.candidates(here, header, candidates);
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
// routing.parallel_links: which of several links between two routers a packet takes.
enum class ParallelLinks {
  kSpread,         // each with a probability in proportion to its bandwidth
  kByDestination,  // destinations share them in proportion to bandwidth, as in subnet managers
  kFirst           // that of the lowest port
};

class PathTable;  // routing/table/path_table.hpp

// Everything a routing may be built from. An algorithm reads what it uses; all members have the
// documented default of the config key.
struct RoutingOptions {
  Switching switching = Switching::kWormhole;
  FlowControl flow_control = FlowControl::kCredit;
  // With kBubble: rings along the other dimensions have datelines, as with credits.
  DimensionMask bubble_dimensions = kAllDimensions;
  VcReuse vc_reuse = VcReuse::kSafe;
  // A channel always sends the waiting packet of the class that comes first in priority_order(),
  // even one that was refused before (router.model = output_queued).
  bool strict_priority = false;
  Order order = Order::kFixed;
  Ties ties = Ties::kSplit;
  ParallelLinks parallel_links = ParallelLinks::kSpread;
  // Values of the algorithm's own keys, as far as they are given.
  OptionValues own = {};
  // The paths of an algorithm that is a path table ("table", "two_turn", "two_turn_a") on this
  // network, which the table refers to; empty or nullptr: there are none. May throw KeyErrors.
  std::function<std::shared_ptr<const PathTable>(std::string_view algorithm, const Topology&)>
      path_table = {};
  // The network of which the one that the routing is built on has the channels of one message class
  // alone (topology/message_classes.hpp); nullptr: it is whole. Files may name links of the whole.
  const Topology* whole = nullptr;
  // Its packets share the VC classes with those of another routing: both are numbered alike.
  bool joined = false;
  std::size_t threads = 1;  // to build and to check it with; does not change the result
};

struct RoutingDescription {
  std::string_view name;        // config value of routing.algorithm
  std::string_view summary;     // one line
  std::string_view source;      // author and year
  std::string_view topologies;  // for people: "torus, mesh, hypercube"
  std::string_view vc_classes;  // for people: "torus: 2 (credit), 1 (bubble); mesh, hypercube: 1"
  std::string_view deadlock;    // for people: the theorem in a few words
  bool adaptive = false;
  bool minimal = false;
  // Config keys besides routing.algorithm that it reads as others do: "routing.ties", ...
  std::vector<std::string_view> keys;
  // Its own, "ofr.delta", which it may share with a few: keys() of the rows in its file.
  std::vector<Key> own_keys = {};
  // Its candidates come in an order that is the algorithm (mp, z2), so that choosing by free space
  // would make another one of it.
  bool ordered_candidates = false;
  // Finds its paths on any network, and so also on the links that carry one message class.
  bool finds_paths_anywhere = false;
  // Is no part of `interpolated`, which does not pass on the keys of its parts.
  bool stands_alone = false;
  // Throws KeyError("routing.algorithm" or a key of its own, ...) where the topology or an option
  // does not fit.
  std::unique_ptr<Routing> (*make)(const Topology&, const RoutingOptions&) = nullptr;
  // The options on a smaller network that stands for a large one in the deadlock check: distances
  // that the small one has no room for are cut down to the least that make all kinds of turns.
  // nullptr: the same options.
  RoutingOptions (*for_stand_in)(const RoutingOptions&) = nullptr;

  bool reads(std::string_view key) const;
};

// All algorithms, in the order in which `orthant list routings` shows them.
std::span<const RoutingDescription> routing_registry();
// The entry of that name; nullptr where there is none.
const RoutingDescription* find_routing(std::string_view name);

}  // namespace orthant
