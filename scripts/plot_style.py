"""Looks of the pictures of the studies."""
from pictures import COLOURS, DASHES, MARKERS, UNIT_NAMES, series_look, set_style  # noqa: F401
