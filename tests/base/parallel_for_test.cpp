// The parallel loop: every iteration once, and exceptions.
#include "base/parallel_for.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace orthant {
namespace {

TEST(ParallelFor, TakesEveryTurnOnce) {
  for (const std::size_t threads : {0, 1, 2, 5}) {
    std::vector<int> taken(1000, 0);
    parallel_for(taken.size(), threads, [&] { return [&](std::size_t i) { ++taken[i]; }; });
    EXPECT_EQ(taken, std::vector<int>(1000, 1)) << threads;
  }
}

TEST(ParallelFor, MakesAWorkerForEachThreadAtMost) {
  std::atomic<int> workers = 0;
  const auto make_worker = [&] {
    ++workers;
    return [](std::size_t) {};
  };
  parallel_for(2, 8, make_worker);
  EXPECT_LE(workers, 2);
}

TEST(ParallelFor, RethrowsTheExceptionOfATurn) {
  for (const std::size_t threads : {1, 3}) {
    const auto make_worker = [] {
      return [](std::size_t i) {
        if (i == 17) throw std::runtime_error("turn 17");
      };
    };
    EXPECT_THROW(parallel_for(100, threads, make_worker), std::runtime_error);
  }
}

}  // namespace
}  // namespace orthant
