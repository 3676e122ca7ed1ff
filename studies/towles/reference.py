"""The rows of tests/data/towles/values.csv, each with what Orthant computed for it."""
import re

from results import from_name
from study import DATA, read_rows

REFERENCE = DATA / "towles" / "values.csv"
# The reference has 10 digits; programs and rows of the random sample are compared to 6.
TOLERANCE, PROGRAM_TOLERANCE = 1e-9, 1e-6
# Near the best average the path length is so sensitive to it that the rounding of the reference
# matters: slacks as shares of the average, found from its path lengths; smaller on the curve of
# Figure 6.
SLACK, CURVE_SLACK = 1e-7, 1e-9
# Its best average with translations alone is known between .62684 and .62686.
BRACKET = 2e-5
FIRST = {"DOR+IVAL": "ival", "DOR+2TURN": "two_turn"}
AVERAGES = {"avg_throughput_arith": "average_case_throughput",
            "avg_throughput_true": "average_case_true", "Havg_norm": "path_length_normalized"}
MINIMAL_AVERAGES = {"2TURNA_minimal": "turns", "MINIMAL_OPTavg": "any"}


class NotComparable(Exception):
    """Why a row of the reference has no counterpart that is well defined."""


def of_two_routings(quantity, alpha, first, results):
    """A quantity of Figure 5 on DOR + IVAL or DOR + 2TURN."""
    if quantity == "fig5_max_excess":
        return max(results.interpolated_excess(first).values())
    if alpha:
        row = results.interpolated[first][float(alpha)]
        if quantity == "fig5_wc_throughput_bound":
            return results.bound(float(alpha), first)
        if quantity == "fig5_excess_over_opt":
            return results.interpolated_excess(first)[float(alpha)]
        return float(row[{"fig5_wc_throughput": "worst_case_throughput",
                          "fig5_Hnorm": "path_length_normalized"}[quantity]])
    match = re.fullmatch("fig5_(Hnorm_at_same_wc_as|reduction_vs_relative|reduction_vs)_(RLB.*)",
                         quantity)
    routing, order = from_name(match[2])
    interpolated = results.hops_at_worst_case_of(routing, order, first)
    return {"Hnorm_at_same_wc_as": interpolated,
            "reduction_vs": 1 - interpolated / results.hops(routing, order),
            "reduction_vs_relative": results.hops(routing, order) / interpolated - 1}[match[1]]


def of_one_routing(quantity, k, routing, order, results):
    columns = {**AVERAGES, "uniform_throughput_frac_capacity": "uniform_throughput",
               "wc_throughput_frac_capacity": "worst_case_throughput"}
    if quantity in columns:
        return results.value(columns[quantity], k, 2, routing, order)
    if quantity in ("wc_load", "wc_load_check"):
        worst = results.value("worst_case_throughput", k, 2, routing, order)
        return 1 / (worst * results.value("capacity_flits", k, 2, routing, order))
    if quantity == "improvement_over_VAL":
        return 1 - results.hops(routing, order) / results.hops("val")
    return results.excess(results.hops(routing, order), results.worst(routing, order))


def of_minimal(quantity, k, results):
    if quantity == "Hmin":
        return results.value("path_length_mean", k, 2, "dor")
    return 1 / results.value("capacity_flits", k, 2, "dor")


def of_optimum(quantity, k, n, alpha, results):
    """Of OPT."""
    if quantity.startswith("fig1"):
        return results.at("figure1_throughput", "any", float(alpha), "path_length_normalized")
    if quantity.startswith("fig6"):
        if float(alpha) == round(best_average(results), 8):
            return shortest_near_best(results, CURVE_SLACK)
        return results.at("figure6", "any", float(alpha), "path_length_normalized")
    column = {"wc_load": "load", "wc_throughput_frac_capacity": "worst_case_throughput",
              "Havg_norm": "path_length_normalized"}[quantity]
    return results.of_paths("optimum_3d" if n == 3 else "figure4_optimum", "any", column, k, n)


def of_two_turn(quantity, k, results):
    if quantity == "paths_reduced":
        raise NotComparable("all paths of at most two turns have 427 classes with the symmetries "
                            "and path reversal")
    if k == 8:
        return of_one_routing(quantity, 8, "two_turn", "fixed", results)
    return results.of_paths("figure4_optimum", "turns", "path_length_normalized", k)


