"""What `orthant plot` and `orthant report` start. The command has checked that the files are there
and how the name of the picture ends. A mistake is one line on stderr and exit code 2."""
import os
import sys

if not __package__:  # run as a file: its folder must not shadow modules
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import warnings  # noqa: E402

from orthant.errors import Error  # noqa: E402
from orthant.figures.options import parsed  # noqa: E402
from orthant.results.reader import without_controls  # noqa: E402


def note(text, level):
    print(without_controls(f"orthant: {level}: {text}"), file=sys.stderr)


def plot(options, output):
    from orthant.figures.picture import describe
    figure = describe(options)
    for text in (*figure.get("warnings", ()), *options.warnings()):
        note(text, "warning")
    for text in figure["notes"]:
        note(text, "info")
    from orthant.figures.draw import write  # matplotlib takes a second to import
    write(figure, output)


def report(options, output):
    from orthant.page import build
    build.write(options.files, output, options.title)


def main(arguments):
    try:
        verb, output, options = parsed(arguments)
        (plot if verb == "plot" else report)(options, output)
    except Error as error:
        note(error, "error")
        return 2
    return 0


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # matplotlib warns of glyphs missing in all fonts
    sys.exit(main(sys.argv[1:]))
