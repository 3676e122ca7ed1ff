#!/usr/bin/python3
"""The script behind `orthant report`: one page of HTML from result files, with nothing but Python's own library.

The command has checked that the files are there and how the page's name ends. Mistakes are one line on stderr
and exit code 2.
"""
import argparse
import os
import sys

from config_titles import title_and_details
from file_kinds import KINDS, kind_of, made_by
from input_error import InputError, whole_file, without_controls
from names import describe
from report_page import bars, channels, curves, gantt, histogram, operations, origin, page, side_files, titles, trace, tradeoff
from report_page.result_rows import Results, ResultRows
from schedule_cells import counted

MOST_ROWS = 200  # of the table of a file
# What is drawn of the files of some kinds: one section of all, or one of each.
SECTIONS = [({"points"}, lambda files: [make(Results(files)) for make in (curves.section, bars.programs)]), ({"saturation"}, lambda files: [bars.section(Results(files))]),
            ({"analysis", "design"}, lambda files: [tradeoff.section(Results(files))]),
            ({"histogram", "packets"}, lambda files: [histogram.section(files)]), ({"channels"}, lambda files: map(channels.section, files)),
            ({"channel_timeline"}, lambda files: map(channels.course, files)),
            ({"flows"}, lambda files: map(side_files.flows, files)), ({"energy"}, lambda files: map(side_files.energy, files)),
            ({"timeline"}, lambda files: [side_files.timeline(files)]), ({"policy", "messages"}, side_files.policies),
            ({"operations"}, lambda files: map(operations.section, files)),
            ({"trace"}, lambda files: [section for file in files for section in trace.sections(file)])]
TOLD = {"schedule", "means"}  # only as rows
KNOWN = [kind for kind, _, _ in KINDS if kind in TOLD or any(kind in kinds for kinds, _ in SECTIONS)] + ["gantt"]


def title_of(files, results):
    """What the configs of all files share, or of results alone all rows: '8x8 torus, uniform traffic'."""
    added = any(file.configs and file.configs.config and file.configs.config.added for file in results)
    told = "" if added else title_and_details(files)[0]
    return told or (rows_title(results) if len(results) == len(files) else "")


def rows_title(files):
    def only(column):
        values = {file.text(row, column) for file in files for row in range(len(file.rows))}
        return describe(column, values.pop(), False) if len(values) == 1 and "" not in values else ""
    parts = [" ".join(filter(None, [only("dimensions"), only("topology")])), only("routing"),
             f"{only('pattern')} traffic" if only("pattern") else ""]
    return ", ".join(part for part in parts if part)


def rows_table(file):
    """The first rows; what no row has a value of is left out."""
    filled = [i for i, _ in enumerate(file.columns) if any(row[i] for row in file.rows)]
    shown = [[row[i] for i in filled] for row in file.rows[:MOST_ROWS]]
    said = (f"The first {MOST_ROWS} of {file.count} rows; the others stand in the file." if file.count > MOST_ROWS
            else "1 row." if file.count == 1 else f"{file.count} rows.")
    return (f"<h3>{page.text(file.path)}</h3>\n<p class=soft>{said}</p>\n"
            + page.table([file.columns[i] for i in filled], shown))


def build(options):
    kinds = {}
    for path in options.files:
        if path in kinds:
            raise InputError(f"{path}: given twice; allowed: once")
        kinds[path] = kind_of(path)
    for path, kind in kinds.items():
        if kind not in KNOWN:
            raise InputError(f"{path}: a file of {made_by(kind)}; allowed in a report: " + ", ".join(map(made_by, KNOWN)))
    origins = [origin.Origin(path, kind) for path, kind in kinds.items()]
    files = [trace.read(path) if kind == "trace" else ResultRows(path) for path, kind in kinds.items() if kind != "gantt"]
    sections = [section for together, make in SECTIONS
                if (own := [file for file in files if kinds[file.path] in together]) for section in make(own) if section]
    sections += [gantt.section(path) for path, kind in kinds.items() if kind == "gantt"]
    warnings = [line for one in origins for line in one.warnings()]
    warnings += origin.version_warnings(origins) + origin.verdict_warnings([file for file in files if kinds[file.path] in ("points", "saturation")])
    closing = ('<section><h2 id="config">How it was made</h2>\n'
               + origin.file_table(origins, {file.path: file.count for file in files})
               + "<h3>Config</h3>\n" + origin.config_table(origins) + "</section>\n"
               + ('<section><h2 id="rows">Rows</h2>\n' + "".join(map(rows_table, files)) + "</section>\n" if files else ""))
    results = [file for file in files if kinds[file.path] in origin.RESULTS]
    title = options.title or title_of(options.files, results) or schedules_title(sections) or (counted(len(kinds), "file") if len(kinds) > 1 else os.path.basename(next(iter(kinds))))
    return page.document(title, counts(files, sections, len(kinds)), warnings, titles.told_apart(sections), closing, bool(files))


def schedules_title(sections):
    """Of schedules alone what the first says that it is of, as the others do."""
    found = {section["title"].removeprefix("Frames: ") for section in sections if section["kind"] == "gantt" and section["title"].startswith("Frames: ")}
    return found.pop() if len(found) == 1 and all(section["kind"] == "gantt" for section in sections) else ""


def counts(files, sections, how_many):
    rows, frames = sum(file.count for file in files), [section["frames"] for section in sections if section["kind"] == "gantt"]
    return ", ".join([counted(how_many, "file"), *[counted(rows, "row")] * bool(files), *[counted(sum(frames), "frame")] * bool(frames)])


def main(arguments):
    parser = argparse.ArgumentParser(prog="orthant report")
    parser.add_argument("--output")
    parser.add_argument("--title")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args(arguments)
    try:
        text = build(options)
        with whole_file(options.output) as temporary:
            with open(temporary, "w", encoding="utf-8", errors="replace") as file:  # a file's name may be of other bytes
                file.write(text)
    except InputError as error:
        print(without_controls(f"orthant: error: {error}"), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
