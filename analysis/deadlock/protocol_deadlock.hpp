// Deadlock through nodes: a node that cannot send an answer may stop taking what is to be answered,
// so that packets in the network wait for packets that wait to enter it. A proof for the routing
// says nothing of that, since it takes for granted that every packet that arrives is taken.
//
// Source: Dally and Towles 2004, section 14.2 (protocol deadlock, message classes).
// Tested by: tests/analysis/protocol_deadlock_test.cpp
#pragma once

#include <span>
#include <string>

#include "analysis/deadlock/deadlock_report.hpp"
#include "base/function_ref.hpp"

namespace orthant {

// A kind of messages and the kind that answers it, by their names and message classes.
struct MessageAnswer {
  std::string asked, answer;
  unsigned asked_class = 0, answer_class = 0;
};

// Looks for a cycle of message classes, of which each has to wait for the next at some node. Where
// there is one, `report` is no proof any more: it gets the reason and, for two nodes at different
// routers, a cycle of channels through both nodes. Where there is none, what was proven for the
// VCs of one message class holds for all together: packets of a class wait for those of their own
// and of later classes alone, and those of a last one are always taken.
// `routing_of`: of a message class.
void check_answers(const Topology& topology, FunctionRef<const Routing&(unsigned)> routing_of,
                   std::span<const MessageAnswer> answers, DeadlockReport& report);

}  // namespace orthant
