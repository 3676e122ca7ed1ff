// Inserts rows one by one. Each insertion searches for the cheapest path to a free column
// (Dijkstra) and then shifts the rows on the path by one column each (augmentation). Assigning a
// row to a column costs the slack of the two, row potential + column potential - weight. The
// potentials keep every slack >= 0.
#include "analysis/guarantees/assignment.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cassert>
#include <utility>

namespace orthant {
namespace {

constexpr std::uint32_t kUnassigned = ~std::uint32_t{0};

template <class Weight>
class Solver {
 public:
  Solver(std::span<const Weight> weights, std::size_t n)
      : weights_(weights),
        n_(n),
        row_potential_(n),
        column_potential_(n),
        column_of_(n, kUnassigned),
        row_of_(n, kUnassigned),
        distance_(n),
        before_(n),
        open_(n) {}

  Assignment<Weight> solve() {
    reduce_columns();
    reduce_rows();
    for (std::uint32_t i = 0; i < n_; ++i) {
      if (column_of_[i] == kUnassigned) insert(i);
    }
    Assignment<Weight> result;
    for (std::size_t i = 0; i < n_; ++i) result.total += row(i)[column_of_[i]];
    result.column_of = std::move(column_of_);
    result.row_potential = std::move(row_potential_);
    result.column_potential = std::move(column_potential_);
    return result;
  }

 private:
  const Weight* row(std::size_t i) const { return weights_.data() + i * n_; }

  // Sets every column's potential to its largest weight, so that with row potentials of 0 all
  // slacks are >= 0.
  void reduce_columns() {
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) {
        if (i == 0 || row(i)[j] > column_potential_[j]) column_potential_[j] = row(i)[j];
      }
    }
  }

  // Lowers every row's potential, to 0 or below, until a slack of the row is 0. Assigns the row to
  // the first free column with slack 0, if there is one.
  void reduce_rows() {
    for (std::size_t i = 0; i < n_; ++i) {
      std::uint32_t best = kUnassigned;
      Weight least = 0;
      for (std::uint32_t j = 0; j < n_; ++j) {
        const Weight slack = column_potential_[j] - row(i)[j];
        const bool frees = best != kUnassigned && slack == least && row_of_[best] != kUnassigned;
        if (best == kUnassigned || slack < least || (frees && row_of_[j] == kUnassigned)) {
          least = slack;
          best = j;
        }
      }
      row_potential_[i] = -least;
      if (row_of_[best] == kUnassigned) assign(static_cast<std::uint32_t>(i), best);
    }
  }

  void assign(std::uint32_t i, std::uint32_t j) {
    column_of_[i] = j;
    row_of_[j] = i;
  }

  // Assigns a column to row i, moving assigned rows where that is cheapest.
  void insert(std::uint32_t i) {
    done_.clear();
    for (std::uint32_t j = 0; j < n_; ++j) {
      distance_[j] = row_potential_[i] + column_potential_[j] - row(i)[j];
      before_[j] = i;
      open_[j] = j;
    }
    std::size_t place = nearest();
    while (row_of_[open_[place]] != kUnassigned) place = pass(place);
    const std::uint32_t end = open_[place];
    update_potentials(i, distance_[end]);
    for (std::uint32_t j = end;;) {
      const std::uint32_t from = before_[j];
      const std::uint32_t next = column_of_[from];
      assign(from, j);
      if (from == i) break;
      j = next;
    }
  }

  // Index in open_ of the nearest column, preferably a free one.
  std::size_t nearest() const {
    std::size_t best = 0;
    for (std::size_t p = 1; p < open_.size(); ++p) {
      if (is_nearer(open_[p], open_[best])) best = p;
    }
    return best;
  }

  bool is_nearer(std::uint32_t j, std::uint32_t best) const {
    if (distance_[j] != distance_[best]) return distance_[j] < distance_[best];
    const bool free = row_of_[j] == kUnassigned;
    const bool best_free = row_of_[best] == kUnassigned;
    return free != best_free ? free : j < best;
  }

  // Closes the assigned column at index `place` of open_ and continues from its row; returns the
  // index of the nearest open column.
  std::size_t pass(std::size_t place) {
    const std::uint32_t j0 = open_[place];
    done_.push_back(j0);
    open_[place] = open_.back();
    open_.pop_back();
    const std::uint32_t i = row_of_[j0];
    const Weight* const weight = row(i);
    const Weight offset = distance_[j0] + row_potential_[i];
    const Weight floor = distance_[j0];
    for (const std::uint32_t j : open_) {
      Weight through = offset + column_potential_[j] - weight[j];
      if (through < floor) through = floor;  // a negative slack is a rounding error
      if (through < distance_[j]) {
        distance_[j] = std::move(through);
        before_[j] = i;
      }
    }
    return nearest();
  }

  // Updates the potentials of closed columns and their rows by their distance from the end.
  void update_potentials(std::uint32_t start, const Weight& length) {
    for (const std::uint32_t j : done_) {
      const Weight nearer = length - distance_[j];
      column_potential_[j] += nearer;
      row_potential_[row_of_[j]] -= nearer;
    }
    row_potential_[start] -= length;
    open_.resize(n_);
  }

  std::span<const Weight> weights_;
  std::size_t n_;
  std::vector<Weight> row_potential_, column_potential_;
  std::vector<std::uint32_t> column_of_, row_of_;
  // For the row being inserted, per column: the cheapest path's cost, and its previous row.
  std::vector<Weight> distance_;
  std::vector<std::uint32_t> before_;
  std::vector<std::uint32_t> open_, done_;  // unreached columns, and closed ones
};

}  // namespace

template <class Weight>
Assignment<Weight> maximum_assignment(std::span<const Weight> weights, std::size_t n) {
  assert(weights.size() == n * n);
  return Solver<Weight>(weights, n).solve();
}

template Assignment<double> maximum_assignment(std::span<const double>, std::size_t);
template Assignment<boost::multiprecision::cpp_rational> maximum_assignment(
    std::span<const boost::multiprecision::cpp_rational>, std::size_t);

}  // namespace orthant
