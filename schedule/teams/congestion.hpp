// Congestion between transfers, as bit sets.
#pragma once

#include <boost/dynamic_bitset.hpp>
#include <vector>

#include "schedule/transfers.hpp"

namespace orthant {

using TransferBits = boost::dynamic_bitset<std::uint64_t>;  // [transfer]

class Congestion {
 public:
  // `set` must outlive the object.
  explicit Congestion(const TransferSet& set);

  const TransferSet& set() const { return set_; }
  std::size_t transfers() const { return set_.transfers.size(); }
  // The transfers that share a channel with `transfer`, itself included.
  const TransferBits& with(std::size_t transfer) const { return with_[transfer]; }
  const TransferBits& users(std::size_t channel) const { return users_[channel]; }

 private:
  const TransferSet& set_;
  std::vector<TransferBits> with_, users_;
};

}  // namespace orthant
