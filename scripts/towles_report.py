#!/usr/bin/python3
"""The report of scripts/reproduce_towles.sh: reads the analyses in a folder, prints paper against
Orthant and the closed form of IVAL, compares with the reference values and draws Figure 4.

Writes statements.csv, closed_forms.csv, reference.csv, figure4.png and figure4.svg into the folder.
Exits with 1 where a reference value is missed.

usage: scripts/towles_report.py out/towles
"""

import argparse
import csv
import pathlib
import re
import sys
from fractions import Fraction

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

from pictures import save  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "tests" / "data" / "towles" / "values.csv"
NAMES = {"dor": "DOR", "val": "VAL", "ival": "IVAL", "romm": "ROMM", "rlb": "RLB", "rlbth": "RLBth"}
# The reference has 10 digits; rows of the random sample are compared to 6.
TOLERANCE, SAMPLE_TOLERANCE = 1e-9, 1e-6


# ---- results of the analyses -------------------------------------------------------------------

def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def key_of(row):
    """(k, n, routing, order) of a row on a k-ary n-cube."""
    radices = row["dimensions"].split("x")
    return int(radices[0]), len(radices), row["routing"], row.get("routing.order") or "fixed"


class Results:
    """Rows of the analyses by key; the patterns and the interpolated routings apart."""

    def __init__(self, folder):
        self.rows, self.patterns, self.interpolated = {}, {}, {}
        for name in ("three_dimensions", "three_dimensions_dor", "figure4", "radices",
                     "radices_dor", "table1", "table1_dor"):
            for row in read(folder / f"{name}.csv"):
                self.rows[key_of(row)] = row
                if row["pattern"]:
                    self.patterns[key_of(row), row["pattern"]] = float(row["pattern_throughput"])
        for row in read(folder / "figure5.csv"):
            self.interpolated[float(row["routing.interpolated.alpha"])] = row

    def value(self, column, k, n, routing, order="fixed"):
        return float(self.rows[k, n, routing, order][column])

    def worst(self, routing, order="fixed"):
        return self.value("worst_case_throughput", 8, 2, routing, order)

    def hops(self, routing, order="fixed", k=8, n=2):
        return self.value("path_length_normalized", k, n, routing, order)

    def average(self, routing, order="fixed"):
        return self.value("average_case_throughput", 8, 2, routing, order)

    def bound(self, alpha):
        """Equation 14: the worst case that interpolation has at least."""
        return 1 / (alpha / self.worst("ival") + (1 - alpha) / self.worst("dor"))

    def hops_at_worst_case_of(self, routing, order):
        """Path length of DOR + IVAL where its worst case is that of a routing (equations 12, 13)."""
        dor, ival = 1 / self.worst("dor"), 1 / self.worst("ival")
        alpha = (dor - 1 / self.worst(routing, order)) / (dor - ival)
        return alpha * self.hops("ival") + (1 - alpha) * self.hops("dor")


# ---- closed forms ------------------------------------------------------------------------------

def ival_hops(k, n):
    """Normalised path length of IVAL on the k-ary n-cube; tests/analysis/rational_oracle_test.cpp
    derives it and holds it to exact enumeration."""
    mean_distance = Fraction(k * k - k % 2, 4 * k)
    total = sum((j - 1) * (k - 1) * k**(j - 1) * 2 * mean_distance
                + k**(j - 1) * Fraction(k * k - 1, 3) for j in range(1, n + 1))
    return total / (k**n * n * mean_distance)


def rlb_hops(k):
    return Fraction(4 * (k * k - 1), 3 * k * k) if k % 2 == 0 else Fraction(4, 3)


def closed_forms(results):
    """Rows: routing, k, n, closed form, its value, the analysed value, their difference."""
    rows = []
    for k, n, routing, order in sorted(results.rows):
        forms = {"ival": ival_hops(k, n), "rlb": rlb_hops(k), "val": Fraction(2)}
        if routing in forms and order == "fixed":
            form, value = forms[routing], results.hops(routing, order, k, n)
            rows.append({"routing": routing, "k": k, "n": n, "closed_form": form,
                         "closed_form_value": float(form), "analyzed": value,
                         "difference": value - float(form)})
    return rows


# ---- the reference -----------------------------------------------------------------------------

def from_name(name):
    """(routing, order) of a name of the reference such as RLB_randorder; None for others."""
    base = re.sub("_randorder$|sym$", "", name)
    routing = base.lower()
    if routing not in NAMES or NAMES[routing] != base:
        return None
    return routing, "fixed" if base == name else "random"


