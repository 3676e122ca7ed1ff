// Links named in a key or in a file.
#include "topology/link_list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "tests/topology/temporary_file.hpp"

namespace orthant {
namespace {

std::string refusal_of(const std::string& text) {
  try {
    read_links(text, make_torus({.radices = {4, 4}}));
  } catch (const KeyError& error) {
    EXPECT_EQ(error.key(), "faults.links");
    return error.what();
  }
  return "accepted";
}

TEST(LinkList, NamesLinksByTheirRouters) {
  const Topology torus = make_torus({.radices = {4, 4}});
  const std::vector<ChannelId> links = read_links("0-1 4-0", torus);
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(torus.channel(links[0]).from, RouterId{0u});
  EXPECT_EQ(torus.channel(links[0]).to, RouterId{1u});
  EXPECT_EQ(torus.channel(links[1]).from, RouterId{4u});
  EXPECT_EQ(torus.channel(links[1]).to, RouterId{0u});
  const TemporaryFile file("# two links\n0 1\n\n4-0\n");
  EXPECT_EQ(read_links(file.path(), torus), links);
}

TEST(LinkList, RefusesWhatIsNoLink) {
  EXPECT_EQ(refusal_of("0-5"), "0-5: no link joins these routers; allowed: neighbours");
  EXPECT_EQ(refusal_of("0-16"), "0-16: no two routers; allowed: 0 to 15");
  EXPECT_EQ(refusal_of("0 1"),
            "0 1: no such file; allowed: a file of links, or pairs of routers as in 0-1 5-6");
  const TemporaryFile file("0 1\n5\n");
  EXPECT_EQ(refusal_of(file.path()),
            file.path() + ":2: no link; allowed: two routers, as in 0-1 or 0 1");
}

}  // namespace
}  // namespace orthant
