// Random streams that depend only on (seed, owner, purpose), so that neither the order in which
// owners draw nor the number of threads can change a result.
//
// Source: Philox4x32-10, Salmon, Moraes, Dror and Shaw 2011 (library Random123).
// Every draw uses only integers and the four IEEE operations, so all compilers and libraries agree.
#pragma once

#include <array>
#include <cstdint>

namespace orthant {

// Purpose of a stream; different purposes never share numbers.
enum class RandomPurpose : std::uint32_t {
  kTraffic = 1,   // generation times, destinations and lengths of a node's packets
  kRouting = 2,   // an algorithm's choices when a packet of a node starts
  kPattern = 3,   // drawing a traffic pattern
  kTopology = 4,  // drawing a graph
  kFaults = 5,    // drawing failed links
  kAnalysis = 6,  // sampling traffic matrices
  kTest = 7,
  kSymmetry = 8,       // sources on which a symmetry is verified
  kTies = 9,           // fixed choices between equally good paths
  kSchedule = 10,      // order of a search for schedules
  kOrder = 11,         // order in which a node sends the messages of a plan
  kArbitration = 12,   // priorities among requesters at a router
  kTrafficClass = 13,  // seeds of the traffic classes after the first
};

// Independent trials with success probability in (0, 1].
class BernoulliTrials {
 public:
  explicit BernoulliTrials(double probability);

 private:
  friend class RandomStream;
  double scale_;  // -1 / log(1 - probability): mean failures per exponential unit; 0 if failures
                  // cannot occur
};

// A copyable value: a copy continues with the same numbers.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint32_t owner, RandomPurpose purpose);

  std::uint32_t next_u32();
  std::uint64_t next_u64();
  // Uniform in [0, 1), a multiple of 2^-53.
  double uniform();
  // Uniform in 0 .. bound-1, without bias. Requires bound >= 1.
  std::uint32_t below(std::uint32_t bound);
  bool bernoulli(double probability) { return uniform() < probability; }
  // Exponential with mean 1.
  double exponential();
  // Number of trials up to and including the first success; saturates at 2^62.
  std::uint64_t trials(const BernoulliTrials& law);

  // True if both will produce the same numbers.
  bool operator==(const RandomStream& other) const {
    return block_ == other.block_ && used_ == other.used_ && seed_ == other.seed_ &&
           owner_ == other.owner_ && purpose_ == other.purpose_;
  }
  // Saves or restores the state (base/archive.hpp). The stream that restores it must have the same
  // seed, owner and purpose.
  template <class Archive>
  void state(Archive& archive) {
    archive(block_);
    archive.within(used_, std::uint16_t{0}, std::uint16_t{4}, "a place in a random stream");
    if (archive.reads()) restore();
  }

 private:
  void refill();
  void restore();  // recomputes the words of the current block

  std::uint64_t seed_;
  std::uint64_t block_ = 0;  // index of the next block of four words
  std::uint32_t owner_;
  std::uint16_t purpose_;
  std::uint16_t used_ = 4;
  std::array<std::uint32_t, 4> words_{};
};

// Natural logarithm of a positive finite number: bit-identical on every machine, error below 2 ulp.
double portable_log(double x);

}  // namespace orthant
