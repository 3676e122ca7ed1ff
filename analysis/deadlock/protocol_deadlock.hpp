// Deadlock through nodes: a node that cannot send a reply may stop accepting requests, so that
// packets in the network wait for packets that wait to enter it. The proof for a routing does not
// cover this, since it assumes that nodes accept every packet that arrives.
//
// Source: Dally and Towles 2004, section 14.2 (protocol deadlock, message classes).
// Tested by: tests/analysis/protocol_deadlock_test.cpp
#pragma once

#include <span>
#include <string>

#include "analysis/deadlock/deadlock_report.hpp"
#include "base/function_ref.hpp"

namespace orthant {

// A kind of request and its reply, by names and message classes.
struct RequestReplyKind {
  std::string request, reply;
  unsigned request_class = 0, reply_class = 0;
};

// Looks for a cycle of message classes in which each class waits for the next at some node. If
// there is a cycle, `report` is no longer a proof: it receives the reason and, for two nodes at
// different routers, a cycle of channels through both nodes. Otherwise the proof for the VCs of one
// message class holds for all: packets of a class wait only for their own class and for classes
// after it, and nodes always accept packets of a class that waits for no other. `routing_of`
// returns the routing of a message class.
void check_protocol_deadlock(const Topology& topology,
                             FunctionRef<const Routing&(unsigned)> routing_of,
                             std::span<const RequestReplyKind> pairs, DeadlockReport& report);

}  // namespace orthant
