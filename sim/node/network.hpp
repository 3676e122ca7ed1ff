// What the measurement needs of a running network, whatever its node model and width of masks.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/archive.hpp"
#include "sim/measure/packet_trace.hpp"
#include "sim/measure/recorder.hpp"
#include "sim/node/snapshot.hpp"
#include "sim/node/workload_ranks.hpp"
#include "sim/options.hpp"
#include "sim/result.hpp"

namespace orthant {

// Of a window, after the first one at its beginning.
inline constexpr std::size_t kBacklogSamples = 30;

class Network {
 public:
  virtual ~Network() = default;
  // Ticks per cycle: 1 unless some port moves more than a flit per cycle, or nodes have a clock.
  virtual std::uint32_t ticks_per_cycle() const = 0;
  // Cycles in which about one flit crosses a channel, where cycles are much shorter than that.
  virtual Cycle cycles_per_flit() const { return 1; }
  // Of a rank other than 0: takes part in what rank 0 does with the network, until that has none.
  virtual void follow() { assert(false && "a network of one process"); }
  // Simulates all ticks before `tick`.
  virtual void advance(Tick tick) = 0;
  // Releases the messages of a plan up to this frame. Requires that everything before is drained
  // and that the cycle has not begun; called only where validate() lets a plan pass.
  virtual void release([[maybe_unused]] std::uint32_t frame, [[maybe_unused]] Cycle cycle) {
    assert(false && "a model without schedules");
  }
  // Of a workload: when its operations happened, those of the ranks that are simulated here.
  virtual void add_times([[maybe_unused]] WorkloadTimes& times) const {}
  virtual Tick now() const = 0;
  // Where nothing that was created is under way: the tick of the next generation, before which
  // nothing can go wrong; kNever: there is none. Else now().
  virtual Tick quiet_until() const = 0;

  // What was counted up to now; valid until the network moves on.
  virtual const Recorder& recorder() = 0;
  // From now on, which is the beginning, `tracer` records what happens to packets. Of a network
  // that was made for it (Stepping::traced).
  virtual void trace([[maybe_unused]] PacketTracer& tracer) {
    assert(false && "a network in several blocks");
  }
  // Those of the recorder.
  virtual void open_window(Tick from, Tick to, std::size_t batches) = 0;
  virtual void observe(PacketLog* log, FlowCounts* flows) = 0;
  virtual void count_deliveries() = 0;
  // Flits that have crossed each channel so far.
  virtual std::vector<std::uint64_t> channel_flits() const = 0;
  virtual std::uint64_t flit_hops() const = 0;
  // From the beginning on, what a snapshot for activity needs.
  virtual void count_activity() {}
  // Share of all transmissions between routers that were refused; nullopt where a router never
  // refuses one.
  virtual std::optional<double> refused_fraction() const { return std::nullopt; }
  // Where packets wait but none has entered a router or left one for so many ticks, none is
  // expected to ever again; nullopt where no such time is known.
  virtual std::optional<Tick> standstill_ticks() const { return std::nullopt; }
  // Flits that have left source queues and are not yet delivered.
  virtual std::uint64_t flits_inside() const = 0;
  // Source queues of each node: one for every class of traffic.
  virtual std::size_t sources_per_node() const = 0;
  // Flits generated but not yet injected, [node][source].
  virtual std::vector<std::uint64_t> backlog_flits() const = 0;
  // True when no node will create another packet, unless a frame is released, and everything
  // created is delivered.
  virtual bool drained() const = 0;

  // Between two calls of advance().
  virtual Snapshot snapshot(Snapshot::Purpose purpose) const = 0;
  // Aborts with a message unless flits in = out + inside and all credits are accounted for.
  void check_conservation() const {
    snapshot(Snapshot::Purpose::kConservation).require_conserved();
  }
  WaitGraph wait_graph() const { return std::move(snapshot(Snapshot::Purpose::kWaits).waits()); }
  // What each router did so far. Requires count_activity() before anything is simulated; a model
  // that has no such counts leaves it empty.
  std::vector<RouterActivity> activity() const {
    return std::move(snapshot(Snapshot::Purpose::kActivity).activity());
  }
  // True when some head of a buffer has not moved since the last call.
  virtual bool has_stalled_head() = 0;
  virtual MemoryEstimate memory() const = 0;

  // Everything that changes while it runs, between two calls of advance(). A network that is built
  // from the same parts, with as many observers, goes on from this state in the same way.
  virtual void state(Archive& archive) = 0;
};

// Of a workload, by the times of its operations: the end of the last one that has ended, and what
// is reported of a run in which all have (workload_report.cpp).
Cycle completion_cycles(const WorkloadTimes& times);
// With the messages that its receives took; nullopt: none of its ranks chooses.
std::optional<WorkloadPlan> chosen_plan(const WorkloadPlan& plan, const WorkloadTimes& times);
WaitingOperations waiting_operations(const Workload& workload, const WorkloadTimes& times);
// Sets `workload` and `jobs`. `plan`: without choices.
void report_workload(const NetworkParts& parts, const WorkloadPlan& plan,
                     const WorkloadTimes& times, SimulationResult& result);

// The node models, and the memory() of each without building it.
std::unique_ptr<Network> make_input_queued_network(const NetworkParts& parts);
MemoryEstimate input_queued_memory(const NetworkParts& parts);
std::unique_ptr<Network> make_output_queued_network(const NetworkParts& parts);
MemoryEstimate output_queued_memory(const NetworkParts& parts);

}  // namespace orthant
