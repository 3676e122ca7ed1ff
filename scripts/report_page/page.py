"""Puts the page together: one HTML file with its style, its scripts, Chart.js and the data in it."""
import html
import json
import os
import pathlib

from input_error import InputError
from palette import COLOURS

FOLDER = pathlib.Path(__file__).parent
CHART_JS = "/usr/share/javascript/chart.js/chart.min.js"
SCRIPTS = ["common.js", "drawing.js", "curves.js", "bars.js", "histogram.js", "tradeoff.js",
           "channels.js", "cells.js", "lines.js", "gantt.js", "operations.js", "trace_state.js", "trace_drawing.js", "trace.js", "knot.js"]
# The page asks the network for nothing, and the browser sees to it.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def text(value):
    return html.escape(str(value), quote=True)


def chart_js():
    path = os.environ.get("ORTHANT_CHART_JS", CHART_JS)
    try:
        return pathlib.Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise InputError(f"report: {path}, the library Chart.js, is missing; allowed with: the Debian package "
                         "libjs-chart.js, or ORTHANT_CHART_JS=FILE") from None


def as_json(data):
    """JSON that ends no element: a name of a file may hold anything."""
    written = json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return written.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def table(header, rows, differing=()):
    """Rows of text; those whose number is in `differing` are marked."""
    head = "".join(f"<th>{text(cell)}</th>" for cell in header)
    body = "".join(f'<tr{" class=differs" if number in differing else ""}>'
                   + "".join(f"<td>{text(cell)}</td>" for cell in row) + "</tr>\n" for number, row in enumerate(rows))
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>\n'


def document(title, introduction, warnings, sections, closing, with_rows):
    """`sections` are drawn by the browser: each a dict whose `kind` names the script's function. `closing` is HTML."""
    scripts = [chart_js(), *((FOLDER / name).read_text(encoding="utf-8") for name in SCRIPTS), "Report.start();"]
    drawn = "".join(f'<section><h2 id="s{i}">{text(section["title"])}</h2><div id="section-{i}"></div></section>\n'
                    for i, section in enumerate(sections))
    links = "".join(f'<a href="#s{i}">{text(section.get("short", section["title"]))}</a>' for i, section in enumerate(sections))
    rows = '<a href="#rows">Rows</a>' if with_rows else ""
    noted = "".join(f"<p>{text(warning)}</p>" for warning in warnings)
    data = {"colours": COLOURS, "sections": sections}
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{text(title)}</title>\n'
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<style>\n{(FOLDER / "page.css").read_text(encoding="utf-8")}</style>\n</head>\n<body>\n'
            f"<header><h1>{text(title)}</h1>\n<p class=soft>{text(introduction)}</p>\n"
            f'<nav>{links}<a href="#config">Config</a>{rows}</nav>\n</header>\n<main>\n'
            + (f'<div class="warnings">{noted}</div>\n' if warnings else "") + drawn + closing +
            '</main>\n<footer>Written by orthant report. Charts: Chart.js, MIT licence.</footer>\n'
            f'<script type="application/json" id="data">{as_json(data)}</script>\n'
            + "".join(f"<script>\n{script}\n</script>\n" for script in scripts) + "</body>\n</html>\n")
