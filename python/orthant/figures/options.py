"""What the command line asks of a picture."""
import argparse
import dataclasses
import math
import re

from ..results.reader import InputError

SIZE = re.compile(r"(\d+\.?\d*),(\d+\.?\d*)", re.ASCII)


@dataclasses.dataclass
class Options:
    files: list
    kind: str = None
    x: str = None
    y: str = None
    facet: str = None
    title: str = None
    ymin: float = None
    ymax: float = None
    logy: bool = False
    size: tuple = None
    order: tuple = ()
    label: dict = dataclasses.field(default_factory=dict)
    unit: str = None  # unit of loads, from the configs
    cut: bool = False  # draw the first curves where there are too many, instead of an error
    seen: set = dataclasses.field(default_factory=set)  # labels of the picture, and their parts

    def named(self, label):
        """A label with the names that --label gives to its parts."""
        self.seen.update((label, *label.split(", ")))
        return self.label.get(label) or ", ".join(
            self.label.get(part, part) for part in label.split(", "))

    def place(self, label):
        """The rank of a label in --order; labels that it does not list come last."""
        parts = {label, *label.split(", "), self.named(label), *self.named(label).split(", ")}
        return next((i for i, name in enumerate(self.order) if parts & {*spellings(name)}),
                    len(self.order))

    def in_order(self, items, label_of=str):
        return sorted(items, key=lambda item: self.place(label_of(item)))

    def warnings(self):
        """Names of --label and --order that are no label of the picture, which is described."""
        found = self.seen | {*self.label.values()}
        for option, names in (("label", self.label), ("order", self.order)):
            for name in dict.fromkeys(name.replace("_", " ") for name in names):
                if not found & {*spellings(name), name.replace(" ", "_")}:
                    yield (f"command line: --{option}: '{name}' is no label of this picture; "
                           f"allowed: {', '.join(sorted(self.seen)) or 'none'}")

    def only(self, *names):
        """Refuses options that this picture does not read."""
        for name in ("x", "y", "facet"):
            if getattr(self, name) and name not in names:
                allowed = ", ".join(f"--{other}" for other in names) or "no --x, --y or --facet"
                raise InputError(
                    f"{self.files[0]}: --{name}: not read for this picture; allowed: {allowed}")

    def one_file(self):
        """The file of a picture of one file, which reads no key."""
        self.only()
        if len(self.files) > 1:
            raise InputError(f"{self.files[1]}: a second file; allowed for this picture: one")
        return self.files[0]


def spellings(name):
    """A value as configs and as legends write it: minimal_adaptive, minimal adaptive."""
    return dict.fromkeys((name.strip(), name.strip().replace("_", " ")))


def size(text):
    found = SIZE.fullmatch(text)
    inches = tuple(map(float, found.groups())) if found else ()
    if not inches or not all(1 <= length <= 50 for length in inches):
        raise InputError(
            f"command line: --size: '{text}' is no size; allowed: W,H in inches, 1 to 50 each")
    return inches


def number_of(option):
    def parse(text):
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise InputError(
                f"command line: {option}: '{text}' is no number; allowed: a finite number")
        return value
    return parse


def labels(text):
    pairs = [part.partition("=") for part in re.split(r",(?=[^,=]+=)", text) if part]
    for old, equals, new in pairs:
        if not old or not equals:
            raise InputError(
                f"command line: --label: '{old}{equals}{new}' names nothing; allowed: OLD=NEW")
    return {name: new for old, _, new in pairs for name in spellings(old)}


def parsed(arguments):
    """(verb, output, Options) of the words that the command passes on."""
    parser = argparse.ArgumentParser(prog="orthant", argument_default=argparse.SUPPRESS)
    parser.add_argument("verb", choices=["plot", "report"])
    for name in ("output", "kind", "x", "y", "facet", "title"):
        parser.add_argument(f"--{name}")
    for name in ("--ymin", "--ymax"):
        parser.add_argument(name, type=number_of(name))
    parser.add_argument("--logy", action="store_true")
    parser.add_argument("--size", type=size)
    parser.add_argument("--order", type=lambda text: tuple(map(str.strip, text.split(","))))
    parser.add_argument("--label", type=labels)
    parser.add_argument("files", nargs="+")
    words = vars(parser.parse_args(arguments))
    return words.pop("verb"), words.pop("output"), Options(**words)