def of_two_routings(quantity, alpha, results):
    """A quantity of Figure 5 on DOR + IVAL."""
    if quantity == "fig5_wc_throughput":
        return float(results.interpolated[float(alpha)]["worst_case_throughput"])
    if quantity == "fig5_wc_throughput_bound":
        return results.bound(float(alpha))
    if quantity == "fig5_Hnorm":
        return float(results.interpolated[float(alpha)]["path_length_normalized"])
    match = re.fullmatch("fig5_(Hnorm_at_same_wc_as|reduction_vs_relative|reduction_vs)_(RLB.*)",
                         quantity)
    if not match:
        return None
    routing, order = from_name(match[2])
    interpolated = results.hops_at_worst_case_of(routing, order)
    return {"Hnorm_at_same_wc_as": interpolated,
            "reduction_vs": 1 - interpolated / results.hops(routing, order),
            "reduction_vs_relative": results.hops(routing, order) / interpolated - 1}[match[1]]


def of_minimal(quantity, k, results):
    if quantity == "Hmin":
        return results.value("path_length_mean", k, 2, "dor")
    if quantity == "capacity_load":
        return 1 / results.value("capacity_flits", k, 2, "dor")
    return None


def of_one_routing(quantity, k, routing, order, results):
    columns = {"Havg_norm": "path_length_normalized", "avg_throughput_true": "average_case_true",
               "uniform_throughput_frac_capacity": "uniform_throughput",
               "wc_throughput_frac_capacity": "worst_case_throughput",
               "avg_throughput_arith": "average_case_throughput"}
    if quantity in columns:
        return results.value(columns[quantity], k, 2, routing, order)
    if quantity == "wc_load":
        worst = results.value("worst_case_throughput", k, 2, routing, order)
        return 1 / (worst * results.value("capacity_flits", k, 2, routing, order))
    if quantity == "improvement_over_VAL":
        return 1 - results.hops(routing, order) / results.hops("val")
    return None


def ours(row, results):
    """Our value of a row of the reference; None where that takes a linear program."""
    if row["n"] != "2":
        return None
    if row["algorithm"] == "DOR+IVAL":
        return of_two_routings(row["quantity"], row["alpha"], results)
    if row["algorithm"] == "minimal":
        return of_minimal(row["quantity"], int(row["k"]), results)
    named = from_name(row["algorithm"])
    return named and of_one_routing(row["quantity"], int(row["k"]), *named, results)


def compare(results):
    """Rows of the reference that concern these routings with our values, and how many there are."""
    reference = read(REFERENCE)
    rows = []
    for row in reference:
        value = ours(row, results)
        if value is None:
            continue
        tolerance = SAMPLE_TOLERANCE if "perm sample" in row["method"] else TOLERANCE
        expected = float(row["value"])
        off = abs(value - expected) / abs(expected) if expected else abs(value)
        rows.append({**row, "orthant": value, "relative_difference": off,
                     "agrees": "yes" if off <= tolerance else "no"})
    return rows, len(reference)


# ---- the paper ---------------------------------------------------------------------------------

def percent(value):
    return f"{100 * value:.4g} %"


def statements(results):
    """(where, what, paper, ours) on these routings."""
    excess = [abs(float(row["worst_case_throughput"]) / results.bound(alpha) - 1)
              for alpha, row in results.interpolated.items()]
    both = [key for key, row in results.rows.items()
            if key[:2] == (8, 2) and row["average_case_throughput"]]
    two_means = max(abs(results.value("average_case_true", *key)
                        / results.value("average_case_throughput", *key) - 1) for key in both)
    reduction = {(routing, order): 1 - results.hops_at_worst_case_of(routing, order)
                 / results.hops(routing, order)
                 for routing in ("rlb", "rlbth") for order in ("fixed", "random")}
    return [
        ("5.1", "path length of DOR and ROMM", "1", f"{results.hops('dor'):g} and "
                                                    f"{results.hops('romm'):g}"),
        ("5.1", "path length of VAL", "2", f"{results.hops('val'):g}"),
        ("5.2", "worst case of VAL and IVAL", "50 %",
         f"{percent(results.worst('val'))} and {percent(results.worst('ival'))}"),
        ("5.2", "path length of IVAL", "about 1.61", f"{results.hops('ival'):.10g}"),
        ("1", "IVAL shorter than VAL by", "19.3 %",
         percent(1 - results.hops("ival") / results.hops("val"))),
        ("5.2", "virtual channels of VAL and IVAL", "4 and 4",
         " and ".join(results.rows[8, 2, r, "fixed"]["vc_classes"] for r in ("val", "ival"))),
        ("5.2", "path length of IVAL for large k", "about 1.64",
         f"{results.hops('ival', k=16):.6g} at k = 16; limit 5/3"),
        ("5.3", "worst case of DOR + IVAL over its bound (eq. 14), 41 values of alpha", "equal",
         f"equal to {max(excess):.0e}"),
        ("5.3", "DOR + IVAL shorter than RLB of the same worst case by", "about 14 %",
         f"{percent(reduction['rlb', 'fixed'])}, random order {percent(reduction['rlb', 'random'])}"),
        ("5.3", "DOR + IVAL shorter than RLBth of the same worst case by", "about 12 %",
         f"{percent(reduction['rlbth', 'fixed'])}, random order "
         f"{percent(reduction['rlbth', 'random'])}"),
        ("5.3", "virtual channels of DOR + IVAL", "as IVAL",
         results.interpolated[0.5]["vc_classes"]),
        ("3.3", "largest difference of the two means of the average case", "below 5 %",
         percent(two_means)),
        ("5.4", "average case of VAL", "50 %", percent(results.average("val"))),
        ("5.4", "average case of IVAL", "57.5 % (8.4 % below 62.8 %)",
         f"random order {percent(results.average('ival', 'random'))}, "
         f"fixed {percent(results.average('ival'))}"),
    ]


