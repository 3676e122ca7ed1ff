"""The report of Towles, Dally & Boyd 2003: paper against Orthant, the closed form of IVAL, and the
reference values."""
from reference import REFERENCE, compare
from results import NAMES, Results, closed_forms
from study import markdown, write_rows


def percent(value):
    return f"{100 * value:.4g} %"


def shorter(results, first, routing):
    """How much shorter the interpolated routing of the same worst case is, for both orders."""
    fixed, random = (1 - results.hops_at_worst_case_of(routing, order, first)
                     / results.hops(routing, order) for order in ("fixed", "random"))
    return f"{percent(fixed)}, random order {percent(random)}"


def of_the_worst_case(results):
    """(where, what, paper, ours)."""
    def above(routing):
        return percent(results.excess(results.hops(routing), 0.5))

    def saved(routing):
        return percent(1 - results.hops(routing) / results.hops("val"))

    best = results.of_paths("optimum", "any", "path_length_normalized")
    two_turn = {k: results.of_paths("figure4_optimum", "turns", "path_length_normalized", k)
                for k in (4, 6)}
    optimum = {k: results.of_paths("figure4_optimum", "any", "path_length_normalized", k)
               for k in (4, 6)}
    even = max(abs(two_turn[k] / optimum[k] - 1) for k in two_turn)
    minimal = max(abs(results.of_paths("minimal", "minimal", "worst_case_throughput", k)
                      / results.value("worst_case_throughput", k, 2, "dor") - 1)
                  for k in (3, 4, 5, 6, 8))
    last, curve = max(results.radix_curve("any")), dict(results.radix_curve("any"))
    return [
        ("5.1", "capacity by uniform traffic (eq. 6)", "1",
         f"{results.value('capacity_flits', 8, 2, 'dor'):g}"),
        ("5.1", "best worst case of all routings", "50 %",
         percent(results.of_paths("optimum", "any", "worst_case_throughput"))),
        ("5.1", "best worst case of minimal routings is that of DOR", "yes",
         f"{results.of_paths('minimal', 'minimal', 'worst_case_throughput'):.10g}; k = 3, 4, 5, 6, "
         f"8: equal to {minimal:.0e}"),
        ("5.1", "path length of DOR and ROMM", "1",
         f"{results.hops('dor'):g} and {results.hops('romm'):g}"),
        ("5.1", "path length of VAL", "2", f"{results.hops('val'):g}"),
        ("5.2", "worst case of VAL, IVAL and 2TURN", "50 %",
         ", ".join(percent(results.worst(r)) for r in ("val", "ival", "two_turn"))),
        ("5.2", "shortest paths of the best worst case", "just below 1.48", f"{best:.10g}"),
        ("5.2", "path length of IVAL", "about 1.61", f"{results.hops('ival'):.10g}"),
        ("5.2", "path length of 2TURN", "about 1.48", f"{results.hops('two_turn'):.10g}"),
        ("5.2", "IVAL above the optimum by", "9.1 %", above("ival")),
        ("5.2", "2TURN above the optimum by", "0.36 %", above("two_turn")),
        ("1", "IVAL shorter than VAL by", "19.3 %", saved("ival")),
        ("1", "2TURN shorter than VAL by", "25.8 %", saved("two_turn")),
        ("5.2", "virtual channels of VAL, IVAL and 2TURN", "4, 4, 4",
         ", ".join(results.rows[8, 2, r, "fixed"]["vc_classes"]
                   for r in ("val", "ival", "two_turn"))),
        ("5.2", "2TURN is the optimum for k = 4 and 6", "yes", f"equal to {even:.0e}"),
        ("5.2", "path length of IVAL for large k", "about 1.64",
         f"{results.hops('ival', k=16):.6g} at k = 16; limit 5/3"),
        ("5.2", "optimal path length for large k", "around 1.52",
         f"{curve[15]:.6g} and {curve[16]:.6g} at k = 15 and 16, {last[1]:.6g} at k = {last[0]}"),
    ]


