// What the nodes send: a pattern says where messages go, an injection process says when, a mix says
// how long their packets are. Pattern and process are immutable and shared; all state of a node is
// in its PacketStream.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/archive.hpp"
#include "base/function_ref.hpp"
#include "base/ids.hpp"
#include "base/random.hpp"
#include "topology/topology.hpp"
#include "traffic/workload_plan.hpp"

namespace orthant {

// ---- patterns -----------------------------------------------------------------------------------

// What a source sends from a cycle on, relative to the mean of all.
struct RateStep {
  Cycle from = 0;
  double rate = 1;
};

// Destinations of messages and, from the same definition, the exact traffic matrix.
class Pattern {
 public:
  virtual ~Pattern() = default;
  // Destination of message number `message` (0, 1, ...) of `source`; nullopt: this message is not
  // sent (a row that sums to less than 1). The destination may be the source itself.
  virtual std::optional<NodeId> destination(NodeId source, std::uint64_t message,
                                            RandomStream& random) const = 0;
  // The same for a message that is generated in cycle `birth`, on which it depends only where the
  // matrix changes.
  virtual std::optional<NodeId> destination_at(Cycle birth, NodeId source, std::uint64_t message,
                                               RandomStream& random) const;
  // Visits the positive entries of the source's row of the traffic matrix (time average over
  // messages), by ascending destination. Sums to at most 1; of a pattern with mean_rate() to the
  // rate of the source over that mean.
  virtual void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const = 0;
  // True when the source's row has a positive entry, its own left out where `self` is false. The
  // default walks the row; patterns with long rows know better.
  virtual bool sends(NodeId source, bool self) const;

  // The mean rate of a sending node, in flits per cycle, where the pattern says what each source
  // sends; of rates that change, the largest mean of any time. nullopt: all sources send alike.
  virtual std::optional<double> mean_rate() const { return std::nullopt; }
  // Rates of the source over mean_rate(), each from a cycle on; the first is from cycle 0.
  virtual std::vector<RateStep> rates_of(NodeId source) const;
  // The largest of all sources at any time; without rates, the largest sum of a row.
  virtual double largest_rate() const { return 1; }
  // Cycles above 0 at which the matrix changes, ascending; empty: it never does.
  virtual std::vector<Cycle> changes() const { return {}; }
  // row() as it is in a cycle.
  virtual void row_at(Cycle cycle, NodeId source, FunctionRef<void(NodeId, double)> visit) const;
};

// ---- schedules ----------------------------------------------------------------------------------

// Messages in frames: those of a frame are released together, when all before are delivered.
class SendPlan {
 public:
  struct Message {
    NodeId source, destination;
    std::uint32_t frame = 0;
  };
  // Frames are numbered from 0 without gaps. Messages of one source and frame keep their order.
  SendPlan(std::size_t nodes, std::vector<Message> messages);

  // By ascending frame.
  std::span<const Message> of(NodeId source) const {
    return std::span(messages_).subspan(first_[source.index()],
                                        first_[source.index() + 1] - first_[source.index()]);
  }
  std::uint32_t frames() const { return frames_; }

 private:
  std::vector<Message> messages_;   // by source, then frame
  std::vector<std::size_t> first_;  // per source, and the end
  std::uint32_t frames_ = 0;
};

// Message i of a node goes where the plan sends it; a destination's share is that of its messages.
std::unique_ptr<Pattern> planned_pattern(std::shared_ptr<const SendPlan> plan);

// ---- injection ----------------------------------------------------------------------------------

// The state of one node's process; what it means is the process's own affair.
struct InjectionState {
  Cycle cycle = 0;      // clock, whole cycles; kNever: no more births
  double fraction = 0;  // clock, the rest, 0 .. 1
  std::uint64_t count = 0;
  std::uint32_t frame = 0;  // of a plan: the last one released, in `cycle`
  bool started = false;

  bool operator==(const InjectionState&) const = default;
  void state(Archive& archive) {
    archive(cycle);
    archive.within(fraction, 0.0, 1.0, "the clock of a source");
    archive(count, frame, started);
  }
  // Moves the clock on without losing precision with age; beyond 2^62 cycles it stands at kNever.
  void advance(double cycles) {
    constexpr Cycle kEnd = Cycle{1} << 62;
    fraction += cycles;
    if (cycle >= kEnd || !(fraction < 0x1p62)) {
      cycle = kNever;
      fraction = 0;
      return;
    }
    const auto whole = static_cast<Cycle>(fraction);
    fraction -= static_cast<double>(whole);
    cycle += whole;
    if (cycle >= kEnd) cycle = kNever;
  }
};

// Births of a node in the long run.
struct BirthRate {
  double per_cycle = 0;   // messages
  double dispersion = 0;  // variance of their number over its mean; 0: they are regular
};

// When the messages of a node are born.
class Injection {
 public:
  virtual ~Injection() = default;
  // The cycle in which the next message is born, not before the previous one; kNever where there is
  // none, or none before its frame is released.
  virtual Cycle next(NodeId source, InjectionState& state, RandomStream& random) const = 0;
  // Frames of a plan, of which the first is released from the start; 0: births wait for nothing,
  // and only Traffic::messages_per_node ends them.
  virtual std::uint32_t frames() const { return 0; }
  // Nothing of births that do not go on for ever, or whose rate changes.
  virtual BirthRate rate(NodeId) const { return {}; }
  // True where births after any cycle do not depend on those before it.
  virtual bool is_memoryless() const { return false; }
};

// Of a pattern with mean_rate(): each source has a process of its own, make(rate of the source over
// the mean). Where the rates of a source change, each of them starts its process anew.
std::unique_ptr<Injection> injection_by_source(
    const Pattern& pattern, std::size_t nodes,
    FunctionRef<std::shared_ptr<const Injection>(double)> make);

// ---- packet streams -----------------------------------------------------------------------------

// Packet lengths in flits with their weights; a share is of packets, not of flits.
class PacketLengths {
 public:
  struct Part {
    std::uint16_t flits = 1;
    double share = 1;
  };
  // KeyError("traffic.packet_flits", ...) unless there is at least one part, lengths are >= 1,
  // shares > 0 and their sum is 1 or, with `normalize`, scaled to be 1.
  explicit PacketLengths(std::vector<Part> parts, bool normalize = false);
  static PacketLengths fixed(std::uint16_t flits) { return PacketLengths({{flits, 1.0}}); }

