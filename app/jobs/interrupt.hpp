// SIGINT and SIGTERM as a question that running work asks now and then.
#pragma once

namespace orthant {

// From now on the first SIGINT or SIGTERM only makes interrupted() true; a second one ends the
// program at once.
void catch_interrupts();
bool interrupted();

// Thrown where work that an interrupt has stopped leaves nothing behind; ends the program with 130.
struct Interrupted {};
void end_if_interrupted();  // throws it

}  // namespace orthant
