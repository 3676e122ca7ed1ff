// Defaults that the value of another key decides: a preset of the router, an algorithm whose
// candidates have a significant order, a size that two sections share.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace orthant {

// Default of a key for certain values of `decider`.
struct DefaultRule {
  std::string_view key;
  std::string_view decider;
  // Returns the default for this value of the decider, a constant or `value` itself; nullptr: the
  // rule does not apply.
  const std::string* (*chosen)(const std::string& value);
};

// The first rule of a key that applies wins; without one, the default of the key's row holds.
std::span<const DefaultRule> default_rules();

}  // namespace orthant
