// Defaults that the value of another key decides: a preset of the router, an algorithm whose
// candidates come in an order that matters, a size that two sections share.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace orthant {

// What a key that is not set has by default where `decider` has a certain value.
struct DefaultRule {
  std::string_view key;
  std::string_view decider;
  // The default where the decider has this value, either a constant or `value` itself; nullptr:
  // this rule says nothing.
  const std::string* (*chosen)(const std::string& value);
};

// The first rule of a key that says something holds; where none does, the default of its row.
std::span<const DefaultRule> default_rules();

}  // namespace orthant
