// Proves each combination of network, routing and needed number of VCs once, however many loads and
// seeds are simulated on it.
#include "app/setup/deadlock_gate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "analysis/deadlock/deadlock.hpp"
#include "app/setup/build.hpp"
#include "base/error.hpp"
#include "routing/option_rows.hpp"
#include "sim/node/node_models.hpp"

namespace orthant {

// The first message class that uses the same VCs: with fewer VCs than classes some share a VC.
static unsigned first_with_vcs_of(const Setup& setup, unsigned message_class) {
  const std::vector<VcRange> vcs = vcs_of_message_classes(setup.router);
  const auto found = std::ranges::find(vcs, vcs[message_class].first, &VcRange::first);
  return static_cast<unsigned>(found - vcs.begin());
}

static std::vector<RequestReplyKind> answers_by_vcs(const Setup& setup) {
  std::vector<RequestReplyKind> answers = setup.answers;
  for (RequestReplyKind& answer : answers) {
    answer.request_class = first_with_vcs_of(setup, answer.request_class);
    answer.reply_class = first_with_vcs_of(setup, answer.reply_class);
  }
  return answers;
}

static std::uint32_t vcs_of_a_class(const Setup& setup) {
  return vcs_of_message_classes(setup.router).back().count;
}

// Groups the used message classes with links of their own by the VCs that they share.
static std::vector<std::vector<unsigned>> classes_by_vcs(const Setup& setup) {
  std::map<unsigned, std::vector<unsigned>> groups;
  for (unsigned m = 0; m < setup.class_networks.size(); ++m)
    if (setup.uses_message_class(m)) groups[first_with_vcs_of(setup, m)].push_back(m);
  std::vector<std::vector<unsigned>> list;
  for (auto& [first, classes] : groups) list.push_back(std::move(classes));
  return list;
}

static std::string classes_text(std::span<const unsigned> classes) {
  return fmt::format("message class{} {}", classes.size() == 1 ? "" : "es",
                     fmt::join(classes, ", "));
}

// Checks each group of message classes that share VCs separately, on their own links: packets in
// different VCs never wait for each other.
static DeadlockReport report_by_class(const Point& point, const Setup& setup) {
  const std::uint32_t vcs = vcs_of_a_class(setup);
  DeadlockReport all;
  all.free = true;  // holds for a program without messages, too
  all.theorem = DeadlockTheorem::kAcyclicDependencies;
  std::vector<unsigned> walked;
  for (const std::vector<unsigned>& classes : classes_by_vcs(setup)) {
    std::vector<const ObliviousRouting*> routings;
    for (const unsigned m : classes)
      routings.push_back(setup.class_networks[m].routing->oblivious());
    DeadlockReport report =
        routings.size() == 1
            ? prove_deadlock_freedom(*setup.class_networks[classes[0]].topology,
                                     *find_routing(point.text("routing.algorithm")),
                                     setup.routing_options, vcs, routings[0])
            : check_deadlock(*setup.topology, routings,
                             deadlock_options(setup.routing_options, vcs));
    walked.insert(walked.end(), classes.begin(), classes.end());
    if (!report.free) {
      report.walked += " for " + classes_text(classes);
      return report;
    }
    report.dependencies += all.dependencies;
    all = std::move(report);
  }
  all.walked +=
      fmt::format("{} {}", walked.size() == 1 ? " for" : " for each of", classes_text(walked));
  return all;
}

DeadlockReport deadlock_report(const Point& point, const Setup& setup) {
  return point.place_errors([&] {
    DeadlockReport report =
        setup.class_networks.empty()
            ? prove_deadlock_freedom(
                  *setup.topology, *find_routing(point.text("routing.algorithm")),
                  setup.routing_options, vcs_of_a_class(setup), setup.routing.get())
            : report_by_class(point, setup);
    const auto routing_of = [&](unsigned message_class) -> const Routing& {
      const Routing* own =
          setup.class_routings.empty() ? nullptr : setup.class_routings[message_class];
      return own != nullptr ? *own : *setup.routing;
    };
    check_protocol_deadlock(*setup.topology, routing_of, answers_by_vcs(setup), report);
    return report;
  });
}

// The properties of VCs and message classes that the check depends on.
static std::string vcs_text(const Setup& setup) {
  std::uint32_t vcs = vcs_of_a_class(setup);
  if (setup.routing->oblivious() != nullptr)  // VCs beyond one per class do not matter
    vcs = std::min(vcs, static_cast<std::uint32_t>(setup.routing->traits().vc_classes.size()));
  std::string text = fmt::format("vcs {}", vcs);
  for (const RequestReplyKind& answer : answers_by_vcs(setup))
    text += fmt::format(" {} {}", answer.request_class, answer.reply_class);
  for (const std::vector<unsigned>& classes : classes_by_vcs(setup))
    text += ", " + classes_text(classes);
  return text;
}

// Hint for an algorithm that is meant for other networks.
static std::string kind_hint(const Point& point) {
  const std::string algorithm = point.text("routing.algorithm");
  const std::string_view kinds = find_routing(algorithm)->topologies;
  if (!kinds.starts_with("mesh")) return {};
  return fmt::format("{} is for: {}\n", algorithm, kinds);
}

const std::string& DeadlockGate::refusal(const Point& point, const Setup& setup) {
  // Includes ties and parallel links, which a replay may change: it takes one route for every pair.
  const std::string network =
      setup.allow_deadlock
          ? std::string()
          : settings_up_to(point, Stage::kRouting) + "ties " +
                std::string(kTies.name_of(setup.routing_options.ties)) +
                std::string(kParallelLinks.name_of(setup.routing_options.parallel_links)) +
                vcs_text(setup);
  const auto known = answers_.find(network);
  if (known != answers_.end()) return known->second;
  std::string text;
  if (!setup.allow_deadlock)
    if (const DeadlockReport report = deadlock_report(point, setup); !report.free)
      text = report_text(report) + kind_hint(point);
  return answers_[network] = std::move(text);
}

}  // namespace orthant
