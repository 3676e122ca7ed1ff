// The classes of virtual channels of a routing, and the VCs that each class gets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/limits.hpp"

namespace orthant {

// A group of virtual channels with the same rights. Classes are numbered from 0.
struct VcClass {
  std::string name;       // for reports: "dateline 0", "adaptive"
  bool adaptive = false;  // an adaptive class takes every VC that the other classes leave
  // Phase of a route through an intermediate router: packets never return to a smaller one.
  std::uint8_t phase = 0;
};

// The VCs of a class: first .. first+count-1 of every port, count >= 1.
struct VcRange {
  std::uint8_t first = 0;
  std::uint8_t count = 0;
  bool shared = false;  // has no VC of its own and uses that of another class

  // One bit per VC.
  std::uint16_t mask() const { return static_cast<std::uint16_t>(((1u << count) - 1) << first); }
};

// Splits `vcs` >= 1 virtual channels among classes, of which at most one is adaptive. Without an
// adaptive class, the VCs are split evenly, and the first classes get the remainder. With an
// adaptive class, each other class gets one VC and the adaptive class the rest. If vcs <
// classes.size(), a class c without a VC of its own shares VC c mod vcs.
std::vector<VcRange> split_vcs(std::span<const VcClass> classes, std::uint32_t vcs);

// Returns the classes in strict priority order: classes in which routes end come before the classes
// that lead to them (the larger phase, then the larger number), adaptive classes last. So a packet
// that is refused again and again never blocks the packets that it waits for.
std::vector<std::uint8_t> priority_order(std::span<const VcClass> classes);
// As split_vcs(), with VCs numbered in that order: VC 0 belongs to the class of highest priority.
std::vector<VcRange> split_vcs_by_priority(std::span<const VcClass> classes, std::uint32_t vcs);

// Largest number of VC classes of any algorithm.
inline constexpr std::size_t kMaxVcClasses = limits::kVcs;

}  // namespace orthant
