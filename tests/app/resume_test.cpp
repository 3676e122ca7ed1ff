// The output file of a sweep, killed at every byte: whatever a killed sweep left, the next one ends
// with the same file and computes only what is missing.
#include "app/jobs/resume.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "app/config/version.hpp"
#include "app/output/csv.hpp"
#include "app/output/json.hpp"
#include "app/output/origin.hpp"
#include "base/error.hpp"
#include "base/fnv.hpp"

namespace orthant {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class Resume : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::path(testing::TempDir()) /
        ("resume_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) +
         std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return (folder_ / "out.csv").string(); }
  std::string head() const {
    return version_head() + "config " + fnv_text(options().config_ini) + ", 4 rows of load,word\n";
  }
  ResumeOptions options(Format format = Format::kCsv) const {
    return {
        path(), format, WrittenColumns({{"load"}, {"word", true}}), 4, "[traffic]\nload = 0:3:1\n",
        {},     false};
  }
  static Row row(std::size_t i) { return {std::to_string(i), "a,\"" + std::to_string(i)}; }
  // Adds what is missing, in the given order; returns what that was.
  std::set<std::size_t> complete(const ResumeOptions& options) const {
    ResumableFile file(options);
    std::set<std::size_t> added;
    for (const std::size_t i : {2u, 0u, 3u, 1u})
      if (!file.found().contains(i)) {
        file.add(i, row(i));
        added.insert(i);
      }
    file.finish();
    return added;
  }
  bool exists(const std::string& suffix) const { return std::filesystem::exists(path() + suffix); }
  static std::string version_head() { return version_text() + ": "; }
  static constexpr const char* kWhole =
      "load,word\n0,\"a,\"\"0\"\n1,\"a,\"\"1\"\n2,\"a,\"\"2\"\n3,\"a,\"\"3\"\n";

  std::filesystem::path folder_;
};

TEST_F(Resume, WritesRowsInOrderAndTheConfigBeside) {
  EXPECT_EQ(complete(options()).size(), 4u);
  EXPECT_EQ(read_file(path()), kWhole);
  EXPECT_EQ(read_file(path() + ".ini"),
            "[traffic]\nload = 0:3:1\n; finished: 50 bytes, FNV-1a " + fnv_text(kWhole) + "\n");
  EXPECT_FALSE(exists(".partial"));
}

TEST_F(Resume, KeepsAllRowsInTheJournalAndThoseInOrderInTheFile) {
  {
    ResumableFile file(options());
    file.add(2, row(2));
    EXPECT_EQ(read_file(path()), "load,word\n");
    const std::string partial = head() + "2#" + fnv_text("2,\"a,\"\"2\"") + ",2,\"a,\"\"2\"\n";
    EXPECT_EQ(read_file(path() + ".partial"), partial);
    file.add(0, row(0));
    EXPECT_EQ(read_file(path() + ".partial"),
              partial + "0#" + fnv_text("0,\"a,\"\"0\"") + ",0,\"a,\"\"0\"\n");
    EXPECT_EQ(read_file(path()), "load,word\n0,\"a,\"\"0\"\n");
  }
  EXPECT_EQ(complete(options()), (std::set<std::size_t>{1, 3}));
  EXPECT_EQ(read_file(path()), kWhole);
}

TEST_F(Resume, ComputesNothingWhenAllIsThere) {
  complete(options());
  EXPECT_TRUE(complete(options()).empty());
  EXPECT_EQ(read_file(path()), kWhole);
  EXPECT_FALSE(exists(".partial"));
}

