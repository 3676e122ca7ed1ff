// Rows of config keys: their key descriptions and their assignments.
#include "base/key_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/ids.hpp"
#include "base/option_values.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;

enum class Colour { kRed, kGreen };
constexpr Words<Colour, 2> kColours = {{{{"red", Colour::kRed}, {"green", Colour::kGreen}}}};

struct Inner {
  double weight = 0.25;
};

struct Options {
  bool flag = true;
  std::uint32_t count = 7;
  Inner inner;
  Rational rate{1, 3};
  std::string file;
  std::optional<std::uint64_t> limit;
  std::optional<double> share;
  Colour colour = Colour::kGreen;
  bool late = false;
  std::vector<NodeId> nodes;
  std::vector<Rational> rates;
  std::vector<std::uint32_t> radices;
  std::vector<Colour> colours;
};

const KeyRows<Options>& rows() {
  static const KeyRows<Options> rows = {
      {"a.flag", &Options::flag, {}},
      {"a.count", &Options::count, {.least = 1, .most = 9}},
      {"a.weight", in(&Options::inner, &Inner::weight), {}},
      {"a.rate", &Options::rate, {}},
      {"a.file", &Options::file, {}},
      {"a.limit", &Options::limit, {.words = {"none"}}},
      {"a.share", &Options::share, {.when = {.otherwise = "seldom"}}},
      {"a.colour", &Options::colour, kColours, {}},
      {"a.when", &Options::late, {{"early", false}, {"late", true}}, {}},
      {"a.nodes", &Options::nodes, {.type = KeyType::kDistinct}},
      {"a.rates", &Options::rates, {}},
      {"a.radices", &Options::radices, {.type = KeyType::kDimensions, .required = true}},
      {"a.colours", &Options::colours, kColours, {}},
  };
  return rows;
}

const Key& key(std::string_view name) {
  static const std::vector<Key> keys = rows().keys();
  return *std::ranges::find(keys, name, &Key::name);
}

OptionValues values(std::initializer_list<std::pair<std::string_view, std::string>> given) {
  OptionValues values;
  values.set("a.radices", "4x3");
  for (const auto& [name, text] : given) values.set(name, text);
  return values;
}

TEST(KeyRows, TakeTheTypeFromTheMember) {
  std::vector<KeyType> types;
  for (const Key& each : rows().keys()) types.push_back(each.type);
  EXPECT_THAT(types, ElementsAre(KeyType::kFlag, KeyType::kInteger, KeyType::kReal,
                                 KeyType::kRational, KeyType::kFile, KeyType::kInteger,
                                 KeyType::kReal, KeyType::kWord, KeyType::kWord, KeyType::kDistinct,
                                 KeyType::kRationals, KeyType::kDimensions, KeyType::kWords));
}

TEST(KeyRows, TakeTheDefaultFromTheMember) {
  std::vector<std::string> fallbacks;
  for (const Key& each : rows().keys()) fallbacks.push_back(each.fallback);
  EXPECT_THAT(fallbacks, ElementsAre("yes", "7", "0.25", "1/3", "", "none", "", "green", "early",
                                     "", "", "", ""));
  EXPECT_THAT(key("a.colour").words, ElementsAre("red", "green"));
  EXPECT_THAT(key("a.colours").words, ElementsAre("red", "green"));
}

TEST(KeyRows, ReadEveryType) {
  const Options read = rows().read(values({{"a.flag", "no"},
                                           {"a.count", "3"},
                                           {"a.weight", "1/8"},
                                           {"a.rate", "2.5"},
                                           {"a.file", "x y.csv"},
                                           {"a.limit", "12"},
                                           {"a.share", "0.5"},
                                           {"a.colour", "red"},
                                           {"a.when", "late"},
                                           {"a.nodes", "5 0"},
                                           {"a.rates", "1 1/2"},
                                           {"a.colours", "green red green"}}));
  EXPECT_FALSE(read.flag);
  EXPECT_EQ(read.count, 3u);
  EXPECT_EQ(read.inner.weight, 0.125);
  EXPECT_EQ(read.rate, Rational(5, 2));
  EXPECT_EQ(read.file, "x y.csv");
  EXPECT_EQ(read.limit, 12u);
  EXPECT_EQ(read.share, 0.5);
  EXPECT_EQ(read.colour, Colour::kRed);
  EXPECT_TRUE(read.late);
  EXPECT_THAT(read.nodes, ElementsAre(NodeId{5u}, NodeId{0u}));
  EXPECT_THAT(read.rates, ElementsAre(Rational(1), Rational(1, 2)));
  EXPECT_THAT(read.radices, ElementsAre(4u, 3u));
  EXPECT_THAT(read.colours, ElementsAre(Colour::kGreen, Colour::kRed, Colour::kGreen));
}

TEST(KeyRows, LeaveMembersWithoutAValueAsTheyAre) {
  const Options read = rows().read(values({}));
  EXPECT_TRUE(read.flag);
  EXPECT_EQ(read.count, 7u);
  EXPECT_EQ(read.rate, Rational(1, 3));
  EXPECT_EQ(read.limit, std::nullopt);
  EXPECT_EQ(read.colour, Colour::kGreen);
}

TEST(KeyRows, TakeTheWordOfAnOptionalMemberForNothing) {
  Options options;
  options.limit = 3;
  rows().read(values({{"a.limit", "none"}}), options);
  EXPECT_EQ(options.limit, std::nullopt);
}

TEST(KeyRows, AskForWhatMustBeGivenAndForNumbers) {
  EXPECT_THROW(rows().read(OptionValues()), KeyError);
  EXPECT_THROW(rows().read(values({{"a.count", "many"}})), KeyError);
  EXPECT_THROW(rows().read(values({{"a.share", "nan"}})), KeyError);
}

TEST(KeyRows, AllowNoMoreThanTheMemberHolds) {
  EXPECT_EQ(key("a.count").most, 9);
  struct Small {
    std::uint16_t few = 1;
    std::optional<std::uint32_t> some;
    std::uint64_t many = 1;
  };
  const KeyRows<Small> small = {
      {"b.few", &Small::few, {}}, {"b.some", &Small::some, {}}, {"b.many", &Small::many, {}}};
  const std::vector<Key> keys = small.keys();
  EXPECT_EQ(keys[0].most, 65535);
  EXPECT_EQ(keys[1].most, 4294967295);
  EXPECT_EQ(keys[2].most, std::numeric_limits<std::int64_t>::max());
}

TEST(KeyRows, NeedADefaultAmongTheirWords) {
  EXPECT_THROW((KeyRow<Options>{"a.when", &Options::late, {{"late", true}}, {}}), std::logic_error);
}

TEST(KeyRows, ReadOnlyTheKeysThatAreWanted) {
  Options options;
  const OptionValues given = values({{"a.count", "3"}, {"a.share", "0.5"}});
  rows().read_where(given, options,
                    [](const Key& each) { return each.when.otherwise == "seldom"; });
  EXPECT_EQ(options.share, 0.5);
  EXPECT_EQ(options.count, 7u);
  rows().read_one(given, options, "a.count");
  EXPECT_EQ(options.count, 3u);
  EXPECT_TRUE(options.radices.empty());
}

TEST(Words, WithoutAWordAreAnInternalError) {
  EXPECT_EQ(kColours.name_of(Colour::kRed), "red");
  EXPECT_THROW(kColours.name_of(static_cast<Colour>(99)), std::logic_error);
}

}  // namespace
}  // namespace orthant
