"""The report of Wu 1996: the claims of the paper and the computed values."""
import math

from study import DATA, markdown, read_rows

REFERENCE = DATA / "wu" / "thresholds.csv"
# Table 1, coefficients of p^distance upwards, and the two offsets that it leaves out.
TABLE1 = {"0x0": "1", "1x0": "1", "2x0": "1", "1x1": "2 -1", "3x0": "2 -1", "2x1": "3 -2",
          "3x1": "8 -12 6 -1", "2x2": "6 -7 2"}
LEFT_OUT = {"3x2": "20 -44 37 -14 2", "3x3": "80 -296 492 -474 284 -105 22 -2"}
# Smallest networks on which MP is not optimal: with its rule for ties, with any.
SMALLEST = {"squares": [("12x12", "tie", "0.859945055"), ("14x14", "no", "0.951594521")],
            "tori": [("12x7", "tie", "0.859945055"), ("14x7", "no", "0.951594521")],
            "cubes": [("8x5x5", "tie", "0.823142619")],
            "equal_cubes": [("8x8x8", "tie", "0.823142619"), ("10x10x10", "no", "0.958783749")]}
# Cubic tori: from which p on MP is not optimal with its rule for ties, and with any; None: it
# always is.
CUBIC_TORI = {"3x3x3": (None, None), "4x4x4": (None, None), "5x5x5": (None, None),
              "6x6x6": (None, None),
              "7x7x7": (None, None), "8x8x8": (0.453903207148, None), "9x9x9": (None, None),
              "10x10x10": (0.864141612601, 0.864141612601), "11x11x11": (None, None),
              "12x12x12": (0, 0.899488676332)}
FAR, NEAR, NEAR_SHARE = 4.5, 2, 0.93  # standard errors, and the share of points within NEAR


def span(rows):
    return f"{rows[0]['dimensions']} to {rows[-1]['dimensions']}"


def lemma_paths(row):
    """The number of shortest paths by the lemma."""
    x, y = map(int, row["offset"].split("x"))
    half = int(row["dimensions"].split("x")[0]) // 2
    return math.comb(x + y, x) * 2 ** [x, y].count(half)


