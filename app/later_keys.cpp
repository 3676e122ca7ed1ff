// The keys of the config format that nothing reads yet: they are accepted and checked, so that one
// file can serve several versions, and those that would change a result are refused.
#include "app/keys.hpp"
#include "base/limits.hpp"

namespace orthant {
namespace {

std::vector<Key> unread_keys() {
  return {
      {.name = "router.output_speedup",
       .type = KeyType::kRational,
       .most = limits::kBandwidthPart,
       .low = 1,
       .high = limits::kSpeedup,
       .help =
           "Flits per cycle from the switch into an output, as router.speedup; without queues at "
           "the outputs, more than the channel takes changes nothing."},
      {.name = "faults.link_probability",
       .type = KeyType::kReal,
       .high = 1,
       .state = KeyState::kRefused,
       .help = "Probability that a link has failed."},
  };
}

}  // namespace

std::vector<Key> later_keys() {
  std::vector<Key> keys = unread_keys();
  for (Key& key : keys) {
    if (key.state == KeyState::kRead) key.state = KeyState::kUnread;
  }
  return keys;
}

}  // namespace orthant
