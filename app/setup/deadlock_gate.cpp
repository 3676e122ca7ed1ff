// One proof per network, routing and number of VCs that it needs, however many loads and seeds are
// simulated on it.
#include "app/setup/deadlock_gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/deadlock/deadlock.hpp"
#include "app/setup/build.hpp"
#include "base/error.hpp"
#include "routing/option_rows.hpp"

namespace orthant {

// With fewer VCs than message classes some share a VC: they count as the first that uses it.
static std::vector<MessageAnswer> answers_by_vcs(const Setup& setup) {
  const std::vector<VcRange> vcs = vcs_of_message_classes(setup.router);
  const auto first_with_vc = [&](unsigned message_class) {
    const auto found = std::ranges::find(vcs, vcs[message_class].first, &VcRange::first);
    return static_cast<unsigned>(found - vcs.begin());
  };
  std::vector<MessageAnswer> answers = setup.answers;
  for (MessageAnswer& answer : answers) {
    answer.asked_class = first_with_vc(answer.asked_class);
    answer.answer_class = first_with_vc(answer.answer_class);
  }
  return answers;
}

DeadlockReport deadlock_report(const Point& point, const Setup& setup) {
  return point.place_errors([&] {
    DeadlockReport report = prove_deadlock_freedom(
        *setup.topology, *find_routing(point.text("routing.algorithm")), setup.routing_options,
        vcs_of_message_classes(setup.router).back().count, setup.routing.get());
    check_answers(*setup.topology, *setup.routing, answers_by_vcs(setup), report);
    return report;
  });
}

// What of the VCs and the message classes the check depends on.
static std::string vcs_text(const Setup& setup) {
  std::uint32_t vcs = vcs_of_message_classes(setup.router).back().count;
  if (setup.routing->oblivious() != nullptr)  // more than one for every class make no difference
    vcs = std::min(vcs, static_cast<std::uint32_t>(setup.routing->traits().vc_classes.size()));
  std::string text = fmt::format("vcs {}", vcs);
  for (const MessageAnswer& answer : answers_by_vcs(setup))
    text += fmt::format(" {} {}", answer.asked_class, answer.answer_class);
  return text;
}

// Where the algorithm is for other networks.
static std::string kind_hint(const Point& point) {
  const std::string algorithm = point.text("routing.algorithm");
  const std::string_view kinds = find_routing(algorithm)->topologies;
  if (!kinds.starts_with("mesh")) return {};
  return fmt::format("{} is for: {}\n", algorithm, kinds);
}

const std::string& DeadlockGate::refusal(const Point& point, const Setup& setup) {
  // Ties and parallel links may not be those of the point: a replay takes one route for every pair.
  const std::string network = setup.allow_deadlock
                                  ? std::string()
                                  : settings_up_to(point, Stage::kRouting) + "ties " +
                                        std::string(kTies.name_of(setup.routing_options.ties)) +
                                        std::string(kParallelLinks.name_of(
                                            setup.routing_options.parallel_links)) +
                                        vcs_text(setup);
  const auto known = answers_.find(network);
  if (known != answers_.end()) return known->second;
  std::string text;
  if (!setup.allow_deadlock)
    if (const DeadlockReport report = deadlock_report(point, setup); !report.free)
      text = written(report) + kind_hint(point);
  return answers_[network] = std::move(text);
}

}  // namespace orthant
