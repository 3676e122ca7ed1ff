// Words of other simulators: what they are answered with exists.
#include "app/keys/synonyms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/keys/keys.hpp"

namespace orthant {
namespace {

TEST(Synonyms, NameKeysThatExistAndNoneThatIsOurs) {
  for (const KeySynonym& known : key_synonyms()) {
    EXPECT_TRUE(find_key(known.ours)) << known.ours;
    const std::string section(known.ours.substr(0, known.ours.find('.') + 1));
    EXPECT_FALSE(find_key(section + std::string(known.theirs))) << known.theirs;
  }
}

TEST(Synonyms, NameValuesThatExistAndNoneThatIsOurs) {
  for (const WordSynonym& known : word_synonyms()) {
    const auto key = find_key(known.key);
    ASSERT_TRUE(key) << known.key;
    const auto& words = key_table()[*key].words;
    EXPECT_NE(std::ranges::find(words, known.ours), words.end()) << known.ours;
    EXPECT_EQ(std::ranges::find(words, known.theirs), words.end()) << known.theirs;
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
