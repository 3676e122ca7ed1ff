"""Intervals of the studies."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))
from orthant.results.rows import half_width  # noqa: E402,F401