// The bytes of FILE and of FILE.partial as a kill of an earlier version may leave them, for every
// length of the file that was being written.
TEST_F(Resume, EndsWithTheSameFileWhereverTheLastLineIsCutOff) {
  const std::string file_text = "load,word\n0,\"a,\"\"0\"\n1,\"a,\"\"1\"\n";
  const std::string partial_text = version_head() + "4 rows of load,word\n3,3,\"a,\"\"3\"\n";
  for (std::size_t bytes = 0; bytes <= file_text.size(); ++bytes) {
    for (const std::size_t partial_bytes : {partial_text.size(), partial_text.size() - 3}) {
      write_file(path(), file_text.substr(0, bytes));
      write_file(path() + ".partial", partial_text.substr(0, partial_bytes));
      write_file(path() + ".ini", options().config_ini);
      const std::set<std::size_t> added = complete(options());
      ASSERT_EQ(read_file(path()), kWhole) << bytes;
      ASSERT_EQ(added.contains(0), bytes < 20) << bytes;  // header 10 bytes, a row 10
      ASSERT_EQ(added.contains(1), bytes < 30) << bytes;
      ASSERT_TRUE(added.contains(2));
      ASSERT_EQ(added.contains(3), partial_bytes < partial_text.size());
    }
  }
}

TEST_F(Resume, StartsAfreshAfterAKillBeforeTheFirstRow) {
  write_file(path() + ".ini", options().config_ini);
  write_file(path() + ".partial", "4 rows o");
  EXPECT_EQ(complete(options()).size(), 4u);
  EXPECT_EQ(read_file(path()), kWhole);
}

TEST_F(Resume, RefusesTheFileOfAnotherConfigAndLeavesItAlone) {
  complete(options());
  ResumeOptions other = options();
  other.config_ini = "[traffic]\nload = 0:4:1\n";
  EXPECT_THAT(
      [&] { ResumableFile file(other); },
      ThrowsMessage<ConfigError>(path() + ": made with traffic.load = 0:3:1, now 0:4:1; give "
                                          "another -o FILE, or --overwrite to start afresh"));
  EXPECT_EQ(read_file(path()), kWhole);
  EXPECT_FALSE(exists(".partial"));
}

TEST_F(Resume, RefusesTheFileOfAnotherVersionOfTheProgram) {
  ResumeOptions old = options(), now = options();
  old.config_ini = "; orthant 0.0.1\n" + old.config_ini;
  now.config_ini = "; orthant 0.0.2\n" + now.config_ini;
  complete(old);
  EXPECT_THAT([&] { ResumableFile file(now); },
              ThrowsMessage<ConfigError>(path() + ": made with orthant 0.0.1, now orthant 0.0.2; "
                                                  "give another -o FILE, or --overwrite to start "
                                                  "afresh"));
  EXPECT_EQ(read_file(path()), kWhole);
  now.overwrite = true;
  EXPECT_EQ(complete(now).size(), 4u);
}

TEST_F(Resume, RefusesTheJournalOfAnotherVersion) {
  write_file(path() + ".ini", options().config_ini);
  write_file(path() + ".partial", "orthant 0.0.1: 4 rows of load,word\n2,2,x\n");
  EXPECT_THAT([&] { ResumableFile file(options()); },
              ThrowsMessage<ConfigError>(HasSubstr("belongs to another sweep or version")));
}

TEST_F(Resume, RefusesAnotherHeader) {
  complete(options());
  ResumeOptions other = options();
  other.columns = WrittenColumns({{"load"}, {"other", true}});
  EXPECT_THAT([&] { ResumableFile file(other); },
              ThrowsMessage<ConfigError>(HasSubstr("its header is not that of this sweep")));
}

// Of a sweep that may leave out the words.
WrittenColumns load_and_perhaps_word(bool word) {
  return {{{"load"}, {.name = "word", .text = true, .when = read_if("words")}},
          [=](const ReadWhen&) { return word; }};
}

