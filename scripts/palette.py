"""Colours of the pictures of the studies."""
from pictures import COLOURS, UNIT_NAMES  # noqa: F401
