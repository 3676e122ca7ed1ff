// Path table files: the text, reading it back, and the message for every mistake.
#include "routing/table/path_table_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "base/error.hpp"
#include "base/random.hpp"
#include "tests/routing/some_paths.hpp"

namespace orthant {
namespace {

class PathTableFile : public testing::Test {
 protected:
  ~PathTableFile() override { std::remove(path_.c_str()); }

  void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
  PathTable read(const std::string& text, const Topology& topology) const {
    write(text);
    return read_path_table(path_, topology);
  }
  // The message, with "FILE" for the name of the file.
  std::string error(const std::string& text, const Topology& topology) const {
    try {
      read(text, topology);
    } catch (const KeyError& error) {
      EXPECT_EQ(error.key(), "routing.table_file");
      std::string what = error.what();
      const std::size_t at = what.find(path_);
      return at == what.npos ? what : what.replace(at, path_.size(), "FILE");
    }
    return "no error";
  }

  const std::string path_ =
      testing::TempDir() + "orthant_paths_" + std::to_string(::getpid()) + ".paths";
};

// Both directions of a line of two, as written by hand.
const Topology kLine = make_mesh({.radices = {2}});
std::string line_head() {
  return "orthant-paths 1\nnetwork mesh 2\nrouters 2\nchannels 2\nfingerprint " +
         network_fingerprint(kLine) + "\nsymmetry none\n";
}
const std::string kPairs = "pair 0 1\n1 0x1\npair 1 0\n1 1x1\n";

TEST_F(PathTableFile, HasThisText) {
  const Topology ring = make_torus({.radices = {3}});
  PathTable table(ring, true);
  table.add(RouterId{0}, RouterId{1}, 0.9, {{PortId{0}, 1, 0}});
  table.add(RouterId{0}, RouterId{1}, 0.1, {{PortId{1}, 2, 0}});
  table.add(RouterId{0}, RouterId{2}, 1, {{PortId{1}, 1, 0}});
  const std::string notes[] = {"by hand", "two\nlines"};
  const std::string text = path_table_text(table, notes);
  const std::string body = "orthant-paths 1\nnetwork torus 3\nrouters 3\nchannels 6\nfingerprint " +
                           network_fingerprint(ring) +
                           "\nsymmetry translations\n# by hand\n# two\n# lines\npair 0 1\n"
                           "0.9 0x1\n0.1 1x2\npair 0 2\n1 1x1\n";
  EXPECT_EQ(text.substr(0, body.size()), body);
  EXPECT_EQ(text.substr(body.size(), 9), "checksum ");
  EXPECT_EQ(text.size(), body.size() + 9 + 16 + 1);
  EXPECT_EQ(read(text, ring), table);
}

TEST_F(PathTableFile, ComesBackAsItWasWritten) {
  for (const auto& topology :
       {make_torus({.radices = {5, 4}}), make_torus({.radices = {2, 3, 4}}),
        make_mesh({.radices = {3, 4}}), make_hypercube({.radices = {2, 2, 2, 2}}),
        make_torus({.radices = {1, 1}})}) {
    const auto table = some_ival_paths(topology, 7);
    const std::string note = "a note as long as it may be " + std::string(5000, 'x');
    const PathTable copy = read(path_table_text(*table, std::span(&note, 1)), topology);
    EXPECT_EQ(copy, *table) << topology.kind() << topology.dimensions();
    EXPECT_EQ(path_table_text(copy, {}), path_table_text(*table, {}));
  }
}

TEST_F(PathTableFile, KeepsOddProbabilitiesBitForBit) {
  const Topology ring = make_torus({.radices = {4}});
  RandomStream random(3, 0, RandomPurpose::kTest);
  PathTable table(ring, false);
  table.for_each_pair([&](RouterId s, RouterId t) {
    const auto up = static_cast<std::uint16_t>((t.index() + 4 - s.index()) % 4);
    table.add(s, t, random.uniform() + 1e-3, {{PortId{0}, up, 0}});
    table.add(s, t, 1e-17, {{PortId{1}, static_cast<std::uint16_t>(4 - up), 0}});
  });
  table.normalize();
  EXPECT_EQ(read(path_table_text(table, {}), ring), table);
}

TEST_F(PathTableFile, IsReadFromWhatAPersonWrites) {
  const PathTable table =
      read(line_head() +
               "\n# only one way\n  pair 1 0\n\t1  1x1 # back\npair 0 1\n0.25 0x1\n"
               ".75 0x1\npair 0 0\n1\nchecksum none\n",
           kLine);
  EXPECT_EQ(table.path_count(), 3u);
  EXPECT_EQ(error(line_head() + kPairs + "checksum none\n", kLine), "no error");
  // Some editors end lines with CR and LF.
  std::string crlf;
  for (const char c : line_head() + kPairs + "checksum none\n")
    crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(error(crlf, kLine), "no error");
}

TEST_F(PathTableFile, OfAnotherNetworkIsRefused) {
  const std::string text =
      path_table_text(*some_ival_paths(make_torus({.radices = {4, 4}}), 2), {});
  EXPECT_EQ(error(text, make_torus({.radices = {4, 8}})),
            "FILE:2: the table is for network torus 4x4, but this is network torus 4x8; allowed: a "
            "table for this network");
  EXPECT_EQ(error(text, make_mesh({.radices = {4, 4}})),
            "FILE:2: the table is for network torus 4x4, but this is network mesh 4x4; allowed: a "
            "table for this network");
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return error(changed, make_torus({.radices = {4, 4}}));
  };
  EXPECT_EQ(with("routers 16", "routers 17"),
            "FILE:3: the table is for routers 17, but this is routers 16; allowed: a table for "
            "this network");
  EXPECT_EQ(with("channels 64", "channels 6"),
            "FILE:4: the table is for channels 6, but this is channels 64; allowed: a table for "
            "this network");
  EXPECT_EQ(
      with("fingerprint " + network_fingerprint(make_torus({.radices = {4, 4}})), "fingerprint 0"),
      "FILE:5: the table is for fingerprint 0, but this is fingerprint " +
          network_fingerprint(make_torus({.radices = {4, 4}})) +
          "; allowed: a table for this network");
}

TEST_F(PathTableFile, FingerprintsDifferWherePathsLeadElsewhere) {
  EXPECT_EQ(network_fingerprint(make_torus({.radices = {4, 4}})),
            network_fingerprint(make_torus({.radices = {4, 4}, .nodes_per_router = 3})));
  EXPECT_NE(network_fingerprint(make_torus({.radices = {4, 4}})),
            network_fingerprint(make_torus({.radices = {8, 2}})));
}

TEST_F(PathTableFile, WithAMistakeIsRefusedInOneLine) {
  const std::string head = line_head(), end = "checksum none\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "FILE:1: the file is empty; allowed: a path table"},
      {"orthant-paths 2\n",
       "FILE:1: 'orthant-paths 2' begins no path table; allowed: orthant-paths 1"},
      {std::string("\x7f"
                   "ELF\0\1\n",
                   7),
       "FILE: this is a binary file; allowed: a path table"},
      {"orthant-paths 1\n",
       "FILE:2: the file ends where its network should be: it is cut off; allowed: a whole one"},
      {"orthant-paths 1\nrouters 2\n",
       "FILE:2: 'routers 2' stands where the network should be; allowed: network mesh 2"},
      {"orthant-paths 1\nnetwork mesh 2",
       "FILE:2: the file ends within this line: it is cut off; allowed: a whole one"},
      {head, "FILE:7: the file ends without a checksum: it is cut off; allowed: a whole one"},
      {head + kPairs,
       "FILE:11: the file ends without a checksum: it is cut off; allowed: a whole one"},
      {head + "1 0x1\n" + end,
       "FILE:7: '1' stands where a pair should begin; allowed: pair SOURCE DESTINATION"},
      {head + "pair 0\n" + end, "FILE:7: 2 words; allowed: pair SOURCE DESTINATION"},
      {head + "pair 0 2\n" + end, "FILE:7: '2' is no router; allowed: 0 to 1"},
      {head + "pair -1 0\n" + end, "FILE:7: '-1' is no router; allowed: 0 to 1"},
      {head + "pair 0 1\n0 0x1\n" + end,
       "FILE:8: '0' is no probability; allowed: pair, checksum, or a number above 0, at most 1"},
      {head + "pair 0 1\nnan 0x1\n" + end,
       "FILE:8: 'nan' is no probability; allowed: pair, checksum, or a number above 0, at most 1"},
      {head + "pair 0 1\n1.1 0x1\n" + end,
       "FILE:8: '1.1' is no probability; allowed: pair, checksum, or a number above 0, at most 1"},
      {head + "pair 0 1\n1 0y1\n" + end,
       "FILE:8: '0y1' is no run of a path; allowed: PORTxHOPS, such as 0x3"},
      {head + "pair 0 1\n1 0x0\n" + end,
       "FILE:8: '0x0' is no run of a path; allowed: PORTxHOPS, such as 0x3"},
      {head + "pair 0 1\n1 0x65536\n" + end,
       "FILE:8: '0x65536' is no run of a path; allowed: PORTxHOPS, such as 0x3"},
      {head + "pair 0 1\n1 7x1\n" + end,
       "FILE:8: no path from 0 to 1: router 0 (0) has no channel at port 7"},
      {head + "pair 0 1\n1 0x2\n" + end,
       "FILE:8: no path from 0 to 1: router 1 (1) has no channel at port 0"},
      {head + "pair 0 1\n1 0x1 1x1\n" + end,
       "FILE:8: no path from 0 to 1: it ends at router 0 (0)"},
      {head + "pair 0 1\n1 0x1 1x1 0x1\n" + end,
       "FILE:8: no path from 0 to 1: it takes the channel from router 0 (0) to router 1 (1) twice"},
      {head + "pair 0 0\n1 0x1 1x1\n" + end,
       "FILE:8: no path from 0 to 0: a router reaches itself without a channel"},
      {head + "pair 0 0\n1\npair 0 0\n1\n" + kPairs + end,
       "FILE:9: the pair 0 0 is listed twice; allowed: once"},
      {head + kPairs + "pair 0 1\n1 0x1\n" + end,
       "FILE:11: the pair 0 1 is listed twice; allowed: once"},
      {head + "pair 0 1\n0.5 0x1\n0.4 0x1\n" + end,
       "FILE:7: the probabilities of the pair 0 1 sum to 0.9; allowed: 1, within 1e-9"},
      {head + "pair 0 0\n0.5\n" + end,
       "FILE:7: the probabilities of the pair 0 0 sum to 0.5; allowed: 1, within 1e-9"},
      {head + "pair 0 1\npair 1 0\n1 1x1\n" + end,
       "FILE:7: the probabilities of the pair 0 1 sum to 0; allowed: 1, within 1e-9"},
      {head + "pair 0 1\n1 0x1\n" + end, "FILE:9: the pair 1 0 has no path"},
      {head + kPairs + end + "more\n",
       "FILE:12: the file goes on after its checksum; allowed: nothing"},
      {"orthant-paths 1\n" + std::string(1 << 20, '0') + "\n",
       "FILE:2: the line is longer than 4224 characters, too long for 2 numbers; allowed: at most "
       "4224"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(error(text, kLine), message);
}

TEST_F(PathTableFile, NamesTheChecksumThatItExpects) {
  PathTable table(kLine, false);
  table.add(RouterId{0}, RouterId{1}, 1, {{PortId{0}, 1, 0}});
  table.add(RouterId{1}, RouterId{0}, 1, {{PortId{1}, 1, 0}});
  const std::string text = path_table_text(table, {});
  const std::string sum = text.substr(text.size() - 17, 16);
  EXPECT_EQ(
      error(line_head() + kPairs + "checksum 0\n", kLine),
      "FILE:11: the checksum of the lines above is " + sum + ", not '0'; allowed: that, or none");
  EXPECT_EQ(
      error(line_head() + kPairs + "checksum\n", kLine),
      "FILE:11: the checksum of the lines above is " + sum + ", not ''; allowed: that, or none");
}

TEST_F(PathTableFile, BySymmetryListsRouter0OfANetworkWithTranslations) {
  std::string text = line_head();
  const Topology line = make_mesh({.radices = {3}});
  text = "orthant-paths 1\nnetwork mesh 3\nrouters 3\nchannels 4\nfingerprint " +
         network_fingerprint(line) + "\nsymmetry ";
  EXPECT_EQ(error(text + "translations\n", line),
            "FILE:6: this network has no translations; allowed: none");
  EXPECT_EQ(error(text + "rotations\n", line),
            "FILE:6: 'rotations' is no symmetry; allowed: translations, none");
  const std::string head = line_head();
  EXPECT_EQ(error(head.substr(0, head.rfind("none")) + "translations\npair 1 0\n", kLine),
            "FILE:7: source 1 beside symmetry translations; allowed: 0");
}

TEST_F(PathTableFile, ThatIsMissingIsSaid) {
  try {
    read_path_table("nowhere.paths", kLine);
    FAIL();
  } catch (const KeyError& error) {
    EXPECT_EQ(std::string(error.what()), "cannot open nowhere.paths: No such file or directory");
  }
}

TEST_F(PathTableFile, DamagedAnywhereIsRefused) {
  const Topology torus = make_torus({.radices = {3, 3}});
  const std::string note = "note";
  const std::string whole = path_table_text(*some_ival_paths(torus, 3), std::span(&note, 1));
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    EXPECT_NE(error(whole.substr(0, bytes), torus), "no error") << bytes;
  }
  RandomStream random(9, 0, RandomPurpose::kTest);
  const auto place = [&](std::size_t size) {
    return random.below(static_cast<std::uint32_t>(size));
  };
  for (int i = 0; i < 3000; ++i) {
    std::string text = whole;
    for (std::uint32_t n = 1 + random.below(3); n > 0; --n) {
      const std::size_t at = place(text.size());
      switch (random.below(4)) {
        case 0:
          text[at] = static_cast<char>(text[at] ^ (1 << random.below(8)));
          break;
        case 1:
          text[at] = static_cast<char>(random.below(256));
          break;
        case 2:
          text.insert(at, 1, static_cast<char>(random.below(256)));
          break;
        default:
          text.erase(at, 1 + random.below(20));
      }
    }
    if (text == whole) continue;
    EXPECT_NE(error(text, torus), "no error") << i;
  }
}

}  // namespace
}  // namespace orthant
