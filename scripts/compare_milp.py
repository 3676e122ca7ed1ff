#!/usr/bin/python3
"""Compares the time to schedule transfers by an integer program with that of Orthant's own search.

Every case file (see schedule/files/case_file.hpp; those with frames to be judged are skipped) is solved by the methods
milp, auto and, where asked for, exact, one after the other on one core. Times are the solver's seconds that
--timing writes: neither starting the program nor reading the case counts. Runs below 0.1 s are repeated, and the
least counts. A method runs out of time where it ends without an answer of its own: with the verdict unknown, or,
for milp, with the schedule of another method. Its ratio to the time of auto is then at least that of the time spent.

Prints a table and the means of the ratios, and exits with 1 where two methods or the case itself disagree on the
verdict or on the number of frames.

usage: scripts/compare_milp.py [--orthant FILE] [--limit S] [--exact] [-o FILE.csv] [CASE or FOLDER ...]
"""

import argparse
import csv
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from reports import markdown, read_rows

ROOT = pathlib.Path(__file__).resolve().parents[1]
SHORT = 0.1  # seconds: shorter runs are repeated
REPEATS = 5
KILL_AFTER = 5  # times the limit and some seconds, for a solver that does not end by itself


class Case:
    def __init__(self, path):
        self.path = path
        self.name = path.stem
        self.expected = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            words = line.split()
            if words[:1] == ["expect"]:
                self.expected[words[1]] = " ".join(words[2:])

    def judged(self):
        return "check" in self.expected

    def disagreements(self, answers):
        """Whatever cannot be true together, in words."""
        known = {method: answer for method, answer in answers.items() if answer.solved}
        if self.expected.get("liquid") in ("yes", "no") and "frames" in self.expected:
            verdict = "liquid" if self.expected["liquid"] == "yes" else "not_liquid"
            known["the case"] = Answer(verdict, int(self.expected["frames"]), "", 0)
        pairs = {(answer.verdict, answer.frames) for answer in known.values()}
        if len(pairs) < 2:
            return []
        return [f"{self.name}: " + ", ".join(f"{method} says {answer.verdict} in {answer.frames}"
                                            for method, answer in known.items())]


class Answer:
    def __init__(self, verdict, frames, method, seconds):
        self.verdict = verdict
        self.frames = frames
        self.method = method
        self.seconds = seconds
        self.solved = verdict != "unknown"


class Comparison:
    def __init__(self, orthant, limit, folder):
        self.orthant = orthant
        self.limit = limit
        self.folder = pathlib.Path(folder)

    def solve(self, case, method):
        answer = self.solve_once(case, method)
        times = [answer.seconds]
        while answer.solved and answer.seconds < SHORT and len(times) < REPEATS:
            times.append(self.solve_once(case, method).seconds)
        answer.seconds = min(times)
        return answer

    def solve_once(self, case, method):
        result, timing = self.folder / "result.csv", self.folder / "timing.csv"
        words = [self.orthant, "schedule", "--case", str(case.path), f"schedule.method={method}",
                 f"schedule.time_limit_seconds={self.limit}", "-q", "-o", str(result), "--overwrite",
                 "--timing", str(timing)]
        try:
            done = subprocess.run(words, check=False, capture_output=True, text=True,
                                  timeout=KILL_AFTER * (self.limit + 10))
        except subprocess.TimeoutExpired:
            return Answer("unknown", 0, method, self.limit)
        if done.returncode not in (0, 3):
            raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")
        row, = read_rows(result)
        answer = Answer(row["verdict"], int(row["frames"]), row["method"], float(read_rows(timing)[0]["seconds"]))
        self.transfers, self.duration = int(row["transfers"]), int(row["duration"])
        if method == "milp" and answer.method != method:
            answer.solved = False
        return answer


def digits(value):
    return f"{value:.3g}"


def mean_lines(ratios, limit):
    """`ratios`: per case (ratio, whether it is only a lower bound)."""
    values = [ratio for ratio, _ in ratios]
    if not values:
        return []
    geometric = math.exp(statistics.fmean(math.log(value) for value in values))
    bound = "at least " if any(least for _, least in ratios) else ""
    return [f"cases: {len(values)}; out of time ({digits(limit)} s) with milp: {sum(least for _, least in ratios)}",
            f"milp / auto: geometric mean {bound}{digits(geometric)}, arithmetic mean {bound}"
            f"{digits(statistics.fmean(values))}, median {digits(statistics.median(values))}, "
            f"largest {digits(max(values))}",
            f"auto slower than milp: {sum(value < 1 and not least for value, least in ratios)} cases"]


def case_files(places):
    for place in places:
        yield from sorted(place.glob("*.txt")) if place.is_dir() else [place]


def is_case(path):
    with open(path, encoding="utf-8") as file:
        return any(line.split()[:1] == ["liquid-case"] for line in file)


def options_of(words):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("places", nargs="*", type=pathlib.Path, default=[ROOT / "tests/data/liquid"],
                        help="case files, or folders of them (default: tests/data/liquid)")
    parser.add_argument("--orthant", default=ROOT / "build/orthant")
    parser.add_argument("--limit", type=float, default=60, help="seconds for every run (default 60)")
    parser.add_argument("--exact", action="store_true", help="the method exact too")
    parser.add_argument("-o", "--output", help="CSV file")
    options = parser.parse_args(words)
    for place in options.places:
        if not place.exists():
            parser.error(f"{place}: no such file or folder")
    return options


def main():
    options = options_of(sys.argv[1:])
    methods = ["milp", "auto"] + ["exact"] * options.exact
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found = [f"{method}_{what}" for method in methods for what in ("verdict", "frames", "seconds")]
    header = ["case", "transfers", "duration", *found, "out_of_time", "ratio"]
    rows, ratios, wrong, slow = [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(options.orthant, options.limit, folder)
        for case in map(Case, filter(is_case, case_files(options.places))):
            if case.judged():
                continue
            answers = {method: comparison.solve(case, method) for method in methods}
            wrong += case.disagreements(answers)
            late = [method for method in methods if not answers[method].solved]
            ratio = answers["milp"].seconds / answers["auto"].seconds
            if "auto" in late:
                slow.append(case.name)
            elif answers["auto"].seconds > 0:
                ratios.append((ratio, "milp" in late))
            cells = [cell for answer in answers.values()
                     for cell in (answer.verdict, answer.frames, digits(answer.seconds))]
            rows.append([case.name, comparison.transfers, comparison.duration, *cells, " ".join(late), digits(ratio)])
    print(markdown(header, rows), end="")
    print("\n".join(["", *mean_lines(ratios, options.limit),
                     *(f"left out, auto is out of time: {name}" for name in slow),
                     *(f"disagreement: {words}" for words in wrong)]))
    if options.output:
        with open(options.output, "w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([header, *rows])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
