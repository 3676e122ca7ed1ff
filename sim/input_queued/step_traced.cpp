// The step (step.hpp) of networks whose packets are traced. It is compiled apart from the others,
// so that the compiler makes of these what it would make without it.
#include "sim/input_queued/step.hpp"

namespace orthant {

ORTHANT_INSTANTIATE_TRACED

}  // namespace orthant
