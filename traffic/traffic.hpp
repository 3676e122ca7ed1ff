// Traffic of the nodes: a pattern gives the destinations of messages, an injection process their
// times, and a mix the packet lengths. Patterns and processes are immutable and shared; a node's
// state is in its PacketStream.
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

// Injection rate of a source from a cycle on, relative to Pattern::mean_rate().
struct RateStep {
  Cycle from = 0;
  double rate = 1;
};

// Destinations of messages and, from the same definition, the exact traffic matrix.
class Pattern {
 public:
  virtual ~Pattern() = default;
  // Destination of message number `message` (0, 1, ...) of `source`; nullopt: the message is not
  // sent, because the source's row sums to less than 1. The destination may be the source itself.
  virtual std::optional<NodeId> destination(NodeId source, std::uint64_t message,
                                            RandomStream& random) const = 0;
  // Destination of a message generated in cycle `cycle`; the cycle matters only if the traffic
  // matrix changes over time.
  virtual std::optional<NodeId> destination_at(Cycle cycle, NodeId source, std::uint64_t message,
                                               RandomStream& random) const;
  // Visits the positive entries of the source's row of the traffic matrix (average over messages),
  // by ascending destination. The entries sum to at most 1; if there is a mean_rate(), to the
  // source's rate divided by mean_rate().
  virtual void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const = 0;
  // True if the source's row has a positive entry; the entry of the source itself counts only with
  // `self`. The default walks the row; patterns with long rows override it.
  virtual bool sends(NodeId source, bool self) const;

  // Mean rate of the sending nodes, in flits per cycle, if the pattern defines a rate per source;
  // for changing rates, the largest such mean over time. nullopt: all sources have the same rate.
  virtual std::optional<double> mean_rate() const { return std::nullopt; }
  // Rates of the source divided by mean_rate(). Each rate holds from its cycle on; the first one
  // holds from cycle 0 on.
  virtual std::vector<RateStep> rates_of(NodeId source) const;
  // Largest entry of rates_of() over all sources; if there is no mean_rate(), the largest row sum.
  virtual double largest_rate() const { return 1; }
  // Cycles above 0 at which the matrix changes, ascending; empty if it never does.
  virtual std::vector<Cycle> changes() const { return {}; }
  // row() at the given cycle.
  virtual void row_at(Cycle cycle, NodeId source, FunctionRef<void(NodeId, double)> visit) const;
};

// ---- schedules ----------------------------------------------------------------------------------

// A plan of messages in frames. The messages of a frame are released together, once all messages of
// previous frames are delivered.
class SendPlan {
 public:
  struct Message {
    NodeId source, destination;
    std::uint32_t frame = 0;
  };
  // Frames are numbered from 0 without gaps. Messages of one source and frame keep their order.
  SendPlan(std::size_t nodes, std::vector<Message> messages);

  // The messages of a source, by ascending frame.
  std::span<const Message> of(NodeId source) const {
    return std::span(messages_).subspan(first_[source.index()],
                                        first_[source.index() + 1] - first_[source.index()]);
  }
  std::uint32_t frames() const { return frames_; }

 private:
  std::vector<Message> messages_;   // by source, then frame
  std::vector<std::size_t> first_;  // per source; sources + 1 entries
  std::uint32_t frames_ = 0;
};

// Message i of a node goes to the destination of the node's i-th message in the plan. In the
// traffic matrix a destination has its share of the source's messages.
std::unique_ptr<Pattern> planned_pattern(std::shared_ptr<const SendPlan> plan);

// ---- injection ----------------------------------------------------------------------------------

// The state of one node's process; each process defines its meaning.
struct InjectionState {
  Cycle cycle = 0;      // clock, whole cycles; kNever: no more messages
  double fraction = 0;  // clock, fraction, 0 .. 1
  std::uint64_t count = 0;
  std::uint32_t frame = 0;  // of a plan: the last released frame, released in `cycle`
  bool started = false;