def of_interpolation(results):
    rows = []
    for first, bounds in (("ival", ("17 %", "about 14 %", "about 12 %")),
                          ("two_turn", ("10 %", "19 %", "15 %"))):
        name, excess = f"DOR + {NAMES[first]}", results.interpolated_excess(first)
        off = max(abs(float(row["worst_case_throughput"]) / results.bound(alpha, first) - 1)
                  for alpha, row in results.interpolated[first].items())
        alpha = max(excess, key=excess.get)
        rows += [
            ("5.3", f"worst case of {name} over its bound (eq. 14), 41 values of alpha", "equal",
             f"equal to {off:.0e}"),
            ("5.3", f"{name} above the optimum by at most", bounds[0],
             f"{percent(excess[alpha])} at alpha = {alpha:g}"),
            ("5.3", f"{name} shorter than RLB of the same worst case by", bounds[1],
             shorter(results, first, "rlb")),
            ("5.3", f"{name} shorter than RLBth of the same worst case by", bounds[2],
             shorter(results, first, "rlbth")),
            ("5.3", f"virtual channels of {name}", "4",
             results.interpolated[first][0.5]["vc_classes"])]
    return rows


def of_the_average_case(results):
    both = [key for key, row in results.rows.items()
            if key[:2] == (8, 2) and row["average_case_throughput"]]
    two_means = max(abs(results.value("average_case_true", *key)
                        / results.value("average_case_throughput", *key) - 1) for key in both)
    average = "average_case_throughput"
    best = results.of_paths("optimum_average", "any", average)
    alone = results.of_paths("optimum_translations", "any", average)
    two_turn_a = results.of_paths("two_turn_a", "turns", average)

    def below(value):
        text = f"{percent(1 - value / best)}"
        return text + (f"; {percent(1 - value / alone)} below the translations' one" if alone
                       else "")

    same = results.at("average_any", "any", two_turn_a, "path_length_normalized")
    hops = results.of_paths("two_turn_a", "turns", "path_length_normalized")
    same_alone = results.of_paths("average_translations", "any", "path_length_normalized")
    longer = f"{percent(hops / same - 1)} ({hops:.6g} against {same:.6g})"
    if same_alone:
        longer += f"; {percent(hops / same_alone - 1)} above the translations' {same_alone:.6g}"
    return [
        ("3.3", "largest difference of the two means of the average case", "below 5 %",
         percent(two_means)),
        ("5.4", "best average", "62.8 %",
         f"{percent(best)}" + (f"; with translations alone {percent(alone)}" if alone else "")),
        ("5.4", "average of VAL", "50 %", percent(results.average("val"))),
        ("5.4", "average of IVAL", "57.5 %",
         f"random order {percent(results.average('ival', 'random'))}, "
                                             f"fixed {percent(results.average('ival'))}"),
        ("5.4", "IVAL (random order) below the best by", "8.4 %",
         below(results.average("ival", "random"))),
        ("5.4", "2TURN below the best by", "6.4 %", below(results.average("two_turn"))),
        ("5.4", "2TURNA below the best by", "4.6 %", below(two_turn_a)),
        ("5.4", "2TURNA longer than the optimum of its average by", "roughly 16 %",
         longer),
        ("5.4", "minimal paths of at most two turns against ROMM", "equal",
         f"{percent(results.of_paths('average_minimal', 'turns', average))} against "
         f"{percent(results.average('romm', 'random'))} (random order), all minimal paths "
         f"{percent(results.of_paths('average_minimal', 'any', average))}"),
    ]


def statements(results):
    return of_the_worst_case(results) + of_interpolation(results) + of_the_average_case(results)


def section(title, header, rows):
    return f"## {title}\n\n" + markdown(header, rows)


def text_of_table1(results):
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
    for table, name in (("optimum", "best worst case"), ("optimum_average", "best average")):
        row = results.table(table)
        rows.append([name, "", "", "", "", *(f"{float(row[column]):.6f}" for column in (
            "worst_case_throughput", "average_case_throughput")),
            f"{float(row['path_length_normalized']):.8f}"])
    return section("8-ary 2-cube: throughput as fraction of capacity, path length",
                ["", "order", "uniform", "complement", "tornado", "worst", "average", "H"], rows)


