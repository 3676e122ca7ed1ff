#include "base/team.hpp"

#include <algorithm>
#include <cassert>
#include <system_error>

#include "base/cores.hpp"

namespace orthant {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

// What a meeting ends with: to leave the steps for a pause, or for another number of members.
enum Leave : unsigned { kGoOn = 0, kToPause = 1, kToRegroup = 2 };
constexpr unsigned kRegroupAsked = 4;  // beside a Pause
constexpr unsigned kAskedBits = 3;

void look_away() {
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
      thrown_(parts_),
      orders_(by_cores_ ? std::min(parts_, usable_cores()) : parts_),
      reports_(orders_.size()),
      most_looks_(by_cores_ ? 16'000 : 50),
      size_(1, 1, 1, {}),
      at_work_(1) {
  start_threads();
  const std::size_t most = 1 + threads_.size();
  const std::size_t first = sizing == TeamSizing::kByCoresFromOne ? 1 : most;
  size_ = TeamSize(parts_, most, first, Clock::now().time_since_epoch());
  at_work_ = size_.members();
}

void Team::start_threads() {
  try {
    for (std::size_t member = 1; member < orders_.size(); ++member) {
      orders_[member].core = current_core();
      threads_.emplace_back([this, member] { serve(member); });
    }
  } catch (const std::system_error&) {  // those that have begun will do
  }
}

Team::~Team() {
  for (std::size_t member = 1; member <= threads_.size(); ++member) {
    wait_until_idle(member);
    give(member, Task::kEnd);
  }
}

void Team::run(Step step, FunctionRef<bool()> in_pause) {
  step_ = &step;
  std::ranges::fill(thrown_, nullptr);
  failed_ = false;
  bool goes_on = true;
  while (goes_on) {
    if (!lead_steps()) continue;
    goes_on = false;
    if (!failed_) attempt(0, [&] { goes_on = in_pause(); });
  }
  for (const std::exception_ptr& thrown : thrown_)
    if (thrown) std::rethrow_exception(thrown);
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
  const Order& order = orders_[member];
  std::atomic<std::uint32_t>& done = reports_[member].done;
  leave_core(order.core);
  std::uint32_t number = 0;
  while (true) {
    done = number;
    done.notify_one();
    number = wait_for_change(order.number, number);
    if (order.task == Task::kEnd) return;
    std::uint32_t meeting = order.meeting;
    leave_core(order.core);
    if (order.task == Task::kSteps)
      take_steps(member, order.members, meeting);
    else
      probe(member);
  }
}

// Invariant: the member is idle, so that nobody reads what is written here.
void Team::give(std::size_t member, Task task) {
  Order& order = orders_[member];
  order.task = task;
  order.members = at_work_;
  order.meeting = meeting_;
  order.core = current_core();
  order.given = Clock::now();
  order.number = order.number + 1;
  order.number.notify_one();
}

bool Team::is_idle(std::size_t member) const {
  return reports_[member].done.load(std::memory_order_acquire) ==
         orders_[member].number.load(std::memory_order_relaxed);
}

void Team::wait_until_idle(std::size_t member) const {
  while (!is_idle(member)) {
    const std::uint32_t done = reports_[member].done;
    if (!is_idle(member)) wait_for_change(reports_[member].done, done);
  }
}

// Nobody else reads arrivals before the first of these orders: all others are idle. An arrival of
// long ago could be taken for one of a meeting to come.
bool Team::lead_steps() {
  for (std::size_t member = 1; member < at_work_; ++member) wait_until_idle(member);
  if (at_work_ != size_.members()) stretch_ = {};
  for (std::size_t member = 0; member < size_.members(); ++member) {
    Report& report = reports_[member];
    for (auto& arrival : report.arrivals) arrival = meeting_ << kAskedBits;
    if (at_work_ == size_.members()) continue;
    report.step_ns = 0;
    report.steps_to_sample = 1;
  }
  at_work_ = size_.members();
  for (std::size_t member = 1; member < at_work_; ++member) give(member, Task::kSteps);
  if (at_work_ > 1) stretch_.resumed = Clock::now();
  const unsigned leave = take_steps(0, at_work_, meeting_);
  if (at_work_ > 1) stretch_.elapsed += Clock::now() - stretch_.resumed;
  return (leave & kToPause) != 0;
}

// The first member may find that another number of members is better: that ends the steps, too.
unsigned Team::take_steps(std::size_t member, std::size_t members, std::uint32_t& meeting) {
  const bool is_timed = threads_.size() > 0 && by_cores_;
  while (true) {
    const bool samples = is_timed && --reports_[member].steps_to_sample == 0;
    auto asked = static_cast<unsigned>(samples ? sample_parts(member, members)
                                               : take_parts(member, members));
    ++meeting;
    if (member == 0) {
      ++stretch_.steps;
      choose_size(samples);
      if (size_.members() != members) asked |= kRegroupAsked;
    }
    const unsigned leave = meet(member, members, meeting, asked);
    if (leave != kGoOn) return leave;
  }
}

Team::Pause Team::take_parts(std::size_t member, std::size_t members) {
  bool now = false;
  bool all = true;
  const std::size_t end = parts_ * (member + 1) / members;
  for (std::size_t part = parts_ * member / members; part < end; ++part) {
    Pause asked = Pause::kNow;
    attempt(part, [&] { asked = (*step_)(part); });
    now |= asked == Pause::kNow;
    all &= asked == Pause::kIfAll;
  }
  return now ? Pause::kNow : all ? Pause::kIfAll : Pause::kNone;
}

// Reading the clock takes as long as a tenth of a short step, so that few of those are timed. The
// clock is the one of the wall: that of the processor time of a thread takes a call of the system,
// which made steps of 10 us slower by a tenth. A step that was interrupted, which is long beside
// what was known before, counts as one of twice that.
Team::Pause Team::sample_parts(std::size_t member, std::size_t members) {
  constexpr nanoseconds kBetween = 100us;
  constexpr std::int64_t kMostSteps = 64;
  constexpr std::int64_t kWeight = 8;  // of what was known before, to one for this step
  Report& report = reports_[member];
  const Clock::time_point start = Clock::now();
  const Pause asked = take_parts(member, members);
  const std::int64_t took = std::max<std::int64_t>(1, nanoseconds(Clock::now() - start).count());
  const std::int64_t known = report.step_ns.load(std::memory_order_relaxed);
  report.step_ns.store(known == 0 ? took : known + (std::min(took, 2 * known) - known) / kWeight,
                       std::memory_order_relaxed);
  report.steps_to_sample =
      static_cast<std::uint32_t>(std::clamp<std::int64_t>(kBetween.count() / took, 1, kMostSteps));
  return asked;
}

// Goes on when all members have come. A member may be one meeting ahead of one that still looks who
// has come, but not two. The store is not a release alone, since notify_all() has to see whether
// anybody sleeps after the store is seen by those who are about to.
unsigned Team::meet(std::size_t member, std::size_t members, std::uint32_t meeting,
                    unsigned asked) {
  const std::size_t side = meeting % 2;
  const std::uint32_t number = meeting << kAskedBits;
  if (members > 1) {
    reports_[member].arrivals[side] = number | asked;
    reports_[member].arrivals[side].notify_all();
  }
  bool now = false;
  bool all = true;
  bool regroups = false;
  for (std::size_t other = 0; other < members; ++other) {
    std::uint32_t its = number | asked;
    if (other != member) {
      const auto& arrival = reports_[other].arrivals[side];
      its = arrival.load(std::memory_order_acquire);
      while (its >> kAskedBits != number >> kAskedBits) its = wait_for_change(arrival, its);
    }
    const auto pause = static_cast<Pause>(its & (kRegroupAsked - 1));
    now |= pause == Pause::kNow;
    all &= pause == Pause::kIfAll;
    regroups |= (its & kRegroupAsked) != 0;
  }
  return (now || all ? kToPause : 0u) | (regroups ? kToRegroup : 0u);
}

// Looks some hundred microseconds; or a few, where members may wait for the core of another one.
std::uint32_t Team::wait_for_change(const std::atomic<std::uint32_t>& word,
                                    std::uint32_t old) const {
  for (int looks = 0; looks < most_looks_; ++looks) {
    const std::uint32_t found = word.load(std::memory_order_acquire);
    if (found != old) return found;
    look_away();
  }
  word.wait(old, std::memory_order_acquire);
  return word.load(std::memory_order_acquire);
}

template <class F>
void Team::attempt(std::size_t part, const F& f) {
  try {
    f();
  } catch (...) {
    thrown_[part] = std::current_exception();
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
  judge_stretch(now);
  look_at_probe(now);
}

// A stretch is long beside what the system does by itself now and then.
void Team::judge_stretch(Duration now) {
  constexpr Duration kLeast = 2ms;
  constexpr std::uint32_t kLeastSteps = 4;
  const Duration elapsed = stretch_.elapsed + (now - stretch_.resumed.time_since_epoch());
  if (at_work_ == 1 || stretch_.steps < kLeastSteps || elapsed < kLeast) return;
  Duration step{};
  for (std::size_t member = 0; member < at_work_; ++member)
    step += Duration(reports_[member].step_ns.load(std::memory_order_relaxed));
  size_.observe_steps(now, elapsed, step * stretch_.steps);
  stretch_ = {.resumed = Clock::time_point(now)};
}

// A probe begins where it is due and its members have left the steps before. It ends when all of
// them are idle again, and says nothing where the number of members has changed in between.
void Team::look_at_probe(Duration now) {
  const bool begins = probe_end_ == 0;
  if (begins && (size_.members() != at_work_ || !size_.is_probe_due(now))) return;
  if (begins) probe_begin_ = at_work_;
  const std::size_t end = begins ? size_.larger() : probe_end_;
  bool had_cores = size_.members() == probe_begin_;
  for (std::size_t member = probe_begin_; member < end; ++member) {
    if (!is_idle(member)) return;
    had_cores &= reports_[member].had_core.load(std::memory_order_relaxed);
  }
  probe_end_ = begins ? end : 0;
  for (std::size_t member = probe_begin_; member < probe_end_; ++member) give(member, Task::kProbe);
  if (!begins) size_.observe_probe(now, had_cores);
}

void Team::probe(std::size_t member) {
  reports_[member].had_core = has_core_since(orders_[member].given);
}

}  // namespace orthant
