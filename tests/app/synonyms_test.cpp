// Words of other simulators: what they are answered with exists.
#include "app/keys/synonyms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/keys/keys.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

TEST(Synonyms, NameKeysAndValuesThatExistAndNoneThatIsOurs) {
  for (const Synonyms& row : synonyms()) {
    const auto key = find_key(row.key);
    ASSERT_TRUE(key) << row.key;
    const auto& words = key_table()[*key].words;
    const std::string section(row.key.substr(0, row.key.find('.') + 1));
    EXPECT_TRUE(row.word.empty() || std::ranges::count(words, row.word) == 1) << row.word;
    for (const std::string_view theirs : split(row.theirs, ' '))
      EXPECT_FALSE(row.word.empty() ? find_key(section + std::string(theirs)).has_value()
                                    : std::ranges::count(words, theirs) != 0)
          << theirs;
  }
}

TEST(Synonyms, AreFoundInAnyCaseAndWithHyphens) {
  EXPECT_EQ(our_key("vcs-per-vnet"), "router.vcs");
  EXPECT_EQ(our_key("NUM_VCS"), "router.vcs");
  EXPECT_EQ(our_key("vcs"), "");
  EXPECT_EQ(our_word("traffic.pattern", "BitComp"), "bit_complement");
  EXPECT_EQ(our_word("routing.algorithm", "BitComp"), "");
}

}  // namespace
}  // namespace orthant
