#!/usr/bin/python3
"""Do two builds of orthant do the same, byte for byte?

Runs every shipped config (one point of it, for a moment), `check` on those for run and analyze, a small sweep and
saturate, every broken config and command line of tests/bad_configs, every help and list with both programs, and
compares exit codes, what they write to standard output and standard error, results and the config beside each result,
but for the version in its first line, and for columns of results that are empty in every row, which
a version may leave out. Prints the differences, and exits with 1 where there is one. Some minutes.

usage: scripts/compare_versions.py OLD NEW
"""

import csv
import io
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "house"))
from shipped_configs import name_of, one_point, read_keys, shipped_configs, short_run, verb_of  # noqa: E402

SMALL = ["topology.dimensions=4x4", "run.warmup_cycles=200", "run.measure_cycles=500"]
# Not results: times, speeds, and the version.
PASSING = ((r"orthant: info: .*\n", ""), (r"^; orthant [^\n]*", "; orthant"), (r"(?m)^(time|speed).*$", ""),
           (r"(?m)^; finished: .*$", ""))


def commands(program):
    """(name, words before -o FILE or None where nothing is written, folder)"""
    for config in shipped_configs():
        keys = read_keys(config)
        verb = verb_of(keys)
        brief = one_point(keys) + (short_run(keys) if verb == "run" else [])
        yield f"{verb} {name_of(config)}", [verb, str(config), *brief, "-q"], True, ROOT
        if verb in ("run", "analyze"):
            yield f"check {name_of(config)}", ["check", str(config), *brief], False, ROOT
    demo = str(ROOT / "configs" / "demo.ini")
    loads = "traffic.load=0.1:0.9:0.4"
    yield "sweep demo.ini", ["sweep", demo, *SMALL, loads, "-q"], True, ROOT
    yield "saturate demo.ini", ["saturate", demo, *SMALL, "traffic.load=0.1", "-q"], True, ROOT
    yield "list", ["list", "--format", "json"], False, ROOT
    verbs = subprocess.run([program, "list", "verbs", "--format", "json"], capture_output=True, check=True).stdout
    for verb in (row["name"] for row in json.loads(verbs)["verbs"]):
        yield f"{verb} --help", [verb, "--help"], False, ROOT
    bad = ROOT / "tests" / "bad_configs"
    for line in (bad / "command_line.cases").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            words = shlex.split(line.split("=> ", 1)[0])
            yield f"bad_configs: {' '.join(words)}", words, False, bad
    for config in sorted(bad.glob("*.ini")):
        yield f"run bad_configs/{config.name}", ["run", config.name], False, bad


def without_empty_columns(text):
    """A CSV text without the columns that are empty in every row."""
    header, *rows = csv.reader(io.StringIO(text))
    filled = [i for i in range(len(header)) if any(row[i] for row in rows)]
    return "".join(",".join(row[i] for i in filled) + "\n" for row in (header, *rows))


def seen(program, words, writes, folder):
    """All outputs of a command by name: exit code, streams and files."""
    with tempfile.TemporaryDirectory() as scratch:
        result = pathlib.Path(scratch, "result.csv")
        done = subprocess.run([program, *words, *(["-o", str(result)] if writes else [])], cwd=folder, text=True,
                              capture_output=True, errors="backslashreplace", timeout=600, check=False)
        outputs = {"exit code": str(done.returncode), "stdout": done.stdout, "stderr": done.stderr}
        outputs |= {path.name: path.read_text(encoding="utf-8") for path in pathlib.Path(scratch).iterdir()}
        if "result.csv" in outputs:
            outputs["result.csv"] = without_empty_columns(outputs["result.csv"])
        for what, text in outputs.items():
            text = text.replace(scratch, "")
            for pattern, instead in PASSING:
                text = re.sub(pattern, instead, text)
            outputs[what] = text
    return outputs


def difference(old, new):
    """The first line in which two texts differ."""
    for before, after in zip(old.splitlines() + [""], new.splitlines() + [""]):
        if before != after:
            return f"\n    - {before[:300]}\n    + {after[:300]}"
    return " in length"


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    old, new = (str(pathlib.Path(program).resolve()) for program in arguments)
    count = differing = 0
    for name, words, writes, folder in commands(old):
        before, after = (seen(program, words, writes, folder) for program in (old, new))
        count += 1
        wrong = [what for what in sorted(before.keys() | after.keys()) if before.get(what) != after.get(what)]
        differing += bool(wrong)
        for what in wrong:
            print(f"{name}: {what}{difference(before.get(what, ''), after.get(what, ''))}")
    print(f"{count} commands, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
