// Tested by: tests/sim/snapshot_test.cpp
#include "sim/node/snapshot.hpp"

#include <algorithm>

#include "sim/kernel/require.hpp"

namespace orthant {

void Snapshot::add(const BufferSlots& slots) {
  const std::uint32_t sum = slots.free + slots.taken + slots.returning;
  expect(sum == slots.all, "router {}, port {}, vc {}: {} slots of {}", slots.router.value,
         slots.port.value, slots.vc.value, sum, slots.all);
}

void Snapshot::add_marks(std::span<const std::uint32_t> found,
                         std::span<const std::uint32_t> of_vcs) {
  marks_.resize(std::max(marks_.size(), found.size()));
  for (std::size_t i = 0; i < found.size(); ++i) marks_[i] += found[i];
  if (!of_vcs.empty()) marks_of_vcs_.assign(of_vcs.begin(), of_vcs.end());
}

void Snapshot::add(Snapshot&& part) {
  add_flits(part.counted_flits_, part.found_flits_);
  add_marks(part.marks_, part.marks_of_vcs_);
  if (violation_.empty()) violation_ = std::move(part.violation_);
  waits_.add(std::move(part.waits_));
  activity_.resize(std::max(activity_.size(), part.activity_.size()));
  for (std::size_t r = 0; r < part.activity_.size(); ++r) activity_[r] += part.activity_[r];
}

void Snapshot::require_conserved() const {
  require(violation_.empty(), "{}", violation_);
  require(counted_flits_ == found_flits_,
          "cycle {}: {} flits entered and did not leave, {} are found", cycle_, counted_flits_,
          found_flits_);
  const std::size_t vcs = marks_of_vcs_.size();
  for (std::size_t i = 0; i < marks_.size(); ++i)
    require(marks_[i] == marks_of_vcs_[i % vcs], "cycle {}, ring {}, vc {}: {} marked slots",
            cycle_, i / vcs, i % vcs, marks_[i]);
}

}  // namespace orthant
