#include "app/config/written_ini.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "app/config/config.hpp"
#include "app/keys/keys.hpp"
#include "app/output/origin.hpp"
#include "app/setup/build.hpp"

namespace orthant::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kTorus =
    "[routing]\nalgorithm = dor\n[topology]\nkind = torus\ndimensions = 4x4\n"
    "[traffic]\nload = 0.1, 0.2\nload_unit = flits\n";

Config parse(const std::string& text) { return Config::parse(text, "test.ini", {}); }

TEST(WrittenIni, HoldsWhatTheUserSetFirst) {
  const std::string ini = parse(kTorus).written_ini("sweep");
  EXPECT_THAT(ini, testing::StartsWith("[topology]\nkind = torus\ndimensions = 4x4\n\n[routing]\n"
                                       "algorithm = dor\n\n[traffic]\nload = 0.1, 0.2\n"
                                       "load_unit = flits\n\n; The defaults"));
}

TEST(WrittenIni, LeavesOutWhatTheVerbDoesNotRead) {
  EXPECT_THAT(parse(kTorus).written_ini("sweep"),
              AllOf(HasSubstr("dor.dateline"), HasSubstr("buffer_flits"), Not(HasSubstr("ofr.")),
                    Not(HasSubstr("policy")), Not(HasSubstr("[workload]"))));
  EXPECT_THAT(parse(kTorus).written_ini("analyze"), Not(HasSubstr("buffer_flits")));
  EXPECT_THAT(parse(kTorus).point(1).written_ini("run"),
              AllOf(HasSubstr("load = 0.2\n"), HasSubstr("dor.dateline"), Not(HasSubstr("ofr."))));
}

TEST(WrittenIni, HoldsWhatOneValueOfAnAxisReads) {
  EXPECT_THAT(
      Config::parse(kTorus, "test.ini", {{"routing.algorithm=dor, ofr"}}).written_ini("sweep"),
      AllOf(HasSubstr("dor.dateline"), HasSubstr("ofr.delta")));
}

// The settings, most of them defaults, that the config of a run leaves out.
ConfigEntries left_out_of(const Point& point) {
  ConfigEntries rest = ini_settings(point.effective_ini());
  const ConfigEntries written = ini_settings(point.written_ini("run"));
  std::erase_if(rest, [&](const auto& entry) {
    return std::ranges::find(written, entry.first, &ConfigEntries::value_type::first) !=
           written.end();
  });
  return rest;
}

bool is_of_a_run(const Point& point) try {
  make_setup(point, SetupNeeds::kAll);
  return true;
} catch (const ConfigError&) {
  return false;
}

std::vector<std::filesystem::path> shipped_configs() {
  std::vector<std::filesystem::path> files;
  for (const auto& file :
       std::filesystem::directory_iterator(std::filesystem::path(ORTHANT_SOURCE_DIR) / "configs"))
    if (file.path().extension() == ".ini") files.push_back(file.path());
  return files;
}

TEST(WrittenIni, ReproducesEachShippedConfig) {
  for (const auto& file : shipped_configs()) {
    const Config config = Config::read(file, {});
    for (const char* const verb : {"run", "analyze", "schedule"}) {
      const Config again = Config::parse(config.written_ini(verb), file, {});
      ASSERT_EQ(again.point_count(), config.point_count()) << file;
      for (const std::size_t p : {std::size_t{0}, config.point_count() - 1})
        EXPECT_EQ(again.point(p).effective_settings(), config.point(p).effective_settings())
            << file;
    }
  }
}

// Whoever builds a run reads these keys with others, for saturate, or to refuse another value.
const std::set<std::string> kReadInVain = {"run.tolerance", "run.saturate_seeds",
                                           "routing.up_down.clusters", "schedule.routes"};

// Where a key that is left out is set to its default by hand, a run reports that it was not read.
TEST(WrittenIni, LeavesOutOnlyWhatNoRunReads) {
  std::size_t left_out = 0;
  for (const auto& file : shipped_configs()) {
    const Point point = Config::read(file, {}).point(0);
    if (!is_of_a_run(point)) continue;
    const ConfigEntries rest = left_out_of(point);
    std::vector<std::string> overrides;
    for (const auto& [key, value] : rest) overrides.push_back(key + "=" + value);
    const Point whole = Config::parse(point.written_ini("run"), file, overrides).point(0);
    make_setup(whole, SetupNeeds::kAll);
    const std::vector<std::string> unread = whole.unread_keys();
    for (const auto& [key, value] : rest) {
      if (kReadInVain.contains(key)) continue;
      EXPECT_THAT(unread, testing::Contains(key)) << file;
    }
    left_out += rest.size();
  }
  EXPECT_GT(left_out, 1000u);
}

TEST(WrittenIni, DiffersFromAnotherWhereADefaultDoes) {
  const std::string ini = parse(kTorus).written_ini("run");
  EXPECT_EQ(first_difference(ini, parse(kTorus).effective_ini()), "");
  const std::string whole = parse(kTorus).effective_ini();
  const std::string seeds = "saturate_seeds = 5\n";
  EXPECT_EQ(first_difference(std::string(whole).erase(whole.find(seeds), seeds.size()), ini),
            "run.saturate_seeds not set, now 5");
  EXPECT_EQ(first_difference(ini, ini + "[router]\nbuffer_flits = 4\n"),
            "router.buffer_flits = 8, now 4");
  EXPECT_EQ(first_difference(ini + "\n[traffic.one]\n", ini + "\n[traffic.one]\n[traffic.two]\n"),
            "[traffic.two] not set, now a section");
}

}  // namespace
}  // namespace orthant::test
