"""What all studies share: the command line, runs of Orthant that continue where they stopped, and
tables."""
import argparse
import csv
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONFIGS = ROOT / "configs"
DATA = ROOT / "tests" / "data"
UNFINISHED = 3  # exit code of a window that is too short, or a search that ran out of time


class Study:
    """A study's folder of results, out/NAME by default, and the Orthant that fills it.

    Its command line is [-j N] [OUT] [KEY=VALUE]... and the options that `add_options` adds to the
    parser. A KEY=VALUE replaces that key in all runs of a config. The program is $ORTHANT, else
    build/orthant.
    """

    def __init__(self, name, doc, add_options=None, arguments=None):
        parser = argparse.ArgumentParser(description=doc,
                                         formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("words", nargs="*", metavar="OUT | KEY=VALUE",
                            help=f"folder of the results (default: out/{name}); keys for all runs")
        parser.add_argument("-j", dest="threads", metavar="N", help="threads (default: all cores)")
        if add_options:
            add_options(parser)
        self.options = parser.parse_intermixed_args(arguments)
        folders = [word for word in self.options.words if "=" not in word]
        if len(folders) > 1:
            parser.error(f"{folders[1]}: a second folder; allowed: one")
        self.name = name
        self.keys = [word for word in self.options.words if "=" in word]
        self.out = pathlib.Path(folders[0] if folders else ROOT / "out" / name).resolve()
        self.out.mkdir(parents=True, exist_ok=True)
        self.threads = ["-j", self.options.threads] if self.options.threads else []
        self.program = os.path.abspath(os.environ.get("ORTHANT", ROOT / "build" / "orthant"))
        if not os.access(self.program, os.X_OK):
            sys.exit(f"{name}: {self.program}: no such program; scripts/build.sh orthant builds it")

    def path(self, name):
        return self.out / f"{name}.csv"

    def run(self, verb, config, name, *words, codes=(0,), once=False):
        """OUT/NAME.csv by a verb of configs/CONFIG.ini (or a path, or none) with keys and options.

        The program continues a file that is not complete. With `once` it begins anew, unless it
        ended before.
        """
        done = self.out / f"{name}.done"
        if once and done.exists():
            return self.path(name)
        file = CONFIGS / f"{config}.ini" if isinstance(config, str) else config
        source = [] if config is None else [file]
        words = list(map(str, words)) if config is None else self.replaced(map(str, words))
        command = [self.program, verb, *source, *words, *(["--overwrite"] if once else []),
                   "-q", *(self.threads if "-j" not in words else []), "-o", self.path(name)]
        # Configs name files from the root.
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code not in codes:
            if code == 2 and self.path(name).exists():
                sys.stderr.write(f"results of another version do not continue: remove {self.out}\n")
            sys.exit(code)
        if once:
            done.touch()
        return self.path(name)

    def replaced(self, words):
        """The words, with the keys of the command line in the place of those of the same name."""
        names = {key.partition("=")[0] for key in self.keys}
        return [*(word for word in words if word.partition("=")[0] not in names), *self.keys]

    def rows(self, name):
        """The rows of OUT/NAME.csv, each a dict of texts."""
        return read_rows(self.path(name))

    def table(self, name):
        """OUT/NAME.csv as a DataFrame."""
        import pandas  # takes half a second
        return pandas.read_csv(existing(self.path(name)), keep_default_na=False, na_values=[""],
                               low_memory=False)

    def plot(self, name, files, *options):
        """OUT/NAME.png and OUT/NAME.svg of files OUT/FILE.csv, as `orthant plot` draws them."""
        for suffix in (".png", ".svg"):
            command = [self.program, "plot", *map(self.path, files), *options, "-o",
                       self.out / f"{name}{suffix}"]
            subprocess.run(command, cwd=ROOT, check=True)

    def report(self, text, name=None):
        """Writes the tables to OUT/NAME.md, and prints them."""
        (self.out / f"{name or self.name}.md").write_text(text, encoding="utf-8")
        print(text)


def existing(path):
    if not pathlib.Path(path).exists():
        sys.exit(f"{path}: no such file; the study writes it")
    return path


def read_rows(path):
    """The rows of a CSV file, each a dict of texts."""
    with open(existing(path), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write_rows(path, rows):
    """Dicts with the same keys as a CSV file."""
    if rows:
        with open(path, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def concatenate(paths, target):
    """Joins CSV files of rows of one kind; what a file has left out is empty in its rows."""
    rows = [row for path in paths for row in read_rows(path)]
    names = list(dict.fromkeys(name for row in rows for name in row))
    write_rows(target, [{name: row.get(name, "") for name in names} for row in rows])


def markdown(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)


def percent(share, digits=1):
    return f"{100 * share:.{digits}f} %"
