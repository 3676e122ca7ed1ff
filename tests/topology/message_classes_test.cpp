// Networks of message classes: lists, the links that carry a class, missing connections.
#include "topology/message_classes.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "topology/graph.hpp"

namespace orthant {
namespace {

MessageClasses read(const std::string& text) {
  return read_message_classes(text,
                              [](const std::string& what) { throw std::runtime_error(what); });
}

std::string error(const std::string& text) {
  try {
    read(text);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

TEST(MessageClasses, AreReadAsAList) {
  EXPECT_EQ(read("0"), 1);
  EXPECT_EQ(read(" 2, 0 ,15\r"), 0x8005);
  EXPECT_EQ(message_classes_text(read("15,0,2")), "0,2,15");
  EXPECT_EQ(error(""), "'' is no message class; allowed: numbers from 0 to 15, as in 0,2");
  EXPECT_EQ(error("0,"), "'' is no message class; allowed: numbers from 0 to 15, as in 0,2");
  EXPECT_EQ(error("0,x"), "'x' is no message class; allowed: numbers from 0 to 15, as in 0,2");
  EXPECT_EQ(error("-1"), "'-1' is no message class; allowed: numbers from 0 to 15, as in 0,2");
  EXPECT_EQ(error("16"), "'16' is no message class; allowed: numbers from 0 to 15, as in 0,2");
  EXPECT_EQ(error("1,0,1"), "the message class 1 is there twice; allowed: once");
}

// Routers 0, 1, 2 have nodes, 3 and 4 none: class 0 has the line 0-1-2, class 1 the star around 3,
// and both have the link 3-4.
Topology two_networks() {
  Graph graph;
  graph.routers.resize(5);
  for (std::size_t r = 0; r < 3; ++r) graph.routers[r].nodes = 1;
  for (std::size_t r = 3; r < 5; ++r) graph.routers[r].nodes = 0;
  const auto add = [&](std::uint32_t a, std::uint32_t b, MessageClasses classes) {
    graph.links.push_back({.a = a, .b = b});
    graph.links.back().message_classes = classes;
  };
  add(0, 1, 1);
  add(0, 3, 2);
  add(1, 3, 2);
  add(1, 2, 1);
  add(2, 3, 2);
  add(3, 4, 3);
  return make_graph("graph", graph, {});
}

TEST(MessageClasses, HaveNetworksWithThePortsOfTheWhole) {
  const Topology whole = two_networks();
  EXPECT_TRUE(whole.limits_message_classes());
  EXPECT_EQ(whole.message_classes(ChannelId{3u}), 2);
  EXPECT_TRUE(limits_any_of(whole, 1));
  EXPECT_TRUE(limits_any_of(whole, 2));

  const Topology line = network_of_class(whole, 0);
  EXPECT_EQ(line.router_count(), 5u);
  EXPECT_EQ(line.node_count(), 3u);
  // No packet of class 0 reaches routers 3 and 4.
  ASSERT_EQ(line.channel_count(), 4u);
  EXPECT_EQ(line.neighbor(RouterId{1u}, PortId{2u}), RouterId{2u});
  EXPECT_FALSE(line.channel_from(RouterId{1u}, PortId{1u}));
  EXPECT_FALSE(line.channel_from(RouterId{3u}, PortId{3u}));
  const Topology star = network_of_class(whole, 1);
  ASSERT_EQ(star.channel_count(), 8u);
  for (const Topology* network : {&line, &star}) {
    EXPECT_FALSE(disconnected_routers(*network));
    for (std::size_t c = 0; c < network->channel_count(); ++c) {
      const Channel channel = network->channel(ChannelId{c});
      const auto same = whole.channel_from(channel.from, channel.from_port);
      ASSERT_TRUE(same);
      EXPECT_EQ(whole.channel(*same).to, channel.to);
      EXPECT_EQ(network->channel(channel.reverse).reverse, ChannelId{c});
    }
  }
}

TEST(MessageClasses, MayLeaveNodesUnconnected) {
  const auto pair = disconnected_routers(network_of_class(two_networks(), 2));
  ASSERT_TRUE(pair);
  EXPECT_EQ(pair->first, RouterId{0u});
  EXPECT_EQ(pair->second, RouterId{1u});
}

TEST(MessageClasses, OfChannelsAreFewerThanThoseOfTheRouter) {
  const Topology whole = two_networks();
  EXPECT_FALSE(undeclared_message_class(whole, 2));
  const auto beyond = undeclared_message_class(whole, 1);
  ASSERT_TRUE(beyond);
  EXPECT_EQ(beyond->first, 1u);
  EXPECT_EQ(beyond->second, ChannelId{2u});
}

TEST(MessageClasses, AreAllWhereNoLinkNamesThem) {
  Graph graph;
  graph.routers.resize(2);
  graph.links.push_back({.a = 0, .b = 1});
  const Topology plain = make_graph("graph", graph, {});
  EXPECT_FALSE(plain.limits_message_classes());
  EXPECT_EQ(plain.message_classes(ChannelId{0u}), kAllMessageClasses);
  EXPECT_FALSE(limits_any_of(plain, 16));
  EXPECT_FALSE(undeclared_message_class(plain, 1));
  // A list of all message classes in use restricts nothing.
  graph.links[0].message_classes = 3;
  EXPECT_FALSE(limits_any_of(make_graph("graph", graph, {}), 2));
  EXPECT_TRUE(limits_any_of(make_graph("graph", graph, {}), 3));
}

}  // namespace
}  // namespace orthant
