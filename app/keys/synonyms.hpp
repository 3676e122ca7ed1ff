// What other simulators call our keys and their values, for answers to users who write their words.
//
// Source: the configs of BookSim 2, CAMINOS, SuperSim, gem5 Garnet and SST merlin, as in
//   docs/other_simulators.md.
// Tested by: tests/app/synonyms_test.cpp
#pragma once

#include <span>
#include <string_view>

namespace orthant {

struct Synonyms {
  std::string_view key, word;  // "traffic.pattern", "bit_complement"; no word: of the key itself
  std::string_view theirs;     // "bitcomp bitcomplement"
};
std::span<const Synonyms> synonyms();

// Our key for their name, whatever its case and with - for _; empty where none is known.
std::string_view our_key(std::string_view theirs);
// The same of a value of this key.
std::string_view our_word(std::string_view key, std::string_view theirs);

}  // namespace orthant
