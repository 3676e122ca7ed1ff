// A config key: its name, its allowed values and its meaning. Rows bind keys to struct members
// (base/key_rows.hpp); app/keys/keys.hpp has the table of all keys.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace orthant {

enum class KeyType {
  kWord,           // one of `words`
  kWords,          // some of `words`, separated by blanks
  kFlag,           // yes or no
  kInteger,        // whole number, or one of `words`
  kReal,           // finite number
  kRational,       // positive number or fraction, stored exactly
  kDimensions,     // whole numbers joined by x: 8x8x8
  kIntegers,       // whole numbers separated by blanks
  kDistinct,       // as kIntegers, without repetition
  kRationals,      // as kRational, separated by blanks
  kPacketLengths,  // a length, or a mix length:share length:share
  kText,           // anything
  kFile,           // the name of a file
};

// True if `key` has one of the values, or, without values, if it is given.
struct KeyIs {
  std::string_view key = {};
  std::array<std::string_view, 3> values = {};

  bool operator==(const KeyIs&) const = default;
};

// Which verbs read a key, and when. With `readers` but no conditions, only these verbs read it,
// always. Otherwise the verbs of its section read it: always if there are no conditions, else if
// one of the conditions holds or the verb is one of `readers`.
struct ReadWhen {
  std::array<std::string_view, 2> readers = {};
  std::string_view option = {};  // of the reader: "--faults"
  std::array<KeyIs, 2> conditions = {};
  std::string_view otherwise = {};  // a condition that is not a key's value: "adaptive routings"

  bool operator==(const ReadWhen&) const = default;
  bool is_always() const { return *this == ReadWhen{}; }
  // "traffic.pattern = matrix, flows or permutation", "analyze and design"; empty: always.
  std::string sentence() const;
};

// Returns a condition on one key: read_if("up_down.labels", "file").
constexpr ReadWhen read_if(std::string_view key, std::string_view value = {},
                           std::string_view or_value = {}, std::string_view or_third = {}) {
  return {.conditions = {KeyIs{key, {value, or_value, or_third}}}};
}
constexpr ReadWhen read_by(std::string_view verb, std::string_view and_verb = {}) {
  return {.readers = {verb, and_verb}};
}

inline constexpr ReadWhen kNotRead = {.otherwise = "not read by this version"};

struct Key {
  std::string name = {};  // "router.vcs"
  KeyType type = KeyType::kFile;
  std::string fallback = {};  // the default; empty: none
  // Inclusive bounds of kInteger, kIntegers, kDistinct and of each number of kDimensions. For
  // kRational and kRationals, `most` is the largest denominator.
  std::int64_t least = 0;
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  // Bounds of kReal, kRational and kRationals; `high` is inclusive, `low` only if `low_allowed` (in
  // fractions, if `low` is not 0).
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  bool low_allowed = true;
  std::vector<std::string_view> words = {};
  std::vector<std::string_view> (*names)() = nullptr;  // the words, if a registry supplies them
  bool has_default = true;                             // false: must be given wherever it is read
  bool required = false;                               // must also be given for a simulation
  bool axis = true;      // may have several values, which make a sweep axis
  bool refused = false;  // would change results, but this version does not read it
  std::vector<std::string_view> replaces =
      {};  // keys that must not be given together with this one
  ReadWhen when = {};
  std::string_view help = {};     // one sentence
  std::string_view example = {};  // a value, where the type and the default give none

  std::string_view section() const { return std::string_view(name).substr(0, name.find('.')); }
  // Unit that ends the name: "cycles", "ns", ...; empty if there is none.
  std::string_view unit() const;
  std::string_view type_name() const;
  // Allowed values for messages and tables: "1 to 16 or auto".
  std::string allowed() const;
};

}  // namespace orthant