  bool operator==(const InjectionState&) const = default;
  void state(Archive& archive) {
    archive(cycle);
    archive.within(fraction, 0.0, 1.0, "the clock of a source");
    archive(count, frame, started);
  }
  // Advances the clock without losing precision over time; beyond 2^62 cycles it stays at kNever.
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

// Long-run generation rate of a node.
struct GenerationRate {
  double per_cycle = 0;   // messages
  double dispersion = 0;  // variance / mean of the number of messages; 0: regular
};

// Generation times of a node's messages.
class Injection {
 public:
  virtual ~Injection() = default;
  // Returns the generation cycle of the next message, which is not before that of the previous one.
  // kNever: there is no further message, or its frame is not released yet.
  virtual Cycle next(NodeId source, InjectionState& state, RandomStream& random) const = 0;
  // Number of frames of a plan; the first frame is released at the start. 0: there are no frames,
  // and only Traffic::messages_per_node limits the number of messages.
  virtual std::uint32_t frames() const { return 0; }
  // Long-run generation rate; zero for finite processes and for changing rates.
  virtual GenerationRate rate(NodeId) const { return {}; }
  // True if generation after any cycle is independent of the past.
  virtual bool is_memoryless() const { return false; }
};

// Gives each source of a pattern with mean_rate() its own process, make(rate of the source /
// mean_rate()). If the rate of a source changes, its process restarts with the new rate.
std::unique_ptr<Injection> injection_by_source(
    const Pattern& pattern, std::size_t nodes,
    FunctionRef<std::shared_ptr<const Injection>(double)> make);

// ---- packet streams -----------------------------------------------------------------------------

// Packet lengths in flits with their weights; a share counts packets, not flits.
class PacketLengths {
 public:
  struct Part {
    std::uint16_t flits = 1;
    double share = 1;
  };
  // Throws KeyError("traffic.packet_flits", ...) unless there is at least one part, lengths are >=
  // 1, shares are > 0 and sum to 1; with `normalize` the sum is scaled to 1.
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
  // If false, a message from a node to itself is redrawn; a node without another destination is
  // idle.
  bool self = true;
  // A node generates nothing after this many messages, unsent ones included.
  std::optional<std::uint64_t> messages_per_node;
  std::uint64_t seed = 1;
  // Messages with dependencies (send_workload()): the nodes decide when to generate them, and the
  // injection process is unused. nullptr: none.
  std::shared_ptr<const WorkloadPlan> workload = {};
  // Classes of traffic that are sent concurrently, each from its own source queue at every node.
  // The other members then describe the mixture of the classes (mixed_traffic()), and no packet is
  // drawn from them. Empty: no classes.
  std::vector<TrafficClass> classes;

  // True if the node can ever send.
  bool sends(NodeId source) const;
  // Visits the source's row of the effective traffic matrix. This is the pattern's row, but if
  // `self` is false, the share of the source itself is distributed over the other destinations in
  // proportion, which keeps the sum of the row. A mixture weights its classes by flits.
  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const;
  // This traffic with its matrix frozen at a cycle; only for computing rows.
  Traffic at(Cycle cycle) const;
  // The traffic in every interval between changes of the matrix; only this traffic if there are
  // none.
  std::vector<Traffic> phases() const;
  // Sets the seed of this traffic, and derives the seeds of its classes from it.
  void set_seed(std::uint64_t new_seed);
};

// A part of the traffic that is sent concurrently with other parts and reported separately.
struct TrafficClass {
  std::string name;
  Traffic traffic;                 // without classes
  double load_share = 1;           // share of the flits of all classes, above 0; all sum to 1
  std::uint8_t priority = 0;       // 0 .. kMaxPriority; the highest wins, at nodes and in routers
  std::uint8_t message_class = 0;  // selects the VCs it uses
};
inline constexpr unsigned kMaxPriority = 7;
inline constexpr std::size_t kMaxTrafficClasses = 16;

// Combines one or more classes, whose load shares are scaled to sum to 1.
Traffic mixed_traffic(std::vector<TrafficClass> classes);

// Sets pattern, injection and packet lengths to those of a workload.
void send_workload(std::shared_ptr<const WorkloadPlan> plan, Traffic& traffic);

// Splits the traffic by message class. Traffic with classes is split into its classes. A workload
// is split into one part for each message class that it uses. All other traffic is one part, of
// message class 0. The rows of the parts, times their load shares, add up to the rows of the whole.
std::vector<TrafficClass> by_message_class(const Traffic& traffic, std::uint32_t message_classes);

// The packets of one node in order of generation. A copyable value: a copy yields the same packets
// again, so a saturated source stores a position instead of a backlog.
class PacketStream {
 public:
  struct Packet {
    Cycle generated = kNever;  // kNever: the stream has ended, or waits for a release
    NodeId destination;
    std::uint16_t flits = 0;

    bool operator==(const Packet&) const = default;
    void state(Archive& archive) { archive(generated, destination, flits); }
  };

  // `traffic` must outlive the stream.
  PacketStream(const Traffic& traffic, NodeId source);

  Packet next();
  // Number of the last packet from next(), in order of generation; packets of unsent messages
  // count, too.
  std::uint64_t number() const {
    return messages_ * traffic_->packets_per_message - packets_left_ - 1;
  }
  // Releases the messages of a plan up to this frame; messages that waited for this are generated
  // in this cycle.
  void release(std::uint32_t frame, Cycle cycle) {
    state_.frame = frame;
    state_.cycle = cycle;
  }

  bool operator==(const PacketStream&) const = default;
  // Saves or restores the state; the stream that restores it must have the same traffic and node.
  void state(Archive& archive);
  NodeId destination() const { return packet_.destination; }  // of the current message
  // True if there is a last packet.
  bool ends() const { return traffic_->messages_per_node || traffic_->injection->frames() > 0; }

 private:
  bool next_message();  // returns false if there is no message at present

  const Traffic* traffic_;
  NodeId source_;
  std::uint32_t packets_left_ = 0;  // of the current message
  RandomStream random_;
  InjectionState state_;
  std::uint64_t messages_ = 0;  // messages generated so far, unsent ones included
  Packet packet_;               // of the current message
};

}  // namespace orthant
