// The table of all config keys, made of the rows that bind them (base/key_rows.hpp): what may stand
// in an INI file. Checking, `orthant list keys` and the reference of docs/ are made from it.
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
// What it is made of (app/keys/key_table.cpp).
std::vector<Key> make_key_table();

// Position in the table. An algorithm's own keys are found with and without "routing.":
// dor.dateline is routing.dor.dateline.
std::optional<std::size_t> find_key(std::string_view name);

// What to say of a name that is no key: the key that was likely meant, else what there is; in a
// named section, of the name without it.
std::string unknown_key_hint(std::string_view name, std::string_view named_section = {});

// The keys whose last word this is, or is likely to be a misspelling of: "traffic.load" for "load".
std::vector<std::string_view> keys_of_word(std::string_view word);

// The keys of some sections may have values of their own in sections with a name behind it.
struct NamedSections {
  std::string_view section;               // "traffic": [traffic.NAME]
  std::string_view one;                   // what NAME is: "class of traffic"
  std::string_view all;                   // what a key that has no such value is of
  std::size_t most;                       // that a config may have
  std::vector<std::string_view> not_own;  // keys that all share
};
std::span<const NamedSections> named_sections();
// That of such a name; nullptr: of none.
const NamedSections* named_sections_of(std::string_view name);

// "traffic.urgent" of "traffic.urgent.load": the named section, which need not be of a key; empty
// where there is none.
std::string_view named_section_of(std::string_view name);
// "traffic.load" of "traffic.urgent.load"; other names as they are.
std::string without_name(std::string_view name);
// "traffic.urgent.load" of "traffic.urgent" and "traffic.load".
std::string in_named_section(std::string_view section, std::string_view name);
// Whether it is one: the name a small letter and up to 31 small letters, digits and _, that is no
// key of the section.
bool is_named_section(std::string_view section);
// The section in which a key stands: "traffic.urgent" of "traffic.urgent.load".
std::string_view ini_section_of(std::string_view name);
// Whether it may have a value of its own in a named section.
bool may_be_named(const Key& key);

// True when some key's name begins with `section` and a dot (or does after "routing.").
bool is_section(std::string_view section);
// The same for a section.
std::string unknown_section_hint(std::string_view section);

// A value that the key allows: not the default where there is another word.
std::string example_value(const Key& key);
// "[router]" and "vcs = 2" on lines of their own. `name`: that of the key, or with a class of
// traffic in it.
std::string example_line(const Key& key, std::string_view name);

}  // namespace orthant
