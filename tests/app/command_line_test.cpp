// Words into verbs, overrides and options. What is refused is held by tests/bad_configs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/command/parsing.hpp"
#include "app/command/verbs.hpp"
#include "base/error.hpp"

namespace orthant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

CommandLine parse(std::vector<const char*> words) {
  words.insert(words.begin(), "orthant");
  return parse_command_line(static_cast<int>(words.size()), words.data());
}

TEST(CommandLine, TakesVerbConfigOverridesAndOptionsInAnyOrder) {
  const CommandLine command =
      parse({"-j2", "run", "-o", "x.csv", "a.ini", "traffic.load=0.5", "--seed", "7",
             "router.vcs=4", "--format=json", "--append", "-q", "--log", "l.txt"});
  EXPECT_EQ(command.verb, "run");
  EXPECT_EQ(command.config_file, "a.ini");
  EXPECT_THAT(command.overrides, ElementsAre("traffic.load=0.5", "router.vcs=4", "run.seed=7"));
  EXPECT_EQ(command.output, "x.csv");
  EXPECT_EQ(command.format, Format::kJson);
  EXPECT_EQ(command.threads, 2u);
  EXPECT_TRUE(command.append);
  EXPECT_TRUE(command.quiet);
  EXPECT_FALSE(command.verbose);
  EXPECT_EQ(command.log_file, "l.txt");
  EXPECT_FALSE(command.to_print);
}

TEST(CommandLine, TakesAValueThatLooksLikeAnOption) {
  EXPECT_THAT(parse({"sweep", "a.ini", "traffic.load=-1"}).overrides,
              ElementsAre("traffic.load=-1"));
}

TEST(CommandLine, KnowsWhatToList) {
  EXPECT_EQ(parse({"list", "keys"}).words, std::vector<std::string>{"keys"});
  EXPECT_TRUE(parse({"list", "keys", "--format", "markdown"}).markdown);
}

TEST(CommandLine, AnswersWithHelpAndVersion) {
  EXPECT_THAT(*parse({"--version"}).to_print, StartsWith("orthant "));
  const std::string help = *parse({"--help"}).to_print;
  for (const Verb& verb : verbs()) {
    EXPECT_THAT(help, HasSubstr(std::string(verb.name)));
    const std::string name(verb.name);
    for (const std::string& text : {*parse({name.c_str(), "--help"}).to_print,
                                    *parse({name.c_str(), "x.ini", "-h"}).to_print}) {
      EXPECT_THAT(text, StartsWith("Usage: orthant " + name));
      EXPECT_THAT(text, HasSubstr("Example:\n  orthant " + name));
      EXPECT_THAT(text, HasSubstr("Exit codes:"));
    }
  }
}

TEST(CommandLine, KeepsHelpWithinAScreenWidth) {
  for (const Verb& verb : verbs()) {
    const std::string name(verb.name);
    std::string_view text;
    const std::string help = *parse({name.c_str(), "--help"}).to_print;
    for (text = help; !text.empty();) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      EXPECT_LE(end, 90u) << text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }
}

}  // namespace
}  // namespace orthant
