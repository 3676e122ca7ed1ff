#include "traffic/msccl_program.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "base/random.hpp"
#include "tests/topology/temporary_file.hpp"
#include "traffic/goal_file.hpp"

namespace orthant {
namespace {

std::string step_text(int s, const std::string& type, int count = 1, int block = -1, int step = -1,
                      bool awaited = false) {
  return fmt::format(
      "<step s=\"{}\" type=\"{}\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"0\" cnt=\"{}\" "
      "depid=\"{}\" deps=\"{}\" hasdep=\"{}\"/>\n",
      s, type, count, block, step, awaited ? 1 : 0);
}
std::string block_text(int id, int send, int receive, const std::string& steps, int channel = 0) {
  return fmt::format("<tb id=\"{}\" send=\"{}\" recv=\"{}\" chan=\"{}\">\n{}</tb>\n", id, send,
                     receive, channel, steps);
}
std::string gpu_text(int id, const std::string& blocks) {
  return fmt::format("<gpu id=\"{}\" i_chunks=\"1\" o_chunks=\"1\" s_chunks=\"0\">\n{}</gpu>\n", id,
                     blocks);
}
std::string algorithm_text(int gpus, const std::string& text) {
  return fmt::format("<algo name=\"a\" proto=\"Simple\" nchannels=\"2\" ngpus=\"{}\">\n{}</algo>\n",
                     gpus, text);
}

Workload msccl_of(const std::string& text, std::uint64_t chunk_bytes = 8, std::size_t nodes = 16) {
  const TemporaryFile file(text);
  return read_msccl("workload.file", file.path(), chunk_bytes, nodes);
}

// The error without the name of the file.
std::string msccl_error(const std::string& text, std::uint64_t chunk_bytes = 8) {
  const TemporaryFile file(text);
  try {
    read_msccl("workload.file", file.path(), chunk_bytes, 4);
  } catch (const KeyError& error) {
    EXPECT_EQ(error.key(), "workload.file");
    std::string what = error.what();
    EXPECT_EQ(what.rfind(file.path(), 0), 0u) << what;
    EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    return what.substr(file.path().size());
  }
  return "";
}

// The second of three GPUs in a row forwards what it receives, reduces, and waits for a copy.
TEST(MscclProgram, IsTheSameAsInGoal) {
  const std::string text = algorithm_text(
      3, gpu_text(2, block_text(0, -1, 1, step_text(0, "rrc", 2) + step_text(1, "r"), 1)) +
             gpu_text(0, block_text(0, 1, -1, step_text(0, "s", 2) + step_text(1, "s", 3))) +
             gpu_text(
                 1, block_text(7, 2, 0, step_text(0, "rcs", 2, 4, 1) + step_text(1, "rrcs", 3), 0) +
                        block_text(4, -1, -1,
                                   step_text(0, "nop", 0, 2, 0) +
                                       step_text(1, "cpy", 1, -1, -1, true) + step_text(2, "re")) +
                        block_text(2, 2, -1, step_text(0, "s", 2, -1, -1, true) + step_text(1, "s"),
                                   1)));
  // What GPU 1 forwards to GPU 2 on channel 0 is received by another thread block there.
  const std::string received = text.substr(0, text.find("</gpu>")) +
                               block_text(1, -1, 1, step_text(0, "r", 2) + step_text(1, "r", 3)) +
                               text.substr(text.find("</gpu>"));
  const std::string goal = R"(num_ranks 3
rank 0 { a: send 16b to 1 b: send 24b to 1 b requires a }
rank 1 { a: recv 16b from 0 b: send 16b to 2 c: recv 24b from 0 d: send 24b to 2
         nop: calc 0 copy: calc 0 re: calc 0
         e: send 16b to 2 tag 1 nic 1 f: send 8b to 2 tag 1 nic 1
         b requires a c requires b d requires c copy requires nop re requires copy
         nop requires e a requires copy f requires e }
rank 2 { a: recv 16b from 1 tag 1 b: recv 8b from 1 tag 1 b requires a
         c: recv 16b from 1 d: recv 24b from 1 d requires c }
)";
  EXPECT_EQ(goal_text(msccl_of(received)), goal_text(parse_goal("k", "FILE", goal)));
}

TEST(MscclProgram, ReadsGpusThatDoNothing) {
  const Workload workload = msccl_of("<algo ngpus=\"5\"><gpu id=\"3\"/></algo>");
  EXPECT_EQ(workload.ranks(), 5u);
  EXPECT_EQ(workload.size(), 0u);
}

TEST(MscclProgram, ReportsWhatIsWrongAndWhere) {
  const std::string sender = block_text(0, 1, -1, step_text(0, "s"));
  const std::string receiver = gpu_text(1, block_text(0, -1, 0, step_text(0, "r")));
  const auto pair = [&](const std::string& blocks) {
    return algorithm_text(2, gpu_text(0, blocks) + receiver);
  };
  const auto steps = [&](const std::string& text) { return pair(block_text(0, 1, -1, text)); };
  EXPECT_EQ(msccl_error(pair(sender)), "");
  for (const auto& [text, why] : std::initializer_list<std::pair<std::string, std::string>>{
           {"", ":1: no XML: no element found; allowed: well-formed XML"},
           {"num_ranks 2\n", ":1: no XML: syntax error; allowed: well-formed XML"},
           {pair(sender).substr(0, 300), ":7: no XML: unclosed token; allowed: well-formed XML"},
           {"<graph/>", ":1: <graph> as the outermost element; allowed: <algo>"},
           {"<algo/>", ":1: <algo> without ngpus; allowed: <algo ngpus=\"...\">"},
           {algorithm_text(5, ""), ":1: 5 gpus for 4 nodes; allowed: a node for each gpu"},
           {algorithm_text(0, ""), ":1: ngpus=0 of <algo>; allowed: 1 to 16777216"},
           {algorithm_text(2, "<tb/>"), ":2: <tb> inside <algo>; allowed: <gpu>"},
           {algorithm_text(2, gpu_text(2, "")), ":2: id=2 of <gpu>; allowed: 0 to 1"},
           {algorithm_text(2, gpu_text(1, "") + gpu_text(1, "")),
            ":4: gpu 1 is there twice; allowed: once"},
           {pair(block_text(0, 0, -1, "")),
            ":3: send of gpu 0 is gpu 0 itself; allowed: another one, or -1"},
           {pair(block_text(0, 1, 2, "")), ":3: recv=2 of <tb>; allowed: -1 to 1"},
           {pair(block_text(0, 1, -1, "", 2)), ":3: chan=2 of <tb>; allowed: 0 to 1"},
           {pair(sender + sender), ":6: tb 0 of gpu 0 is there twice; allowed: once"},
           {pair(sender + block_text(1, 1, -1, "")),
            ":6: a second tb of gpu 0 that sends to gpu 1 on channel 0; allowed: one"},
           {steps(step_text(1, "s")), ":4: step 1 where step 0 should be; allowed: 0, 1, 2, ..."},
           {steps(step_text(0, "send")),
            ":4: type send is unknown; allowed: s, r, rcs, rrc, rrcs, rrs, re, cpy, nop"},
           {steps(step_text(0, "rcs")),
            ":4: rcs in a tb without recv; allowed: a tb with a gpu to receive from"},
           {pair(block_text(0, -1, -1, step_text(0, "s"))),
            ":4: s in a tb without send; allowed: a tb with a gpu to send to"},
           {steps(step_text(0, "s", 0)), ":4: cnt=0 of <step>; allowed: 1 to 1000000000"},
           {steps("<step s=\"0\" type=\"s\"/>"),
            ":4: <step> without cnt; allowed: <step cnt=\"...\">"},
           {steps("<step s=\"zero\"/>"), ":4: s=zero of <step>; allowed: 0 to 16777215"},
           {steps("<step s=\"0\" type=\"nop\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"><x/></step>"),
            ":4: <x> inside <step>; allowed: nothing"},
           {steps(step_text(0, "s", 1, 0)),
            ":4: depid=0 beside deps=-1; allowed: both -1, or a tb and a step of it"},
           {steps(step_text(0, "s", 1, 3, 0)),
            ":4: depid=3: gpu 0 has no such tb; allowed: one of its own"},
           {steps(step_text(0, "s", 1, 0, 1)),
            ":4: deps=1: tb 0 of gpu 0 has no such step; allowed: below 1"},
           {pair(block_text(1, -1, -1, step_text(0, "cpy")) +
                 block_text(0, 1, -1, step_text(0, "s", 1, 1, 0))),
            ":4: hasdep=0 of step 0 of tb 1 of gpu 0, for which line 7 waits; allowed: 1"},
           {steps(step_text(0, "s") + step_text(1, "s")),
            ":5: step 1 of tb 0 of gpu 0 sends a message that gpu 1 never receives; allowed: as "
            "many "
            "receives as sends of a source, destination and channel"},
           {pair(""),
            ":6: step 0 of tb 0 of gpu 1 waits for a message that gpu 0 never sends; allowed: as "
            "many "
            "sends as receives of a source, destination and channel"},
           {steps(step_text(0, "s", 2)),
            ":9: step 0 of tb 0 of gpu 1 receives 1 chunk of a message of 2 (step 0 of tb 0 of gpu "
            "0, "
            "line 4); allowed: 2"},
           {algorithm_text(
                2, gpu_text(0, sender) + gpu_text(1, block_text(0, -1, 0, step_text(0, "r", 3)))),
            ":9: step 0 of tb 0 of gpu 1 receives 3 chunks of a message of 1 (step 0 of tb 0 of "
            "gpu 0, "
            "line 4); allowed: 1"},
           {pair(block_text(0, 1, -1, step_text(0, "s", 1, 5, 0, true)) +
                 block_text(5, -1, -1, step_text(0, "nop", 0, 0, 0, true))),
            ":4: step 0 of tb 0 of gpu 0 waits for itself, by way of step 0 of tb 5 of gpu 0 (line "
            "7); "
            "allowed: no cycle of dependencies"}})
    EXPECT_EQ(msccl_error(text), why) << text;
  EXPECT_EQ(msccl_error(steps(step_text(0, "s", 1'000'000)), 10'000'000'000),
            ":4: 1000000 chunks of 10000000000 bytes; allowed: at most 1000000000000000 bytes");
}

// Any text gives either a workload that can end or a one-line error with a place.
TEST(MscclProgram, ReadsOrRefusesAnyText) {
  RandomStream random(11, 0, RandomPurpose::kTest);
  const auto below = [&](std::size_t n) { return random.below(static_cast<std::uint32_t>(n)); };
  const std::string alphabet = "0123456789<>/\"= -abdgknprstv\n&";
  const char* const types[] = {"s", "r", "rcs", "rrc", "rrcs", "rrs", "re", "cpy", "nop"};
  int read = 0, refused = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string gpus;
    for (int gpu = 0; gpu < 2; ++gpu) {
      std::string steps, others;
      // A message in each direction, sometimes with operations before and after it.
      int s = 0;
      if (below(2) == 0) steps += step_text(s++, types[6 + below(3)], 1, 1, 0);
      steps +=
          step_text(s++, gpu == 0 ? "s" : "r", 1, below(4) == 0 ? 1 : -1, below(4) == 0 ? 0 : -1);
      if (below(3) == 0) steps += step_text(s++, types[below(9)], 1 + static_cast<int>(below(2)));
      others = step_text(0, "cpy", 1, -1, -1, below(5) != 0);
      gpus += gpu_text(gpu, block_text(0, 1 - gpu, 1 - gpu, steps) + block_text(1, -1, -1, others));
    }
    std::string text = algorithm_text(2, gpus);
    for (std::uint32_t change = below(3); change > 0; --change) {
      if (below(2) == 0)
        text[below(text.size())] = alphabet[below(alphabet.size())];
      else
        text.erase(below(text.size()), below(40));
    }
    const TemporaryFile file(text);
    try {
      EXPECT_FALSE(find_problem(read_msccl("k", file.path(), 8, 4)));
      ++read;
    } catch (const KeyError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(read, 300);
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace orthant
