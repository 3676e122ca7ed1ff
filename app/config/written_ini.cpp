// FILE.ini: the config of a run, written beside its results.
//
// Tested by: tests/app/written_ini_test.cpp
#include "app/config/written_ini.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/keys/keys.hpp"
#include "app/keys/sections.hpp"

namespace orthant {

// Appends "key = value" under its section's header.
void IniWriter::add(std::string_view name, std::string_view value) {
  const std::string_view own = ini_section_of(name);
  if (own != section_) {
    const bool goes_on = text_.empty() || std::exchange(is_behind_comment_, false);
    text_ += fmt::format("{}[{}]\n", goes_on ? "" : "\n", own);
    section_ = own;
  }
  text_ += fmt::format("{} = {}\n", name.substr(own.size() + 1), value);
}

void IniWriter::add_comment(std::string_view comment) {
  text_ += fmt::format("{}; {}\n", text_.empty() ? "" : "\n", comment);
  section_.clear();
  is_behind_comment_ = true;
}

void IniWriter::add_empty_section(std::string_view name) { text_ += fmt::format("\n[{}]\n", name); }

static bool may_hold(const KeyIs& condition, std::string_view verb, const PossibleValues& values) {
  if (condition.key.empty()) return false;
  const Key& key = key_table()[find_key(condition.key).value()];
  if (!may_read(key, verb, values)) return false;
  return condition.values[0].empty() ? values.is_set(condition.key)
                                     : values.may_be_one_of(condition.key, condition.values);
}

bool may_read(const Key& key, std::string_view verb, const PossibleValues& values) {
  const std::vector<std::string_view> readers = readers_of(key);
  if (std::ranges::find(readers, verb) == readers.end()) return false;
  const ReadWhen& when = key.when;
  if (when.conditions[0].key.empty() || !when.otherwise.empty()) return true;
  if (std::ranges::find(when.readers, verb) != when.readers.end()) return true;
  return may_hold(when, verb, values);
}

bool may_hold(const ReadWhen& when, std::string_view verb, const PossibleValues& values) {
  return std::ranges::any_of(
      when.conditions, [&](const KeyIs& condition) { return may_hold(condition, verb, values); });
}

}  // namespace orthant
