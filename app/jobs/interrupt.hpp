// SIGINT and SIGTERM as a question that running work asks now and then.
#pragma once

#include <signal.h>

namespace orthant {

// From now on SIGINT and SIGTERM only make interrupted() true, however often they come; a SIGINT
// that comes more than a second after the first of them ends the program at once.
void catch_interrupts();
bool interrupted();
// The same while it lives, for work within a verb that otherwise just ends at an interrupt.
class CaughtInterrupts {
 public:
  CaughtInterrupts();
  ~CaughtInterrupts();
  CaughtInterrupts(const CaughtInterrupts&) = delete;
  CaughtInterrupts& operator=(const CaughtInterrupts&) = delete;

 private:
  bool outermost_;  // no other object catches them
  struct sigaction before_int_, before_term_;
};

// Thrown where work that an interrupt has stopped leaves nothing behind; ends the program with 130.
struct Interrupted {};
void end_if_interrupted();  // throws it

}  // namespace orthant
