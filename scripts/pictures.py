"""How the pictures of the plot scripts are drawn and written."""
import argparse
import math
import os
import sys
import textwrap

import matplotlib
import matplotlib.ticker

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

from input_error import InputError, whole_file, without_controls  # noqa: E402


COLUMN_INCHES, PAGE_INCHES = 3.5, 7.16  # widths of a two-column paper
DPI = 300
TICK_LETTER_INCHES, BESIDE_INCHES = 0.06, 0.55  # of a name below an axis; what stands beside all panels
MOST_TICK_LINES = 2
MOST_WHOLE_TICKS, TICK_INCHES = 8, 0.2
SLANTED = {"rotation": 30, "ha": "right", "rotation_mode": "anchor"}


def set_style(font_size=9, **more):
    """What all pictures have in common. Letters are TrueType in PDF files and text in SVG files; the salt makes the same
    data the same file."""
    plt.rcParams.update({"font.size": font_size, "savefig.dpi": DPI, "pdf.fonttype": 42, "ps.fonttype": 42, "svg.fonttype": "none",
                         "svg.hashsalt": "orthant", **more})


def note(text, level="info"):
    """What a reader of the picture should know."""
    print(without_controls(f"orthant: {level}: {text}"), file=sys.stderr)


def light_grid(axes, axis="both"):
    """Pale lines behind what is drawn."""
    axes.grid(True, axis=axis, color="0.92", linewidth=0.6)
    axes.set_axisbelow(True)


def letters_below(panel):
    """How many of them have room below the axis of a panel."""
    columns = panel.get_subplotspec().get_gridspec().ncols
    return (panel.figure.get_figwidth() - BESIDE_INCHES) / columns / TICK_LETTER_INCHES


def label_below(panel, text):
    """What an axis shows, in lines no longer than it."""
    panel.set_xlabel(textwrap.fill(text, int(letters_below(panel))))


def name_ticks(panel, places, names):
    """Words below the axis: broken where they have room then, else slanted."""
    letters = int(letters_below(panel) / len(names))
    lines = [textwrap.wrap(name, max(letters, 1), break_long_words=False, break_on_hyphens=False) for name in names]
    if all(len(own) <= MOST_TICK_LINES and all(len(line) <= letters for line in own) for own in lines):
        panel.set_xticks(places, ["\n".join(own) for own in lines])
    else:
        panel.set_xticks(places, names, **SLANTED)


def parser_of(doc):
    """Of a script that draws; `doc` says what it does in the first paragraph, and more after it."""
    return argparse.ArgumentParser(description=doc.split("\n\n")[0], epilog=doc.split("\n\n", 1)[1],
                                   formatter_class=argparse.RawDescriptionHelpFormatter)


def add_output(parser):
    parser.add_argument("-o", "--output", action="append", required=True, metavar="FILE",
                        help="picture to write: .png, .svg or .pdf; may be given several times")


def whole_ticks(axis, inches):
    """Whole numbers along an axis of that length, no more than have room: a line of text needs some height."""
    most = max(1, min(MOST_WHOLE_TICKS, int(inches / TICK_INCHES)))
    axis.set_major_locator(matplotlib.ticker.MaxNLocator(most, integer=True) if inches > 0.75 * TICK_INCHES
                           else matplotlib.ticker.FixedLocator([0]))


def positive(text):
    """The value of an option that is a number above 0."""
    value = float(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError("expected a number above 0")
    return value


def save(fig, path, **options):
    """Writes `fig` without a date, so that the same data gives the same file: whole or not at all."""
    suffix = os.path.splitext(path)[1].lower()
    if suffix not in (".png", ".svg", ".pdf"):
        raise InputError(f"{path}: the name must end in .png, .svg or .pdf")
    undated = {".png": None, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}[suffix]
    with whole_file(path) as temporary:
        fig.savefig(temporary, metadata=undated, **options)


def save_for_pages(fig, stem, **options):
    """Writes `fig` as a reader sees it in a page and as it prints: `stem`.png and `stem`.svg."""
    for suffix in (".png", ".svg"):
        save(fig, f"{stem}{suffix}", **options)
