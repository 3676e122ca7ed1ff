// The keys of the config format that nothing reads yet: they are accepted and checked, so that one
// file can serve several versions, and those that would change a result are refused.
#include "app/keys.hpp"

namespace orthant {
namespace {

std::vector<Key> fault_keys() {
  return {
      {.name = "faults.link_probability",
       .type = KeyType::kReal,
       .high = 1,
       .state = KeyState::kRefused,
       .help = "Probability that a link has failed."},
  };
}

}  // namespace

std::vector<Key> later_keys() {
  std::vector<Key> keys = fault_keys();
  for (Key& key : keys) {
    if (key.state == KeyState::kRead) key.state = KeyState::kUnread;
  }
  return keys;
}

}  // namespace orthant
