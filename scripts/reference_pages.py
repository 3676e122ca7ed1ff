#!/usr/bin/env python3
"""Writes the pages of the reference from what `orthant list --format markdown` prints.

The program prints one page of keys, names and columns. Here it becomes several pages in docs/, since no page has more
than 300 lines: reference.md begins, the others have the keys and the columns.

examples:
  scripts/reference_pages.py                     writes the pages anew from build/orthant
  scripts/reference_pages.py --check             prints what would change, and exits with 1 where anything would
"""
import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MADE = "Made by `scripts/reference_pages.py`; do not edit by hand.\n"
NETWORK = ("topology", "routing", "router", "channel", "time")  # sections; all others are of traffic and studies
# Verbs and files whose columns a simulation fills.
SIMULATED = re.compile(r"\b(run|sweep|saturate|output\.\w+|--timing)\b")
INDEX = """
## Pages

| page | has |
|---|---|
| this one | the config file; topologies, routings, patterns, injection processes, workloads |
| [reference_network.md](reference_network.md) | the keys of the network: {network} |
| [reference_traffic.md](reference_traffic.md) | all other keys: {others} |
| [reference_columns.md](reference_columns.md) | the columns of `run`, `sweep`, `saturate` and of the files that they write |
| [reference_study_columns.md](reference_study_columns.md) | the columns of the other verbs |
"""


def sections(text, mark):
    """(what stands before the first heading with this mark, {heading: its text with the heading})."""
    before, *parts = re.split(rf"^(?={mark} )", text, flags=re.MULTILINE)
    return before, {part.split("\n", 1)[0][len(mark) + 1:]: part for part in parts}


def columns_page(title, introduction, rows, head):
    return f"# {title}\n\n{MADE}\n{introduction}\n\n{head}{''.join(rows)}"


def keys_page(title, parts):
    return f"# {title}\n\n{MADE}\n" + "".join(part.replace("### ", "## ", 1) for part in parts)


def pages(printed):
    """{name of a page in docs/: its text} of what the program prints."""
    begin, chapters = sections(printed, "##")
    _, keys = sections(chapters.pop("Keys"), "###")
    about, table = chapters.pop("Result columns").split("\n\n", 1)[1].split("\n\n|", 1)
    head, rows = re.match(r"(.*\n.*\n)((?:.*\n)*)", "|" + table).groups()
    rows = rows.splitlines(keepends=True)
    simulated = [row for row in rows if SIMULATED.search(row.split(" | ")[3])]
    others = [row for row in rows if row not in simulated]
    network = [section for section in keys if section.strip("[]") in NETWORK]
    rest = [section for section in keys if section not in network]
    linked = [", ".join(f"`{section}`" for section in part) for part in (network, rest)]
    index = INDEX.format(network=linked[0], others=linked[1])
    file = chapters.pop("The config file")
    made = begin.replace("Made by `orthant list --format markdown`; do not edit by hand.\n", MADE)
    made = {"reference.md": made + file.rstrip("\n") + "\n" + index + "\n" + "".join(chapters.values()),
            "reference_network.md": keys_page("Keys of the network", [keys[name] for name in network]),
            "reference_traffic.md": keys_page("Keys of traffic, runs and studies", [keys[name] for name in rest]),
            "reference_columns.md": columns_page("Columns of simulations", about, simulated, head),
            "reference_study_columns.md": columns_page("Columns of other verbs", about, others, head)}
    return {name: text.rstrip("\n") + "\n" for name, text in made.items()}


def printed_by(orthant):
    return subprocess.run([orthant, "list", "--format", "markdown"], check=True, capture_output=True, text=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0], epilog=__doc__.split("\n\n", 1)[1],
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--orthant", default=os.environ.get("ORTHANT", str(ROOT / "build" / "orthant")),
                        metavar="FILE", help="the program; default: $ORTHANT, else build/orthant")
    parser.add_argument("--docs", default=str(ROOT / "docs"), metavar="FOLDER", help="where the pages are")
    parser.add_argument("--check", action="store_true", help="write nothing; print what would change")
    options = parser.parse_args()
    if not os.access(options.orthant, os.X_OK):
        print(f"reference_pages.py: {options.orthant}: no such program; scripts/build.sh orthant builds it", file=sys.stderr)
        return 2
    different = 0
    for name, text in pages(printed_by(options.orthant)).items():
        path = pathlib.Path(options.docs) / name
        committed = path.read_text(encoding="utf-8") if path.is_file() else ""
        different += text != committed
        if options.check:
            sys.stdout.writelines(line + "\n" for line in difflib.unified_diff(
                committed.splitlines(), text.splitlines(), str(path), "the program", lineterm="", n=0))
        elif text != committed:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path}")
    return 1 if options.check and different else 0


if __name__ == "__main__":
    sys.exit(main())
