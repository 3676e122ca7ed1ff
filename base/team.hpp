// A team of threads that execute steps separated by barriers. Designed for steps of microseconds: a
// member that waits spins first, then sleeps.
//
// A step consists of independent parts that the members share. When other programs use the cores,
// fewer members take more parts each (base/team_size.hpp) and the others sleep. Threads are not
// pinned: the operating system places them.
//
// Tested by: tests/base/team_test.cpp
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

#include "base/function_ref.hpp"
#include "base/team_size.hpp"

namespace orthant {

class Team {
 public:
  // What a part requests at the end of a step.
  enum class Pause : std::uint8_t {
    kNone,
    kIfAll,  // pause if all parts request one
    kNow
  };
  using Step = FunctionRef<Pause(std::size_t part)>;

  // The calling thread is the first member; one thread is started per further part, or as many as
  // the system allows. With sizing by cores, there are no more members than cores.
  explicit Team(std::size_t parts, TeamSizing sizing = TeamSizing::kByCores);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  std::size_t parts() const { return parts_; }
  std::size_t active_members() const { return active_; }

  // Calls step(part) for every part, step after step. In a pause, all writes are visible to all
  // members, and the calling thread calls in_pause(), which returns false to end the run. If a call
  // throws, the step is the last one, and the exception of the first part that threw is rethrown.
  // Must be called by the thread that created the team.
  void run(Step step, FunctionRef<bool()> in_pause);
  // Runs one step.
  void run(FunctionRef<void(std::size_t part)> step);

 private:
  using Clock = std::chrono::steady_clock;
  using Duration = TeamSize::Duration;

  // Avoids false sharing: data written by different members lie on different cache lines.
  static constexpr std::size_t kInterferenceBytes = 128;

  static constexpr std::uint32_t kNotStarted = ~std::uint32_t{0};
  enum class Task : std::uint8_t { kSteps, kProbe, kEnd };

  // Command to a member, written by the first member while the member is idle.
  struct alignas(kInterferenceBytes) Command {
    std::atomic<std::uint32_t> number = 0;  // sequence number, written last
    Task task = Task::kSteps;
    std::size_t members = 0;    // for kSteps
    std::uint32_t barrier = 0;  // for kSteps: number of the last barrier
    int core = -1;              // core of the first member
    Clock::time_point sent = {};
  };
  // Report of a member.
  struct alignas(kInterferenceBytes) Report {
    // The last two barriers at which the member arrived, with its request.
    std::array<std::atomic<std::uint32_t>, 2> arrivals = {};
    std::atomic<std::uint32_t> done = kNotStarted;  // number of the last command executed
    std::atomic<bool> had_core = false;             // during a probe
    std::atomic<std::int64_t> step_ns = 0;  // running average of its parts, preemption excluded
    std::uint32_t steps_to_sample = 1;      // private to the member
  };
  // Steps of all members since the size was last evaluated.
  struct Interval {
    Duration elapsed{};
    Clock::time_point resumed = {};
    std::uint32_t steps = 0;
  };

  void start_threads();
  void serve(std::size_t member);
  void send_command(std::size_t member, Task task);
  bool is_idle(std::size_t member) const;
  void wait_until_idle(std::size_t member) const;

  bool lead_steps();  // true: ended by a pause
  unsigned run_steps(std::size_t member, std::size_t members, std::uint32_t& barrier);
  Pause run_parts(std::size_t member, std::size_t members);
  Pause time_parts(std::size_t member, std::size_t members);
  unsigned wait_at_barrier(std::size_t member, std::size_t members, std::uint32_t barrier,
                           unsigned requested);
  std::uint32_t wait_for_change(const std::atomic<std::uint32_t>& word, std::uint32_t old) const;
  template <class F>
  void run_guarded(std::size_t part, const F& f);

  void choose_size(bool was_sampled);
  void evaluate_interval(Duration now);
  void poll_probe(Duration now);
  void probe(std::size_t member);

  std::size_t parts_;
  TeamSizing sizing_;
  bool by_cores_;
  const Step* step_ = nullptr;
  std::vector<std::exception_ptr> exceptions_;  // [part]
  std::atomic<bool> failed_ = false;            // a part has thrown
  std::vector<Command> commands_;               // [member]
  std::vector<Report> reports_;                 // [member]
  std::vector<std::jthread> threads_;           // [member - 1]
  int max_spins_;
  // Used by the first member only.
  TeamSize size_;
  std::size_t active_;
  std::size_t probe_begin_ = 0, probe_end_ = 0;  // members being probed; none if probe_end_ is 0
  std::size_t steps_ = 0;                        // for kRotating
  std::uint32_t barrier_ = 0;
  Interval interval_;
};

}  // namespace orthant
