// The step (step.hpp) for each width of masks.
#include "sim/input_queued/step.hpp"

namespace orthant {

ORTHANT_INSTANTIATE_UNTRACED

}  // namespace orthant
