#!/usr/bin/python3
"""The script behind `orthant report`: one page of HTML from result files, with nothing but Python's own library.

The command has checked that the files are there and how the page's name ends. Mistakes are one line on stderr
and exit code 2.
"""
import argparse
import os
import sys

from file_kinds import kind_of, made_by
from input_error import InputError
from names import describe
from report_page import bars, curves, origin, page
from report_page.result_rows import Results, ResultRows

MOST_ROWS = 200  # of the table of a file
# Files of one kind share a section.
SECTIONS = {"points": lambda files: curves.section(Results(files)), "saturation": lambda files: bars.section(Results(files))}


def title_of(files):
    """What all rows share: '8x8 torus, uniform traffic'."""
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
    said = (f"The first {MOST_ROWS} of {len(file.rows)} rows; the others stand in the file." if len(file.rows) > MOST_ROWS
            else "1 row." if len(file.rows) == 1 else f"{len(file.rows)} rows.")
    return (f"<h3>{page.text(file.path)}</h3>\n<p class=soft>{said}</p>\n"
            + page.table([file.columns[i] for i in filled], shown))


def build(options):
    kinds = {}
    for path in options.files:
        if path in kinds:
            raise InputError(f"{path}: given twice; allowed: once")
        kinds[path] = kind_of(path)
    for path, kind in kinds.items():
        if kind not in SECTIONS:
            raise InputError(f"{path}: a file of {made_by(kind)}; allowed in a report: "
                             + ", ".join(made_by(name) for name in SECTIONS))
    origins = [origin.Origin(path, kind) for path, kind in kinds.items()]
    files = [ResultRows(path) for path in kinds]
    sections = [section for kind, make in SECTIONS.items()
                if (own := [file for file in files if kinds[file.path] == kind]) and (section := make(own))]
    warnings = [line for one in origins for line in one.warnings()]
    warnings += origin.version_warnings(origins) + origin.verdict_warnings(files)
    closing = ('<section><h2 id="config">How it was made</h2>\n'
               + origin.file_table(origins, {file.path: len(file.rows) for file in files})
               + "<h3>Config</h3>\n" + origin.config_table(origins) + "</section>\n"
               '<section><h2 id="rows">Rows</h2>\n' + "".join(map(rows_table, files)) + "</section>\n")
    title = options.title or title_of(files) or "Report"
    rows = sum(len(file.rows) for file in files)
    count = f"{len(files)} file{'s' if len(files) > 1 else ''}, {rows} row{'s' if rows > 1 else ''}"
    return page.document(title, count, warnings, sections, closing)


def write(text, path):
    """Whole or not at all."""
    temporary = f"{path}.{os.getpid()}"
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, path)
    except OSError as error:
        raise InputError(f"{path}: cannot write: {error.strerror}") from None


def main(arguments):
    parser = argparse.ArgumentParser(prog="orthant report")
    parser.add_argument("--output")
    parser.add_argument("--title")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args(arguments)
    try:
        write(build(options), options.output)
    except InputError as error:
        print(f"orthant: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
