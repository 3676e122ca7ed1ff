// The expected cost of a simulation relative to others, before it runs.
//
// Tested by: tests/app/expected_work_test.cpp
#pragma once

#include <string_view>
#include <vector>

#include "app/setup/setup.hpp"

namespace orthant {

enum class LoadAsked {
  kGiven,
  kEdge  // as much as the network carries: the loads of a search
};

// Expected work in flit-hops: right within a small factor, while the points of a sweep may differ
// by thousands. For estimates of time only.
double expected_work(const Setup& setup, LoadAsked load = LoadAsked::kGiven);

// A file of [output] that the simulations of a point write beside its rows.
struct ExpectedFile {
  std::string_view key;
  double bytes = 0;
};
// Expected sizes, right within a factor of two or three unless the network is in overload.
std::vector<ExpectedFile> expected_files(const Setup& setup);

}  // namespace orthant
