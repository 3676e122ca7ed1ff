#!/usr/bin/python3
"""Compares the time to schedule transfers by an integer program with that of Orthant's own search.

Every case file of a folder (schedule/files/case_file.hpp; those with frames to be judged are
skipped) is solved by the methods milp, auto and, where asked for, exact, one after the other on one
core. Times are the solver's seconds that --timing writes: neither starting the program nor reading
the case counts. Runs below 0.1 s are repeated, and the least counts. A method runs out of time
where it ends without an answer of its own: with the verdict unknown, or, for milp, with the
schedule of another method. Its ratio to the time of auto is then at least that of the time spent.
Writes milp.csv and milp.md, with the means of the ratios. Exits with 1 where two methods or the
case itself disagree on the verdict or on the number of frames.
"""
import os
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from study import DATA, UNFINISHED, Study, markdown, read_rows, write_rows

SHORT = 0.1  # seconds: shorter runs are repeated
REPEATS = 5


def expectations(path):
    """{what: words} of the lines `expect` of a case file; None where it is no case, or one with
    frames to be judged."""
    lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    expected = {words[1]: " ".join(words[2:]) for words in lines if words[:1] == ["expect"]}
    is_case = any(words[:1] == ["liquid-case"] for words in lines)
    return expected if is_case and "check" not in expected else None


def solve(study, path, method):
    """The row of the result, with `seconds` and whether it is `late`."""
    def once():
        timing = study.path("timing")
        study.run("schedule", None, "result", "--case", path, f"schedule.method={method}",
                  "--overwrite",
                  f"schedule.time_limit_seconds={study.options.limit}", "--timing", timing,
                  codes=(0, UNFINISHED))
        (row,), (time,) = study.rows("result"), read_rows(timing)
        late = row["verdict"] == "unknown" or (method == "milp" and row["method"] != "milp")
        return {**row, "seconds": float(time["seconds"]), "late": late}

    row = once()
    times = [row["seconds"]]
    while not row["late"] and min(times) < SHORT and len(times) < REPEATS:
        times.append(once()["seconds"])
    return {**row, "seconds": min(times)}


def disagreement(path, expected, answers):
    """Whatever cannot be true together, in words."""
    known = {method: (row["verdict"], row["frames"]) for method, row in answers.items()
             if not row["late"]}
    if expected.get("liquid") in ("yes", "no") and "frames" in expected:
        verdict = "liquid" if expected["liquid"] == "yes" else "not_liquid"
        known["the case"] = verdict, expected["frames"]
    answers = ", ".join(f"{who} says {verdict} in {frames}" for who,
                        (verdict, frames) in known.items())
    return [f"disagreement: {path.stem}: {answers}"] if len(set(known.values())) > 1 else []


def means(ratios, limit):
    """`ratios`: per case (ratio, whether it is only a lower bound)."""
    values, late = [ratio for ratio, _ in ratios], sum(least for _, least in ratios)
    if not values:
        return []
    bound = "at least " if late else ""
    return [f"cases: {len(values)}; out of time ({limit:g} s) with milp: {late}",
            f"milp / auto: geometric mean {bound}{statistics.geometric_mean(values):.3g}, "
            f"arithmetic mean {bound}{statistics.fmean(values):.3g}, median "
            f"{statistics.median(values):.3g}, "
            f"largest {max(values):.3g}",
            "auto slower than milp: "
            f"{sum(value < 1 and not least for value, least in ratios)} cases"]


def add_options(parser):
    parser.add_argument("--cases", type=pathlib.Path, default=DATA / "liquid", metavar="FOLDER",
                        help="folder of case files (default: tests/data/liquid)")
    parser.add_argument("--limit", type=float, default=60,
                        help="seconds for every run (default: %(default)g)")
    parser.add_argument("--exact", action="store_true", help="the method exact too")


def main():
    study = Study("milp", __doc__, add_options)
    methods = ["milp", "auto"] + ["exact"] * study.options.exact
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    rows, ratios, notes, wrong = [], [], [], []
    for path in sorted(study.options.cases.resolve().glob("*.txt")):
        expected = expectations(path)
        if expected is None:
            continue
        answers = {method: solve(study, path, method) for method in methods}
        wrong += disagreement(path, expected, answers)
        late = [method for method in methods if answers[method]["late"]]
        ratio = answers["milp"]["seconds"] / answers["auto"]["seconds"]
        if "auto" in late:
            notes.append(f"left out, auto is out of time: {path.stem}")
        else:
            ratios.append((ratio, "milp" in late))
        row = {"case": path.stem, "transfers": answers["auto"]["transfers"],
               "duration": answers["auto"]["duration"]}
        for method, answer in answers.items():
            row |= {f"{method}_verdict": answer["verdict"], f"{method}_frames": answer["frames"],
                    f"{method}_seconds": f"{answer['seconds']:.3g}"}
        rows.append({**row, "out_of_time": " ".join(late), "ratio": f"{ratio:.3g}"})
    if not rows:
        sys.exit(f"milp: {study.options.cases}: no cases")
    write_rows(study.path("milp"), rows)
    study.report(markdown(rows[0].keys(), [row.values() for row in rows]) + "\n"
                 + "\n".join([*means(ratios, study.options.limit), *notes, *wrong]) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
