"""What the study has computed, by what it is: for its report and its pictures."""
import re
from fractions import Fraction

from study import read_rows

NAMES = {"dor": "DOR", "val": "VAL", "ival": "IVAL", "romm": "ROMM", "rlb": "RLB", "rlbth": "RLBth",
         "two_turn": "2TURN", "two_turn_a": "2TURNA"}
ANALYSES = ("three_dimensions", "three_dimensions_full", "three_dimensions_dor", "figure4",
            "figure4_full", "radices",
            "radices_dor", "table1", "table1_dor", "table1_two_turn", "table1_two_turn_a")
DESIGNS = ("figure1", "figure1_throughput", "figure4_optimum", "figure4_optimum_full", "minimal",
           "optimum", "optimum_3d", "optimum_average", "two_turn_a", "average_minimal",
           "average_any", "average_turns", "figure5_optimum", "figure6", "figure6_end",
           "optimum_translations", "average_translations")
# Missing without --full.
LATER = {"figure4_full", "three_dimensions_full", "figure4_optimum_full", "optimum_translations",
         "average_translations"}


def key_of(row):
    """(k, n, routing, order) of a row on a k-ary n-cube."""
    radices = row["dimensions"].split("x")
    return int(radices[0]), len(radices), row["routing"], row.get("routing.order") or "fixed"


def number(text):
    return float(text) if text else None


class Results:
    """Analyses by key; patterns, interpolated routings and designs apart.

    `interpolated`: for "ival" and "two_turn" rows by alpha. `designs`: rows by the name of the
    file.
    """

    def __init__(self, folder):
        self.folder = folder
        self.rows, self.patterns = {}, {}
        for name in ANALYSES:
            for row in self.read(name):
                self.rows[key_of(row)] = row
                if row["pattern"]:
                    self.patterns[key_of(row), row["pattern"]] = float(row["pattern_throughput"])
        self.interpolated = {
            first: {float(row["routing.interpolated.alpha"]): row for row in self.read(name)}
            for first, name in (("ival", "figure5"), ("two_turn", "figure5_two_turn"))}
        self.designs = {name: self.read(name) for name in DESIGNS}

    def read(self, name):
        path = self.folder / f"{name}.csv"
        return [] if name in LATER and not path.exists() else read_rows(path)

    # ---- analyses ----

    def value(self, column, k, n, routing, order="fixed"):
        return float(self.rows[k, n, routing, order][column])

    def worst(self, routing, order="fixed"):
        return self.value("worst_case_throughput", 8, 2, routing, order)

    def hops(self, routing, order="fixed", k=8, n=2):
        return self.value("path_length_normalized", k, n, routing, order)

    def average(self, routing, order="fixed"):
        return self.value("average_case_throughput", 8, 2, routing, order)

    def table(self, name):
        """The analysis of a designed table: of "optimum" or "optimum_average"."""
        return self.read(f"table1_{name}")[0]

    def fresh(self, name):
        """(average, its half-width) on permutations that were not designed for; None without
        --full."""
        path = self.folder / f"fresh_{name}.csv"
        if not path.exists():
            return None
        row, = read_rows(path)
        return float(row["average_case_throughput"]), float(row["average_case_ci95"])

    # ---- interpolated routings ----

    def bound(self, alpha, first="ival"):
        """Equation 14: the worst case that interpolation with DOR has at least."""
        return 1 / (alpha / self.worst(first) + (1 - alpha) / self.worst("dor"))

    def hops_at_worst_case_of(self, routing, order, first="ival"):
        """Path length of DOR + `first` where its worst case is that of a routing (equations 12,
        13)."""
        dor, other = 1 / self.worst("dor"), 1 / self.worst(first)
        alpha = (dor - 1 / self.worst(routing, order)) / (dor - other)
        return alpha * self.hops(first) + (1 - alpha) * self.hops("dor")

    def excess(self, hops, worst):
        """How much longer paths are than the optimum of the same worst case."""
        return hops / self.at("figure5_optimum", "any", worst, "path_length_normalized") - 1

    def interpolated_excess(self, first):
        """By alpha."""
        return {alpha: self.excess(float(row["path_length_normalized"]),
                                   float(row["worst_case_throughput"]))
                for alpha, row in self.interpolated[first].items()}

    # ---- designs ----

    def at(self, name, paths, throughput, column):
        """A column of the design whose throughput was asked for: the nearest within 1e-7."""
        rows = [row for row in self.designs[name] if row["paths"] == paths]
        near = min(rows, key=lambda row: abs(float(row["design.throughput"]) - throughput))
        if abs(float(near["design.throughput"]) - throughput) > 1e-7:
            raise KeyError(f"{name}.csv has no design for {throughput}")
        return float(near[column])

    def of_paths(self, name, paths, column, k=8, n=2):
        """A column of the design among these paths on the k-ary n-cube; the first of several."""
        wanted = "x".join([str(k)] * n)
        for row in self.designs[name]:
            if row["paths"] == paths and row["dimensions"] == wanted:
                return float(row[column])
        return None

    def radix_curve(self, paths):
        """[(k, path length)] of the designs over the radix."""
        return [(int(row["dimensions"].split("x")[0]), float(row["path_length_normalized"]))
                for name in ("figure4_optimum", "figure4_optimum_full")
                for row in self.designs[name] if row["paths"] == paths]

    def largest_gap(self):
        """(gap, file) of the least certain of all designs."""
        return max((abs(float(row["dual_gap"])), name) for name, rows in self.designs.items()
                   for row in rows)


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


def from_name(name):
    """(routing, order) of a name of the reference such as RLB_randorder; None for others."""
    base = re.sub("_randorder$|sym$", "", name)
    routing = {title: key for key, title in NAMES.items()}.get(base)
    if routing is None or routing.startswith("two_turn"):
        return None
    return routing, "fixed" if base == name else "random"
