// Halo exchange: every rank of a periodic grid sends its boundary to its neighbours.
//
// Tested by: tests/traffic/programs_test.cpp
#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "traffic/programs/descriptions.hpp"
#include "traffic/programs/lines.hpp"

namespace orthant {
namespace {

using Offset = std::array<int, 3>;

int distance(const Offset& offset) {
  return static_cast<int>(std::ranges::count_if(offset, [](int along) { return along != 0; }));
}

// Lists the offsets of neighbours that differ in up to `most` dimensions, by ascending number of
// these dimensions; plus comes before minus.
std::vector<Offset> offsets(int dimensions, int most) {
  std::vector<Offset> all;
  constexpr std::array kSteps = {1, -1, 0};
  for (const int x : kSteps)
    for (const int y : kSteps)
      for (const int z : kSteps)
        if (const Offset offset = {x, y, z};
            distance(offset) > 0 && distance(offset) <= most && (dimensions == 3 || z == 0))
          all.push_back(offset);
  std::ranges::stable_sort(all, {}, distance);
  return all;
}

std::uint32_t neighbour(const ProgramOptions& options, std::uint32_t rank, const Offset& offset,
                        int sign) {
  for (std::uint32_t d = 0; d < options.shape.size(); ++d)
    rank = line_along(options, d, rank).at(sign * offset[d]);
  return rank;
}

template <int points, int dimensions, int most>
RankBody exchange(const ProgramOptions& options) {
  if (options.shape.size() != dimensions)
    key_error("workload.shape",
              "{}_point needs {} dimensions, there are {}; allowed: {}, or another algorithm",
              points, dimensions, options.shape.size(), dimensions);
  return [options, all = offsets(dimensions, most)](RankWriter& writer) {
    const auto peers = [&](int sign, const auto& visit) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        const std::uint32_t peer = neighbour(options, writer.rank(), all[i], sign);
        if (peer != writer.rank()) visit(peer, Lane{.tag = static_cast<std::uint8_t>(i)});
      }
    };
    peers(1, [&](std::uint32_t to, Lane lane) { writer.send(options.bytes, to, {}, lane); });
    peers(-1,
          [&](std::uint32_t from, Lane lane) { writer.receive(options.bytes, from, {}, lane); });
  };
}

}  // namespace

ProgramDescription halo_program() {
  return {.kind = "halo",
          .summary = "boundaries to the neighbours in a periodic grid of ranks",
          .bytes = "of a message to a neighbour",
          .algorithms = {{"5_point", "2-D: along a dimension", exchange<5, 2, 1>},
                         {"9_point", "2-D: and across the corners", exchange<9, 2, 2>},
                         {"7_point", "3-D: along a dimension", exchange<7, 3, 1>},
                         {"27_point", "3-D: and across edges and corners", exchange<27, 3, 3>}}};
}

}  // namespace orthant
