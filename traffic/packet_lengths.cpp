// A mix of packet lengths.
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "traffic/shares.hpp"
#include "traffic/traffic.hpp"

namespace orthant {

PacketLengths::PacketLengths(std::vector<Part> parts, bool normalize) : parts_(std::move(parts)) {
  constexpr const char* kKey = "traffic.packet_flits";
  if (parts_.empty()) key_error(kKey, "at least one packet length is needed; allowed: flits, as 4");
  double total = 0;
  for (const Part& part : parts_) {
    if (part.flits < 1) key_error(kKey, "a packet has at least 1 flit; allowed: 1 or more");
    // The bound keeps the total finite; the comparison also rejects nan.
    if (!(part.share > 0 && part.share <= 1e9)) {
      key_error(kKey, "share {} of length {} is out of range; allowed: above 0, at most 1e9",
                part.share, part.flits);
    }
    total += part.share;
    longest_ = std::max(longest_, part.flits);
  }
  if (!normalize && !is_whole(total)) {
    key_error(kKey, "the shares sum to {:.10g}; allowed: 1, or traffic.normalize = yes", total);
  }
  double sum = 0;
  for (Part& part : parts_) {
    sum += part.share;
    cumulative_.push_back(sum / total);
    part.share /= total;
    mean_ += part.share * part.flits;
  }
  if (parts_.size() == 1) mean_ = parts_[0].flits;
  for (const Part& part : parts_) variance_ += part.share * std::pow(part.flits - mean_, 2);
  shortest_ = longest_;
  for (const Part& part : parts_) shortest_ = std::min(shortest_, part.flits);
  // Here sum == total, so the last entry is exactly 1 and every draw below 1 finds a part.
}

std::uint16_t PacketLengths::draw(RandomStream& random) const {
  if (parts_.size() == 1) return longest_;
  const double u = random.uniform();
  std::size_t i = 0;
  while (u >= cumulative_[i]) ++i;
  return parts_[i].flits;
}

}  // namespace orthant
