// The permutation of nodes that loads some channel most under the routing of this network. The
// caller finds this permutation by exact analysis, and passes it as options.permutation.
//
// Source: Towles & Dally 2002.
// Needs: an oblivious routing.
#include "base/error.hpp"
#include "traffic/descriptions.hpp"
#include "traffic/permutation.hpp"

namespace orthant {
namespace {

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions& options) {
  if (options.permutation.size() != topology.node_count()) {
    key_error("traffic.pattern", "worst_case needs the worst permutation of the routing");
  }
  return std::make_unique<Permutation>(options.permutation);
}

}  // namespace

PatternDescription worst_case_pattern() {
  return {.name = "worst_case",
          .summary = "the permutation that loads some channel most under this routing",
          .needs = "an oblivious routing",
          .make = make};
}

}  // namespace orthant