TEST_F(Resume, KeepsColumnsOfTheFileThatItMayLeaveOut) {
  for (const Format format : {Format::kCsv, Format::kJson}) {
    ResumeOptions wide = options(format), narrow = wide;
    wide.columns = load_and_perhaps_word(true);
    narrow.columns = load_and_perhaps_word(false);
    narrow.overwrite = true;
    complete(narrow);
    EXPECT_EQ(read_file(path())->find("word"), std::string::npos);
    wide.overwrite = true;
    complete(wide);
    const std::optional<std::string> whole = read_file(path());
    narrow.overwrite = false;
    EXPECT_TRUE(complete(narrow).empty());
    EXPECT_EQ(read_file(path()), whole);
  }
}

TEST_F(Resume, GoesOnUnderTheColumnsOfTheJournal) {
  ResumeOptions narrow = options();
  narrow.columns = load_and_perhaps_word(false);
  {
    ResumableFile file(options());
    file.add(2, row(2));
  }
  std::filesystem::remove(path());
  EXPECT_EQ(complete(narrow), (std::set<std::size_t>{0, 1, 3}));
  EXPECT_EQ(read_file(path()), kWhole);
}

TEST_F(Resume, AddsColumnsThatTheFileLeftOutAndLosesNothingWhenKilled) {
  ResumeOptions narrow = options(), wide = options();
  narrow.columns = load_and_perhaps_word(false);
  wide.columns = load_and_perhaps_word(true);
  {
    ResumableFile file(narrow);
    file.add(0, row(0));
    file.add(2, row(2));
  }
  const std::string file = read_file(path()).value();
  { ResumableFile resumed(wide); }
  const std::string journal = read_file(path() + ".partial").value();
  EXPECT_EQ(read_file(path()), "load,word\n0,\n");
  // A kill may have left the wide journal beside the narrow file, or beside none.
  for (const std::string& left : {file, std::string("load"), std::string()}) {
    write_file(path(), left);
    write_file(path() + ".partial", journal);
    write_file(path() + ".ini", wide.config_ini);
    EXPECT_EQ(complete(wide), (std::set<std::size_t>{1, 3})) << left;
    EXPECT_EQ(read_file(path()), "load,word\n0,\n1,\"a,\"\"1\"\n2,\n3,\"a,\"\"3\"\n");
  }
}

TEST_F(Resume, RefusesAFileWithoutAConfigBesideIt) {
  write_file(path(), "load,word\n");
  EXPECT_THAT([&] { ResumableFile file(options()); },
              ThrowsMessage<ConfigError>(
                  HasSubstr("exists, but its config " + path() + ".ini is missing")));
}

TEST_F(Resume, RefusesRowsThatAreNotOfThisSweep) {
  complete(options());
  ResumableFile file(options());
  file.compare(1, {{"load", "1"}});
  EXPECT_THAT(
      [&] {
        file.compare(1, {{"word", "a,\"1"}, {"load", "5"}});
      },
      ThrowsMessage<ConfigError>(HasSubstr("row 2 has load = 1, but this sweep has 5 there")));
}

TEST_F(Resume, RefusesMoreRowsThanThereAreAndBrokenOnes) {
  complete(options());
  write_file(path() + ".ini", options().config_ini);
  write_file(path(), std::string(kWhole) + "4,x\n");
  EXPECT_THAT([&] { ResumableFile file(options()); },
              ThrowsMessage<ConfigError>(HasSubstr("has more than the 4 rows")));
  write_file(path(), "load,word\n0\n");
  EXPECT_THAT([&] { ResumableFile file(options()); },
              ThrowsMessage<ConfigError>(HasSubstr("out.csv:2: not a row of 2 fields")));
}

TEST_F(Resume, StartsAfreshWhenAskedTo) {
  complete(options());
  ResumeOptions other = options();
  other.config_ini = "[traffic]\nload = 0:4:1\n";
  other.overwrite = true;
  EXPECT_EQ(complete(other).size(), 4u);
  EXPECT_TRUE(read_file(path() + ".ini")->starts_with(other.config_ini));
}

