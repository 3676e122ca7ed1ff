#include "traffic/traces/trace_options.hpp"

#include <fmt/format.h>

#include <functional>
#include <numeric>

#include "base/error.hpp"

namespace orthant {

std::vector<std::uint32_t> TraceOptions::shape_of(std::uint32_t ranks) const {
  const std::uint64_t of_shape =
      std::accumulate(shape.begin(), shape.end(), std::uint64_t{1}, std::multiplies());
  if (of_shape == ranks) return shape;
  if (shape_is_chosen)
    key_error(kShape, "{} has {} ranks, but the trace has {}; allowed: as many",
              fmt::join(shape, "x"), of_shape, ranks);
  return {ranks};
}

}  // namespace orthant