def of_two_turn_a(quantity, results):
    average = results.of_paths("two_turn_a", "turns", "average_case_throughput")
    slack_hops = results.of_paths("average_turns", "turns", "path_length_normalized")
    same = results.at("average_any", "any", average, "path_length_normalized")
    if quantity == "deficit_vs_OPTavg":
        return 1 - average / best_average(results)
    return {"Havg_norm": slack_hops, "Havg_norm_opt_at_same_avg": same,
            "Hexcess_over_opt": slack_hops / same - 1}.get(
                quantity) or results.of_paths("two_turn_a", "turns", AVERAGES[quantity])


def best_average(results):
    return results.of_paths("optimum_average", "any", "average_case_throughput")


def shortest_near_best(results, slack):
    """Path length where the average may be below the best by the share `slack`."""
    return results.at("average_any", "any", best_average(results) / (1 + slack),
                      "path_length_normalized")


def of_average_optimum(quantity, results):
    if quantity == "Havg_norm":
        return shortest_near_best(results, SLACK)
    return results.of_paths("optimum_average", "any", AVERAGES[quantity])


def of_vertex(quantity, results):
    if quantity != "Havg_norm":
        raise NotComparable("many routings have the best worst case and the shortest paths; each "
                            "has an average case of its own")
    return results.of_paths("optimum", "any", "path_length_normalized")


def of_translations(results):
    value = results.of_paths("optimum_translations", "any", "average_case_throughput")
    if value is None:
        raise NotComparable("minutes of computing: with --full")
    return value


def ours(row, results):
    """Our value of a row of the reference. Throws NotComparable."""
    name, quantity, k, n = row["algorithm"], row["quantity"], int(row["k"]), int(row["n"])
    handlers = {
        "minimal": lambda: of_minimal(quantity, k, results),
        "OPT": lambda: of_optimum(quantity, k, n, row["alpha"], results),
        "MINIMAL_OPT": lambda: results.of_paths(
            "minimal", "minimal", "load" if quantity == "wc_load" else "worst_case_throughput", k),
        "2TURN": lambda: of_two_turn(quantity, k, results),
        "2TURN_MINIMAL": lambda: results.of_paths("figure1", "turns", "load"),
        "2TURN_paths": lambda: results.at("figure1_throughput", "turns", float(row["alpha"]),
                                          "path_length_normalized"),
        "2TURN(LP vertex)": lambda: of_one_routing(quantity, k, "two_turn", "fixed", results),
        "2TURN(best avg on optimal face)":
            lambda: of_one_routing(quantity, k, "two_turn", "fixed", results),
        "2TURN(best)": lambda: 1 - results.average("two_turn") / best_average(results),
        "2TURNA": lambda: of_two_turn_a(quantity, results),
        "OPTavg": lambda: of_average_optimum(quantity, results),
        "OPTwc(LP vertex)": lambda: of_vertex(quantity, results),
        "OPTavg_translation_only": lambda: of_translations(results)}
    if name in handlers:
        return handlers[name]()
    if name in FIRST:
        return of_two_routings(quantity, row["alpha"], FIRST[name], results)
    if name in MINIMAL_AVERAGES:
        return results.of_paths("average_minimal", MINIMAL_AVERAGES[name], AVERAGES[quantity])
    return of_one_routing(quantity, k, *from_name(name), results)


def tolerance_of(row):
    if row["algorithm"] == "OPTavg_translation_only":
        return BRACKET
    program = re.search("LP|perm sample", row["method"]) or re.search("OPT|2TURN", row["algorithm"])
    return PROGRAM_TOLERANCE if program or "excess" in row["quantity"] else TOLERANCE


def compare(results):
    """Every row of the reference with our value, the difference and whether it agrees; of those
    that cannot be compared, the reason."""
    rows = []
    for row in read_rows(REFERENCE):
        entry = {**row, "orthant": "", "relative_difference": "", "tolerance": tolerance_of(row),
                 "agrees": "not comparable", "reason": ""}
        rows.append(entry)
        try:
            value = ours(row, results)
        except NotComparable as reason:
            entry["reason"] = str(reason)
            continue
        expected = float(row["value"])
        off = abs(value - expected) / abs(expected) if expected else abs(value)
        agrees = "yes" if off <= entry["tolerance"] else "no"
        entry.update(orthant=value, relative_difference=off, agrees=agrees)
    return rows
