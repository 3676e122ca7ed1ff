// Evaluates the recursion of the optimum, offset by offset, over an interval of q. The interval is
// cut wherever two neighbours change places in the order. A piece of it holds R of the offsets
// evaluated so far. If the difference of two neighbours' R has a root in the piece, the part beyond
// the root is set aside with these R and finished later.
#include "analysis/policy/optimal_policy.hpp"

#include <algorithm>
#include <utility>

namespace orthant {
namespace {

const Dyadic kZero{0, 0};
const Dyadic kUnit{1, 0};

class Search {
 public:
  Search(const Offsets& offsets, FunctionRef<void()> progress)
      : offsets_(offsets), progress_(progress) {}

  std::vector<OptimalPiece> run() {
    open_.push_back({{}, {}, {PolicyOrder{}}, {Polynomial({1})}});
    std::vector<OptimalPiece> pieces;
    while (!open_.empty()) {
      piece_ = std::move(open_.back());
      open_.pop_back();
      while (piece_.delivery.size() < offsets_.size()) extend();
      if (!pieces.empty() && pieces.back().orders == piece_.orders)
        pieces.back().to = std::move(piece_.to);
      else
        pieces.push_back(std::move(piece_));
    }
    return pieces;
  }

 private:
  void extend() {
    progress_();
    const std::size_t x = piece_.delivery.size();
    PolicyOrder order = eligible_dimensions(offsets_, x);
    const std::span<std::uint8_t> dimensions = order.dimensions();
    for (std::size_t i = 1; i < dimensions.size();
         ++i) {  // insertion sort: few elements, and each comparison may cut
      for (std::size_t j = i; j > 0 && is_better(x, dimensions[j], dimensions[j - 1]); --j)
        std::swap(dimensions[j], dimensions[j - 1]);
    }
    piece_.delivery.push_back(next_delivery(offsets_, x, order, piece_.delivery));
    piece_.orders.push_back(order);
  }

  // True if the neighbour in dimension a is better than that in b, in the whole piece. Cuts the
  // piece at the first q where this changes.
  bool is_better(std::size_t x, std::size_t a, std::size_t b) {
    const Polynomial difference =
        piece_.delivery[offsets_.next(x, a)] - piece_.delivery[offsets_.next(x, b)];
    if (difference.is_zero()) return false;
    cut_at_first_root(difference);
    return sign_inside(difference) > 0;
  }

  void cut_at_first_root(const Polynomial& difference) {
    const Dyadic& low = piece_.from ? piece_.from->low() : kZero;
    const Dyadic& high = piece_.to ? piece_.to->high() : kUnit;
    for (Root& root : roots_between(difference, low, high)) {
      if (piece_.from && compare(root, *piece_.from) <= 0) continue;
      if (piece_.to && compare(root, *piece_.to) >= 0) return;
      OptimalPiece beyond = piece_;
      beyond.from = root;
      open_.push_back(std::move(beyond));
      piece_.to = std::move(root);
      return;
    }
  }

  // Sign of a polynomial without a root in the piece.
  int sign_inside(const Polynomial& difference) {
    const auto low = [&] { return piece_.from ? piece_.from->high() : kZero; };
    const auto high = [&] { return piece_.to ? piece_.to->low() : kUnit; };
    while (!(low() < high())) {
      if (piece_.from) piece_.from->refine();
      if (piece_.to) piece_.to->refine();
    }
    return sign_at(difference, midpoint(low(), high()));
  }

  const Offsets& offsets_;
  FunctionRef<void()> progress_;
  std::vector<OptimalPiece> open_;  // the next in q is last
  OptimalPiece piece_;
};

}  // namespace

std::vector<OptimalPiece> find_optimal_policy(const Offsets& offsets,
                                              FunctionRef<void()> progress) {
  return Search(offsets, progress).run();
}

std::vector<OptimalPiece> find_optimal_policy(const Offsets& offsets) {
  return find_optimal_policy(offsets, [] {});
}

OptimalPiece& piece_at(std::span<OptimalPiece> pieces, const Dyadic& q) {
  Root at = Root::exactly(q);
  for (OptimalPiece& piece : pieces) {
    if (!piece.to || compare(at, *piece.to) <= 0) return piece;
  }
  return pieces.back();
}

std::string_view optimality_name(Optimality optimality) {
  switch (optimality) {
    case Optimality::kYes:
      return "yes";
    case Optimality::kTie:
      return "tie";
    case Optimality::kNo:
      return "no";
  }
  return "";
}

namespace {

// True if, in the given orders, R of every offset equals that of the piece.
bool delivers_most(const Offsets& offsets, const std::vector<PolicyOrder>& orders,
                   const OptimalPiece& piece) {
  for (std::size_t x = 0; x < offsets.size(); ++x) {  // smaller offsets are equal
    if (orders[x] == piece.orders[x] || x == 0) continue;
    if (next_delivery(offsets, x, orders[x], piece.delivery) != piece.delivery[x]) return false;
  }
  return true;
}

}  // namespace

Optimality classify_optimality(Policy policy, const Offsets& offsets, const OptimalPiece& piece) {
  if (delivers_most(offsets, orders_of(policy, offsets), piece)) return Optimality::kYes;
  if (delivers_most(offsets, orders_of(policy, offsets, piece.orders), piece))
    return Optimality::kTie;
  return Optimality::kNo;
}

}  // namespace orthant
