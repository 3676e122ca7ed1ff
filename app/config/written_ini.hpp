// FILE.ini: the config of a run as written beside its results. It holds the user's settings, then,
// under a comment, the defaults of the other keys that the verb reads; the same version of the
// program reproduces the results from it. Comparisons use complete texts (Config::effective_ini()),
// so that files of versions that wrote all defaults can be compared, too.
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

// Possible values of keys over all points of a config.
struct PossibleValues {
  FunctionRef<bool(std::string_view key)> is_set;
  FunctionRef<bool(std::string_view key, const std::array<std::string_view, 3>& values)>
      may_be_one_of;
};

// True if the verb may read the key in some point. False is certain; true is a guess for a
// condition that does not depend on keys.
bool may_read(const Key& key, std::string_view verb, const PossibleValues& values);
// True if one of the conditions may hold, for a verb that reads the key.
bool may_hold(const ReadWhen& when, std::string_view verb, const PossibleValues& values);

// Writes an INI text, setting by setting.
class IniWriter {
 public:
  void add(std::string_view name, std::string_view value);
  void add_empty_section(std::string_view name);
  // Writes a comment, after which sections begin anew.
  void add_comment(std::string_view comment);
  const std::string& text() const { return text_; }

 private:
  std::string text_, section_;
  bool is_behind_comment_ = false;
};

}  // namespace orthant
