"""Pictures of the studies, as the Python package draws them."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))
from orthant.figures.style import (  # noqa: E402,F401
    COLOURS, COLUMN_INCHES, DASHES, MARKERS, PAGE_INCHES, UNIT_NAMES, add_output, light_grid, parser_of, place_legend,
    plt, positive, save, save_for_pages, series_look, set_style)
