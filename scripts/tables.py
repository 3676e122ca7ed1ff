"""Tables of the studies, as the Python package reads them."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))
from orthant.frames import read_table  # noqa: E402,F401
from orthant.results.reader import InputError, in_one_line  # noqa: E402,F401