# ---- output ------------------------------------------------------------------------------------

def print_table(title, header, rows):
    table = [header, *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[i]) for row in table) for i in range(len(header))]
    print(f"\n{title}")
    for row in table:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def print_table1(results):
    rows = []
    for routing, name in NAMES.items():
        for order in ("fixed", "random"):
            if (8, 2, routing, order) not in results.rows:
                continue
            patterns = [results.patterns[(8, 2, routing, order), pattern]
                        for pattern in ("uniform", "bit_complement", "tornado")]
            values = [*patterns, results.worst(routing, order), results.average(routing, order)]
            rows.append([name, order, *(f"{value:.6f}" for value in values),
                         f"{results.hops(routing, order):.8f}"])
    print_table("Table 1's algorithms, 8-ary 2-cube: throughput as fraction of capacity, path length",
                ["", "order", "uniform", "complement", "tornado", "worst", "average", "H"], rows)


def print_three_dimensions(results):
    rows = []
    for k, n, routing, order in sorted(results.rows):
        if n == 3:
            value = [results.value(column, k, n, routing, order) for column in
                     ("uniform_throughput", "worst_case_throughput", "path_length_normalized")]
            rows.append([k, NAMES[routing], *(f"{v:.6f}" for v in value)])
    print_table("k-ary 3-cubes, fixed order", ["k", "", "uniform", "worst", "H"], rows)


def write(path, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def draw_figure4(results, folder):
    plt.rcParams.update({"font.size": 9, "svg.hashsalt": "orthant", "savefig.dpi": 200})
    fig, axes = plt.subplots(figsize=(5.4, 3.4), constrained_layout=True)
    for n, colour, marker in ((2, "#0b5394", "o"), (3, "#c8501e", "s")):
        radices = sorted(key[0] for key in results.rows if key[1:] == (n, "ival", "fixed"))
        axes.plot(radices, [results.hops("ival", k=k, n=n) for k in radices], "-", marker=marker,
                  color=colour, ms=5, lw=1, label=f"IVAL, k-ary {n}-cube")
        limit = 2 - 2 / (3 * n)
        axes.axhline(limit, color=colour, lw=0.9, ls=(0, (5, 3)) if n == 2 else (0, (1, 2)),
                     label=f"its limit, {Fraction(6 * n - 2, 3 * n)}")
    axes.set_xlabel("radix k")
    axes.set_ylabel("mean path length (minimal = 1)")
    axes.grid(alpha=0.25)
    axes.legend(frameon=False, loc="lower right")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for suffix in ("png", "svg"):
        save(fig, str(folder / f"figure4.{suffix}"))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="folder of the analyses")
    folder = parser.parse_args().folder
    results = Results(folder)

    print_table1(results)
    said = statements(results)
    print_table("Paper and Orthant", ["section", "", "paper", "Orthant"], said)
    write(folder / "statements.csv",
          [dict(zip(("section", "statement", "paper", "orthant"), row)) for row in said])
    print_three_dimensions(results)

    forms = closed_forms(results)
    write(folder / "closed_forms.csv", forms)
    print_table("Path length of IVAL: closed form and analysis",
                ["k", "n", "closed form", "value", "difference"],
                [[f["k"], f["n"], f["closed_form"], f"{f['closed_form_value']:.10f}",
                  f"{f['difference']:.0e}"] for f in forms if f["routing"] == "ival"])
    draw_figure4(results, folder)

    rows, total = compare(results)
    write(folder / "reference.csv", rows)
    missed = [row for row in rows if row["agrees"] == "no"]
    sampled = [row for row in rows if "perm sample" in row["method"]]
    print(f"\n{len(rows) - len(missed)} of {len(rows)} reference values agree: "
          f"{len(rows) - len(sampled)} exact ones to 9 digits, {len(sampled)} of the random sample "
          f"to 6.\nThe other {total - len(rows)} of {REFERENCE.relative_to(ROOT)} need linear "
          "programs.")
    for row in missed:
        print(f"differs: {row['quantity']} of {row['algorithm']}, k = {row['k']}, alpha = "
              f"{row['alpha'] or 'none'}: {row['orthant']:.10g} instead of {row['value']}")
    print(f"Results, pictures: {folder}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