def text_of_fresh(results):
    """What is left of the averages on permutations that the designs have not seen."""
    seen = {"ival": results.average("ival", "random"), "two_turn": results.average("two_turn"),
            "two_turn_a": results.average("two_turn_a"),
            "optimum_average": results.of_paths("optimum_average", "any",
                                                "average_case_throughput"),
            "optimum_translations":
                results.of_paths("optimum_translations", "any", "average_case_throughput")}
    rows = []
    for name, before in seen.items():
        after = results.fresh(name)
        if after and before:
            rows.append([NAMES.get(name, name.replace("_", " ")), f"{before:.5f}",
                         f"{after[0]:.5f} +- {after[1]:.5f}", percent(1 - after[0] / before)])
    return section("Average case on 1000 other permutations",
                ["", "the 100 of the design", "others", "lost"], rows)


def text_of_three_dimensions(results):
    rows = []
    for k, n, routing, order in sorted(results.rows):
        if n == 3:
            value = [results.value(column, k, n, routing, order) for column in
                     ("uniform_throughput", "worst_case_throughput", "path_length_normalized")]
            rows.append([k, NAMES[routing], *(f"{v:.6f}" for v in value)])
    return section("k-ary 3-cubes, fixed order", ["k", "", "uniform", "worst", "H"], rows)


def text_of_figure4(results):
    optimum, two_turn = (dict(results.radix_curve(paths)) for paths in ("any", "turns"))
    rows = [{"k": k, "optimum": optimum[k], "two_turn": two_turn[k],
             "ival": results.hops("ival", k=k)}
            for k in sorted(optimum)]
    write_rows(results.folder / "figure4_lengths.csv", rows)
    return section("Figure 4: path length at the best worst case",
                   ["k", "optimum", "2TURN", "IVAL"],
                [[row["k"], *(f"{row[name]:.9f}" for name in ("optimum", "two_turn", "ival"))]
                 for row in rows])


def text_of_reference(rows):
    """(text, whether all agree that can be compared)"""
    agree = [row for row in rows if row["agrees"] == "yes"]
    text = [f"{len(agree)} of {len(rows)} values of tests/data/towles/{REFERENCE.name} agree:\n"]
    for tolerance in sorted({row["tolerance"] for row in agree}):
        group = [row for row in agree if row["tolerance"] == tolerance]
        largest = max(group, key=lambda row: row["relative_difference"])
        text.append(f"* {len(group)} to {tolerance:g}; the largest difference is "
              f"{largest['relative_difference']:.1e}, {largest['quantity']} of "
              f"{largest['algorithm']}")
    for row in rows:
        what = (f"{row['quantity']} of {row['algorithm']}, k = {row['k']}, "
                f"alpha = {row['alpha'] or 'none'}")
        if row["agrees"] == "no":
            text.append(f"* differs: {what}: {row['orthant']:.10g} instead of {row['value']}")
        elif row["reason"]:
            text.append(f"* not comparable: {what} = {row['value']}: {row['reason']}")
    return "\n".join(text) + "\n", all(row["agrees"] != "no" for row in rows)


def report(study):
    """(text, whether all reference values agree)"""
    results = Results(study.out)
    claims, forms, rows = statements(results), closed_forms(results), compare(results)
    for name, written in (("statements", [dict(zip(("section", "statement", "paper", "orthant"),
                                                   row)) for row in claims]),
                          ("closed_forms", forms), ("reference", rows)):
        write_rows(study.path(name), written)
    gap, name = results.largest_gap()
    reference, agrees = text_of_reference(rows)
    return "\n".join((
        "# Towles, Dally & Boyd 2003\n", text_of_table1(results),
        section("Paper and Orthant", ["section", "", "paper", "Orthant"], claims),
        text_of_figure4(results),
        text_of_fresh(results), text_of_three_dimensions(results),
        section("Path length of IVAL: closed form and analysis",
                ["k", "n", "closed form", "value", "difference"],
                [[f["k"], f["n"], f["closed_form"], f"{f['closed_form_value']:.10f}",
                  f"{f['difference']:.0e}"]
                 for f in forms if f["routing"] == "ival"]),
        f"Largest dual gap of {sum(map(len, results.designs.values()))} designs: {gap:.1e}, in "
        f"{name}.csv\n",
        reference)), agrees
