// What a simulation is expected to cost beside others, before it runs.
//
// Tested by: tests/app/expected_work_test.cpp
#pragma once

#include "app/setup/setup.hpp"

namespace orthant {

enum class LoadAsked {
  kGiven,
  kEdge  // as much as the network carries: the loads of a search
};

// In flit-hops, about: right within a factor of a few where the points of a sweep may differ by
// thousands. For estimates of time only.
double expected_work(const Setup& setup, LoadAsked load = LoadAsked::kGiven);

}  // namespace orthant
