#!/usr/bin/python3
"""Schedules every case of a folder (see schedule/files/case_file.hpp) and holds the answers against those it expects.

Duration, bottlenecks, skeleton, verdict and number of frames must be as expected, and the frames must pass --verify;
cases that are schedules to be judged must be judged as expected. A verdict `unknown` is no failure, but named.
Exits with 1 where any other answer differs.

usage: scripts/liquid_reference.py [--orthant FILE] [--limit S] [FOLDER]
"""

import argparse
import csv
import io
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
VERDICTS = {"yes": "liquid", "no": "not_liquid"}


def expected_of(path):
    """{key: values} of the lines `expect`; None where the file is no case."""
    lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    if ["liquid-case", "1"] not in lines:
        return None
    return {words[1]: words[2:] for words in lines if words[:1] == ["expect"]}


class Checker:
    def __init__(self, orthant, limit, folder):
        self.orthant, self.limit = str(orthant), limit
        self.frames = pathlib.Path(folder, "frames.csv")

    def run(self, path, *words):
        return subprocess.run([self.orthant, "schedule", "--case", str(path), *words, "-q"], capture_output=True,
                              text=True, check=False)

    def judged(self, path, expected):
        """What is wrong; empty where nothing is."""
        done = self.run(path)
        words = " ".join(expected["check"])
        verdict = words.split(":")[0].split()[:5]
        right = done.stdout.split(":")[0].split()[:5] == verdict and done.returncode == ("INVALID" in words) * 2
        return "" if right else f"judged: {done.stdout.strip()}{done.stderr.strip()}; expected: {words}"

    def scheduled(self, path, expected):
        """What is wrong, and whether the verdict is unknown."""
        done = self.run(path, f"schedule.time_limit_seconds={self.limit}", "--frames", str(self.frames),
                        "--overwrite", "--format", "csv")
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        if done.returncode not in (0, 3) or len(rows) != 1:
            return f"exit code {done.returncode}: {done.stderr.strip()}", False
        row = rows[0]
        unknown = row["verdict"] == "unknown"
        pairs = [("duration", row["duration"]), ("bottlenecks", row["bottlenecks"]), ("skeleton_size", row["skeleton"])]
        if not unknown:
            pairs += [("liquid", row["verdict"]), ("frames", row["frames"])]
        wrong = [f"{key} {value}, expected {wanted}" for key, value in pairs
                 if (wanted := self.wanted(key, expected)) not in (None, value)]
        if self.run(path, "--verify", str(self.frames)).returncode != 0:
            wrong.append("the frames are no schedule")
        return "; ".join(wrong), unknown

    @staticmethod
    def wanted(key, expected):
        if key not in expected or expected[key] == ["unknown"]:
            return None
        if key == "bottlenecks":
            return str(len(expected[key]))
        return VERDICTS.get(expected[key][0], expected[key][0])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=ROOT / "tests/data/liquid")
    parser.add_argument("--orthant", default=ROOT / "build/orthant")
    parser.add_argument("--limit", type=float, default=60, help="seconds for every case (default 60)")
    options = parser.parse_args()
    cases, unknown, failures = 0, [], 0
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(options.orthant, options.limit, folder)
        for path in sorted(options.folder.glob("*.txt")):
            expected = expected_of(path)
            if expected is None:
                continue
            cases += 1
            if "check" in expected:
                wrong = checker.judged(path, expected)
            else:
                wrong, open_question = checker.scheduled(path, expected)
                unknown += [path.stem] if open_question else []
            if wrong:
                failures += 1
                print(f"{path.stem}: {wrong}")
    if cases == 0:
        print(f"liquid_reference.py: {options.folder}: no cases", file=sys.stderr)
        return 2
    print(f"{cases} cases, {failures} wrong, {len(unknown)} unknown in {options.limit:g} s{': ' if unknown else ''}"
          f"{', '.join(unknown)}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
