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

std::vector<Key> schedule_keys() {
  return {
      {.name = "schedule.collective",
       .type = KeyType::kWord,
       .fallback = "all_to_all",
       .words = {"all_to_all", "half_to_half", "gather", "scatter", "file"},
       .help = "The collective communication to be scheduled."},
      {.name = "schedule.ports",
       .type = KeyType::kFlag,
       .fallback = "yes",
       .help = "Node channels count as links."},
      {.name = "schedule.method",
       .type = KeyType::kWord,
       .fallback = "auto",
       .words = {"auto", "exact", "quotient", "orbit", "structured", "colouring", "milp"},
       .help = "How a schedule is searched."},
      {.name = "schedule.allocation", .help = "Nodes per switch."},
      {.name = "schedule.time_limit_seconds",
       .type = KeyType::kReal,
       .fallback = "10",
       .low_allowed = false,
       .help = "Time limit of the search."},
  };
}

}  // namespace

std::vector<Key> later_keys() {
  std::vector<Key> keys;
  for (const auto& part : {fault_keys(), schedule_keys()}) {
    keys.insert(keys.end(), part.begin(), part.end());
  }
  for (Key& key : keys) {
    if (key.state == KeyState::kRead) key.state = KeyState::kUnread;
  }
  return keys;
}

}  // namespace orthant
