#include "base/team.hpp"

#include <algorithm>
#include <cassert>
#include <system_error>

#include "base/cores.hpp"

namespace orthant {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

// Result of a barrier: continue, pause, or regroup with another number of members.
enum BarrierResult : unsigned { kContinue = 0, kPause = 1, kRegroup = 2 };
constexpr unsigned kRegroupRequested = 4;  // combined with a Pause
constexpr unsigned kRequestBits = 3;

void relax_core() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

Team::Team(std::size_t parts, TeamSizing sizing)
    : parts_(std::max<std::size_t>(parts, 1)),
      sizing_(sizing),
      by_cores_(sizing == TeamSizing::kByCores || sizing == TeamSizing::kByCoresFromOne),
      exceptions_(parts_),
      commands_(by_cores_ ? std::min(parts_, usable_cores()) : parts_),
      reports_(commands_.size()),
      max_spins_(by_cores_ ? 16'000 : 50),
      size_(1, 1, 1, {}),
      active_(1) {
  start_threads();
  const std::size_t most = 1 + threads_.size();
  const std::size_t first = sizing == TeamSizing::kByCoresFromOne ? 1 : most;
  size_ = TeamSize(parts_, most, first, Clock::now().time_since_epoch());
  active_ = size_.members();
}

void Team::start_threads() {
  try {
    for (std::size_t member = 1; member < commands_.size(); ++member) {
      commands_[member].core = current_core();
      threads_.emplace_back([this, member] { serve(member); });
    }
  } catch (const std::system_error&) {  // the threads that did start suffice
  }
}

Team::~Team() {
  for (std::size_t member = 1; member <= threads_.size(); ++member) {
    wait_until_idle(member);
    send_command(member, Task::kEnd);
  }
}

void Team::run(Step step, FunctionRef<bool()> in_pause) {
  step_ = &step;
  std::ranges::fill(exceptions_, nullptr);
  failed_ = false;
  bool continues = true;
  while (continues) {
    if (!lead_steps()) continue;
    continues = false;
    if (!failed_) run_guarded(0, [&] { continues = in_pause(); });
  }
  for (const std::exception_ptr& exception : exceptions_)
    if (exception) std::rethrow_exception(exception);
}

void Team::run(FunctionRef<void(std::size_t)> step) {
  run(
      [&](std::size_t part) {
        step(part);
        return Pause::kNow;
      },
      [] { return false; });
}

void Team::serve(std::size_t member) {
  const Command& command = commands_[member];
  std::atomic<std::uint32_t>& done = reports_[member].done;
  leave_core(command.core);
  std::uint32_t number = 0;
  while (true) {
    done = number;
    done.notify_one();
    number = wait_for_change(command.number, number);
    if (command.task == Task::kEnd) return;
    std::uint32_t barrier = command.barrier;
    leave_core(command.core);
    if (command.task == Task::kSteps)
      run_steps(member, command.members, barrier);
    else
      probe(member);
  }
}

// Requires that the member is idle, so that it does not read what is written here.
void Team::send_command(std::size_t member, Task task) {
  Command& command = commands_[member];
  command.task = task;
  command.members = active_;
  command.barrier = barrier_;
  command.core = current_core();
  command.sent = Clock::now();
  command.number = command.number + 1;
  command.number.notify_one();
}

bool Team::is_idle(std::size_t member) const {
  return reports_[member].done.load(std::memory_order_acquire) ==
         commands_[member].number.load(std::memory_order_relaxed);
}

void Team::wait_until_idle(std::size_t member) const {
  while (!is_idle(member)) {
    const std::uint32_t done = reports_[member].done;
    if (!is_idle(member)) wait_for_change(reports_[member].done, done);
  }
}

// Resets the arrivals, since a stale arrival could be mistaken for that of a future barrier. All
// other members are idle until the first command, so no member reads the arrivals meanwhile.
bool Team::lead_steps() {
  for (std::size_t member = 1; member < active_; ++member) wait_until_idle(member);
  if (active_ != size_.members()) interval_ = {};
  for (std::size_t member = 0; member < size_.members(); ++member) {
    Report& report = reports_[member];
    for (auto& arrival : report.arrivals) arrival = barrier_ << kRequestBits;
    if (active_ == size_.members()) continue;
    report.step_ns = 0;
    report.steps_to_sample = 1;
  }
  active_ = size_.members();
  for (std::size_t member = 1; member < active_; ++member) send_command(member, Task::kSteps);
  if (active_ > 1) interval_.resumed = Clock::now();
  const unsigned result = run_steps(0, active_, barrier_);
  if (active_ > 1) interval_.elapsed += Clock::now() - interval_.resumed;
  return (result & kPause) != 0;
}

// The first member also ends the steps if it finds a better number of members.
unsigned Team::run_steps(std::size_t member, std::size_t members, std::uint32_t& barrier) {
  const bool is_timed = threads_.size() > 0 && by_cores_;
  while (true) {
    const bool samples = is_timed && --reports_[member].steps_to_sample == 0;
    auto requested =
        static_cast<unsigned>(samples ? time_parts(member, members) : run_parts(member, members));
    ++barrier;
    if (member == 0) {
      ++interval_.steps;
      choose_size(samples);
      if (size_.members() != members) requested |= kRegroupRequested;
    }
    const unsigned result = wait_at_barrier(member, members, barrier, requested);
    if (result != kContinue) return result;
  }
}

Team::Pause Team::run_parts(std::size_t member, std::size_t members) {
  bool now = false;
  bool all = true;
  const std::size_t end = parts_ * (member + 1) / members;
  for (std::size_t part = parts_ * member / members; part < end; ++part) {
    Pause requested = Pause::kNow;
    run_guarded(part, [&] { requested = (*step_)(part); });
    now |= requested == Pause::kNow;
    all &= requested == Pause::kIfAll;
  }
  return now ? Pause::kNow : all ? Pause::kIfAll : Pause::kNone;
}

// A clock read takes up to a tenth of a short step, so only a sample of the steps is timed. The
// time is wall time, since a thread's CPU time takes a system call to read, which made steps of 10
// us slower by a tenth. A preempted step, recognised as long compared with the average, counts as
// at most twice the average.
Team::Pause Team::time_parts(std::size_t member, std::size_t members) {
  constexpr nanoseconds kBetween = 100us;
  constexpr std::int64_t kMaxSteps = 64;
  constexpr std::int64_t kWeight = 8;  // weight of the average, to 1 for this step
  Report& report = reports_[member];
  const Clock::time_point start = Clock::now();
  const Pause requested = run_parts(member, members);
  const std::int64_t took = std::max<std::int64_t>(1, nanoseconds(Clock::now() - start).count());
  const std::int64_t known = report.step_ns.load(std::memory_order_relaxed);
  report.step_ns.store(known == 0 ? took : known + (std::min(took, 2 * known) - known) / kWeight,
                       std::memory_order_relaxed);
  report.steps_to_sample =
      static_cast<std::uint32_t>(std::clamp<std::int64_t>(kBetween.count() / took, 1, kMaxSteps));
  return requested;
}

// Returns when all members have arrived. A member may be one barrier ahead of a member that is
// still polling, but not two. The store must be sequentially consistent: notify_all() must not miss
// a waiter that goes to sleep after the store.
unsigned Team::wait_at_barrier(std::size_t member, std::size_t members, std::uint32_t barrier,
                               unsigned requested) {
  const std::size_t side = barrier % 2;
  const std::uint32_t number = barrier << kRequestBits;
  if (members > 1) {
    reports_[member].arrivals[side] = number | requested;
    reports_[member].arrivals[side].notify_all();
  }
  bool now = false;
  bool all = true;
  bool regroups = false;
  for (std::size_t other = 0; other < members; ++other) {
    std::uint32_t its = number | requested;
    if (other != member) {
      const auto& arrival = reports_[other].arrivals[side];
      its = arrival.load(std::memory_order_acquire);
      while (its >> kRequestBits != number >> kRequestBits) its = wait_for_change(arrival, its);
    }
    const auto pause = static_cast<Pause>(its & (kRegroupRequested - 1));
    now |= pause == Pause::kNow;
    all &= pause == Pause::kIfAll;
    regroups |= (its & kRegroupRequested) != 0;
  }
  return (now || all ? kPause : 0u) | (regroups ? kRegroup : 0u);
}

// Spins for some hundred microseconds, or briefly where members may share a core, then sleeps.
std::uint32_t Team::wait_for_change(const std::atomic<std::uint32_t>& word,
                                    std::uint32_t old) const {
  for (int spins = 0; spins < max_spins_; ++spins) {
    const std::uint32_t found = word.load(std::memory_order_acquire);
    if (found != old) return found;
    relax_core();
  }
  word.wait(old, std::memory_order_acquire);
  return word.load(std::memory_order_acquire);
}

template <class F>
void Team::run_guarded(std::size_t part, const F& f) {
  try {
    f();
  } catch (...) {
    exceptions_[part] = std::current_exception();
    failed_ = true;
  }
}

void Team::choose_size(bool was_sampled) {
  if (sizing_ == TeamSizing::kRotating) {
    constexpr std::size_t kSteps = 3;
    const std::size_t members = 1 + ++steps_ / kSteps % (1 + threads_.size());
    size_ = TeamSize(parts_, members, members, {});
    return;
  }
  if (!was_sampled) return;
  const Duration now = Clock::now().time_since_epoch();
  evaluate_interval(now);
  poll_probe(now);
}

// An interval must be long compared with the system's own interruptions.
void Team::evaluate_interval(Duration now) {
  constexpr Duration kMin = 2ms;
  constexpr std::uint32_t kMinSteps = 4;
  const Duration elapsed = interval_.elapsed + (now - interval_.resumed.time_since_epoch());
  if (active_ == 1 || interval_.steps < kMinSteps || elapsed < kMin) return;
  Duration step{};
  for (std::size_t member = 0; member < active_; ++member)
    step += Duration(reports_[member].step_ns.load(std::memory_order_relaxed));
  size_.observe_steps(now, elapsed, step * interval_.steps);
  interval_ = {.resumed = Clock::time_point(now)};
}

// Starts a probe when it is due and its members have left their steps. The probe ends when all of
// them are idle again; its result is discarded if the number of members has changed meanwhile.
void Team::poll_probe(Duration now) {
  const bool begins = probe_end_ == 0;
  if (begins && (size_.members() != active_ || !size_.is_probe_due(now))) return;
  if (begins) probe_begin_ = active_;
  const std::size_t end = begins ? size_.larger() : probe_end_;
  bool had_cores = size_.members() == probe_begin_;
  for (std::size_t member = probe_begin_; member < end; ++member) {
    if (!is_idle(member)) return;
    had_cores &= reports_[member].had_core.load(std::memory_order_relaxed);
  }
  probe_end_ = begins ? end : 0;
  for (std::size_t member = probe_begin_; member < probe_end_; ++member)
    send_command(member, Task::kProbe);
  if (!begins) size_.observe_probe(now, had_cores);
}

void Team::probe(std::size_t member) {
  reports_[member].had_core = has_core_since(commands_[member].sent);
}

}  // namespace orthant
