// The cores of the machine that this process may use.
#pragma once

#include <vector>

namespace orthant {

using CoreNumber = unsigned;  // what the operating system calls a core, or a half of one

// Those that the calling thread may run on, neighbours beside each other; where a core runs two
// threads at once, its other half comes after the first halves of all. None: the system does not
// say.
std::vector<CoreNumber> usable_cores();

// Keeps the calling thread on one core while it lives, where the system allows that. To be
// destroyed by the thread that made it.
class Pin {
 public:
  explicit Pin(CoreNumber core);
  ~Pin();
  Pin(const Pin&) = delete;
  Pin& operator=(const Pin&) = delete;

 private:
  std::vector<CoreNumber> before_;
};

}  // namespace orthant