TEST_F(Resume, NoticesRowsThatWereChangedWhileTheSweepIsNotFinished) {
  {
    ResumableFile file(options());
    file.add(0, row(0));
    file.add(2, row(2));
  }
  const std::string file_text = *read_file(path()), partial = *read_file(path() + ".partial");
  const auto refusal_with = [&](const std::string& file, const std::string& rest) {
    write_file(path(), file);
    write_file(path() + ".partial", rest);
    try {
      ResumableFile resumed(options());
    } catch (const ConfigError& error) {
      EXPECT_EQ(read_file(path()), file);
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  std::string changed = partial;
  changed.replace(changed.rfind("a,"), 2, "b,");
  EXPECT_EQ(refusal_with("load,word\n0,\"b,\"\"0\"\n", partial),
            path() +
                ": row 1 was changed after it was written; give another -o FILE, or "
                "--overwrite to start afresh");
  EXPECT_EQ(refusal_with(file_text, changed),
            path() +
                ": row 3 was changed after it was written; give another -o FILE, or "
                "--overwrite to start afresh");
  EXPECT_EQ(refusal_with(file_text, partial), "accepted");
}

TEST_F(Resume, NoticesThatAFinishedFileWasChanged) {
  for (const Format format : {Format::kCsv, Format::kJson}) {
    ResumeOptions afresh = options(format);
    afresh.overwrite = true;
    complete(afresh);
    const std::string whole = *read_file(path());
    std::string changed = whole;
    changed[changed.rfind('3')] = '4';
    write_file(path(), changed);
    EXPECT_THAT([&] { ResumableFile file(options(format)); },
                ThrowsMessage<ConfigError>(path() + ": was changed after it was written; give "
                                                    "another -o FILE, or --overwrite to start "
                                                    "afresh"));
    EXPECT_EQ(read_file(path()), changed);
    write_file(path(), whole);
    EXPECT_TRUE(complete(options(format)).empty());
    // What an older version wrote has no digest.
    write_file(path(), changed);
    write_file(path() + ".ini", options().config_ini);
    EXPECT_TRUE(complete(options(format)).empty());
    EXPECT_EQ(read_file(path()), changed);
  }
}

TEST_F(Resume, RefusesASecondWriter) {
  ResumableFile first(options());
  EXPECT_THAT([&] { ResumableFile second(options()); },
              ThrowsMessage<ConfigError>(HasSubstr("another process is writing it")));
  first.add(0, row(0));  // and does no harm to the first one
  EXPECT_EQ(read_file(path()), "load,word\n0,\"a,\"\"0\"\n");
}

TEST_F(Resume, KeepsAllRowsOfJsonInTheJournalUntilTheEnd) {
  const ResumeOptions json = options(Format::kJson);
  {
    ResumableFile file(json);
    file.add(0, row(0));
    file.add(3, row(3));
    EXPECT_FALSE(exists(""));
  }
  EXPECT_EQ(complete(json), (std::set<std::size_t>{1, 2}));
  const Table table{json.columns.written(), {row(0), row(1), row(2), row(3)}};
  EXPECT_EQ(read_file(path()), to_json(table, {}));
  EXPECT_TRUE(complete(json).empty());
  EXPECT_EQ(read_file(path()), to_json(table, {}));
}

TEST(FirstDifference, NamesTheKeyAndBothValues) {
  const std::string ini = "[a]\nx = 1\n[b]\ny = 2 ; 3\n";
  EXPECT_EQ(first_difference(ini, ini), "");
  EXPECT_EQ(first_difference(ini, "; comment\n[b]\ny = 2 ; 3\n[a]\nx = 1\n"), "");
  EXPECT_EQ(first_difference(ini, "[a]\nx = 1\n"), "b.y = 2 ; 3, now not set");
  EXPECT_EQ(first_difference("[a]\nx = 1\n", ini), "b.y not set, now 2 ; 3");
}

}  // namespace
}  // namespace orthant
