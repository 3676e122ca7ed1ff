#include "sim/node/snapshot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/error.hpp"
#include "sim/kernel/require.hpp"

namespace orthant {
namespace {

using testing::HasSubstr;

// What is inconsistent in a snapshot; "": nothing is.
std::string violation(const Snapshot& snapshot) {
  const InvariantsOfInput as_an_error;
  try {
    snapshot.require_conserved();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

Snapshot conservation() { return {Snapshot::Purpose::kConservation, 7}; }

BufferSlots slots(std::uint32_t free, std::uint32_t taken, std::uint32_t returning) {
  return {.router = RouterId{3u},
          .port = PortId{1u},
          .vc = Vc{2u},
          .all = 8,
          .free = free,
          .taken = taken,
          .returning = returning};
}

TEST(Snapshot, NamesTheFirstBufferWhoseSlotsDoNotAddUp) {
  Snapshot snapshot = conservation();
  snapshot.add(slots(5, 2, 1));
  EXPECT_EQ(violation(snapshot), "");
  snapshot.add(slots(5, 2, 0));
  snapshot.add(slots(8, 1, 0));
  EXPECT_THAT(violation(snapshot), HasSubstr("cycle 7, router 3, port 1, vc 2: 7 slots of 8"));
}

TEST(Snapshot, FlitsMayEnterOnePartAndLeaveAnother) {
  Snapshot all = conservation();
  Snapshot entered = conservation(), left = conservation();
  entered.add_flits(10, 4);
  left.add_flits(-std::uint64_t{5}, 0);
  EXPECT_THAT(violation(entered), HasSubstr("10 flits entered and did not leave, 4 are found"));
  all.add(std::move(entered));
  all.add(std::move(left));
  EXPECT_THAT(violation(all), HasSubstr("5 flits entered and did not leave, 4 are found"));
  all.add_flits(0, 1);
  EXPECT_EQ(violation(all), "");
}

// VC 0 is an escape with a mark in every ring, VC 1 adaptive; two rings.
TEST(Snapshot, ARingOfSeveralPartsHasOneMark) {
  const std::uint32_t of_vcs[] = {1, 0};
  Snapshot one = conservation();
  one.add_marks(std::vector<std::uint32_t>{1, 0}, of_vcs);
  EXPECT_EQ(violation(one), "");
  Snapshot other = conservation();
  other.add_marks(std::vector<std::uint32_t>{0, 0, 1, 0}, of_vcs);
  EXPECT_THAT(violation(other), HasSubstr("ring 0, vc 0: 0 marked slots"));
  other.add(std::move(one));
  EXPECT_EQ(violation(other), "");
  other.add_marks(std::vector<std::uint32_t>{0, 0, 0, 1}, of_vcs);
  EXPECT_THAT(violation(other), HasSubstr("ring 1, vc 1: 1 marked slots"));
}

TEST(Snapshot, KeepsItsPartsThroughAnArchive) {
  Snapshot snapshot = conservation();
  snapshot.add_flits(1, 1);
  snapshot.add(slots(1, 0, 0));
  snapshot.waits().add(0, {RouterId{0u}, PortId{0u}, Vc{0u}}, {0});
  snapshot.activity().resize(2);
  snapshot.activity()[1].link_flits = 9;
  ArchiveWriter writer;
  writer(snapshot);
  Snapshot all = conservation();
  for (int i = 0; i < 2; ++i) {
    Snapshot part = conservation();
    ArchiveReader reader(writer.text());
    reader(part);
    all.add(std::move(part));
  }
  EXPECT_EQ(violation(all), violation(snapshot));
  EXPECT_EQ(all.waits().stuck().size(), 2u);
  EXPECT_EQ(all.activity()[1].link_flits, 18u);
}

TEST(Snapshot, KeepsItsCountsThroughAnArchive) {
  const auto read_again = [](Snapshot snapshot) {
    ArchiveWriter writer;
    writer(snapshot);
    Snapshot read = conservation();
    ArchiveReader reader(writer.text());
    reader(read);
    return violation(read);
  };
  Snapshot flits = conservation();
  flits.add_flits(2, 1);
  EXPECT_THAT(read_again(flits), HasSubstr("2 flits entered and did not leave, 1 are found"));
  const std::uint32_t of_vcs[] = {1};
  Snapshot marks = conservation();
  marks.add_marks(std::vector<std::uint32_t>{3}, of_vcs);
  EXPECT_THAT(read_again(marks), HasSubstr("ring 0, vc 0: 3 marked slots"));
}

}  // namespace
}  // namespace orthant
