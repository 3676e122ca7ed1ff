"""What studies use of the Python package: the only place that knows where it is."""
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "python"))
from orthant.figures.describe import PAGE_INCHES  # noqa: E402, F401
from orthant.figures.style import (  # noqa: E402, F401
    COLOURS, DASHES, MARKERS, light_grid, plt, save, set_style)
from orthant.results.rows import half_width  # noqa: E402, F401
