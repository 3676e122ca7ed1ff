"""What `orthant plot` and `orthant report` start. The command has checked that the files are there
and how the name of the picture ends. A mistake is one line on stderr and exit code 2."""
import os
import sys

if not __package__:  # started as a file: its folder must not hide modules of the same name
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import argparse  # noqa: E402
import warnings  # noqa: E402

from orthant.errors import Error  # noqa: E402
from orthant.figures.describe import (Options, option_labels, option_number,  # noqa: E402
                                      option_size)
from orthant.results.reader import without_controls  # noqa: E402


def note(text, level):
    print(without_controls(f"orthant: {level}: {text}"), file=sys.stderr)


def parsed(arguments):
    parser = argparse.ArgumentParser(prog="orthant")
    parser.add_argument("verb", choices=["plot", "report"])
    for name in ("output", "kind", "x", "y", "facet", "title", "ymin", "ymax", "size", "order",
                 "label"):
        parser.add_argument(f"--{name}")
    parser.add_argument("--logy", action="store_true")
    parser.add_argument("files", nargs="+")
    return parser.parse_args(arguments)


def options_of(words):
    given = {name: value for name, value in vars(words).items()
             if name not in ("verb", "output") and value is not None}
    for name in ("ymin", "ymax"):
        if name in given:
            given[name] = option_number(name, given[name])
    if "size" in given:
        given["size"] = option_size(given["size"])
    if "order" in given:
        given["order"] = tuple(part.strip() for part in given["order"].split(","))
    given["label"] = option_labels(given.get("label"))
    return Options(**given)


def plot(words):
    from orthant.figures.picture import describe
    figure = describe(options_of(words))
    for text in figure.get("warnings", ()):
        note(text, "warning")
    for text in figure["notes"]:
        note(text, "info")
    from orthant.figures.draw import draw
    from orthant.figures.style import plt, save
    fig = draw(figure)
    save(fig, words.output, bbox_inches="tight", pad_inches=0.04)
    plt.close(fig)


def report(words):
    from orthant.page import build
    build.write(words.files, words.output, words.title)


def main(arguments):
    words = parsed(arguments)
    try:
        (plot if words.verb == "plot" else report)(words)
    except Error as error:
        note(error, "error")
        return 2
    return 0


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # of letters that no font has, say: they are no lines of ours
    sys.exit(main(sys.argv[1:]))
