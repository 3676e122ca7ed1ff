// Links that carry certain message classes only: two physical networks between the same routers,
// one for requests and one for replies, as in many networks on chips.
//
// What packets of a class can use is a network of its own, with the routers, nodes and port numbers
// of the whole one: a routing built on it gives paths that lead through the whole one, too.
// Tested by: tests/topology/message_classes_test.cpp
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/function_ref.hpp"
#include "topology/topology.hpp"

namespace orthant {

// Reads "0,2"; calls fail(what is wrong, and what is allowed), which throws.
MessageClasses read_message_classes(std::string_view text,
                                    FunctionRef<void(const std::string&)> fail);
// "0,2".
std::string message_classes_text(MessageClasses classes);

// Whether some channel does not carry all of so many message classes.
bool limits_some_of(const Topology& topology, std::size_t message_classes);

// A message class from `message_classes` on that only a channel names, with that channel; nullopt
// where there is none.
std::optional<std::pair<std::size_t, ChannelId>> message_class_beyond(const Topology& topology,
                                                                      std::size_t message_classes);

// The channels that carry a message class, numbered anew in the order of their ids, at the ports
// where they are: the ports of the others are absent. Where all nodes can reach each other,
// channels to which no path leads from them are left out, too.
Topology network_of_class(const Topology& whole, std::size_t message_class);

// Two routers with nodes that no path joins.
std::optional<std::pair<RouterId, RouterId>> unconnected_nodes(const Topology& topology);

}  // namespace orthant
