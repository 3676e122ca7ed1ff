// The step (step.hpp) of networks whose packets are traced. It is compiled separately, so that the
// code of the other networks stays as it would be without tracing.
#include "sim/input_queued/step.hpp"

namespace orthant {

ORTHANT_INSTANTIATE_TRACED

}  // namespace orthant
