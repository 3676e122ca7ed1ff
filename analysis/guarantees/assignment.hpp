// Maximum-weight perfect assignment of the rows of a square matrix to its columns.
//
// Source: Kuhn 1955 and Munkres 1957, by shortest augmenting paths as in Jonker & Volgenant 1987.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orthant {

// The potentials prove optimality: row[i] + column[j] >= weight(i, j) everywhere, with equality
// where i is assigned to j; their sum is the total. For double this holds up to rounding.
template <class Weight>
struct Assignment {
  std::vector<std::uint32_t> column_of;  // per row
  Weight total = 0;                      // sum of the assigned weights, by ascending row
  std::vector<Weight> row_potential;
  std::vector<Weight> column_potential;
};

// `weights`: n x n, row by row, finite. O(n^3) time, O(n) additional memory. Ties are broken by
// index, so equal matrices give equal assignments. Instantiated for double and for
// boost::multiprecision::cpp_rational, the exact oracle.
template <class Weight>
Assignment<Weight> maximum_assignment(std::span<const Weight> weights, std::size_t n);

}  // namespace orthant
