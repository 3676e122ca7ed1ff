// What a simulation is expected to cost beside others, before it runs.
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

// In flit-hops, about: right within a factor of a few where the points of a sweep may differ by
// thousands. For estimates of time only.
double expected_work(const Setup& setup, LoadAsked load = LoadAsked::kGiven);

// The files of [output] that the simulations of a point write beside its rows.
struct ExpectedFile {
  std::string_view key;
  double bytes = 0;
};
// About: within a factor of two or three where the network is not in overload.
std::vector<ExpectedFile> expected_files(const Setup& setup);

}  // namespace orthant
