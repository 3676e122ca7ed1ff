// Turns SIGINT and SIGTERM into a flag that running work polls.
#pragma once

#include <signal.h>

namespace orthant {

// Makes SIGINT and SIGTERM only set interrupted() from now on, however often they come; a SIGINT
// more than a second after the first signal ends the program at once.
void catch_interrupts();
bool interrupted();
// Catches interrupts during its lifetime, in a verb that an interrupt otherwise ends.
class CaughtInterrupts {
 public:
  CaughtInterrupts();
  ~CaughtInterrupts();
  CaughtInterrupts(const CaughtInterrupts&) = delete;
  CaughtInterrupts& operator=(const CaughtInterrupts&) = delete;

 private:
  bool outermost_;  // no other object catches interrupts
  struct sigaction before_int_, before_term_;
};

// Thrown after an interrupt by work that leaves nothing behind; the program exits with 130.
struct Interrupted {};
void end_if_interrupted();  // throws Interrupted

}  // namespace orthant
