// Names that other simulators give to our keys and values, for error messages about these names.
//
// Source: the configs of BookSim 2, CAMINOS, SuperSim, gem5 Garnet and SST merlin, as in
//   docs/other_simulators.md.
// Tested by: tests/app/synonyms_test.cpp
#pragma once

#include <span>
#include <string_view>

namespace orthant {

struct Synonyms {
  std::string_view key, word;  // "traffic.pattern", "bit_complement"; no word: a name of the key
  std::string_view theirs;     // "bitcomp bitcomplement"
};
std::span<const Synonyms> synonyms();

// Our key for a name of another simulator, in any case and with - for _; empty if unknown.
std::string_view our_key(std::string_view theirs);
// Our word for a value of this key in another simulator; empty if unknown.
std::string_view our_word(std::string_view key, std::string_view theirs);

}  // namespace orthant
