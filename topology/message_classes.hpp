// Links that carry certain message classes only: two physical networks between the same routers,
// one for requests and one for replies, as in many networks on chip.
//
// The links that carry a class form a network of their own, with the routers, nodes and port
// numbers of the whole network, so paths of a routing built on it are paths of the whole network.
// Tested by: tests/topology/message_classes_test.cpp
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/function_ref.hpp"
#include "topology/topology.hpp"

namespace orthant {

// Parses "0,2"; on a mistake calls fail(message), which must throw.
MessageClasses read_message_classes(std::string_view text,
                                    FunctionRef<void(const std::string&)> fail);
// Formats as in "0,2".
std::string message_classes_text(MessageClasses classes);

// True if some channel does not carry all of the first `message_classes` classes.
bool limits_any_of(const Topology& topology, std::size_t message_classes);

// A message class of at least `message_classes` that some channel names, with that channel; nullopt
// if there is none.
std::optional<std::pair<std::size_t, ChannelId>> undeclared_message_class(
    const Topology& topology, std::size_t message_classes);

// The channels that carry a message class, renumbered in the order of their ids, at the same ports;
// other ports are absent. If all nodes can reach each other, channels that no packet can reach are
// left out, too.
Topology network_of_class(const Topology& whole, std::size_t message_class);

// Returns two routers with nodes and no path between them; nullopt if there are none.
std::optional<std::pair<RouterId, RouterId>> disconnected_routers(const Topology& topology);

}  // namespace orthant
