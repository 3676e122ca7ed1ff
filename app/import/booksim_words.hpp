// The words of BookSim 2 and their names here.
//
// Tested by: tests/app/booksim_test.py
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace orthant {

// A word of BookSim, the word for it here (empty: none), and how they differ.
struct BooksimWord {
  std::string_view booksim, ours, remark = {};
};

template <class Word, std::size_t n>
const Word* find_word(const std::array<Word, n>& table, std::string_view name) {
  const auto found = std::ranges::find(table, name, &Word::booksim);
  return found == table.end() ? nullptr : &*found;
}

template <class Word, std::size_t n>
std::vector<std::string_view> words_of(const std::array<Word, n>& table) {
  std::vector<std::string_view> words;
  for (const Word& word : table)
    if (!word.ours.empty()) words.push_back(word.booksim);
  return words;
}

inline constexpr std::string_view kOtherVcs = "another division of VCs in BookSim";
inline constexpr std::array kBooksimRoutings = std::to_array<BooksimWord>({
    {"dor", "dor"},
    {"dim_order", "dor"},
    {"dim_order_ni", "dor", kOtherVcs},
    {"dim_order_pni", "dor", kOtherVcs},
    {"dim_order_bal", "dor", kOtherVcs},
    {"dor_no_express", "dor"},
    {"dest_tag", "dor"},
    {"xy_yx", "o1turn"},
    {"xy_yx_no_express", "o1turn"},
    {"romm", "romm"},
    {"romm_ni", "romm", kOtherVcs},
    {"valiant", "val"},
    {"valiant_ni", "val", kOtherVcs},
    {"min_adapt", "minimal_adaptive",
     "BookSim asks for all adaptive VCs and the escape at once, and leaves it to priorities"},
    {"none", "dor", "BookSim needs one to run; dimension order here"},
    {"min", "shortest",
     "BookSim takes paths of the least latency, with ties of its own order; here of the fewest "
     "hops"},
    {"adaptive_xy_yx", ""},
    {"planar_adapt", ""},
    {"chaos", ""},
});

inline constexpr std::array kBooksimAllocators = std::to_array<BooksimWord>({
    {"islip", "islip"},
    {"separable_input_first", "separable"},
    {"separable_output_first", "separable", "input first here"},
    {"wavefront", "wavefront"},
    {"rr_wavefront", "wavefront", "the first diagonal moves by one a cycle here"},
    {"max_size", "maximum"},
    {"pim", "islip", "PIM grants at random"},
    {"loa", "islip", "LOA grants to the output with the fewest requests"},
    {"select", "islip", "SELECT has priorities"},
});

// Dependence of a pattern on node numbers.
enum class PatternNumbers {
  kNone,      // none: renumbering nodes does not change the pattern
  kMirrored,  // N - 1 - id: renumbering the nodes of a router does not change it
  kIds,
  kGrid,  // coordinates of nodes
};
struct BooksimPattern {
  std::string_view booksim, ours;
  PatternNumbers numbers = PatternNumbers::kNone;
  bool is_own_inverse = false;  // replies to its packets follow it, too
  std::string_view remark = {};
};
inline constexpr std::array kBooksimPatterns = std::to_array<BooksimPattern>({
    {"uniform", "uniform", PatternNumbers::kNone, true},
    {"bitcomp", "bit_complement", PatternNumbers::kMirrored, true},
    {"transpose", "transpose", PatternNumbers::kIds, true},
    {"bitrev", "bit_reverse", PatternNumbers::kIds, true},
    {"shuffle", "shuffle", PatternNumbers::kIds},
    {"randperm", "random_permutation", PatternNumbers::kNone, false,
     "another permutation, since the random numbers are others"},
    {"tornado", "tornado", PatternNumbers::kGrid},
    {"neighbor", "neighbor", PatternNumbers::kGrid},
    {"hotspot", "hotspot"},
});

}  // namespace orthant
