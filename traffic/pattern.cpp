// What all patterns have by default.
#include "traffic/traffic.hpp"

namespace orthant {

bool Pattern::sends(NodeId source, bool self) const {
  bool any = false;
  row(source, [&](NodeId destination, double) { any = any || self || destination != source; });
  return any;
}

}  // namespace orthant
