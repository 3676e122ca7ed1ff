#include "base/random.hpp"

#include <Random123/philox.h>

#include <bit>
#include <cassert>

namespace orthant {

RandomStream::RandomStream(std::uint64_t seed, std::uint32_t owner, RandomPurpose purpose)
    : seed_(seed), owner_(owner), purpose_(static_cast<std::uint16_t>(purpose)) {}

void RandomStream::refill() {
  const r123::Philox4x32::ctr_type counter = {{static_cast<std::uint32_t>(block_),
                                               static_cast<std::uint32_t>(block_ >> 32), owner_,
                                               purpose_}};
  const r123::Philox4x32::key_type key = {
      {static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)}};
  const auto words = r123::Philox4x32{}(counter, key);
  for (std::size_t i = 0; i < 4; ++i) words_[i] = words[i];
  ++block_;
  used_ = 0;
}

void RandomStream::restore() {
  if (used_ == 4) return;
  const std::uint16_t used = used_;
  --block_;
  refill();
  used_ = used;
}

std::uint32_t RandomStream::next_u32() {
  if (used_ == 4) refill();
  return words_[used_++];
}

std::uint64_t RandomStream::next_u64() {
  const std::uint64_t low = next_u32();
  return low | (static_cast<std::uint64_t>(next_u32()) << 32);
}

double RandomStream::uniform() { return static_cast<double>(next_u64() >> 11) * 0x1p-53; }

std::uint32_t RandomStream::below(std::uint32_t bound) {
  assert(bound >= 1);
  // Lemire 2019: the high half of a 64-bit product; the few biased low halves are rejected.
  std::uint64_t product = std::uint64_t{next_u32()} * bound;
  if (static_cast<std::uint32_t>(product) < bound) {
    const std::uint32_t biased = (0u - bound) % bound;
    while (static_cast<std::uint32_t>(product) < biased) {
      product = std::uint64_t{next_u32()} * bound;
    }
  }
  return static_cast<std::uint32_t>(product >> 32);
}

double RandomStream::exponential() { return -portable_log(1.0 - uniform()); }

BernoulliTrials::BernoulliTrials(double probability) {
  assert(probability > 0 && probability <= 1);
  if (probability == 1) {
    scale_ = 0;
  } else if (probability < 1e-5) {  // series of -log(1-p), since 1-p would lose digits of p
    scale_ = 1 / (probability * (1 + probability * (0.5 + probability / 3)));
  } else {
    scale_ = -1 / portable_log(1.0 - probability);
  }
}

std::uint64_t RandomStream::trials(const BernoulliTrials& law) {
  const double failures = exponential() * law.scale_;
  return failures < 0x1p62 ? 1 + static_cast<std::uint64_t>(failures) : std::uint64_t{1} << 62;
}

double portable_log(double x) {
  assert(x > 0);
  // x = m 2^e with m in [sqrt(1/2), sqrt(2)); log m = 2 atanh(s), s = (m-1)/(m+1), |s| < 0.1716.
  int shift = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    shift = -54;
  }
  std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
  int e = static_cast<int>(bits >> 52) - 1023 + shift;
  double m = std::bit_cast<double>((bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++e;
  }
  const double s = (m - 1) / (m + 1);
  const double z = s * s;
  // z/3 + z^2/5 + ... + z^10/21 in pairs (Estrin): a shorter dependency chain than Horner's.
  const double z2 = z * z;
  const double z4 = z2 * z2;
  const double low = (1.0 / 3 + z * (1.0 / 5)) + z2 * (1.0 / 7 + z * (1.0 / 9));
  const double middle = (1.0 / 11 + z * (1.0 / 13)) + z2 * (1.0 / 15 + z * (1.0 / 17));
  const double high = 1.0 / 19 + z * (1.0 / 21);
  const double series = z * (low + z4 * (middle + z4 * high));
  const double log_m = 2 * s + 2 * s * series;
  constexpr double kLn2High = 0x1.62e42fefa38p-1;  // trailing zeros: e * kLn2High is exact
  constexpr double kLn2Low = 0x1.ef35793c7673p-45;
  return e * kLn2High + (e * kLn2Low + log_m);
}

}  // namespace orthant
