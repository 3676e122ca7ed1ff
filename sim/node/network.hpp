// The interface of a running network for measurement, whatever its node model and width of masks.
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

// Number of backlog samples of a window, without the first one at its beginning.
inline constexpr std::size_t kBacklogSamples = 30;

class Network {
 public:
  virtual ~Network() = default;
  // Ticks per cycle: 1 unless some port moves more than a flit per cycle, or nodes have a clock.
  virtual std::uint32_t ticks_per_cycle() const = 0;
  // Cycles in which about one flit crosses a channel, in a model whose cycles are much shorter than
  // that; otherwise 1.
  virtual Cycle cycles_per_flit() const { return 1; }
  // Called on ranks other than 0: follows the calls of rank 0 until its network ends.
  virtual void follow() { assert(false && "a network of one process"); }
  // Simulates all ticks before `tick`.
  virtual void advance(Tick tick) = 0;
  // Releases the messages of a plan up to this frame. Requires that all earlier messages are
  // drained and that the cycle has not begun; called only where validate() lets a plan pass.
  virtual void release([[maybe_unused]] std::uint32_t frame, [[maybe_unused]] Cycle cycle) {
    assert(false && "a model without schedules");
  }
  // Adds the times of a workload's operations, for the ranks that are simulated here.
  virtual void add_times([[maybe_unused]] WorkloadTimes& times) const {}
  virtual Tick now() const = 0;
  // If no packet is under way, returns the tick of the next generation (kNever: none), before which
  // nothing can go wrong; otherwise now().
  virtual Tick quiet_until() const = 0;

  // Returns the counts up to now; valid until the network advances.
  virtual const Recorder& recorder() = 0;
  // Makes `tracer` record the events of packets. Called at the beginning, on a network that was
  // made for tracing (Stepping::traced).
  virtual void trace([[maybe_unused]] PacketTracer& tracer) {
    assert(false && "a network in several blocks");
  }
  // Forwarded to the recorder.
  virtual void open_window(Tick from, Tick to, std::size_t batches) = 0;
  virtual void observe(PacketLog* log, FlowCounts* flows) = 0;
  virtual void count_deliveries() = 0;
  // Flits that have crossed each channel so far.
  virtual std::vector<std::uint64_t> channel_flits() const = 0;
  virtual std::uint64_t flit_hops() const = 0;
  // Makes the network count what a snapshot of activity needs. Called before anything is simulated.
  virtual void count_activity() {}
  // Share of all transmissions between routers that were refused; nullopt where a router never
  // refuses one.
  virtual std::optional<double> refused_fraction() const { return std::nullopt; }
  // If packets wait but none has entered or left a router for this many ticks, none is expected to
  // move again; nullopt if no such time is known.
  virtual std::optional<Tick> standstill_ticks() const { return std::nullopt; }
  // Flits that have left source queues and are not yet delivered.
  virtual std::uint64_t flits_inside() const = 0;
  // Source queues of each node: one for every class of traffic.
  virtual std::size_t sources_per_node() const = 0;
  // Flits generated but not yet injected, [node][source].
  virtual std::vector<std::uint64_t> backlog_flits() const = 0;
  // True if no node will create another packet, unless a frame is released, and every packet
  // created is delivered.
  virtual bool drained() const = 0;

  // Called between two calls of advance().
  virtual Snapshot snapshot(Snapshot::Purpose purpose) const = 0;
  // Aborts with a message unless flits in = out + inside and all credits are accounted for.
  void check_conservation() const {
    snapshot(Snapshot::Purpose::kConservation).require_conserved();
  }
  WaitGraph wait_graph() const { return std::move(snapshot(Snapshot::Purpose::kWaits).waits()); }
  // Returns the activity of each router so far. Requires count_activity() before anything is
  // simulated; empty for a model without such counts.
  std::vector<RouterActivity> activity() const {
    return std::move(snapshot(Snapshot::Purpose::kActivity).activity());
  }
  // True if some head of a buffer has not moved since the last call.
  virtual bool has_stalled_head() = 0;
  virtual MemoryEstimate memory() const = 0;

  // Archives everything that changes during the run, between two calls of advance(). A network
  // built from the same parts, with as many observers, continues from this state in the same way.
  virtual void state(Archive& archive) = 0;
};

// Functions of workload_report.cpp. Returns the end of the last operation that has finished.
Cycle completion_cycles(const WorkloadTimes& times);
// Returns the plan with the messages that its receives took; nullopt: none of its ranks chooses.
std::optional<WorkloadPlan> chosen_plan(const WorkloadPlan& plan, const WorkloadTimes& times);
WaitingOperations waiting_operations(const Workload& workload, const WorkloadTimes& times);
// Sets `workload` and `jobs` of the result. All operations must have finished; `plan` has no
// choices.
void report_workload(const NetworkParts& parts, const WorkloadPlan& plan,
                     const WorkloadTimes& times, SimulationResult& result);

// The node models, and the memory() of each without building it.
std::unique_ptr<Network> make_input_queued_network(const NetworkParts& parts);
MemoryEstimate input_queued_memory(const NetworkParts& parts);
std::unique_ptr<Network> make_output_queued_network(const NetworkParts& parts);
MemoryEstimate output_queued_memory(const NetworkParts& parts);

}  // namespace orthant