  double mean() const { return mean_; }
  double variance() const { return variance_; }
  std::uint16_t longest() const { return longest_; }
  std::uint16_t shortest() const { return shortest_; }
  std::span<const Part> parts() const { return parts_; }
  std::uint16_t draw(RandomStream& random) const;

 private:
  std::vector<Part> parts_;
  std::vector<double> cumulative_;
  double mean_ = 0;
  double variance_ = 0;
  std::uint16_t longest_ = 0;
  std::uint16_t shortest_ = 0;
};

struct TrafficClass;

struct Traffic {
  std::shared_ptr<const Pattern> pattern;
  std::shared_ptr<const Injection> injection;
  PacketLengths lengths = PacketLengths::fixed(1);
  std::uint32_t packets_per_message = 1;  // >= 1
  // False: a message to the own node is drawn again; a node with no other target is idle.
  bool self = true;
  // After so many messages, unsent ones included, a node is silent.
  std::optional<std::uint64_t> messages_per_node;
  std::uint64_t seed = 1;
  // Messages that wait for others (send_workload()): when they are born is for the nodes to say,
  // and the injection has no births. nullptr: none.
  std::shared_ptr<const WorkloadPlan> workload = {};
  // Classes that are sent at the same time, each from a source queue of its own at every node; then
  // the rest describes their mixture (mixed_traffic()) and nothing is drawn from it. Empty: what
  // stands above is all.
  std::vector<TrafficClass> classes;

  // True when the node can ever send.
  bool sends(NodeId source) const;
  // The source's row of the traffic matrix that is really sent: the pattern's, where `self` is
  // false without the own node, its share spread over the others in proportion (the row's sum
  // stays). Of a mixture: by flits.
  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const;
  // This traffic with its matrix as it is in a cycle, for those who ask for rows alone.
  Traffic at(Cycle cycle) const;
  // That at every time between changes; this traffic alone where there are none.
  std::vector<Traffic> phases() const;
  // Of this traffic and, drawn from it, of its classes.
  void set_seed(std::uint64_t new_seed);
};

// A part of the traffic that is sent beside others and that results tell apart.
struct TrafficClass {
  std::string name;
  Traffic traffic;            // without classes
  double load_share = 1;      // of the flits of all classes, above 0; those of all sum to 1
  std::uint8_t priority = 0;  // 0 .. kMostPriority; the highest goes first, at nodes and in routers
  std::uint8_t message_class = 0;  // whose VCs it uses
};
inline constexpr unsigned kMostPriority = 7;
inline constexpr std::size_t kMostTrafficClasses = 16;

// Classes that are sent at the same time, at least one. Their load shares are scaled to sum to 1.
Traffic mixed_traffic(std::vector<TrafficClass> classes);

// Lets the traffic send a workload: pattern, injection and lengths of packets.
void send_workload(std::shared_ptr<const WorkloadPlan> plan, Traffic& traffic);

// The traffic in parts that each use one message class: its classes; of a workload a part for each
// message class that it uses, whose rows add up to those of the whole; else all as message class 0.
// The rows of the whole are those of the parts times their load shares.
std::vector<TrafficClass> by_message_class(const Traffic& traffic, std::uint32_t message_classes);

// The packets of one node in the order of their birth. A copyable value: a copy yields the same
// packets again, which lets a saturated source keep a position instead of a backlog.
class PacketStream {
 public:
  struct Packet {
    Cycle birth = kNever;  // kNever: the stream has ended, or waits for a release
    NodeId destination;
    std::uint16_t flits = 0;

    bool operator==(const Packet&) const = default;
    void state(Archive& archive) { archive(birth, destination, flits); }
  };

  // `traffic` must outlive the stream.
  PacketStream(const Traffic& traffic, NodeId source);

  Packet next();
  // Of the packet that was given last: 0, 1, ... in the order of births. Those that the pattern
  // sends nowhere count, too.
  std::uint64_t number() const {
    return messages_ * traffic_->packets_per_message - packets_left_ - 1;
  }
  // Messages of a plan up to this frame may be born, those that waited for it in this cycle.
  void release(std::uint32_t frame, Cycle cycle) {
    state_.frame = frame;
    state_.cycle = cycle;
  }

  bool operator==(const PacketStream&) const = default;
  // Of a stream of the same traffic and node.
  void state(Archive& archive);
  NodeId destination() const { return packet_.destination; }  // of the present message
  // Whether there is a last packet.
  bool ends() const { return traffic_->messages_per_node || traffic_->injection->frames() > 0; }

 private:
  bool next_message();  // false: there is none for now

  const Traffic* traffic_;
  NodeId source_;
  std::uint32_t packets_left_ = 0;  // of the present message
  RandomStream random_;
  InjectionState state_;
  std::uint64_t messages_ = 0;  // messages born so far, unsent ones included
  Packet packet_;               // of the present message
};

}  // namespace orthant
