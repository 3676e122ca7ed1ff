// A network after faults.
#pragma once

#include "topology/faults.hpp"
#include "topology/network_changes.hpp"

namespace orthant {

inline Topology broken(const Topology& whole, const FaultOptions& faults) {
  return changed(whole, failed(faults, whole), faults.key(), "");
}

}  // namespace orthant
