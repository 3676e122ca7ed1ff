#!/usr/bin/env python3
"""Every broken config and command line gives one line on stderr, no output or file, and exit 2.

usage: bad_configs_test.py ORTHANT DIRECTORY
DIRECTORY holds NAME.ini with NAME.expected, and command_line.cases; large files are made here.
"""
import os
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

PREFIX = "orthant: error: "
SANITIZED = "ORTHANT_SANITIZED" in os.environ
MOST_SECONDS = 200 if SANITIZED else 20
MEMORY_BYTES = 1 << 29  # address space of the child: a 100 MB line must not be held


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def judge(name, program, words, directory, expected, limited=False):
    """Runs one command; returns the complaint, or None."""
    done = subprocess.run([program, *words], cwd=directory, capture_output=True, timeout=MOST_SECONDS,
                          preexec_fn=limit_memory if limited else None)
    error = done.stderr.decode("utf-8", "backslashreplace")
    if done.returncode != 2:
        return f"{name}: exit code {done.returncode}, expected 2\n  {error}"
    if done.stdout:
        return f"{name}: wrote to stdout: {done.stdout[:200]!r}"
    if error != expected:
        return f"{name}:\n  got      {error!r}\n  expected {expected!r}"
    return None


def config_cases(directory):
    for path in sorted(directory.glob("*.ini")):
        expected = path.with_suffix(".expected").read_text()
        yield path.stem, ["run", path.name], expected


def verbs_of(program):
    """"run, sweep, ...": the names under `Verbs:` of the help."""
    text = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    return ", ".join(re.findall(r"^  (\w+)", text.split("Verbs:\n")[1].split("\n\n")[0], re.MULTILINE))


def command_cases(program, directory):
    verbs = verbs_of(program)
    for line in (directory / "command_line.cases").read_text().splitlines():
        if line and not line.startswith("#"):
            words, expected = line.split("=> ", 1)
            yield words.strip(), shlex.split(words), PREFIX + expected.replace("VERBS", verbs) + "\n"


def write_large_files(scratch):
    """Files too large or too odd to be kept; returns (name, expected message) of each."""
    (scratch / "long_line.ini").write_bytes(b"[topology]\nkind = " + b"x" * 100_000_000 + b"\n")
    (scratch / "long_comment.ini").write_bytes(b"; " + b"x" * 100_000_000)
    rng = random.Random(1)
    (scratch / "binary.ini").write_bytes(b"\x7fELF\x02\x01\x01\x00" + rng.randbytes(100_000))
    (scratch / "nul.ini").write_bytes(b"[topology]\nkind = to\x00rus\n")
    (scratch / "many_lines.ini").write_bytes(b"\n" * 200_000)
    (scratch / "old_mac.ini").write_bytes(b"[topology]\rkind = torus\r")
    too_long = "the line is too long; allowed: at most 65536 bytes"
    return [
        ("long_line.ini", f"long_line.ini:2: {too_long}"),
        ("long_comment.ini", f"long_comment.ini:1: {too_long}"),
        ("binary.ini", "binary.ini:1: byte 0x7f: not a text file; allowed: INI text"),
        ("nul.ini", "nul.ini:2: byte 0x00: not a text file; allowed: INI text"),
        ("many_lines.ini",
         "many_lines.ini:100001: the file is too long; allowed: at most 100000 lines"),
        ("old_mac.ini",
         "old_mac.ini:1: byte 0x0d within a line; allowed: lines that end with LF or CR LF"),
    ]


def main():
    program, directory = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2]).resolve()
    complaints, count, before = [], 0, set(directory.iterdir())
    for name, words, expected in [*config_cases(directory), *command_cases(program, directory)]:
        complaints.append(judge(name, program, words, directory, expected))
        count += 1
    # A sanitiser reserves more address space than any limit.
    limited = not SANITIZED
    with tempfile.TemporaryDirectory() as scratch:
        for name, message in write_large_files(Path(scratch)):
            complaints.append(judge(name, program, ["run", name], scratch,
                                    PREFIX + message + "\n", limited))
            count += 1
    complaints += [f"{path.name}: was written" for path in set(directory.iterdir()) - before]
    complaints = [c for c in complaints if c]
    for complaint in complaints:
        print(complaint)
    print(f"{count} broken inputs, {len(complaints)} wrong")
    return 1 if complaints or count < 80 else 0


if __name__ == "__main__":
    sys.exit(main())