class Report:
    """The claims of the paper and the computed values; `agrees`: whether all values are those of
    the paper or of its refutation."""

    def __init__(self, study):
        self.rows, self.text, self.agrees = study.rows, "# Wu 1996: shortest-path policies\n", True
        for part in (self.table1, self.lemma, self.theorem3, self.thresholds, self.meshes,
                     self.cubic_tori, self.counterexamples, self.drawn):
            part()

    def section(self, title, header, rows, agrees):
        self.agrees = self.agrees and agrees
        self.text += f"\n## {title}\n\n{'As expected.' if agrees else '**Not as expected.**'}\n\n"
        self.text += markdown(header, rows)

    def table1(self):
        found = {row["offset"]: row for row in self.rows("table1")}
        expected = {**TABLE1, **LEFT_OUT}
        lines = [[offset, found[offset]["shortest_paths"], found[offset]["polynomial"],
                  "" if offset in LEFT_OUT else polynomial] for offset,
                 polynomial in expected.items()]
        self.section("Table 1: the 6x6 torus", ["offset", "P",
                                                "S, coefficients of p^distance upwards", "paper"],
                     lines,
                     all(found[offset]["polynomial"] == polynomial for offset,
                         polynomial in expected.items()))

    def lemma(self):
        rows = self.rows("lemma")
        held = sum(int(row["shortest_paths"]) == lemma_paths(row) for row in rows)
        self.section("Lemma: shortest paths are binomials, twice as many for each half ring",
                     ["tori", "offsets", "equal"], [[span(rows), len(rows), held]], held
                     == len(rows))

    def theorem3(self):
        rows = self.rows("theorem3")
        held = sum(row["polynomial"].split()[0] == row["shortest_paths"] for row in rows)
        self.section("Theorem 3: P is the coefficient of p^distance in S, for the optimal order "
                     "and for MP",
                     ["tori", "offsets, p and policies", "equal"], [[span(rows), len(rows), held]],
                     held == len(rows))

    def thresholds(self):
        rows = self.rows("thresholds")
        lines = [[row["dimensions"], row["p_from"], row["p_to"], row["mp_optimal"],
                  row["first_row"], row["turning_point"], row["z2_optimal"]] for row in rows]
        reference = [(f"{row['k']}x{row['k']}", row["p_from"],
                      row["mp_optimal_in_interval"].split()[0])
                     for row in read_rows(REFERENCE)]
        words = {"yes": "yes", "no": "no", "only": "tie"}
        found = [(row["dimensions"], f"{float(row['p_from']):.9f}", row["mp_optimal"])
                 for row in rows
                 if int(row["dimensions"].split("x")[0]) <= 16]
        theorem1 = all(row["z2_optimal"] == "no" for row in rows if row["dimensions"] != "4x4")
        theorem2 = all(int(row["turning_point"]) == int(row["dimensions"].split("x")[0]) // 4
                       for row in rows)
        self.section("Theorems 1 and 2, and the conjecture: square tori of even radix",
                     ["torus", "p from", "to", "MP optimal", "column from row", "turning point",
                      "Z2 optimal"], lines,
                     theorem1 and theorem2 and found == [(k, p, words[word]) for k, p,
                                                         word in reference])

    def meshes(self):
        for name, policies in (("meshes", ("mp", "z2")), ("meshes_3d", ("mp", "z2")),
                               ("hypercubes", ("mp", "z2", "dor_retry"))):
            rows = self.rows(name)
            optimal = [row for row in rows if all(row[f"{policy}_optimal"] == "yes"
                                                  for policy in policies)
                       and (row["p_from"], row["p_to"]) == ("0", "1")]
            self.section(f"{' and '.join(policies)} on {name}", [name, "optimal for all p"],
                         [[span(rows), f"{len(optimal)} of {len(rows)}"]],
                         len(optimal) == len(rows))

    def cubic_tori(self):
        lines, agrees = [], True
        for torus, expected in CUBIC_TORI.items():
            rows = [row for row in self.rows("tori_3d") if row["dimensions"] == torus]
            first = [next((float(row["p_from"]) for row in rows if row["mp_optimal"] in words),
                          None)
                     for words in (("tie", "no"), ("no",))]
            odd = int(torus.split("x")[0]) % 2 == 1
            z2 = all(row["z2_optimal"] == "yes" for row in rows)
            agrees = agrees and tuple(first) == expected and z2 == (odd or torus == "4x4x4")
            lines.append([torus, len(rows), *("for all p" if p is None else f"up to {p:g}"
                                              for p in first),
                          "for all p" if z2 else "no"])
        self.section("Tori of three dimensions", ["torus", "intervals of p", "MP optimal",
                                                  "MP with any rule for ties",
                                                  "Z2 optimal"], lines, agrees)

    def counterexamples(self):
        lines, agrees = [], True
        for name, expected in SMALLEST.items():
            rows = self.rows(name)
            found = [(row["dimensions"], row["optimal"], f"{float(row['p_from']):.9f}")
                     for row in rows]
            agrees = agrees and found == expected
            lines += [[row["dimensions"], row["optimal"], row["p_from"], row["offset"],
                       f"{float(row['delivery_optimal']):.6f}", f"{float(row['loss']):.4e}"]
                      for row in rows]
        self.section("The smallest tori on which MP is not optimal",
                     ["torus", "MP optimal", "from p", "offset", "best at p = 0.97", "MP loses"],
                     lines, agrees)

    def drawn(self):
        errors = []
        for row in self.rows("faults"):
            sent, exact = int(row["messages"]), float(row["exact"])
            deviation = math.sqrt(sent * exact * (1 - exact))
            if deviation > 0:
                errors.append(abs(int(row["delivered"]) - sent * exact) / deviation)
        near = sum(error <= NEAR for error in errors) / len(errors)
        self.section("Single messages on drawn links against the exact probability, 16x16 torus",
                     ["points", "largest error, standard errors", f"within {NEAR}"],
                     [[len(errors), f"{max(errors):.2f}", f"{100 * near:.1f} %"]],
                     max(errors) <= FAR and near >= NEAR_SHARE)
