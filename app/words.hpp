// The words of the config that stand for enumerators, key by key. That they are the words of the
// key table is tested.
//
// Tested by: tests/app/setup_test.cpp
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <utility>

#include "analysis/average_case.hpp"
#include "analysis/design.hpp"
#include "analysis/offsets.hpp"
#include "app/replay.hpp"
#include "app/setup.hpp"
#include "schedule/collective.hpp"
#include "schedule/solve.hpp"
#include "topology/registry.hpp"

namespace orthant {

template <class Value, std::size_t n>
struct Words {
  std::string_view key;
  std::array<std::pair<std::string_view, Value>, n> entries;  // in the order of the key table

  // A word or value without an entry is our mistake: std::logic_error.
  Value value_of(std::string_view word) const {
    for (const auto& [name, value] : entries)
      if (name == word) return value;
    throw std::logic_error(fmt::format("{}: no meaning for the word {}", key, word));
  }
  std::string_view name_of(Value value) const {
    for (const auto& entry : entries)
      if (entry.second == value) return entry.first;
    throw std::logic_error(fmt::format("{}: no word for a value", key));
  }
};

inline constexpr Words<GraphFormat, 5> kGraphFormats = {
    "topology.format",
    {{{"auto", GraphFormat::kByEnding},
      {"edges", GraphFormat::kEdges},
      {"ibnetdiscover", GraphFormat::kIbnetdiscover},
      {"anynet", GraphFormat::kAnynet},
      {"graphml", GraphFormat::kGraphml}}}};
inline constexpr Words<GraphGenerator, 3> kGraphGenerators = {
    "topology.generator",
    {{{"gnm", GraphGenerator::kGnm},
      {"tree", GraphGenerator::kTree},
      {"regular", GraphGenerator::kRegular}}}};
inline constexpr Words<RouterModel, 2> kRouterModels = {
    "router.model",
    {{{"input_queued", RouterModel::kInputQueued}, {"output_queued", RouterModel::kOutputQueued}}}};
inline constexpr Words<Switching, 3> kSwitchings = {
    "router.switching",
    {{{"wormhole", Switching::kWormhole},
      {"virtual_cut_through", Switching::kVirtualCutThrough},
      {"store_and_forward", Switching::kStoreAndForward}}}};
inline constexpr Words<FlowControl, 2> kFlowControls = {
    "router.flow_control", {{{"credit", FlowControl::kCredit}, {"bubble", FlowControl::kBubble}}}};
inline constexpr Words<Order, 2> kOrders = {
    "routing.order", {{{"fixed", Order::kFixed}, {"random", Order::kRandom}}}};
inline constexpr Words<Ties, 4> kTies = {"routing.ties",
                                         {{{"split", Ties::kSplit},
                                           {"plus", Ties::kPlus},
                                           {"parity", Ties::kParity},
                                           {"source", Ties::kSource}}}};
inline constexpr Words<Dateline, 2> kDatelines = {
    "dor.dateline", {{{"crossing", Dateline::kCrossing}, {"static", Dateline::kStatic}}}};
inline constexpr Words<Allocator, 2> kAllocators = {
    "router.allocator", {{{"islip", Allocator::kIslip}, {"separable", Allocator::kSeparable}}}};
inline constexpr Words<InjectionVc, 3> kInjectionVcs = {"router.injection_vc",
                                                        {{{"round_robin", InjectionVc::kRoundRobin},
                                                          {"lowest", InjectionVc::kLowest},
                                                          {"most_free", InjectionVc::kMostFree}}}};
inline constexpr Words<Selection, 2> kSelections = {
    "router.selection", {{{"first", Selection::kFirst}, {"most_free", Selection::kMostFree}}}};
inline constexpr Words<Ejection, 2> kEjections = {
    "channel.ejection", {{{"shared", Ejection::kShared}, {"immediate", Ejection::kImmediate}}}};
inline constexpr Words<LoadUnit, 2> kLoadUnits = {
    "traffic.load_unit", {{{"capacity", LoadUnit::kCapacity}, {"flits", LoadUnit::kFlits}}}};

inline constexpr Words<AverageSampling, 4> kSamplings = {
    "analysis.average_sampling",
    {{{"permutation", AverageSampling::kPermutation},
      {"sinkhorn", AverageSampling::kSinkhorn},
      {"birkhoff", AverageSampling::kBirkhoff},
      {"file", AverageSampling::kFile}}}};

inline constexpr Words<DesignObjective, 4> kObjectives = {
    "design.objective",
    {{{"capacity", DesignObjective::kCapacity},
      {"worst_case", DesignObjective::kWorstCase},
      {"average_case", DesignObjective::kAverageCase},
      {"pattern", DesignObjective::kPattern}}}};
inline constexpr Words<DesignPaths, 3> kDesignPaths = {"design.paths",
                                                       {{{"any", DesignPaths::kAny},
                                                         {"minimal", DesignPaths::kMinimal},
                                                         {"turns", DesignPaths::kTurns}}}};
inline constexpr Words<SymmetryUse, 3> kSymmetryUses = {
    "design.symmetry",
    {{{"full", SymmetryUse::kFull},
      {"translations", SymmetryUse::kTranslations},
      {"none", SymmetryUse::kNone}}}};
inline constexpr Words<DesignMethod, 3> kDesignMethods = {
    "design.method",
    {{{"auto", DesignMethod::kAuto},
      {"simplex", DesignMethod::kSimplex},
      {"interior_point", DesignMethod::kInteriorPoint}}}};

inline constexpr Words<Policy, 6> kPolicies = {"policy.policies",
                                               {{{"optimal", Policy::kOptimal},
                                                 {"mp", Policy::kMp},
                                                 {"z2", Policy::kZ2},
                                                 {"dor_retry", Policy::kDorRetry},
                                                 {"dor_strict", Policy::kDorStrict},
                                                 {"random", Policy::kRandom}}}};

inline constexpr Words<Collective, 5> kCollectives = {"schedule.collective",
                                                      {{{"all_to_all", Collective::kAllToAll},
                                                        {"half_to_half", Collective::kHalfToHalf},
                                                        {"gather", Collective::kGather},
                                                        {"scatter", Collective::kScatter},
                                                        {"file", Collective::kFile}}}};
inline constexpr Words<SendOrder, 3> kSendOrders = {"schedule.order",
                                                    {{{"liquid", SendOrder::kLiquid},
                                                      {"round_robin", SendOrder::kRoundRobin},
                                                      {"random", SendOrder::kRandom}}}};
inline constexpr Words<ScheduleMethod, 8> kScheduleMethods = {
    "schedule.method",
    {{{"auto", ScheduleMethod::kAuto},
      {"exact", ScheduleMethod::kExact},
      {"quotient", ScheduleMethod::kQuotient},
      {"structured", ScheduleMethod::kStructured},
      {"orbit", ScheduleMethod::kOrbit},
      {"colouring", ScheduleMethod::kColouring},
      {"milp", ScheduleMethod::kMilp},
      {"round_robin", ScheduleMethod::kRoundRobin}}}};

inline constexpr auto kAllWords =
    std::make_tuple(kGraphFormats, kGraphGenerators, kRouterModels, kSwitchings, kFlowControls,
                    kOrders, kTies, kDatelines, kAllocators, kInjectionVcs, kSelections, kEjections,
                    kLoadUnits, kSamplings, kObjectives, kDesignPaths, kSymmetryUses,
                    kDesignMethods, kPolicies, kCollectives, kSendOrders, kScheduleMethods);

}  // namespace orthant
