// FILE.ini: the config of a run as it is written beside its results. It holds what the user set,
// then, under a comment, the defaults of the other keys that the verb reads; with the version of
// the program that reproduces the results. Comparisons use complete texts
// (Config::effective_ini()), so that a file of a version that wrote all defaults compares as well.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/function_ref.hpp"
#include "base/key.hpp"

namespace orthant {

// The comment between the two parts.
inline constexpr std::string_view kDefaultsOfOtherKeys =
    "The defaults of the other keys that are read.";

// What is known of the values of keys in all points of a config.
struct PossibleValues {
  FunctionRef<bool(std::string_view key)> is_set;
  FunctionRef<bool(std::string_view key, const std::array<std::string_view, 3>& values)>
      may_be_one_of;
};

// Whether the verb may read the key in some point. False is certain; true is not where the
// condition is none of keys.
bool may_read(const Key& key, std::string_view verb, const PossibleValues& values);
// Whether one of the conditions may hold, of a verb that reads its key.
bool may_hold(const ReadWhen& when, std::string_view verb, const PossibleValues& values);

// An INI text, setting by setting.
class IniWriter {
 public:
  void add(std::string_view name, std::string_view value);
  void add_empty_section(std::string_view name);
  // Begins sections anew under a comment.
  void add_comment(std::string_view comment);
  const std::string& text() const { return text_; }

 private:
  std::string text_, section_;
  bool is_behind_comment_ = false;
};

}  // namespace orthant
