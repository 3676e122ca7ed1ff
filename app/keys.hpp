// The table of all config keys: the one place that says what may stand in an INI file. Checking,
// `orthant list keys` and docs/reference.md are made from it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orthant {

enum class KeyType {
  kWord,           // one of `words`
  kFlag,           // yes or no
  kInteger,        // whole number, or one of `words`
  kReal,           // finite number
  kRational,       // positive number or fraction, kept exactly
  kDimensions,     // whole numbers joined by x: 8x8x8
  kIntegers,       // whole numbers separated by blanks
  kDistinct,       // the same, none of them twice
  kRationals,      // as kRational, separated by blanks
  kPacketLengths,  // a length, or a mix length:share length:share
  kText,           // anything
  kFile,           // the name of a file
};

// What is there to read a key in this version.
enum class KeyState {
  kRead,     // something reads it
  kUnread,   // accepted and checked; what would read it is not part of this version
  kRefused,  // would change results, and what would read it is not part of this version
};

struct Key {
  std::string_view name;  // "router.vcs"
  KeyType type = KeyType::kFile;
  std::string_view fallback = {};  // the default; empty: none
  // Bounds of kInteger, kIntegers, kDistinct and of each number of kDimensions; both are allowed.
  // Of kRational and kRationals, `most` is the largest denominator.
  std::int64_t least = 0;
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  // Bounds of kReal, kRational and kRationals; `high` is allowed, `low` only where `low_allowed` (of
  // fractions unless it is 0).
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  bool low_allowed = true;
  std::vector<std::string_view> words = {};
  bool required = false;  // no default, and simulation cannot do without
  bool axis = true;       // may have several values, which make a sweep axis
  KeyState state = KeyState::kRead;
  std::vector<std::string_view> replaces = {};  // keys that must not be given beside this one
  std::string_view when =
      {};  // the choice that reads it: "traffic.pattern = hotspot"; empty: always
  std::string_view help = {};  // one sentence

  std::string_view section() const { return name.substr(0, name.find('.')); }
  // "cycles", "ns", ... from the end of the name; empty where there is no unit.
  std::string_view unit() const;
  std::string_view type_name() const;
  // What the value may be, for messages and tables: "1 to 16 or auto".
  std::string allowed() const;
};

// All keys, grouped by section in the order of the reference page.
std::span<const Key> key_table();

// Position in the table. An algorithm's own keys are found with and without "routing.":
// dor.dateline is routing.dor.dateline.
std::optional<std::size_t> find_key(std::string_view name);

// What to say of a name that is no key: the key that was likely meant, else what there is.
std::string unknown_key_hint(std::string_view name);

// The keys whose last word this is, or is likely to be a misspelling of: "traffic.load" for "load".
std::vector<std::string_view> keys_of_word(std::string_view word);

// True when some key's name begins with `section` and a dot (or does after "routing.").
bool is_section(std::string_view section);
// The same for a section.
std::string unknown_section_hint(std::string_view section);

// Parts of the table, in files of their own.
std::vector<Key> network_keys();
std::vector<Key> graph_routing_keys();
std::vector<Key> workload_keys();
std::vector<Key> analysis_keys();
std::vector<Key> schedule_keys();
std::vector<Key> later_keys();

}  // namespace orthant
