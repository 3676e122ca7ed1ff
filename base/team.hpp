// Threads that take steps together: nobody begins the next one before all have ended this one. For
// steps of microseconds: who is done early looks again and again whether the others are, and naps
// only where that takes long. Where threads share cores it sleeps till they are: a core that is
// only looked from, or given away in turn, is one that somebody else could have used.
//
// Tested by: tests/base/team_test.cpp
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "base/cores.hpp"
#include "base/function_ref.hpp"

namespace orthant {

class Team {
 public:
  // What a member asks for at the end of a step.
  enum class Pause : std::uint8_t {
    kNone,
    kIfAll,  // a pause, where all others ask for one too
    kNow
  };
  using Step = FunctionRef<Pause(std::size_t member)>;

  // The calling thread is the first member; the others begin now, or as many as the system lets
  // begin. Each is kept on a core of its own where there are so many; else they make way for each
  // other.
  Team(std::size_t members, std::span<const CoreNumber> cores);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  std::size_t size() const { return members_; }

  // Every member calls step(member) again and again. In a pause the first member calls in_pause(),
  // and sees all that the others wrote, as they see what it writes; false: that was all. Where a
  // call throws, that step is the last one: rethrows it, of several the one of the first member. To
  // be called by the thread that made the team.
  void run(Step step, FunctionRef<bool()> in_pause);
  // One step.
  void run(FunctionRef<void(std::size_t member)> step);

 private:
  // What others read while a member writes something else is lines of the cache apart from it.
  static constexpr std::size_t kApart = 128;

  struct alignas(kApart) Arrivals {
    // The last two meetings to which a member came: number and what the member asked for.
    std::array<std::atomic<std::uint32_t>, 2> last = {};
    std::uint32_t meeting = 0;  // for the member alone
  };

  void serve(std::size_t member);
  void take_steps(std::size_t member);
  template <class F>
  void attempt(std::size_t member, const F& f);
  bool meet(std::size_t member, Pause asked);
  void wake_sleepers();
  std::uint32_t wait_for(const std::atomic<std::uint32_t>& arrival, std::uint32_t meeting) const;

  bool pinned_;
  std::optional<Pin> pin_;
  const Step* step_ = nullptr;
  const FunctionRef<bool()>* in_pause_ = nullptr;
  std::vector<std::exception_ptr> thrown_;  // [member]
  std::atomic<bool> failed_ = false;        // somebody has thrown
  bool goes_on_ = false;
  bool ends_ = false;
  std::atomic<std::size_t> members_;  // changed, if at all, before the first meeting
  std::vector<Arrivals> arrivals_;    // [member]
  mutable std::mutex mutex_;          // of `sleepers_`
  mutable std::condition_variable arrival_;
  mutable std::size_t sleepers_ = 0;
  std::vector<std::jthread> threads_;
};

}  // namespace orthant
