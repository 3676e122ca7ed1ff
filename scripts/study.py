"""What the studies that are one Python script share: their words, and sweeps of a shipped config."""
import argparse
import os
import pathlib
import subprocess

from pictures import save

ROOT = pathlib.Path(__file__).resolve().parents[1]


class Study:
    """Reads [-j N] [OUT] from the command line and makes the folder `out`, by default out/NAME of the tree."""

    def __init__(self, doc, name, arguments):
        parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("out", nargs="?", type=pathlib.Path, default=ROOT / "out" / name, metavar="OUT")
        parser.add_argument("-j", dest="threads", metavar="N")
        options = parser.parse_args(arguments)
        self._name = name
        self.out = options.out
        self.out.mkdir(parents=True, exist_ok=True)
        self._threads = ["-j", options.threads] if options.threads else []
        self._orthant = os.environ.get("ORTHANT", str(ROOT / "build" / "orthant"))

    def report(self, text, fig):
        """Writes the tables, which are printed too, and the picture: out/NAME.md and out/NAME.png."""
        (self.out / f"{self._name}.md").write_text(text, encoding="utf-8")
        print(text)
        save(fig, str(self.out / f"{self._name}.png"), bbox_inches="tight", pad_inches=0.06)

    def sweep(self, config, name, *keys):
        """The file out/name.csv, by `orthant sweep` of configs/config.ini with these keys."""
        result = self.out / f"{name}.csv"
        subprocess.run([self._orthant, "sweep", ROOT / "configs" / f"{config}.ini", *keys, "-o", result, *self._threads],
                       check=True)
        return result
