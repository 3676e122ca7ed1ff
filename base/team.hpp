// Threads that take steps together: nobody begins the next one before all have ended this one. For
// steps of microseconds: a member that is done early looks again and again whether the others are,
// and sleeps, to be woken, where that takes long.
//
// A step has parts that do not depend on each other. The members share them; where other programs
// use the cores, fewer members take more parts each (base/team_size.hpp), and the others sleep.
// Nobody is pinned to a core: which ones are free is for the operating system to say.
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
  // What a part asks for at the end of a step.
  enum class Pause : std::uint8_t {
    kNone,
    kIfAll,  // a pause, where all others ask for one too
    kNow
  };
  using Step = FunctionRef<Pause(std::size_t part)>;

  // The calling thread is the first member; there are others, one for each further part or as many
  // as the system lets begin. By cores: no more than the machine has.
  explicit Team(std::size_t parts, TeamSizing sizing = TeamSizing::kByCores);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  std::size_t parts() const { return parts_; }
  std::size_t members_at_work() const { return at_work_; }

  // Calls step(part) for every part again and again. In a pause the calling thread calls
  // in_pause(), and sees all that the others wrote, as they see what it writes; false: that was
  // all. Where a call throws, that step is the last one: rethrows it, of several the one of the
  // first part. To be called by the thread that made the team.
  void run(Step step, FunctionRef<bool()> in_pause);
  // One step.
  void run(FunctionRef<void(std::size_t part)> step);

 private:
  using Clock = std::chrono::steady_clock;
  using Duration = TeamSize::Duration;

  // What others read while a member writes something else is lines of the cache apart from it.
  static constexpr std::size_t kApart = 128;

  static constexpr std::uint32_t kNotBegun = ~std::uint32_t{0};
  enum class Task : std::uint8_t { kSteps, kProbe, kEnd };

  // To a member; written by the first one while the member is idle.
  struct alignas(kApart) Order {
    std::atomic<std::uint32_t> number = 0;  // written last
    Task task = Task::kSteps;
    std::size_t members = 0;    // of kSteps
    std::uint32_t meeting = 0;  // of kSteps: the last one
    int core = -1;              // of the first member
    Clock::time_point given = {};
  };
  // Of a member.
  struct alignas(kApart) Report {
    // The last two meetings to which the member came, and what it asked for.
    std::array<std::atomic<std::uint32_t>, 2> arrivals = {};
    std::atomic<std::uint32_t> done = kNotBegun;  // number of the last order it has carried out
    std::atomic<bool> had_core = false;           // during a probe
    std::atomic<std::int64_t> step_ns = 0;        // its parts of a step, uninterrupted, of late
    std::uint32_t steps_to_sample = 1;            // for the member alone
  };
  // Steps of all members that have not been judged.
  struct Stretch {
    Duration elapsed{};
    Clock::time_point resumed = {};
    std::uint32_t steps = 0;
  };

  void start_threads();
  void serve(std::size_t member);
  void give(std::size_t member, Task task);
  bool is_idle(std::size_t member) const;
  void wait_until_idle(std::size_t member) const;

  bool lead_steps();  // true: to a pause
  unsigned take_steps(std::size_t member, std::size_t members, std::uint32_t& meeting);
  Pause take_parts(std::size_t member, std::size_t members);
  Pause sample_parts(std::size_t member, std::size_t members);
  unsigned meet(std::size_t member, std::size_t members, std::uint32_t meeting, unsigned asked);
  std::uint32_t wait_for_change(const std::atomic<std::uint32_t>& word, std::uint32_t old) const;
  template <class F>
  void attempt(std::size_t part, const F& f);

  void choose_size(bool was_sampled);
  void judge_stretch(Duration now);
  void look_at_probe(Duration now);
  void probe(std::size_t member);

  std::size_t parts_;
  TeamSizing sizing_;
  bool by_cores_;
  const Step* step_ = nullptr;
  std::vector<std::exception_ptr> thrown_;  // [part]
  std::atomic<bool> failed_ = false;        // a part has thrown
  std::vector<Order> orders_;               // [member]
  std::vector<Report> reports_;             // [member]
  std::vector<std::jthread> threads_;       // [member - 1]
  int most_looks_;
  // For the first member alone.
  TeamSize size_;
  std::size_t at_work_;
  std::size_t probe_begin_ = 0, probe_end_ = 0;  // members being probed; an end of 0: none
  std::size_t steps_ = 0;                        // of kRotating
  std::uint32_t meeting_ = 0;
  Stretch stretch_;
};

}  // namespace orthant
