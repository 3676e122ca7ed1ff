// The table of all config keys, made of the rows that bind them (base/key_rows.hpp): everything an
// INI file may contain. Checking, `orthant list keys` and the reference of docs/ are made from it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/key.hpp"

namespace orthant {

// All keys, grouped by section in the order of the reference page.
std::span<const Key> key_table();
// Makes the key table (app/keys/key_table.cpp).
std::vector<Key> make_key_table();

// Position in the table. An algorithm's own keys are found with and without "routing.":
// dor.dateline is routing.dor.dateline.
std::optional<std::size_t> find_key(std::string_view name);

// Hint for a name that is no key: the key that was likely meant, else the keys there are; in a
// named section, a hint for the name without the section.
std::string unknown_key_hint(std::string_view name, std::string_view named_section = {});

// Keys whose last word is `word` or a likely spelling of it: "traffic.load" for "load".
std::vector<std::string_view> keys_of_word(std::string_view word);

// A section whose keys may have values of their own in sections [section.NAME].
struct NamedSections {
  std::string_view section;               // "traffic": [traffic.NAME]
  std::string_view one;                   // a description of NAME: "class of traffic"
  std::string_view all;                   // scope of a key without such a value
  std::size_t most;                       // largest number in a config
  std::vector<std::string_view> not_own;  // keys that all share
};
std::span<const NamedSections> named_sections();
// The entry whose sections may hold this name; nullptr if there is none.
const NamedSections* named_sections_of(std::string_view name);

// The named section of a name, which need not be a key: "traffic.urgent" of "traffic.urgent.load";
// empty if there is none.
std::string_view named_section_of(std::string_view name);
// "traffic.load" of "traffic.urgent.load"; other names unchanged.
std::string without_name(std::string_view name);
// "traffic.urgent.load" of "traffic.urgent" and "traffic.load".
std::string in_named_section(std::string_view section, std::string_view name);
// True for a valid named section: its name is a small letter and up to 31 small letters, digits and
// _, and no key of the section.
bool is_named_section(std::string_view section);
// The section in which a key stands: "traffic.urgent" of "traffic.urgent.load".
std::string_view ini_section_of(std::string_view name);
// True if the key may have a value of its own in a named section.
bool may_be_named(const Key& key);

// True if the name of some key, with or without "routing.", begins with `section` and a dot.
bool is_section(std::string_view section);
// Hint for a section that is unknown.
std::string unknown_section_hint(std::string_view section);

// A value that the key allows: another word than the default, if there is one.
std::string example_value(const Key& key);
// "[router]" and "vcs = 2" on two lines. `name`: the key's name, with or without a class of traffic
// in it.
std::string example_line(const Key& key, std::string_view name);

}  // namespace orthant
